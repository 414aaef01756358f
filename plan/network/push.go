package network

import (
	"slices"

	"gsdms/plan"
)

// Push moves the conditions of an unnested network below groupings, windows, set
// operations and sorts, towards the tables that they are about: what is dropped there is
// not grouped. A condition on the one side of an equality of a join is one on the other,
// too. Groupings and limits over a UNION ALL go into its sides, and over what these give
// once more; rows of which few differ are grouped before other set operations. Below a step
// that several others read goes what all of them ask for. The network's nodes are not changed.
func (n *Network) Push(bounds Bounds) {
	readers := readersOf(n.Root)
	p := &pusher{net: n, bounds: bounds, readers: readers, common: demandsOf(n.Root, readers), done: map[Node]Node{}}
	n.Root = p.node(n.Root)
}

// readersOf counts for each node how many others, or the result, take its rows.
func readersOf(root Node) map[Node]int {
	readers := map[Node]int{}
	var count func(Node)
	count = func(n Node) {
		if readers[n]++; readers[n] == 1 {
			for _, in := range n.Inputs() {
				count(in)
			}
		}
	}
	count(root)
	return readers
}

// pusher is the state of one Push.
type pusher struct {
	net     *Network
	bounds  Bounds
	readers map[Node]int
	common  map[Node][]plan.Expr // conditions on the rows of steps that several others read
	done    map[Node]Node
}

// node gives a node with the conditions in it and below moved.
func (p *pusher) node(n Node) Node {
	if out, ok := p.done[n]; ok {
		return out
	}
	in := p.spared(n)
	if f, ok := in.(*Filter); ok {
		in = p.filter(f)
	}
	out := change{input: p.node, expr: same[plan.Expr]}.rebuild(in)
	switch n := out.(type) {
	case *Aggregate:
		out = p.aggregate(n)
	case *Limit:
		out = p.firstOfParts(n)
	case *Set:
		out = p.distinctSides(n)
	}
	p.readers[out] = p.readers[n]
	p.done[n] = out
	return out
}

// aggregate groups what an aggregation reads before, where that makes rows fewer.
func (p *pusher) aggregate(n *Aggregate) Node {
	for _, before := range []func(*Aggregate) Node{p.groupParts, p.groupSides, p.groupArguments, p.groupConditions} {
		if out := before(n); out != Node(n) {
			return out
		}
	}
	return n
}

