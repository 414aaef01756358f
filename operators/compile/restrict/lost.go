package restrict

import (
	"gsdms/operators/compile/exprs"
	"gsdms/operators/truth"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// mostAsked is of how many texts it is found out one by one which lose something.
const mostAsked = 1 << 16

// Tell tells what texts of a column lose in an expression of it alone, where lost is what all of them
// do: only of those that the conditions so far leave of the column.
func (c *Conditions) Tell(p exprs.Place, e plan.Expr, lost []fault.Warning) {
	told, column, left := fault.TellsTo(c.ctx), c.ValueColumn(p), c.left(p)
	if len(lost) == 0 || told.Full() {
		return
	}
	if left == nil || column.Dict == nil || left.Set.In.Count() > mostAsked {
		told.Add(lost...)
		return
	}
	var of plan.Value
	x, leaf := plan.Prepare(c.ctx, e), func(plan.Expr) (plan.Value, error) { return of, nil }
	for _, in := range left.Set.In {
		for n := in.Lo; n <= in.Hi && !told.Full(); n++ {
			of = truth.ValueOf(column.Type, column.Dict, n)
			_, _ = x.Eval(leaf) // an error is for the rows that have one
		}
	}
}

// left is what the conditions so far leave of a column's values; nil where they say nothing of it.
func (c *Conditions) left(p exprs.Place) *ColumnValues {
	values := c.tables[p.Table].values
	for i := range values {
		if values[i].Column == p.Column {
			return &values[i]
		}
	}
	return nil
}
