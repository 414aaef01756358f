package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/network/few"
)

// Push moves the conditions of an unnested network below groupings, windows, set
// operations and sorts, towards the tables that they are about: what is dropped there is
// not grouped. A condition on the one side of an equality of a join is one on the other,
// too. Groupings and limits over a UNION ALL go into its sides, and over what these give
// once more; rows of which few differ are grouped before other set operations. Where the first
// row of each partition is asked for, others are not ranked; aggregates of whole partitions are
// groups that rows look up. Below a step
// that several others read goes what all of them ask for. The network's nodes are not changed.
func Push(n *network.Network, bounds Bounds, joins Joins) {
	readers := network.Readers(n.Root)
	p := &pusher{net: n, bounds: bounds, few: few.Of(n, n.Root, nil), joins: joins, readers: readers, common: demandsOf(n.Root, readers), done: map[network.Node]network.Node{}}
	n.Root = p.node(n.Root)
}

// pusher is the state of one Push.
type pusher struct {
	net     *network.Network
	bounds  Bounds
	few     *few.Rows
	joins   Joins
	readers map[network.Node]int
	common  map[network.Node][]plan.Expr // conditions on the rows of steps that several others read
	done    map[network.Node]network.Node
}

// node gives a node with the conditions in it and below moved.
func (p *pusher) node(n network.Node) network.Node {
	if out, ok := p.done[n]; ok {
		return out
	}
	in := p.spared(n)
	if f, ok := in.(*network.Filter); ok {
		in = p.filter(f)
	}
	out := network.Change{Input: p.node, Expr: network.Same[plan.Expr]}.Rebuild(in)
	switch n := out.(type) {
	case *network.Aggregate:
		out = p.aggregate(n)
	case *network.Filter:
		out = p.firstOfPartitions(n)
	case *network.Sort:
		out = p.sortShown(n)
	case *network.Window:
		if out = p.windowsShown(n); out == network.Node(n) {
			out = p.wholePartitions(n)
		}
	case *network.Distinct:
		if out = p.distinctOf(n); out == network.Node(n) {
			out = p.distinctMade(n)
		}
	case *network.Limit:
		if out = p.firstOfParts(n); out == network.Node(n) {
			out = p.behind(n)
		}
	case *network.Set:
		if out = p.matched(n); out == network.Node(n) {
			out = p.distinctSides(n)
		}
	}
	p.readers[out] = p.readers[n]
	p.done[n] = out
	return out
}

// aggregate groups what an aggregation reads before, where that makes rows fewer.
func (p *pusher) aggregate(n *network.Aggregate) network.Node {
	for _, before := range []func(*network.Aggregate) network.Node{p.extremesShown, p.groupParts, p.groupSides, p.groupMade, p.groupArguments, p.groupConditions} {
		if out := before(n); out != network.Node(n) {
			return out
		}
	}
	return n
}

// filter moves what can be moved of a filter's conditions, and gives what is left of it and
// of the filters right below.
func (p *pusher) filter(f *network.Filter) network.Node {
	conjuncts, in := plan.Conjuncts(f.Pred), f.In
	for below, ok := in.(*network.Filter); ok && p.readers[in] <= 1; below, ok = in.(*network.Filter) {
		conjuncts, in = append(plan.Conjuncts(below.Pred), conjuncts...), below.In
	}
	var stay []plan.Expr
	for _, c := range conjuncts {
		if lower, ok := p.sink(in, c); ok {
			in = lower
		} else {
			in = p.implied(in, c)
			stay = append(stay, c)
		}
	}
	for _, c := range conjuncts {
		for _, now := range equivalents(c, conjuncts) {
			if lower, ok := p.sink(in, now); ok {
				in = lower
			}
		}
	}
	return network.Filtered(in, stay)
}

