package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/join"
	"gsdms/plan/limb"
	"gsdms/plan/network"
	"gsdms/plan/network/few"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Computes reports whether a program can compute an expression of columns of the
// network's tables. It is not asked about what it has been asked for already inside: of
// arguments that no program computes, it sees columns.
type Computes func(plan.Expr) (bool, error)

// Separate moves the expressions of an unnested network that no program computes to nodes
// of their own, Compute: texts, mostly, that are in no dictionary before the query runs.
// Conditions that can be computed go before them. So does what loses something of some value, as
// loses says, where it is computed of the rows that are the result: it is told of these alone then.
// pairs says that programs fold pairs of columns, and texts in no order. The network's nodes are not changed.
func Separate(n *network.Network, computes Computes, loses func(plan.Expr) bool, pairs bool) error {
	s := &separator{net: n, computes: computes, loses: loses, pairs: pairs, gives: gives(n.Root), readers: network.Readers(n.Root), done: map[network.Node]network.Node{}, shared: map[network.Node]bool{}, origin: map[network.Column]plan.Expr{}, values: map[network.Column]plan.Expr{}, wideSums: map[network.Column]bool{}, waiting: map[network.Node]bool{}, together: map[network.Node]network.Node{}}
	root := s.node(n.Root)
	if s.err == nil {
		n.Root = root
		n.Result = s.results(n.Result)
	}
	return s.err
}

// separator is the state of one Separate.
type separator struct {
	net      *network.Network
	computes Computes
	loses    func(plan.Expr) bool
	pairs    bool
	gives    network.Node // the Project whose rows are the result, as many as there are; nil: none
	readers  map[network.Node]int
	done     map[network.Node]network.Node
	shared   map[network.Node]bool         // new nodes that several others read
	origin   map[network.Column]plan.Expr  // the columns of stored tables that columns of steps are
	values   map[network.Column]plan.Expr  // what has taken the place of a column, for the nodes above
	wideSums map[network.Column]bool       // sums of columns of numbers of more than 64 bits
	waiting  map[network.Node]bool         // Projects that put numbers together of pairs, which are not made yet
	together map[network.Node]network.Node // those of them that are made, for all who read them
	err      error
}

// gives is the Project whose rows are the result of a node, in some order, all or the first of them;
// nil where there is none. What is computed of the first by an order counts for their order.
func gives(n network.Node) network.Node {
	switch x := n.(type) {
	case *network.Limit:
		n = x.In
	case *network.Sort:
		n = x.In
	}
	if _, ok := n.(*network.Project); !ok {
		return nil
	}
	return n
}

// current gives an expression with the columns that something has taken the place of.
func (s *separator) current(e plan.Expr) plan.Expr {
	if len(s.values) == 0 {
		return e
	}
	return network.ReplaceColumns(e, func(c plan.ColumnRef) plan.Expr { return s.latest(s.values[network.ColumnOf(c)]) })
}

// latest follows a column to what has taken its place in turn, as where a join stands within the right side
// of another one.
func (s *separator) latest(e plan.Expr) plan.Expr {
	for {
		r, ok := e.(plan.ColumnRef)
		if !ok || s.values[network.ColumnOf(r)] == nil {
			return e
		}
		e = s.values[network.ColumnOf(r)]
	}
}

func (s *separator) results(refs []plan.ColumnRef) []plan.ColumnRef {
	out := slices.Clone(refs)
	for i, r := range out {
		out[i] = s.current(r).(plan.ColumnRef)
	}
	return out
}

