package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// Split makes a join of a UNION ALL a UNION ALL of joins, and one whose sides no equality
// links, but each branch of an OR, one join for each branch: an equality finds partners by look-up, and so do few
// patterns, where the OR would be tested for all pairs. A pair is of the first branch that is true of it. Of inner and left joins the pairs
// of the branches come one after another, then the rows without a partner; of joins that ask
// whether there is a partner each branch is a mark, and bounds of one column are compared
// with the least or the greatest of its values. Steps that are more than tables under
// conditions are computed once. The network's nodes are not changed.
func Split(n *network.Network, bounds Bounds) {
	s := &splitter{net: n, bounds: bounds, readers: network.Readers(n.Root), done: map[network.Node]network.Node{}, named: map[network.Column]int{}, values: map[network.Column]plan.Expr{}}
	network.NamesBelow(n.Root, map[network.Node]bool{}, s.named)
	for _, r := range n.Result {
		s.named[network.ColumnOf(r)]++
	}
	n.Root = s.node(n.Root, true)
	for i, r := range n.Result {
		n.Result[i] = s.current(r).(plan.ColumnRef)
	}
}

// maxBranches is how many joins one may become.
const maxBranches = 8

// splitter is the state of one Split.
type splitter struct {
	net     *network.Network
	bounds  Bounds
	readers map[network.Node]int
	done    map[network.Node]network.Node
	named   map[network.Column]int
	values  map[network.Column]plan.Expr // what has taken the place of a column, for the nodes above
}

func (s *splitter) current(e plan.Expr) plan.Expr { return network.Through(e, s.values) }

// node gives a node with the joins in it split; top: it is not one of the inner joined rows
// of a node above.
func (s *splitter) node(n network.Node, top bool) network.Node {
	if out, ok := s.done[n]; ok {
		return out
	}
	below := func(in network.Node) network.Node {
		return s.node(in, !innerJoins(n) || !innerJoins(in) || s.readers[in] > 1)
	}
	out := network.Change{Input: below, Expr: network.Same[plan.Expr]}.Rebuild(n)
	if len(s.values) > 0 {
		out = network.Change{Input: network.Same[network.Node], Expr: s.current}.Rebuild(out)
	}
	out = s.ended(out)
	s.readers[out] = s.readers[n]
	j, ok := out.(*network.Join)
	switch {
	case ok && j.Kind != plan.InnerJoin:
		out = s.partner(j)
	case top && innerJoins(out):
		out = s.inner(out)
	}
	s.readers[out] = s.readers[n]
	s.done[n] = out
	return out
}

// innerJoins reports whether a node is conditions or an inner join.
func innerJoins(n network.Node) bool {
	switch n := n.(type) {
	case *network.Filter:
		return true
	case *network.Join:
		return n.Kind == plan.InnerJoin
	}
	return false
}

// inner splits what is inner joined below a node.
func (s *splitter) inner(top network.Node) network.Node {
	var parts []network.Node
	var on []plan.Expr
	gatherInner(top, top, s.readers, &parts, &on)
	if len(parts) < 2 || slices.ContainsFunc(on, func(e plan.Expr) bool { return !network.Repeats(e) }) {
		return top
	}
	columns := s.columns(top)
	ofUnion := func(part int, by network.Node) network.Node {
		now := slices.Clone(parts)
		now[part] = by
		return network.Filtered(product(now), on)
	}
	if sides := s.union(parts, len(parts), columns, ofUnion); sides != nil {
		return s.instead(top, sides)
	}
	of := linkage{net: s.net, parts: parts, set: make([]int, len(parts))}
	if branches, rest := of.split(on); branches != nil {
		return s.instead(top, s.pairs(product(parts), parts, rest, branches, columns))
	}
	if spans := s.meeting(&of, on, product(parts), columns, s.plain); spans != nil {
		return s.instead(top, spans)
	}
	return top
}

// product joins parts without a condition.
func product(parts []network.Node) network.Node {
	out := parts[0]
	for _, p := range parts[1:] {
		out = &network.Join{Left: out, Right: p}
	}
	return out
}

// gatherInner lists what is inner joined below a node, and the conditions of that.
func gatherInner(top, n network.Node, readers map[network.Node]int, parts *[]network.Node, on *[]plan.Expr) {
	if !innerJoins(n) || n != top && readers[n] > 1 {
		*parts = append(*parts, n)
		return
	}
	switch n := n.(type) {
	case *network.Filter:
		gatherInner(top, n.In, readers, parts, on)
		*on = append(*on, plan.Conjuncts(n.Pred)...)
	case *network.Join:
		gatherInner(top, n.Left, readers, parts, on)
		gatherInner(top, n.Right, readers, parts, on)
		*on = append(*on, network.Conjuncts(n.On)...)
	}
}

// columns lists the columns of a node's rows that anybody names.
func (s *splitter) columns(n network.Node) (out []plan.Expr) {
	for _, t := range network.Visible(n) {
		for i := range s.net.Tables[t].Table.Columns {
			if s.named[network.At(t, i)] > 0 {
				out = append(out, s.net.Ref(t, i))
			}
		}
	}
	return out
}