// equivalents gives what a condition on one column says of the columns that others make
// equal to it.
func equivalents(c plan.Expr, equalities []plan.Expr) (out []plan.Expr) {
	of, ok := network.OneColumn(c)
	if !ok {
		return nil
	}
	equal := []plan.ColumnRef{of}
	for i := 0; i < len(equal); i++ {
		for _, on := range equalities {
			other, ok := equalTo(on, equal[i])
			known := func(r plan.ColumnRef) bool { return network.ColumnOf(r) == network.ColumnOf(other) }
			if ok && !slices.ContainsFunc(equal, known) {
				equal = append(equal, other)
				out = append(out, network.ReplaceColumns(c, func(plan.ColumnRef) plan.Expr { return other }))
			}
		}
	}
	return out
}

// sink moves a condition on the rows of a node below a step where that pays; false where
// there is none.
func (p *pusher) sink(n network.Node, c plan.Expr) (network.Node, bool) {
	if p.readers[n] > 1 || !network.Repeats(c) {
		return nil, false
	}
	switch n := n.(type) {
	case *network.Filter:
		in, ok := p.sink(n.In, c)
		return &network.Filter{In: in, Pred: n.Pred}, ok
	case *network.Project:
		in, ok := p.sink(n.In, network.Substituted(c, n.Table, n.Exprs))
		return &network.Project{In: in, Table: n.Table, Exprs: n.Exprs}, ok
	case *network.Join:
		return p.sinkJoin(n, c)
	case *network.Aggregate:
		return p.sinkGroups(n, c)
	case *network.Window:
		switch {
		case ofRanks(n, c):
			return &network.Filter{In: n, Pred: c}, true
		case !ofPartitions(n, c):
			return nil, false
		}
		return &network.Window{In: p.place(n.In, c), Table: n.Table, Funcs: n.Funcs}, true
	case *network.Distinct:
		return &network.Distinct{In: p.place(n.In, c)}, p.placeable(n.In)
	case *network.Sort:
		return &network.Sort{In: p.place(n.In, c), Keys: n.Keys}, true
	case *network.Unfold, *network.Compute:
		return p.sinkBelow(n, c)
	case *network.Set:
		out := *n
		out.Left, out.Right = p.placeSide(n, n.Left, c), p.placeSide(n, n.Right, c)
		return &out, p.placeable(n.Left.In) && p.placeable(n.Right.In)
	}
	return nil, false
}

// sinkBelow moves a condition on other columns than those that a node adds to its rows below it.
func (p *pusher) sinkBelow(n network.Node, c plan.Expr) (network.Node, bool) {
	if slices.ContainsFunc(network.ColumnsIn(c), func(r plan.ColumnRef) bool { return r.Table == n.Made() }) {
		return nil, false
	}
	place := func(in network.Node) network.Node { return p.place(in, c) }
	return network.Change{Input: place, Expr: network.Same[plan.Expr]}.Rebuild(n), true
}

// place puts a condition below a node if that pays, below its expressions, or on top of it.
func (p *pusher) place(n network.Node, c plan.Expr) network.Node {
	if out, ok := p.sink(n, c); ok {
		return out
	}
	if x, ok := n.(*network.Project); ok && p.placeable(n) {
		return &network.Project{In: p.place(x.In, network.Substituted(c, x.Table, x.Exprs)), Table: x.Table, Exprs: x.Exprs}
	}
	return &network.Filter{In: n, Pred: c}
}

// placeable reports whether a node stays what it is, the maker of its columns, when a
// condition is placed in it.
func (p *pusher) placeable(n network.Node) bool {
	switch n := n.(type) {
	case *network.Project:
		return p.readers[n] <= 1 && !slices.ContainsFunc(n.Exprs, func(e plan.Expr) bool { return !network.Repeats(e) })
	case *network.Set:
		return p.readers[n] <= 1 && p.placeable(n.Left.In) && p.placeable(n.Right.In)
	case *network.Distinct:
		return p.readers[n] <= 1 && p.placeable(n.In)
	case *network.Sort:
		return p.readers[n] <= 1 && p.placeable(n.In)
	}
	return false
}

// placeSide places a condition on the rows of a set operation in one of its sides.
func (p *pusher) placeSide(n *network.Set, s network.Side, c plan.Expr) network.Side {
	return network.Side{In: p.place(s.In, network.Substituted(c, n.Table, s.Exprs())), Columns: s.Columns}
}

