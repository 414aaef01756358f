package scalar

import (
	"errors"

	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/index"
	"gsdms/plan"
)

// ofUnsorted compiles an expression of one column of texts that are in no order.
func (c *Compiler) ofUnsorted(e plan.Expr, p exprs.Place, of *plan.Unsorted) (Operand, error) {
	r, err := c.Value(plan.ColumnRef{Table: p.Table, Column: p.Column})
	if err != nil {
		return Operand{}, err
	}
	switch {
	case exprs.IsCode(e):
		return Operand{Reg: r}, nil
	case exprs.IsNullOfColumn(e):
		return Operand{Reg: c.IsNull(r)}, nil
	case exprs.ReadsNulls(e):
		return c.node(e)
	}
	last := int64(of.Len()) - 1
	t, err := c.Cached(index.KeptArray, p, e)(0, last, func(m *tabulate.Maker) (*tabulate.Table, error) {
		if e.Type().Kind == plan.Bool {
			if v, ok := c.Where.TruthOf(p, e); ok {
				return tabulate.TableOf(v, e.String(), 0, last), nil
			}
		}
		if e.Type().Kind == plan.String {
			return m.FillFew(e, of)
		}
		return m.FillUnsorted(e, of)
	})
	switch {
	case plan.IsOfValue(err):
		return Operand{}, &emit.UnsupportedError{Expr: e, Why: "it has no value for some text"}
	case errors.Is(err, tabulate.ErrMany):
		return Operand{}, &emit.UnsupportedError{Expr: e, Why: err.Error()}
	}
	if err != nil {
		return Operand{}, err
	}
	return c.ResultAt(t, r, 0, last), nil
}

// isTruth reports whether a condition of a column has a truth for all of its texts, which is kept:
// it needs no table of them then.
func (c *Compiler) isTruth(p exprs.Place, e plan.Expr) bool {
	if e.Type().Kind != plan.Bool {
		return false
	}
	_, ok := c.Where.TruthOf(p, e)
	return ok
}

// UnsortedColumn gives the texts of an expression that is a column of those in no order, else nil.
func (c *Compiler) UnsortedColumn(e plan.Expr) (plan.ColumnRef, *plan.Unsorted) {
	ref, ok := e.(plan.ColumnRef)
	if !ok {
		return ref, nil
	}
	return ref, c.Where.ValueColumn(exprs.Place{Table: ref.Table, Column: ref.Column}).Unsorted
}