// pairs gives a projection to columns of the joined rows of each branch.
func (s *splitter) pairs(joined network.Node, parts []network.Node, rest, branches, columns []plan.Expr) (out []network.Node) {
	for i, b := range branches {
		on := append(slices.Clone(rest), b)
		for _, before := range branches[:i] {
			on = append(on, notTrue(before))
		}
		rows := network.Node(&network.Filter{In: joined, Pred: plan.Combine(plan.And, on)})
		out = append(out, s.copied(rows, parts, columns))
	}
	return out
}

// copied gives a projection to columns of a copy of a graph, of which parts that are not
// plain are read by all copies.
func (s *splitter) copied(n network.Node, parts []network.Node, columns []plan.Expr) network.Node {
	var shared []network.Node
	for _, p := range parts {
		if !s.plain(p) {
			shared = append(shared, p)
		}
	}
	p := &network.Project{Table: s.net.AddTable("")}
	p.In, p.Exprs = s.net.CopyAbove(n, columns, shared)
	for _, e := range p.Exprs {
		s.net.AddColumn(p.Table, e)
	}
	return p
}

// plain reports whether a node is a stored table under conditions and projections, which
// is read again for each copy.
func (s *splitter) plain(n network.Node) bool {
	if s.readers[n] > 1 || !repeat(n) {
		return false
	}
	switch n := n.(type) {
	case *network.Scan:
		return true
	case *network.Filter:
		return s.plain(n.In)
	case *network.Project:
		return s.plain(n.In)
	}
	return false
}

// instead puts the rows of several nodes, each with the columns that are named of a node's
// rows, in its place.
func (s *splitter) instead(n network.Node, sides []network.Node) network.Node {
	out := s.net.Appended(sides)
	for i, e := range s.columns(n) {
		now := s.net.Ref(out.Made(), i)
		s.values[network.ColumnOf(e.(plan.ColumnRef))] = now
		s.named[network.ColumnOf(now)]++
	}
	return out
}

// partner splits a join that is not inner.
func (s *splitter) partner(j *network.Join) network.Node {
	on, columns := network.Conjuncts(j.On), s.columns(j)
	if j.Optional || slices.ContainsFunc(on, func(e plan.Expr) bool { return !network.Repeats(e) }) {
		return j
	}
	ofUnion := func(_ int, by network.Node) network.Node {
		return &network.Join{Kind: j.Kind, Left: by, Right: j.Right, On: j.On, Mark: j.Mark}
	}
	if sides := s.union([]network.Node{j.Left, j.Right}, 1, columns, ofUnion); sides != nil {
		return s.instead(j, sides)
	}
	if j.Kind == plan.SingleJoin {
		return j
	}
	of := linkage{net: s.net, parts: []network.Node{j.Left, j.Right}, set: make([]int, 2)}
	branches, rest := of.split(on)
	pairs, alone := &network.Join{Left: j.Left, Right: j.Right}, &network.Join{Kind: plan.AntiJoin, Left: j.Left, Right: j.Right}
	switch {
	case branches == nil && j.Kind == plan.LeftJoin:
		spans := s.meeting(&of, on, pairs, columns, s.again)
		if spans == nil {
			return j
		}
		alone.On = j.On
		return s.left(j, spans, alone, columns)
	case branches == nil && j.Kind == plan.AntiJoin:
		return s.absent(j)
	case branches == nil:
		return s.extreme(j)
	case j.Kind != plan.LeftJoin:
		return s.marked(j, rest, branches)
	}
	return s.left(j, s.pairs(pairs, of.parts, rest, branches, columns), s.marked(alone, rest, branches), columns)
}

// left puts pairs, and the rows that have no partner, in the place of a LEFT JOIN.
func (s *splitter) left(j *network.Join, pairs []network.Node, alone network.Node, columns []plan.Expr) network.Node {
	for i, e := range columns {
		if !network.Within(e, j.Left) {
			columns[i] = plan.NullOf(e.Type())
		}
	}
	return s.instead(j, append(pairs, s.copied(alone, []network.Node{j.Left, j.Right}, columns)))
}

// marked asks for a partner of each branch by a mark of its own.
func (s *splitter) marked(j *network.Join, rest, branches []plan.Expr) network.Node {
	truth := plan.Type{Kind: plan.Bool}
	out := j.Left
	var marks []plan.Expr
	for _, b := range branches {
		m := s.net.AddTable("mark", plan.Column{Name: "mark", Type: truth})
		on := plan.Combine(plan.And, append(slices.Clone(rest), b))
		right := j.Right
		if s.plain(right) {
			var of []plan.Expr
			right, of = s.net.CopyAll(right, []plan.Expr{on})
			on = of[0]
		}
		out = s.extreme(&network.Join{Kind: plan.MarkJoin, Left: out, Right: right, On: on, Mark: m})
		marks = append(marks, s.net.Ref(m, 0))
	}
	found := s.current(plan.Combine(plan.Or, marks))
	switch j.Kind {
	case plan.SemiJoin:
		return &network.Filter{In: out, Pred: found}
	case plan.AntiJoin:
		return &network.Filter{In: out, Pred: plan.Call{Op: plan.Not, Args: []plan.Expr{found}, Of: truth}}
	}
	s.values[network.At(j.Mark, 0)] = found
	return out
}

// notTrue holds where a condition is false or NULL.
func notTrue(e plan.Expr) plan.Expr {
	no, yes := plan.Literal(value.OfBool(false)), plan.Literal(value.OfBool(true))
	return plan.Call{Op: plan.If, Args: []plan.Expr{e, no, yes}, Of: plan.Type{Kind: plan.Bool}}
}