// sinkGroups moves a condition on the keys of groups to the rows that are grouped.
func (p *pusher) sinkGroups(n *network.Aggregate, c plan.Expr) (network.Node, bool) {
	keys := slices.Concat(n.Keys, make([]plan.Expr, len(n.Aggs)), n.More)
	for _, r := range network.ColumnsIn(c) {
		if r.Table != n.Table || keys[r.Column] == nil || !network.Repeats(keys[r.Column]) {
			return nil, false
		}
	}
	if len(n.Keys)+len(n.More) == 0 || len(network.ColumnsIn(c)) == 0 {
		return nil, false
	}
	out := *n
	out.In = p.place(n.In, network.Substituted(c, n.Table, keys))
	return &out, true
}

// sinkJoin moves a condition into the side of a join that it is about.
func (p *pusher) sinkJoin(n *network.Join, c plan.Expr) (network.Node, bool) {
	out := *n
	ok := false
	switch {
	case network.Within(c, n.Left):
		if out.Left, ok = p.sink(n.Left, c); ok {
			return p.implied(&out, c), true
		}
	case n.Kind == plan.InnerJoin && network.Within(c, n.Right):
		if out.Right, ok = p.sink(n.Right, c); ok {
			return p.implied(&out, c), true
		}
	}
	return nil, false
}

// implied moves what a condition on one column says of the column that a join makes equal
// to it, where that pays.
func (p *pusher) implied(n network.Node, c plan.Expr) network.Node {
	j, ok := n.(*network.Join)
	if !ok || p.readers[n] > 1 || j.On == nil || !matchesOnly(j.Kind) || j.Kind != plan.InnerJoin && !network.Within(c, j.Left) {
		return n // that of partners is NULL may be because there are none
	}
	out := *j
	for _, now := range equivalents(c, plan.Conjuncts(j.On)) {
		if !network.Within(now, j.Right) {
			continue
		}
		if in, ok := p.sink(out.Right, now); ok {
			out.Right = in
		}
	}
	return &out
}

// matchesOnly reports whether a kind of join reads of its right side nothing but partners.
func matchesOnly(k plan.JoinKind) bool {
	return k == plan.InnerJoin || k == plan.LeftJoin || k == plan.SemiJoin || k == plan.AntiJoin
}

// equalTo gives the column that a condition makes equal to another of the same type.
func equalTo(on plan.Expr, r plan.ColumnRef) (plan.ColumnRef, bool) {
	call, ok := on.(plan.Call)
	if !ok || call.Op != plan.Eq {
		return r, false
	}
	x, okX := call.Args[0].(plan.ColumnRef)
	y, okY := call.Args[1].(plan.ColumnRef)
	if okX && okY && network.ColumnOf(y) == network.ColumnOf(r) {
		x, y = y, x
	}
	alike := okX && okY && network.ColumnOf(x) == network.ColumnOf(r) && x.Type().Kind == y.Type().Kind && x.Type().Scale == y.Type().Scale
	return y, alike
}

// ofRanks reports whether a condition is about ranks that a window computes, and nothing
// else. Right behind it, it says which rows need no rank.
func ofRanks(n *network.Window, c plan.Expr) bool {
	columns := network.ColumnsIn(c)
	return len(columns) > 0 && !slices.ContainsFunc(columns, func(r plan.ColumnRef) bool {
		return r.Table != n.Table || !n.Funcs[r.Column].Func.Name.Ranks()
	})
}

// ofPartitions reports whether a condition is the same for all rows of a partition of
// every function, so that it drops partitions whole.
func ofPartitions(n *network.Window, c plan.Expr) bool {
	columns := network.ColumnsIn(c)
	return len(columns) > 0 && !slices.ContainsFunc(columns, func(r plan.ColumnRef) bool {
		return slices.ContainsFunc(n.Funcs, func(f network.WindowFunc) bool {
			return !slices.ContainsFunc(f.Partition, func(e plan.Expr) bool { return plan.Equal(e, r) })
		})
	})
}
