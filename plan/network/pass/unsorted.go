package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// ofUnsorted reports whether an expression is one of a column of texts in no order alone, and not
// the column itself: it may be computed where that is not.
func ofUnsorted(e plan.Expr) bool {
	r, ok := onlyColumn(e)
	_, itself := e.(plan.ColumnRef)
	return ok && !itself && isUnsorted(r)
}

func isUnsorted(r plan.ColumnRef) bool { return r.Of.Table.Columns[r.Column].Unsorted != nil }

// counting has a node that counts the texts of such columns count the rows that have some, and of
// different texts their codes, where each has one.
func counting(n network.Node) network.Node {
	a, ok := n.(*network.Aggregate)
	if !ok {
		return n
	}
	out := *a
	out.Aggs = slices.Clone(a.Aggs)
	for i, g := range out.Aggs {
		r, ok := g.Arg.(plan.ColumnRef)
		if g.Gathered != nil || !ok || !isUnsorted(r) {
			continue
		}
		if g.Func == plan.CountDistinct && r.Of.Table.Columns[r.Column].Unsorted.Once() {
			out.Aggs[i].Arg = plan.Call{Op: plan.CodeOf, Args: []plan.Expr{r}, Of: plan.Type{Kind: plan.Int}}
		}
		if g.Func != plan.Count {
			continue
		}
		if out.Aggs[i].Arg = nil; r.Of.Outer || r.Of.Table.Columns[r.Column].Storage.Nullable {
			out.Aggs[i].Arg = ifAbsent(plan.Call{Op: plan.IsNull, Args: []plan.Expr{r}, Of: plan.Type{Kind: plan.Bool}})
		}
	}
	return &out
}
