package network

import (
	"slices"

	"gsdms/plan"
)

// Loose lists the nodes whose rows may come in any order: whoever takes them aggregates them,
// or passes them on to those who do. Groups need not be put in the order of their keys then, and
// who orders rows need not.
func (n *Network) Loose() map[Node]bool {
	nodes := InOrder(n.Root)
	out := map[Node]bool{}
	for _, node := range nodes {
		out[node] = node != n.Root
	}
	for _, node := range slices.Backward(nodes) { // each before those that it takes
		for i, in := range node.Inputs() {
			out[in] = out[in] && indifferent(node, i, out[node])
		}
	}
	return out
}

// indifferent reports whether the order in which a node takes the rows of an input shows in
// no result; loose says so of its own rows. A semi join ends at the first partner, and so
// an error of those behind depends on which that is; where none can fail it only asks whether
// there is one, whoever takes the rows.
func indifferent(n Node, input int, loose bool) bool {
	switch n := n.(type) {
	case *Aggregate:
		return !slices.ContainsFunc(n.Aggs, plan.Agg.Behind)
	case *Join:
		if input == 1 && !n.Kind.Shows() {
			return onlyCompares(n.On)
		}
		return loose
	case *Filter, *Project, *Compute, *Distinct, *Set, *Sort:
		return loose
	}
	return false
}

// onlyCompares reports whether a condition does nothing but compare what there is: no pair of rows
// can fail, or lose anything.
func onlyCompares(on plan.Expr) bool {
	if on == nil {
		return true
	}
	only := true
	plan.Visit(on, func(e plan.Expr) bool {
		call, computes := e.(plan.Call)
		switch {
		case computes:
			only = only && slices.Contains(comparing, call.Op)
		case !IsPlain(e):
			only = false
		}
		return only
	})
	return only
}

// comparing is what takes values as they are.
var comparing = []plan.Op{plan.And, plan.Or, plan.Not, plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq, plan.IsNull}
