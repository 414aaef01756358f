package separate

import (
	"slices"

	"gsdms/plan"
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
	}
	return false
}

// againstSingle reports whether an expression compares a column of texts in no order with one of such nodes,
// which programs compute as they do with a constant.
func (l *lifter) againstSingle(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	if !ok || len(l.singles) == 0 || !compares(c.Op) {
		return false
	}
	for i, x := range c.Args {
		r, ok := l.s.rooted(x).(plan.ColumnRef)
		of, single := c.Args[1-i].(plan.ColumnRef)
		if !ok || !single || !isUnsorted(r) || !slices.ContainsFunc(l.singles, func(n network.Node) bool { return network.Within(of, n) }) {
			continue
		}
		now := plan.Call{Op: c.Op, Args: slices.Clone(c.Args), Of: c.Of}
		now.Args[i], now.Args[1-i] = r, plan.Const{Value: value.OfString(""), Of: of.Type()}
		return l.s.can(now)
	}
	return false
}