// node gives a node whose expressions programs compute, but for those of Compute nodes.
func (s *separator) node(n network.Node) network.Node {
	if out, ok := s.done[n]; ok {
		return out
	}
	out := network.Change{Input: s.node, Expr: network.Same[plan.Expr]}.Rebuild(s.merged(n))
	if len(s.values) > 0 {
		out = network.Change{Input: network.Same[network.Node], Expr: s.current}.Rebuild(out)
	}
	out, above := s.passed(out)
	switch now := withoutTexts(s.withLengths(out)).(type) {
	case *network.Filter:
		out = s.filter(now.In, plan.Conjuncts(now.Pred))
	case *network.Join:
		out = s.join(now)
	case *network.Aggregate:
		now, above = s.limbed(now)
		s.noteWideSums(now)
		out = s.made(now, false)
	case *network.Project:
		now, above = s.paired(now, s.isLast(n))
		out = s.made(now, n == s.gives)
	}
	if above != nil {
		s.shared[out] = s.readers[n] > 1
		out = &network.Project{In: out, Table: above.Table, Exprs: above.Exprs}
		if s.waiting[out] = true; n == s.net.Root {
			out = s.settled(out)
		}
	}
	s.shared[out] = s.readers[n] > 1
	s.done[n] = out
	return out
}

// filter keeps rows, first by what programs compute.
func (s *separator) filter(in network.Node, conjuncts []plan.Expr) network.Node {
	l := lifter{s: s, few: few.Of(s.net, in, conjuncts), looks: true, pairs: s.pairsOf(in, conjuncts), singles: singles(in)}
	first, then := l.parted(conjuncts)
	if j := l.pairs; j != nil && !s.isShared(in) {
		by := *j
		by.Left, by.Right = l.mayMeet(j, then, known(in, first))
		in = inPlaceOf(in, &by)
	}
	return s.keptBy(network.Filtered(in, first), &l, then)
}

// pairsOf gives the join below conditions of which all pairs are made but for what is no equality that
// programs compute; nil where there is none.
func (s *separator) pairsOf(in network.Node, conjuncts []plan.Expr) *network.Join {
	for {
		f, ok := in.(*network.Filter)
		if !ok {
			break
		}
		in, conjuncts = f.In, with(conjuncts, f.Pred)
	}
	j, ok := in.(*network.Join)
	if !ok || j.Kind != plan.InnerJoin {
		return nil
	}
	known := slices.DeleteFunc(slices.Clone(conjuncts), s.makesIn)
	if !s.allPairs(j, known) {
		return nil
	}
	return j
}

// makesIn reports whether no program computes an expression or one in it.
func (s *separator) makesIn(e plan.Expr) (found bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		found = found || network.HasColumns(x) && s.isMade(s.rooted(x))
		return !found
	})
	return found
}

// equates reports whether a call is true of equal values alone.
func equates(c plan.Call) bool { return c.Op == plan.Eq || c.Op == plan.NullEq }

// made computes what the expressions of a Project or an Aggregate need; exact says that its rows are
// the result.
func (s *separator) made(n network.Node, exact bool) network.Node {
	n = counting(n)
	l := lifter{s: s, few: few.Of(s.net, n.Inputs()[0], nil), looks: true, exact: exact}
	whole, pairs, unless := unsignedSums(n), extremePairs(n), slices.Concat(s.extremeTexts(n), s.longArgs(n))
	longs := l.longKeys(n)
	lifted := withArgs(n, whole, func(_ int, e plan.Expr) plan.Expr { x, _ := coerce.OfUnsigned(e); return x })
	lifted = withArgs(lifted, pairs, func(_ int, e plan.Expr) plan.Expr { p, _ := limb.OfPair(e); return p.High })
	lifted = withArgs(lifted, unless, func(int, plan.Expr) plan.Expr { return plan.Literal(value.OfInt(1)) })
	lifted = withKeys(lifted, longs, func(int, plan.Expr) plan.Expr { return plan.Literal(value.OfInt(1)) })
	out := network.Change{Input: network.Same[network.Node], Expr: l.expr}.Rebuild(lifted)
	out = withArgs(out, whole, func(_ int, e plan.Expr) plan.Expr { return coerce.WholeOf(e) })
	out = withArgs(out, pairs, func(i int, _ plan.Expr) plan.Expr { return n.(*network.Aggregate).Aggs[i].Arg })
	out = l.unlessMade(n, out, unless, longs)
	if used := l.used(exprsOf(out)); len(used) > 0 {
		in := s.under(n.Inputs()[0], used)
		out = network.Change{Input: func(network.Node) network.Node { return in }, Expr: network.Same[plan.Expr]}.Rebuild(out)
	}
	for i, e := range keysOf(out) {
		if r, ok := s.rooted(e).(plan.ColumnRef); ok {
			s.origin[network.At(n.Made(), i)] = r
		}
	}
	return out
}

