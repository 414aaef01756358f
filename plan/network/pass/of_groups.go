package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// OfGroups has numbers that may have more than 64 bits be columns of the groups that they are computed of, where
// these are joined with other rows: they are computed once for each group then, and not for each row
// that meets it, and the other rows' numbers are held against a column. The network's nodes are not
// changed.
func OfGroups(n *network.Network) {
	g := &grouper{net: n, readers: network.Readers(n.Root), done: map[network.Node]network.Node{}}
	n.Root = g.node(n.Root)
}

// grouper is the state of one OfGroups.
type grouper struct {
	net     *network.Network
	readers map[network.Node]int
	done    map[network.Node]network.Node
}

func (g *grouper) node(n network.Node) network.Node {
	if out, ok := g.done[n]; ok {
		return out
	}
	out := network.Change{Input: g.node, Expr: network.Same[plan.Expr]}.Rebuild(n)
	switch out.(type) {
	case *network.Filter, *network.Project, *network.Aggregate:
		if groups := g.joined(out.Inputs()[0]); len(groups) > 0 {
			out = g.over(out, groups)
		}
	}
	g.readers[out] = g.readers[n]
	g.done[n] = out
	return out
}

// joined lists the groups below a node that nobody else reads, under conditions, which are joined there.
func (g *grouper) joined(n network.Node) []*network.Compute {
	switch n := n.(type) {
	case *network.Filter:
		if g.readers[n] <= 1 {
			return g.joined(n.In)
		}
	case *network.Join:
		if g.readers[n] <= 1 && n.Kind == plan.InnerJoin {
			return append(g.side(n.Left), g.side(n.Right)...)
		}
	}
	return nil
}

// side lists the groups of a side of a join, as what adds columns to them, none so far.
func (g *grouper) side(n network.Node) []*network.Compute {
	if a, ok := n.(*network.Aggregate); ok {
		return []*network.Compute{{In: a, Table: -1}}
	}
	return g.joined(n)
}

// over gives a node whose numbers of groups are columns of these.
func (g *grouper) over(n network.Node, groups []*network.Compute) network.Node {
	ofGroup := func(e plan.Expr) plan.Expr {
		if !isLong(e) {
			return nil
		}
		at := slices.IndexFunc(groups, func(c *network.Compute) bool {
			return network.Within(e, c.In) && !losesOf(c.In.(*network.Aggregate), e)
		})
		if at < 0 {
			return nil
		}
		return g.column(groups[at], e)
	}
	out := network.Change{
		Input: network.Same[network.Node],
		Expr:  func(e plan.Expr) plan.Expr { return plan.Replace(e, ofGroup) },
	}.Rebuild(n)
	if !slices.ContainsFunc(groups, func(c *network.Compute) bool { return len(c.Exprs) > 0 }) {
		return n
	}
	in := g.with(n.Inputs()[0], groups)
	return network.Change{Input: func(network.Node) network.Node { return in }, Expr: network.Same[plan.Expr]}.Rebuild(out)
}

// isLong reports whether an expression computes a number that may have more than 64 bits, the same
// whenever it does.
func isLong(e plan.Expr) bool {
	if !e.Type().Keyed() || network.IsPlain(e) || !network.Repeats(e) {
		return false
	}
	computes := false
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Call)
		computes = computes || ok && c.Of.Keyed() && len(network.ColumnsIn(c)) > 0
		return !computes
	})
	return computes
}

// losesOf reports whether computing a number of groups can lose something, as a divisor of 0 does: of groups
// that no row meets nothing is told. An average loses nothing, since what has no numbers has no sum either.
func losesOf(n *network.Aggregate, e plan.Expr) bool {
	loses := false
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Call)
		loses = loses || plan.CanLose(x) && !(ok && isAverage(n, c))
		return !loses
	})
	return loses
}

// isAverage reports whether a quotient is that of a sum of groups and the count of the numbers in it.
func isAverage(n *network.Aggregate, q plan.Call) bool {
	if q.Op != plan.Quotient && q.Op != plan.Div {
		return false
	}
	sum, one := aggOf(n, q.Args[0])
	count, also := aggOf(n, q.Args[1])
	return one && also && sum.Func == plan.Sum && count.Func == plan.Count && sum.Gathered == nil && count.Gathered == nil &&
		count.Arg != nil && plan.Equal(plan.Full(sum.Arg), plan.Full(count.Arg))
}

// aggOf gives the one aggregate of groups that an expression is of.
func aggOf(n *network.Aggregate, e plan.Expr) (plan.Agg, bool) {
	r, one := network.OneColumn(e)
	at := r.Column - len(n.Keys)
	if !one || r.Table != n.Table || at < 0 || at >= len(n.Aggs) {
		return plan.Agg{}, false
	}
	return n.Aggs[at], true
}

// column gives the column that a number of groups is.
func (g *grouper) column(of *network.Compute, e plan.Expr) plan.ColumnRef {
	if at := slices.IndexFunc(of.Exprs, func(x plan.Expr) bool { return plan.Equal(x, e) }); at >= 0 {
		return g.net.Ref(of.Table, at)
	}
	if of.Table < 0 {
		of.Table = g.net.AddTable("computed")
	}
	of.Exprs = append(of.Exprs, e)
	return g.net.AddColumn(of.Table, e)
}

// with gives a node over groups that have got columns.
func (g *grouper) with(n network.Node, groups []*network.Compute) network.Node {
	at := slices.IndexFunc(groups, func(c *network.Compute) bool { return c.In == n && len(c.Exprs) > 0 })
	if at >= 0 {
		return groups[at]
	}
	switch n.(type) {
	case *network.Filter, *network.Join:
		out := network.Change{Input: func(in network.Node) network.Node { return g.with(in, groups) }, Expr: network.Same[plan.Expr]}.Rebuild(n)
		g.readers[out] = g.readers[n]
		return out
	}
	return n
}
