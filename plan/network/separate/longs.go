package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/network/few"
)

// What a column of numbers past 64 bits becomes is one of as many numbers as it has different ones: programs
// look it up, however many digits it has, and do with its codes as they do with the column's.

// longArgs lists the aggregates of a node that add up such numbers, by their parts, count them, or find the
// least or the greatest of them.
func (s *separator) longArgs(n network.Node) (out []int) {
	a, ok := n.(*network.Aggregate)
	if !ok || slices.ContainsFunc(a.Aggs, plan.Agg.Behind) {
		return nil
	}
	for i, g := range a.Aggs {
		if g.Gathered == nil && (g.Func == plan.Sum && s.addsUp(a.In, g.Arg) || ofCodes[g.Func] && s.looksUp(a.In, g.Arg) || g.Func == plan.Count && isKey(g.Arg)) {
			out = append(out, i)
		}
	}
	return out
}

// ofCodes are the aggregates that programs make of codes of numbers.
var ofCodes = map[plan.AggFunc]bool{plan.Min: true, plan.Max: true, plan.CountDistinct: true}

// longKeys lists the keys of the groups of a node, or the columns of a Project, that are such numbers. What
// loses something of some number is left to the rows that count where these are the result.
func (l *lifter) longKeys(n network.Node) (out []int) {
	for i, e := range keysOf(n) {
		if l.s.looksUp(n.Inputs()[0], e) && !(l.exact && l.s.loses(l.s.rooted(e))) {
			out = append(out, i)
		}
	}
	return out
}

// addsUp reports whether programs add up codes of such a number, or count them. What is linear in the column
// is made of the sum of it.
func (s *separator) addsUp(in network.Node, e plan.Expr) bool {
	return !isLinear(e) && s.looksUp(in, e)
}

// looksUp reports whether programs that stream the rows of a node look a number up that may have more than 64
// bits, as the code of its key, for each number of a column.
func (s *separator) looksUp(in network.Node, e plan.Expr) bool {
	if e == nil || !e.Type().Keyed() || !network.Repeats(e) || !s.streams(in) {
		return false
	}
	column, one := network.OneColumn(e)
	return one && s.isWide(column) && few.Of(s.net, in, nil).Numbers(e) == 0 && !s.can(e) && s.can(plan.Key(e))
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
		return at >= 0 && !slices.ContainsFunc(e.Args[at+1:], network.HasColumns) && isLinear(e.Args[at])
	}
	return false
}
