package compile

import (
	"fmt"
	"slices"
	"strconv"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/lexicon"
	"gsdms/operators/compile/scalar"
	"gsdms/operators/index"
	"gsdms/plan"
)

// matched is what a key of a probe is compared with: an expression of a table's rows, whose values
// are those of a column.
type matched struct {
	table  int
	by     plan.Expr
	column *plan.Column
}

// recoding is the codes that the strings of one lexicon have in another, NULL for those that are not
// there.
type recoding struct {
	from, to lexicon.Lexicon
	codes    *operators.Array
	reg      operators.Reg
}

// alignText gives the codes that a key's strings have in the lexicon of what they are compared with;
// strings that are not there become NULL, which joins nothing. A lexicon is empty where there is no
// string at all.
func (c *compiler) alignText(e plan.Expr, key scalar.Operand, with matched) (int, error) {
	of, to := key.Lexicon(), lexicon.Lexicon{Dict: with.column.Dict, Numbered: with.column.Unsorted}
	switch {
	case of == to || of == lexicon.Lexicon{}:
		return key.Reg, nil
	case to == lexicon.Lexicon{}:
		return c.Null(false), nil
	}
	r, err := c.recoding(e, of, to, with)
	if err != nil {
		return -1, fmt.Errorf("bring %s to the texts of %s: %w", e, with.by, err)
	}
	return c.Lookup(r.codes, key.Reg, r.reg), nil
}

// recoding is kept where both lexicons are those of columns. Two columns of a million long texts
// took 0.26 s of processor time to bring together, in each run of a query that is compiled again with
// what another part of it has found.
func (c *compiler) recoding(e plan.Expr, of, to lexicon.Lexicon, with matched) (*recoding, error) {
	own, isColumn := e.(plan.ColumnRef)
	match, isStored := with.by.(plan.ColumnRef)
	if !isColumn || !isStored || c.Where.ValueColumn(exprs.Place{Table: own.Table, Column: own.Column}).Dict != of.Dict || of.Numbered != nil {
		return c.newRecoding(of, to)
	}
	key := index.Key{
		Table: c.tables[own.Table].Ref.Table, With: c.tables[with.table].Ref.Table,
		Kind: index.KeptRecoding, Column: own.Column, Text: strconv.Itoa(match.Column),
	}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		r, err := c.newRecoding(of, to)
		if err != nil {
			return nil, 0, err
		}
		return r, int64(len(r.codes.Data)) + 256, nil
	})
	if err != nil {
		return nil, err
	}
	if r := v.(*recoding); r.from == of && r.to == to {
		return r, nil
	}
	return c.newRecoding(of, to)
}

func (c *compiler) newRecoding(of, to lexicon.Lexicon) (*recoding, error) {
	const each = 8 + 1 // bytes of a code until it is stored, and of whether there is one
	release, err := c.cache.Hold(c.ctx, each*int64(of.Len()))
	if err != nil {
		return nil, err
	}
	defer release()
	codes, err := of.CodesIn(c.ctx, to, c.cache)
	if err != nil {
		return nil, err
	}
	missing := make([]bool, len(codes))
	for i, code := range codes {
		if missing[i] = code < 0; missing[i] {
			codes[i] = 0
		}
	}
	if !slices.Contains(missing, true) {
		missing = nil
	}
	r := &recoding{from: of, to: to}
	r.codes, r.reg = index.Numbers(c.ctx, "recode", codes, missing)
	return r, nil
}
