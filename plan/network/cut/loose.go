package cut

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// looseIn lists the nodes whose rows may come in any order: whoever takes them aggregates them,
// or passes them on to those who do. Groups need not be put in the order of their keys then.
func looseIn(n *network.Network) map[network.Node]bool {
	nodes := network.InOrder(n.Root)
	out := map[network.Node]bool{}
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
func indifferent(n network.Node, input int, loose bool) bool {
	switch n := n.(type) {
	case *network.Aggregate:
		return !slices.ContainsFunc(n.Aggs, plan.Agg.Behind)
	case *network.Join:
		if input == 1 && !n.Kind.Shows() {
			return onlyCompares(n.On)
		}
		return loose
	case *network.Filter, *network.Project, *network.Compute, *network.Distinct, *network.Set:
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
		case !network.IsPlain(e):
			only = false
		}
		return only
	})
	return only
}

// comparing is what takes values as they are.
var comparing = []plan.Op{plan.And, plan.Or, plan.Not, plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq, plan.IsNull}

// order has equal stages, which may share a run, both leave their rows in order where one
// does.
func (s *Shape) order() {
	for i, a := range s.Stages {
		for _, b := range s.Stages[:i] {
			if a.anyOrder() != b.anyOrder() && a.equal(b) {
				a.ordered()
				b.ordered()
			}
		}
	}
}

// anyOrder reports whether groups of the stage may come in any order.
func (s *Stage) anyOrder() bool {
	return slices.ContainsFunc(s.Ops, func(op plan.Operator) bool {
		switch op := op.(type) {
		case plan.Aggregate:
			return op.AnyOrder
		case plan.Distinct:
			return op.AnyOrder
		}
		return false
	})
}

// ordered has the groups come in order.
func (s *Stage) ordered() {
	for i, op := range s.Ops {
		switch op := op.(type) {
		case plan.Aggregate:
			op.AnyOrder = false
			s.Ops[i] = op
		case plan.Distinct:
			s.Ops[i] = plan.Distinct{}
		}
	}
}
