package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/limb"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// singles lists the nodes below conditions that every row is joined with, and that have one row at most: what
// subqueries give that stand for one value. It is a constant of the program that is compiled once it is there.
func singles(in network.Node) (out []network.Node) {
	switch n := in.(type) {
	case *network.Filter:
		return singles(n.In)
	case *network.Join:
		if n.Kind == plan.SingleJoin && n.On == nil && isOwnStage(n.Right) {
			out = append(out, n.Right)
		}
		return append(out, singles(n.Left)...)
	}
	return nil
}

// isOwnStage reports whether the rows of a node are stored before others meet them.
func isOwnStage(n network.Node) bool {
	switch n := n.(type) {
	case *network.Limit, *network.Aggregate:
		return true
	case *network.Project:
		return isOwnStage(n.In)
	case *network.Compute:
		return isOwnStage(n.In)
	}
	return false
}

// againstSingle gives a comparison of a column of texts in no order, or of numbers past 64 bits, with one of such
// nodes, which programs compute as they do with a constant; false for another expression.
func (l *lifter) againstSingle(e plan.Expr) (plan.Expr, bool) {
	c, ok := e.(plan.Call)
	if !ok || len(l.singles) == 0 || !compares(c.Op) {
		return nil, false
	}
	for i, x := range c.Args {
		x = limb.Narrowest(x)
		r, ok := l.s.rooted(x).(plan.ColumnRef)
		of, single := plan.Uncast(c.Args[1-i]).(plan.ColumnRef)
		if !ok || !single || !isUnsorted(r) && !l.s.isWide(r) || !slices.ContainsFunc(l.singles, func(n network.Node) bool { return network.Within(of, n) }) {
			continue
		}
		some := value.OfString("")
		t := c.Args[1-i].Type()
		if t.Kind == plan.Decimal {
			some = value.OfDecimal(0, t.Scale)
		}
		now, then := c, c
		now.Args, then.Args = slices.Clone(c.Args), slices.Clone(c.Args)
		now.Args[i], now.Args[1-i] = r, plan.Const{Value: some, Of: t}
		then.Args[i] = x
		return then, l.s.can(now)
	}
	return nil, false
}
