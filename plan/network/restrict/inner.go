package restrict

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/rewrite"
)

// Inner makes inner joins of the left ones whose rows without a partner conditions above them drop, so
// that what conditions compute of the partners can be computed below the join, of each partner once. The
// network's nodes are not changed.
func Inner(n *network.Network) {
	in := &inner{readers: network.Readers(n.Root), done: map[network.Node]network.Node{}}
	n.Root = in.node(n.Root)
}

// inner is the state of one Inner.
type inner struct {
	readers map[network.Node]int
	done    map[network.Node]network.Node
}

// node gives a node of whose rows nothing is known.
func (in *inner) node(n network.Node) network.Node {
	if out, ok := in.done[n]; ok {
		return out
	}
	out := in.under(n, nil)
	in.done[n] = out
	return out
}

// under gives a node of whose rows those alone count that pass some conditions.
func (in *inner) under(n network.Node, conditions []plan.Expr) network.Node {
	below := func(n network.Node, conditions []plan.Expr) network.Node {
		if in.readers[n] > 1 {
			return in.node(n)
		}
		return in.under(n, conditions)
	}
	switch n := n.(type) {
	case *network.Filter:
		return &network.Filter{In: below(n.In, append(network.Conjuncts(n.Pred), conditions...)), Pred: n.Pred}
	case *network.Join:
		out := *n
		switch n.Kind {
		case plan.LeftJoin:
			if partnersNeeded(n, conditions) {
				out.Kind = plan.InnerJoin
			}
		case plan.InnerJoin, plan.SemiJoin:
			conditions = append(network.Conjuncts(n.On), conditions...)
		default:
			return network.Change{Input: in.node, Expr: network.Same[plan.Expr]}.Rebuild(n)
		}
		out.Left, out.Right = below(n.Left, conditions), in.node(n.Right)
		return &out
	}
	return network.Change{Input: in.node, Expr: network.Same[plan.Expr]}.Rebuild(n)
}

// partnersNeeded reports whether some condition is never true of a row without a partner.
func partnersNeeded(n *network.Join, conditions []plan.Expr) bool {
	tables := network.Visible(n.Right)
	missing := func(c plan.ColumnRef) bool { return slices.Contains(tables, c.Table) }
	return slices.ContainsFunc(conditions, func(e plan.Expr) bool { return rewrite.Needs(e, missing) })
}
