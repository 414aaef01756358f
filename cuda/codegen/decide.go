package codegen

import (
	"math/bits"

	"gsdms/operators"
)

// The keys of a group are often decided by less than they are themselves: the date of an order
// and its priority by the order's number, of which a filter leaves a tenth.

// deciding is the registers of the body that decide a register: columns of the streamed table and
// rows of others.
type deciding map[int]bool

// mostDeciding is how many groups there can be at most by the values of what decides the keys.
func mostDeciding(p *operators.Program, g *operators.Groups) int64 {
	by, values := map[int]deciding{}, map[int]int64{}
	for _, in := range p.Body {
		switch in := in.(type) {
		case operators.Load:
			by[in.Dst], values[in.Dst] = deciding{in.Dst: true}, valuesOf(p, in)
		case operators.Row:
			by[in.Dst], values[in.Dst] = deciding{in.Dst: true}, int64(p.Table.Rows)
		case operators.Const:
			by[in.Dst] = nil
		case operators.Lookup:
			by[in.Dst] = by[in.At]
		case operators.Compute:
			by[in.Dst] = union(by, in.Args)
		case operators.Probe:
			by[in.Dst], values[in.Dst] = deciding{in.Dst: true}, int64(p.Indexes[in.Index].Table.Rows)+1
		}
	}
	regs := make([]int, len(g.Keys))
	for i, k := range g.Keys {
		regs[i] = k.Reg
	}
	most := int64(1)
	for reg := range union(by, regs) {
		most = product(most, values[reg])
	}
	return most
}

// union is all that decides one of the registers.
func union(by map[int]deciding, regs []int) deciding {
	out := deciding{}
	for _, r := range regs {
		for d := range by[r] {
			out[d] = true
		}
	}
	return out
}

// valuesOf is how many values a streamed column has at most in the rows that filters leave.
func valuesOf(p *operators.Program, load operators.Load) int64 {
	r := p.Regs[load.Dst]
	most := int64(unbounded)
	if span := uint64(r.Hi) - uint64(r.Lo); !r.Float && span < unbounded {
		most = int64(span) + 2 // and NULL
	}
	for _, c := range p.Filters {
		if len(c.Any) != 1 {
			continue
		}
		switch leaf := c.Any[0].(type) {
		case operators.Member:
			if leaf.Column == load.Column {
				most = min(most, ones(p.Bits[leaf.Set]))
			}
		case operators.Ranges:
			if leaf.Column == load.Column {
				most = min(most, numbersIn(leaf.In))
			}
		}
	}
	return most
}

func ones(s *operators.BitSet) (n int64) {
	for _, w := range s.Bits {
		n += int64(bits.OnesCount64(w))
	}
	return n
}

func numbersIn(in []operators.Range) (n int64) {
	for _, r := range in {
		if r.Hi-r.Lo >= unbounded {
			return unbounded
		}
		n = min(n+int64(r.Hi-r.Lo)+1, unbounded)
	}
	return n
}
