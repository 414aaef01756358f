package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// Nothing has no table read for steps that can give no row, as of LIMIT 0 and WHERE 1 = 0, by
// which programs ask for the columns of a query, or of conditions that are never true together: the
// scans below them pass no row. The network's nodes are not changed.
func Nothing(n *network.Network, bounds Bounds) {
	e := &emptier{
		none: map[network.Node]bool{}, claimed: map[network.Node]*claims{}, bounds: bounds, wanted: map[network.Node]bool{},
		done: map[network.Node]network.Node{}, bare: map[network.Node]network.Node{},
	}
	inOrder := network.InOrder(n.Root)
	for _, x := range inOrder {
		e.claimed[x] = e.claims(x)
		e.none[x] = e.empty(x)
	}
	if slices.ContainsFunc(inOrder, func(x network.Node) bool { return e.none[x] || e.idle(x) }) {
		e.want(n.Root)
		n.Root = e.node(n.Root)
	}
}

// want notes the nodes whose rows are wanted: a node that others take whose rows are not stays one node,
// for its table is one.
func (e *emptier) want(n network.Node) {
	if e.none[n] || e.wanted[n] {
		return
	}
	e.wanted[n] = true
	for i, in := range n.Inputs() {
		if i == 0 || !e.idle(n) {
			e.want(in)
		}
	}
}

// emptier is the state of one Nothing.
type emptier struct {
	bounds  Bounds
	claimed map[network.Node]*claims      // what is true of the rows of each
	none    map[network.Node]bool         // those that give no row
	wanted  map[network.Node]bool         // those whose rows somebody takes
	done    map[network.Node]network.Node // as they are where their rows are wanted
	bare    map[network.Node]network.Node // as they are where nobody wants their rows
}

// empty reports whether a node surely gives no row; its inputs are known.
func (e *emptier) empty(n network.Node) bool {
	switch n := n.(type) {
	case *network.Filter:
		return e.claimed[n].never || e.none[n.In]
	case *network.Limit:
		return n.Count == 0 || e.none[n.In]
	case *network.Project, *network.Window, *network.Compute, *network.Unfold, *network.Distinct, *network.Sort:
		return e.none[n.Inputs()[0]]
	case *network.Aggregate:
		return e.none[n.In] && len(n.Keys)+len(n.More) > 0
	case *network.Join:
		partners := n.Kind == plan.InnerJoin || n.Kind == plan.SemiJoin
		return e.none[n.Left] || partners && (e.none[n.Right] || e.claimed[n].never)
	case *network.Set:
		return e.emptySet(n)
	}
	return false
}

func (e *emptier) emptySet(n *network.Set) bool {
	left, right := e.none[n.Left.In], e.none[n.Right.In]
	switch n.Kind {
	case network.Intersect, network.IntersectAll:
		return left || right
	case network.Except, network.ExceptAll:
		return left
	}
	return left && right
}

// idle reports whether a node is a join none of whose pairs can be true.
func (e *emptier) idle(n network.Node) bool {
	j, ok := n.(*network.Join)
	return ok && !e.none[j.Right] && e.paired(j).never
}

// node gives a node whose rows are wanted.
func (e *emptier) node(n network.Node) network.Node {
	if e.none[n] {
		return e.unwanted(n)
	}
	if out, ok := e.done[n]; ok {
		return out
	}
	if s, ok := n.(*network.Set); ok && e.none[s.Left.In] != e.none[s.Right.In] && !s.Counted {
		out := e.oneSide(s)
		e.done[n] = out
		return out
	}
	out := network.Change{Input: e.node, Expr: network.Same[plan.Expr]}.Rebuild(n)
	if j, ok := out.(*network.Join); ok && e.idle(n) {
		j.Right = e.unwanted(n.(*network.Join).Right)
	}
	e.done[n] = out
	return out
}

// oneSide gives the rows of a set operation of which the other side has none.
func (e *emptier) oneSide(n *network.Set) network.Node {
	side := n.Left
	if e.none[side.In] {
		side = n.Right
	}
	out := network.Node(&network.Project{In: e.node(side.In), Table: n.Table, Exprs: side.Exprs()})
	if n.Kind == network.Union || n.Kind == network.Except {
		out = &network.Distinct{In: out}
	}
	return out
}

// unwanted gives a node of which no row matters, nor one of those below it.
func (e *emptier) unwanted(n network.Node) network.Node {
	if e.wanted[n] {
		return e.node(n)
	}
	if out, ok := e.bare[n]; ok {
		return out
	}
	out := network.Change{Input: e.unwanted, Expr: network.Same[plan.Expr]}.Rebuild(n)
	if scan, ok := n.(*network.Scan); ok {
		out = &network.Filter{In: scan, Pred: plan.Literal(value.OfBool(false))}
	}
	e.bare[n] = out
	return out
}