// filter moves what can be moved of a filter's conditions, and gives what is left of it and
// of the filters right below.
func (p *pusher) filter(f *Filter) Node {
	conjuncts, in := plan.Conjuncts(f.Pred), f.In
	for below, ok := in.(*Filter); ok && p.readers[in] <= 1; below, ok = in.(*Filter) {
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
	return filtered(in, stay)
}

// equivalents gives what a condition on one column says of the columns that others make
// equal to it.
func equivalents(c plan.Expr, equalities []plan.Expr) (out []plan.Expr) {
	of, ok := onlyColumn(c)
	if !ok {
		return nil
	}
	equal := []plan.ColumnRef{of}
	for i := 0; i < len(equal); i++ {
		for _, on := range equalities {
			other, ok := equalTo(on, equal[i])
			known := func(r plan.ColumnRef) bool { return columnOf(r) == columnOf(other) }
			if ok && !slices.ContainsFunc(equal, known) {
				equal = append(equal, other)
				out = append(out, replaceColumns(c, func(plan.ColumnRef) plan.Expr { return other }))
			}
		}
	}
	return out
}

// onlyColumn gives the one column that a condition is about.
func onlyColumn(c plan.Expr) (plan.ColumnRef, bool) {
	of := columnsIn(c)
	if len(of) == 0 || slices.ContainsFunc(of, func(r plan.ColumnRef) bool { return columnOf(r) != columnOf(of[0]) }) {
		return plan.ColumnRef{}, false
	}
	return of[0], true
}

// sink moves a condition on the rows of a node below a step where that pays; false where
// there is none.
func (p *pusher) sink(n Node, c plan.Expr) (Node, bool) {
	if p.readers[n] > 1 || !repeats(c) {
		return nil, false
	}
	switch n := n.(type) {
	case *Filter:
		in, ok := p.sink(n.In, c)
		return &Filter{In: in, Pred: n.Pred}, ok
	case *Project:
		in, ok := p.sink(n.In, substituted(c, n.Table, n.Exprs))
		return &Project{In: in, Table: n.Table, Exprs: n.Exprs}, ok
	case *Join:
		return p.sinkJoin(n, c)
	case *Aggregate:
		return p.sinkGroups(n, c)
	case *Window:
		switch {
		case ofRanks(n, c):
			return &Filter{In: n, Pred: c}, true
		case !ofPartitions(n, c):
			return nil, false
		}
		return &Window{In: p.place(n.In, c), Table: n.Table, Funcs: n.Funcs}, true
	case *Distinct:
		return &Distinct{In: p.place(n.In, c)}, p.placeable(n.In)
	case *Sort:
		return &Sort{In: p.place(n.In, c), Keys: n.Keys}, true
	case *Set:
		out := *n
		out.Left, out.Right = p.placeSide(n, n.Left, c), p.placeSide(n, n.Right, c)
		return &out, p.placeable(n.Left.In) && p.placeable(n.Right.In)
	}
	return nil, false
}

// place puts a condition below a node if that pays, below its expressions, or on top of it.
func (p *pusher) place(n Node, c plan.Expr) Node {
	if out, ok := p.sink(n, c); ok {
		return out
	}
	if x, ok := n.(*Project); ok && p.placeable(n) {
		return &Project{In: p.place(x.In, substituted(c, x.Table, x.Exprs)), Table: x.Table, Exprs: x.Exprs}
	}
	return &Filter{In: n, Pred: c}
}

// placeable reports whether a node stays what it is, the maker of its columns, when a
// condition is placed in it.
func (p *pusher) placeable(n Node) bool {
	switch n := n.(type) {
	case *Project:
		return p.readers[n] <= 1 && !slices.ContainsFunc(n.Exprs, func(e plan.Expr) bool { return !repeats(e) })
	case *Set:
		return p.readers[n] <= 1 && p.placeable(n.Left.In) && p.placeable(n.Right.In)
	case *Distinct:
		return p.readers[n] <= 1 && p.placeable(n.In)
	case *Sort:
		return p.readers[n] <= 1 && p.placeable(n.In)
	}
	return false
}

// placeSide places a condition on the rows of a set operation in one of its sides.
func (p *pusher) placeSide(n *Set, s Side, c plan.Expr) Side {
	return Side{In: p.place(s.In, substituted(c, n.Table, s.exprs())), Columns: s.Columns}
}

// sinkGroups moves a condition on the keys of groups to the rows that are grouped.
func (p *pusher) sinkGroups(n *Aggregate, c plan.Expr) (Node, bool) {
	keys := slices.Concat(n.Keys, make([]plan.Expr, len(n.Aggs)), n.More)
	for _, r := range columnsIn(c) {
		if r.Table != n.Table || keys[r.Column] == nil || !repeats(keys[r.Column]) {
			return nil, false
		}
	}
	if len(n.Keys)+len(n.More) == 0 || len(columnsIn(c)) == 0 {
		return nil, false
	}
	out := *n
	out.In = p.place(n.In, substituted(c, n.Table, keys))
	return &out, true
}

// sinkJoin moves a condition into the side of a join that it is about.
func (p *pusher) sinkJoin(n *Join, c plan.Expr) (Node, bool) {
	out := *n
	ok := false
	switch {
	case within(c, n.Left):
		if out.Left, ok = p.sink(n.Left, c); ok {
			return p.implied(&out, c), true
		}
	case n.Kind == plan.InnerJoin && within(c, n.Right):
		if out.Right, ok = p.sink(n.Right, c); ok {
			return p.implied(&out, c), true
		}
	}
	return nil, false
}

// implied moves what a condition on one column says of the column that a join makes equal
// to it, where that pays.
func (p *pusher) implied(n Node, c plan.Expr) Node {
	j, ok := n.(*Join)
	if !ok || p.readers[n] > 1 || j.On == nil || !matchesOnly(j.Kind) || j.Kind != plan.InnerJoin && !within(c, j.Left) {
		return n // that of partners is NULL may be because there are none
	}
	out := *j
	for _, now := range equivalents(c, plan.Conjuncts(j.On)) {
		if !within(now, j.Right) {
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
	if okX && okY && columnOf(y) == columnOf(r) {
		x, y = y, x
	}
	alike := okX && okY && columnOf(x) == columnOf(r) && x.Type().Kind == y.Type().Kind && x.Type().Scale == y.Type().Scale
	return y, alike
}

// ofRanks reports whether a condition is about ranks that a window computes, and nothing
// else. Right behind it, it says which rows need no rank.
func ofRanks(n *Window, c plan.Expr) bool {
	columns := columnsIn(c)
	return len(columns) > 0 && !slices.ContainsFunc(columns, func(r plan.ColumnRef) bool {
		return r.Table != n.Table || !n.Funcs[r.Column].Func.Name.Ranks()
	})
}

// ofPartitions reports whether a condition is the same for all rows of a partition of
// every function, so that it drops partitions whole.
func ofPartitions(n *Window, c plan.Expr) bool {
	columns := columnsIn(c)
	return len(columns) > 0 && !slices.ContainsFunc(columns, func(r plan.ColumnRef) bool {
		return slices.ContainsFunc(n.Funcs, func(f WindowFunc) bool {
			return !slices.ContainsFunc(f.Partition, func(e plan.Expr) bool { return plan.Equal(e, r) })
		})
	})
}

// substituted gives a condition with expressions in place of a table's columns.
func substituted(c plan.Expr, table int, by []plan.Expr) plan.Expr {
	return replaceColumns(c, func(r plan.ColumnRef) plan.Expr {
		if r.Table != table {
			return nil
		}
		return by[r.Column]
	})
}

// repeats reports whether an expression gives the same again for the same row.
func repeats(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		call, ok := x.(plan.Call)
		found = found || ok && call.Op == plan.Rand
		return !found
	})
	return !found
}
