package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// withArgs changes the arguments of some aggregates of a node.
func withArgs(n network.Node, which []int, to func(i int, arg plan.Expr) plan.Expr) network.Node {
	if len(which) == 0 {
		return n
	}
	out := *n.(*network.Aggregate)
	out.Aggs = slices.Clone(out.Aggs)
	for _, i := range which {
		out.Aggs[i].Arg = to(i, out.Aggs[i].Arg)
	}
	return &out
}

// keysOf lists the keys of groups, or the columns of a Project.
func keysOf(n network.Node) []plan.Expr {
	switch n := n.(type) {
	case *network.Project:
		return n.Exprs
	case *network.Aggregate:
		return n.Keys
	}
	return nil
}

// withKeys changes some of these.
func withKeys(n network.Node, which []int, to func(i int, e plan.Expr) plan.Expr) network.Node {
	if len(which) == 0 {
		return n
	}
	keys := slices.Clone(keysOf(n))
	for _, i := range which {
		keys[i] = to(i, keys[i])
	}
	if p, ok := n.(*network.Project); ok {
		out := *p
		out.Exprs = keys
		return &out
	}
	out := *n.(*network.Aggregate)
	out.Keys = keys
	return &out
}

// exprsOf lists the expressions of a node.
func exprsOf(n network.Node) (out []plan.Expr) {
	network.VisitExprs(n, false, func(e plan.Expr) { out = append(out, e) })
	return out
}