// unsignedSums lists the aggregates of a node that add up unsigned numbers as they are: of
// these programs take the sum, whether or not 64 bits with a sign hold each.
func unsignedSums(n network.Node) (out []int) {
	a, ok := n.(*network.Aggregate)
	if !ok || slices.ContainsFunc(a.Aggs, plan.Agg.Behind) {
		return nil
	}
	for i, g := range a.Aggs {
		if g.Func == plan.Sum && g.Gathered == nil {
			if _, ok := coerce.OfUnsigned(g.Arg); ok {
				out = append(out, i)
			}
		}
	}
	return out
}

// extremePairs lists the aggregates of a node that are the least or the greatest of what is put together
// of pairs, by which programs find it.
func extremePairs(n network.Node) (out []int) {
	a, ok := n.(*network.Aggregate)
	if !ok {
		return nil
	}
	for i, g := range a.Aggs {
		if (g.Func == plan.Min || g.Func == plan.Max) && g.Gathered == nil {
			if _, ok := limb.OfPair(g.Arg); ok {
				out = append(out, i)
			}
		}
	}
	return out
}

// rooted gives an expression with the columns of stored tables in place of columns that
// are nothing else. Two that are the same column of different rows, as of a common table expression that is
// joined to itself, stay two.
func (s *separator) rooted(e plan.Expr) plan.Expr {
	if len(s.origin) == 0 {
		return e
	}
	of := map[network.Column]network.Column{} // the one that a stored column stands for
	return network.ReplaceColumns(e, func(c plan.ColumnRef) plan.Expr {
		r, ok := s.origin[network.ColumnOf(c)].(plan.ColumnRef)
		if !ok {
			return nil
		}
		if first, ok := of[network.ColumnOf(r)]; ok && first != network.ColumnOf(c) {
			return nil
		}
		of[network.ColumnOf(r)] = network.ColumnOf(c)
		return r
	})
}

// under computes columns for the rows of a node, each as far below it as there are fewer
// rows.
func (s *separator) under(in network.Node, columns []network.Hidden) network.Node {
	for _, h := range columns {
		in = s.place(in, h, nil)
	}
	return in
}

// place computes a column below a node, for the rows that pass the conditions that are
// known of it: of the smaller side of a join, or of any where all pairs are made, if it is of
// that alone.
func (s *separator) place(in network.Node, h network.Hidden, known []plan.Expr) network.Node {
	if s.sinks(in, h, known) {
		switch n := in.(type) {
		case *network.Filter:
			return &network.Filter{In: s.place(n.In, h, with(known, n.Pred)), Pred: n.Pred}
		case *network.Compute:
			return &network.Compute{In: s.place(n.In, h, known), Table: n.Table, Exprs: n.Exprs}
		case *network.Join:
			return s.placeIn(n, h, known)
		}
	}
	return &network.Compute{In: s.keeping(in, known), Table: h.Column.Table, Exprs: []plan.Expr{h.Expr}}
}

// with gives the conditions and those of a predicate.
func with(known []plan.Expr, pred plan.Expr) []plan.Expr {
	return append(slices.Clone(known), network.Conjuncts(pred)...)
}

// sinks reports whether a column can be computed for fewer rows below a node.
func (s *separator) sinks(in network.Node, h network.Hidden, known []plan.Expr) bool {
	if s.shared[in] {
		return false
	}
	switch n := in.(type) {
	case *network.Filter:
		return s.sinks(n.In, h, with(known, n.Pred))
	case *network.Compute:
		return network.Within(h.Expr, n.In) && s.sinks(n.In, h, known)
	case *network.Join:
		return (!leavesRange(h.Expr) || n.MeetsAll(known)) && (s.onLeft(n, h, known) || s.onRight(n, h, known)) &&
			(s.allPairs(n, known) || !s.leavesFew(n, h, known))
	}
	return false
}

