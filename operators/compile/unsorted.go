package compile

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/wanted"
	"gsdms/plan"
)

// Codes of texts that are in no order say neither which texts are equal nor which is less. So a
// program knows of such a column only what it can look up: predicates and functions of it that
// give no text, or few different ones, and the code of the least or greatest text, which a fold finds by
// the texts. It may give the codes as rows, which get their texts behind it; all else is for the
// operators there.

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
			return c.UnsortedColumn(x)
		}
	}
	return plan.ColumnRef{}, nil
}

// extremeText compiles MIN or MAX of such a column.
func (c *compiler) extremeText(a plan.Agg, ref plan.ColumnRef, of *plan.Unsorted) (operators.Fold, error) {
	r, err := c.Value(ref)
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
		_, of := c.UnsortedColumn(op.Exprs[slot])
		return of != nil
	})
}
