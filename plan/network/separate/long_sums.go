package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// longSums lists the aggregates of a node that add up what a column of numbers past 64 bits becomes, one of
// which each of its different numbers gives: programs look it up, however many digits it has, and add up its
// parts, as they do those of the column. So they count them.
func (s *separator) longSums(n network.Node) (out []int) {
	a, ok := n.(*network.Aggregate)
	if !ok || slices.ContainsFunc(a.Aggs, plan.Agg.Behind) {
		return nil
	}
	for i, g := range a.Aggs {
		if g.Gathered == nil && (g.Func == plan.Sum && s.looksUp(a.In, g.Arg) || g.Func == plan.Count && isKey(g.Arg)) {
			out = append(out, i)
		}
	}
	return out
}

// looksUp reports whether programs that stream the rows of a node look a number up that may have more than 64
// bits, as the code of its key, for each number of a column. What is linear in the column is made of the sum of it.
func (s *separator) looksUp(in network.Node, e plan.Expr) bool {
	if !e.Type().Keyed() || !network.Repeats(e) || !s.streams(in) {
		return false
	}
	column, one := network.OneColumn(e)
	return one && s.isWide(column) && !isLinear(e) && !s.can(e) && s.can(plan.Key(e))
}

// isKey reports whether an expression is the key of a number.
func isKey(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	return ok && c.Op == plan.KeyOf
}

// isLinear reports whether an expression is a column, or a multiple of one and a constant.
func isLinear(e plan.Expr) bool {
	switch e := e.(type) {
	case plan.ColumnRef:
		return true
	case plan.Cast:
		return e.To.Kind == plan.Decimal && isLinear(e.X)
	case plan.Call:
		if !slices.Contains([]plan.Op{plan.Add, plan.Sub, plan.Mul, plan.Neg}, e.Op) {
			return false
		}
		at := slices.IndexFunc(e.Args, network.HasColumns)
		return !slices.ContainsFunc(e.Args[at+1:], network.HasColumns) && isLinear(e.Args[at])
	}
	return false
}
