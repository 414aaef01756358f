package network

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing"
)

// Computes reports whether a program can compute an expression of columns of the
// network's tables. It is not asked about what it has been asked for already inside: of
// arguments that no program computes, it sees columns.
type Computes func(plan.Expr) (bool, error)

// Separate moves the expressions of an unnested network that no program computes to nodes
// of their own, Compute: texts, mostly, that are in no dictionary before the query runs.
// Conditions that can be computed go before them. The network's nodes are not changed.
func (n *Network) Separate(computes Computes) error {
	s := &separator{net: n, computes: computes, readers: readersOf(n.Root), done: map[Node]Node{}, shared: map[Node]bool{}, origin: map[column]plan.Expr{}, values: map[column]plan.Expr{}}
	root := s.node(n.Root)
	if s.err == nil {
		n.Root = root
		n.Result = s.results(n.Result)
	}
	return s.err
}

// separator is the state of one Separate.
type separator struct {
	net      *Network
	computes Computes
	readers  map[Node]int
	done     map[Node]Node
	shared   map[Node]bool        // new nodes that several others read
	origin   map[column]plan.Expr // the columns of stored tables that columns of steps are
	values   map[column]plan.Expr // what has taken the place of a column, for the nodes above
	err      error
}

// current gives an expression with the columns that something has taken the place of.
func (s *separator) current(e plan.Expr) plan.Expr {
	if len(s.values) == 0 {
		return e
	}
	return replaceColumns(e, func(c plan.ColumnRef) plan.Expr { return s.values[columnOf(c)] })
}

func (s *separator) results(refs []plan.ColumnRef) []plan.ColumnRef {
	out := slices.Clone(refs)
	for i, r := range out {
		out[i] = s.current(r).(plan.ColumnRef)
	}
	return out
}

// node gives a node whose expressions programs compute, but for those of Compute nodes.
func (s *separator) node(n Node) Node {
	if out, ok := s.done[n]; ok {
		return out
	}
	out := change{input: s.node, expr: same[plan.Expr]}.rebuild(n)
	if len(s.values) > 0 {
		out = change{input: same[Node], expr: s.current}.rebuild(out)
	}
	switch n := out.(type) {
	case *Filter:
		out = s.filter(n.In, plan.Conjuncts(n.Pred))
	case *Join:
		out = s.join(n)
	case *Project, *Aggregate:
		out = s.made(n)
	}
	s.shared[out] = s.readers[n] > 1
	s.done[n] = out
	return out
}

// filter keeps rows, first by what programs compute.
func (s *separator) filter(in Node, conjuncts []plan.Expr) Node {
	l := lifter{s: s}
	first, then := l.parted(conjuncts)
	return filtered(s.under(filtered(in, first), l.used(then)), then)
}

func filtered(in Node, conjuncts []plan.Expr) Node {
	if pred := plan.Combine(plan.And, conjuncts); pred != nil {
		return &Filter{In: in, Pred: pred}
	}
	return in
}

// made computes what the expressions of a Project or an Aggregate need.
func (s *separator) made(n Node) Node {
	l := lifter{s: s}
	whole := unsignedSums(n)
	out := change{input: same[Node], expr: l.expr}.rebuild(withSums(n, whole, func(e plan.Expr) plan.Expr { x, _ := typing.OfUnsigned(e); return x }))
	out = withSums(out, whole, typing.WholeOf)
	if used := l.used(exprsOf(out)); len(used) > 0 {
		in := s.under(n.Inputs()[0], used)
		out = change{input: func(Node) Node { return in }, expr: same[plan.Expr]}.rebuild(out)
	}
	var keys []plan.Expr
	switch n := out.(type) {
	case *Project:
		keys = n.Exprs
	case *Aggregate:
		keys = n.Keys
	}
	for i, e := range keys {
		if r, ok := s.rooted(e).(plan.ColumnRef); ok {
			s.origin[column{n.made(), i}] = r
		}
	}
	return out
}

// unsignedSums lists the aggregates of a node that add up unsigned numbers as they are: of
// these programs take the sum, whether or not 64 bits with a sign hold each.
func unsignedSums(n Node) (out []int) {
	a, ok := n.(*Aggregate)
	if !ok || slices.ContainsFunc(a.Aggs, plan.Agg.Behind) {
		return nil
	}
	for i, g := range a.Aggs {
		if g.Func == plan.Sum && g.Gathered == nil {
			if _, ok := typing.OfUnsigned(g.Arg); ok {
				out = append(out, i)
			}
		}
	}
	return out
}