// leavesFew reports whether a join is expected to leave fewer rows than the side has that an expression is
// of, or this makes too much to keep it for all rows of the side.
func (s *separator) leavesFew(n *network.Join, h network.Hidden, known []plan.Expr) bool {
	side := n.Right
	if network.Within(h.Expr, n.Left) {
		side = n.Left
	}
	return few.TooLong(s.rooted(h.Expr), s.net.MostRows(side)) || few.Of(s.net, n, known).All() < few.Of(s.net, side, known).All()
}

// leavesRange reports whether an expression has arithmetic with unsigned numbers, which is an error
// below 0 and past 64 bits, or with columns of 64 bits: rows that meet no partner may have such a
// result.
func leavesRange(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		switch x := x.(type) {
		case plan.Cast:
			if _, made := x.X.(plan.Call); x.To.Kind == plan.Unsigned {
				found = made
			}
		case plan.Call:
			found = slices.Contains([]plan.Op{plan.Add, plan.Sub, plan.Mul, plan.Neg}, x.Op) && slices.ContainsFunc(x.Args, isOf64Bits)
		}
		return !found
	})
	return found
}

func isOf64Bits(e plan.Expr) bool {
	_, ok := e.(plan.ColumnRef)
	return ok && e.Type().Kind == plan.Int && !e.Type().Bounded()
}

func (s *separator) onLeft(n *network.Join, h network.Hidden, known []plan.Expr) bool {
	return network.Within(h.Expr, n.Left) && (s.net.Fewer(n.Left, n.Right) || s.allPairs(n, known))
}

func (s *separator) onRight(n *network.Join, h network.Hidden, known []plan.Expr) bool {
	return n.Kind == plan.InnerJoin && network.Within(h.Expr, n.Right) && (s.net.Fewer(n.Right, n.Left) || s.allPairs(n, known))
}

// allPairs reports whether no known equality says which rows of the sides of an inner join meet, or those
// that do leave more pairs than the sides have rows, as days do: whatever other conditions leave of them, what
// they need is computed before rows meet.
func (s *separator) allPairs(n *network.Join, known []plan.Expr) bool {
	if n.Kind != plan.InnerJoin {
		return false
	}
	share, equal, stored := 1.0, false, true
	for _, e := range with(known, n.On) {
		if c, ok := e.(plan.Call); !ok || !equates(c) || network.Within(e, n.Left) || network.Within(e, n.Right) {
			continue
		}
		of := s.rooted(e)
		equal, stored = true, stored && s.readsStored(of)
		share *= join.Share(s.net.Tables, of)
	}
	rows, others := few.Expected(s.net, n.Left), few.Expected(s.net, n.Right)
	return !equal || stored && rows*others*share > rows+others
}

// readsStored reports whether all columns of an expression are those of stored tables.
func (s *separator) readsStored(e plan.Expr) bool {
	return !slices.ContainsFunc(network.ColumnsIn(e), func(r plan.ColumnRef) bool { return s.net.Tables[r.Table].Table.Data == nil })
}

// placeIn is place in a side of a join.
func (s *separator) placeIn(n *network.Join, h network.Hidden, known []plan.Expr) network.Node {
	out := *n
	if s.onLeft(n, h, known) {
		out.Left = s.place(n.Left, h, known)
	} else {
		out.Right = s.place(n.Right, h, with(known, n.On))
	}
	return &out
}

// keeping keeps the rows under the conditions that are about them alone.
func (s *separator) keeping(in network.Node, known []plan.Expr) network.Node {
	var own []plan.Expr
	for _, e := range known {
		if len(network.ColumnsIn(e)) > 0 && network.Within(e, in) {
			own = append(own, e)
		}
	}
	return network.Filtered(in, own)
}
