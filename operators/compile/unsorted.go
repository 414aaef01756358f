package compile

import (
	"errors"
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/compile/wanted"
	"gsdms/operators/index"
	"gsdms/plan"
)

// Codes of texts that are in no order say neither which texts are equal nor which is less. So a
// program knows of such a column only what it can look up: predicates and functions of it that
// give no text, or few different ones, and the code of the least or greatest text, which a fold finds by
// the texts. It may give the codes as rows, which get their texts behind it; all else is for the
// operators there.

// ofUnsorted compiles an expression of one column of texts that are in no order.
func (c *compiler) ofUnsorted(e plan.Expr, p exprs.Place, of *plan.Unsorted) (operand, error) {
	r, err := c.value(plan.ColumnRef{Table: p.Table, Column: p.Column})
	if err != nil {
		return operand{}, err
	}
	switch {
	case exprs.IsCode(e):
		return operand{reg: r}, nil
	case exprs.IsNullOfColumn(e):
		return operand{reg: c.IsNull(r)}, nil
	case exprs.ReadsNulls(e):
		return c.node(e)
	}
	last := int64(of.Len()) - 1
	t, err := c.cached(index.KeptArray, p, e)(0, last, func(m *tabulate.Maker) (*tabulate.Table, error) {
		if e.Type().Kind == plan.Bool {
			if v, ok := c.where.TruthOf(p, e); ok {
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
		return operand{}, &emit.UnsupportedError{Expr: e, Why: "it has no value for some text"}
	case errors.Is(err, tabulate.ErrMany):
		return operand{}, &emit.UnsupportedError{Expr: e, Why: err.Error()}
	}
	if err != nil {
		return operand{}, err
	}
	return c.resultAt(t, r, 0, last), nil
}

// together makes one condition of those by the order of texts that are in none: each of these texts is
// looked at for a condition, and many are less than a constant or greater that are not both.
func (c *compiler) together(conjuncts []plan.Expr) (out []plan.Expr) {
	at := map[plan.ColumnRef]int{}
	for _, e := range conjuncts {
		ref, of := c.comparedUnsorted(e)
		if of == nil {
			out = append(out, e)
			continue
		}
		if k, ok := at[ref]; ok {
			out[k] = plan.Combine(plan.And, append(plan.Conjuncts(out[k]), e))
			continue
		}
		at[ref] = len(out)
		out = append(out, e)
	}
	return out
}

// comparedUnsorted gives the column and its texts where a condition is by the order of one of texts
// in no order and of a constant; else nil.
func (c *compiler) comparedUnsorted(e plan.Expr) (plan.ColumnRef, *plan.Unsorted) {
	call, ok := e.(plan.Call)
	if !ok {
		return plan.ColumnRef{}, nil
	}
	switch call.Op {
	case plan.Lt, plan.Le, plan.Gt, plan.Ge:
	default:
		return plan.ColumnRef{}, nil
	}
	for i, x := range call.Args {
		if _, constant := call.Args[1-i].(plan.Const); constant {
			return c.unsortedColumn(x)
		}
	}
	return plan.ColumnRef{}, nil
}

// isTruth reports whether a condition of a column has a truth for all of its texts, which is kept:
// it needs no table of them then.
func (c *compiler) isTruth(p exprs.Place, e plan.Expr) bool {
	if e.Type().Kind != plan.Bool {
		return false
	}
	_, ok := c.where.TruthOf(p, e)
	return ok
}

// unsortedColumn gives the texts of an expression that is a column of those in no order, else nil.
func (c *compiler) unsortedColumn(e plan.Expr) (plan.ColumnRef, *plan.Unsorted) {
	ref, ok := e.(plan.ColumnRef)
	if !ok {
		return ref, nil
	}
	return ref, c.where.ValueColumn(exprs.Place{Table: ref.Table, Column: ref.Column}).Unsorted
}

// extremeText compiles MIN or MAX of such a column.
func (c *compiler) extremeText(a plan.Agg, ref plan.ColumnRef, of *plan.Unsorted) (operators.Fold, error) {
	r, err := c.value(ref)
	f := operators.Fold{Func: operators.MinText, Arg: r, Type: a.Of, Unsorted: of}
	if a.Func == plan.Max {
		f.Func = operators.MaxText
	}
	return f, err
}

// asksOrder reports whether the first rows are those by the texts of such a column, or of each of
// them, which codes do not tell.
func (c *compiler) asksOrder(op plan.Project, top wanted.Rows) bool {
	slots := slices.Clone(top.Parts)
	for _, k := range top.Keys {
		slots = append(slots, k.Slot)
	}
	return slices.ContainsFunc(slots, func(slot int) bool {
		_, of := c.unsortedColumn(op.Exprs[slot])
		return of != nil
	})
}