// withSums changes the arguments of some aggregates of a node.
func withSums(n Node, which []int, to func(plan.Expr) plan.Expr) Node {
	if len(which) == 0 {
		return n
	}
	out := *n.(*Aggregate)
	out.Aggs = slices.Clone(out.Aggs)
	for _, i := range which {
		out.Aggs[i].Arg = to(out.Aggs[i].Arg)
	}
	return &out
}

// exprsOf lists the expressions of a node.
func exprsOf(n Node) (out []plan.Expr) {
	visitExprs(n, false, func(e plan.Expr) { out = append(out, e) })
	return out
}

// rooted gives an expression with the columns of stored tables in place of columns that
// are nothing else.
func (s *separator) rooted(e plan.Expr) plan.Expr {
	return replaceColumns(e, func(c plan.ColumnRef) plan.Expr { return s.origin[columnOf(c)] })
}

// under computes columns for the rows of a node, each as far below it as there are fewer
// rows.
func (s *separator) under(in Node, columns []hidden) Node {
	for _, h := range columns {
		in = s.place(in, h, nil)
	}
	return in
}

// place computes a column below a node, for the rows that pass the conditions that are
// known of it: of the smaller side of a join, if it is of that alone.
func (s *separator) place(in Node, h hidden, known []plan.Expr) Node {
	if s.sinks(in, h) {
		switch n := in.(type) {
		case *Filter:
			return &Filter{In: s.place(n.In, h, append(slices.Clone(known), plan.Conjuncts(n.Pred)...)), Pred: n.Pred}
		case *Compute:
			return &Compute{In: s.place(n.In, h, known), Table: n.Table, Exprs: n.Exprs}
		case *Join:
			return s.placeIn(n, h, known)
		}
	}
	return &Compute{In: s.keeping(in, known), Table: h.column.Table, Exprs: []plan.Expr{h.expr}}
}

// sinks reports whether a column can be computed for fewer rows below a node.
func (s *separator) sinks(in Node, h hidden) bool {
	if s.shared[in] {
		return false
	}
	switch n := in.(type) {
	case *Filter:
		return s.sinks(n.In, h)
	case *Compute:
		return within(h.expr, n.In) && s.sinks(n.In, h)
	case *Join:
		return s.onLeft(n, h) || s.onRight(n, h)
	}
	return false
}

func (s *separator) onLeft(n *Join, h hidden) bool {
	return within(h.expr, n.Left) && s.net.rows(n.Left) < s.net.rows(n.Right)
}

func (s *separator) onRight(n *Join, h hidden) bool {
	return n.Kind == plan.InnerJoin && within(h.expr, n.Right) && s.net.rows(n.Right) < s.net.rows(n.Left)
}

// placeIn is place in a side of a join.
func (s *separator) placeIn(n *Join, h hidden, known []plan.Expr) Node {
	out := *n
	if s.onLeft(n, h) {
		out.Left = s.place(n.Left, h, known)
	} else {
		out.Right = s.place(n.Right, h, append(slices.Clone(known), conjuncts(n.On)...))
	}
	return &out
}

// keeping keeps the rows under the conditions that are about them alone.
func (s *separator) keeping(in Node, known []plan.Expr) Node {
	var own []plan.Expr
	for _, e := range known {
		if len(columnsIn(e)) > 0 && within(e, in) {
			own = append(own, e)
		}
	}
	return filtered(in, own)
}

// rows is how many rows the largest table below a node has. Steps that several others read,
// and these several more, are looked at once.
func (net *Network) rows(n Node) int { return net.mostRows(n, map[Node]bool{}) }

func (net *Network) mostRows(n Node, seen map[Node]bool) int {
	if seen[n] {
		return 0
	}
	seen[n] = true
	if t, ok := n.(*Scan); ok {
		return net.Tables[t.Table].Table.Rows
	}
	most := 0
	for _, in := range n.Inputs() {
		most = max(most, net.mostRows(in, seen))
	}
	return most
}

// columnsIn lists the columns that an expression reads.
func columnsIn(e plan.Expr) (out []plan.ColumnRef) {
	plan.Visit(e, func(x plan.Expr) bool {
		if r, ok := x.(plan.ColumnRef); ok {
			out = append(out, r)
		}
		return true
	})
	return out
}

// within reports whether an expression reads columns of a node's rows only.
func within(e plan.Expr, n Node) bool {
	tables := visible(n)
	inside := true
	plan.Visit(e, func(x plan.Expr) bool {
		r, ok := x.(plan.ColumnRef)
		inside = inside && (!ok || slices.Contains(tables, r.Table))
		return inside
	})
	return inside
}
