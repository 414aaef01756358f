package compile

import (
	"context"
	"math/big"
	"math/bits"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/scalar"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/value"
)

// partBits is how many bits a part of a number has.
const partBits = 60

// codePart is a part of the numbers that codes stand for, by code, and the register that a look-up fills.
type codePart struct {
	array *operators.Array
	reg   operators.Reg
}

// codeParts gives the registers of the parts of the numbers that codes stand for, those of an expression.
// The parts of a stored column are kept.
func (c *compiler) codeParts(of plan.Expr, o scalar.Operand) (regs []int, err error) {
	parts, err := []codePart(nil), error(nil)
	if r, ok := of.(plan.ColumnRef); ok {
		table, ordinal := c.Where.ValuePlace(exprs.Place{Table: r.Table, Column: r.Column})
		var kept any
		kept, err = c.cache.Get(c.ctx, index.Key{Table: table, Kind: index.KeptParts, Column: ordinal}, func() (any, int64, error) {
			parts, err := partsOf(c.ctx, o.Dict)
			return parts, bytesOf(parts), err
		})
		parts, _ = kept.([]codePart)
	} else {
		parts, err = partsOf(c.ctx, o.Dict)
	}
	for _, p := range parts {
		regs = append(regs, c.Lookup(p.array, o.Reg, p.reg))
	}
	return regs, err
}

func bytesOf(parts []codePart) (n int64) {
	for _, p := range parts {
		n += int64(len(p.array.Data))
	}
	return n
}

// partedCodes is of how many codes the parts are found at once.
const partedCodes = 1 << 14

// partsOf gives the parts of the numbers of a dictionary, the lowest first.
func partsOf(ctx context.Context, d *plan.Dictionary) (parts []codePart, err error) {
	longest, n := 0, d.Len()
	if n > 0 {
		longest = max(value.KeyNumber(d.Bytes(0)).BitLen(), value.KeyNumber(d.Bytes(n-1)).BitLen())
	}
	values := make([][]int64, longest/partBits+1)
	for i := range values {
		values[i] = make([]int64, n)
	}
	blocks := (n + partedCodes - 1) / partedCodes
	for _, err := range operators.SpreadIn(ctx, blocks, func(ctx context.Context, b int) error {
		for code := b * partedCodes; code < min(n, (b+1)*partedCodes); code++ {
			part(d.Bytes(code), values, code)
		}
		return context.Cause(ctx)
	}) {
		if err != nil {
			return nil, err
		}
	}
	for _, numbers := range values {
		a, r := index.Numbers(ctx, "part", numbers, nil)
		parts = append(parts, codePart{a, r})
	}
	return parts, nil
}

// part writes the parts of the number of a key. The last one has its sign, and the others none.
func part(key []byte, values [][]int64, code int) {
	last := len(values) - 1
	if last <= 1 { // two words have it
		hi, lo, negative, _ := value.KeyWords(key)
		if negative {
			borrow := uint64(0)
			lo, borrow = bits.Sub64(0, lo, 0)
			hi, _ = bits.Sub64(0, hi, borrow)
		}
		if last == 0 {
			values[0][code] = int64(lo)
			return
		}
		values[0][code] = int64(lo & (1<<partBits - 1))
		values[1][code] = int64(lo>>partBits | hi<<(64-partBits))
		return
	}
	rest, mask := value.KeyNumber(key), big.NewInt(1<<partBits-1)
	for i := range last {
		values[i][code] = new(big.Int).And(rest, mask).Int64()
		rest.Rsh(rest, partBits)
	}
	values[last][code] = rest.Int64()
}
