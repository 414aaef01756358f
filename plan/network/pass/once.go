package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// Once makes inner joins that only ask whether there is a partner semi joins, which end at the
// first: where equal rows count once, as what is looked for by IN, EXISTS or DISTINCT does, and
// nothing is read of the partners but what the join is by. It does so where partners surely
// have several rows for a key, by the bounds of their columns. The network's nodes are not
// changed.
func Once(n *network.Network, bounds Bounds) {
	o := &once{net: n, bounds: bounds, readers: network.Readers(n.Root),
		heard: map[network.Node]int{}, many: map[network.Node]bool{}, used: map[network.Column]int{}, live: n.Live(), done: map[network.Node]network.Node{}}
	o.hear(n.Root, false)
	for _, r := range n.Result {
		o.used[network.ColumnOf(r)]++
	}
	for _, x := range network.InOrder(n.Root) {
		o.uses(x)
	}
	n.Root = o.node(n.Root, true)
}

// once is the state of one Once.
type once struct {
	net     *network.Network
	bounds  Bounds
	readers map[network.Node]int
	heard   map[network.Node]int   // readers so far
	many    map[network.Node]bool  // to some reader it matters how often a row is there
	used    map[network.Column]int // how often what the result depends on names a column
	live    map[network.Column]bool
	done    map[network.Node]network.Node
}

// hear notes whether equal rows of a node count once to a reader.
func (o *once) hear(n network.Node, once bool) {
	o.heard[n]++
	o.many[n] = o.many[n] || !once || !repeat(n)
	if o.heard[n] < o.readers[n] {
		return
	}
	once = !o.many[n]
	switch n := n.(type) {
	case *network.Filter, *network.Project, *network.Sort:
		o.hear(n.Inputs()[0], once)
	case *network.Distinct:
		o.hear(n.In, true)
	case *network.Aggregate:
		o.hear(n.In, !slices.ContainsFunc(n.Aggs, countsRows))
	case *network.Set:
		distinct := n.Kind == network.Union || n.Kind == network.Intersect || n.Kind == network.Except
		o.hear(n.Left.In, distinct || once && n.Kind == network.UnionAll)
		o.hear(n.Right.In, distinct || once && n.Kind == network.UnionAll)
	case *network.Join:
		o.hear(n.Left, once)
		o.hear(n.Right, n.Kind == plan.SemiJoin || n.Kind == plan.AntiJoin || n.Kind == plan.MarkJoin || once && n.Kind != plan.SingleJoin)
	default:
		for _, in := range n.Inputs() {
			o.hear(in, false)
		}
	}
}

// countsRows reports whether an aggregate depends on how often a row is there.
func countsRows(g plan.Agg) bool {
	return g.Gathered != nil || g.Func != plan.Min && g.Func != plan.Max && g.Func != plan.CountDistinct
}

// uses counts the columns that a node names for what the result depends on.
func (o *once) uses(n network.Node) {
	switch n := n.(type) {
	case *network.Project:
		for i, e := range n.Exprs {
			if o.live[network.At(n.Table, i)] {
				o.use(e, 1)
			}
		}
		return
	case *network.Distinct:
		for _, t := range network.Visible(n) {
			for i := range o.net.Tables[t].Table.Columns {
				o.used[network.At(t, i)]++
			}
		}
	}
	network.VisitExprs(n, false, func(e plan.Expr) { o.use(e, 1) })
}

func (o *once) use(e plan.Expr, times int) {
	for _, c := range network.ColumnsIn(e) {
		o.used[network.ColumnOf(c)] += times
	}
}

// node gives a node with the joins in it and below changed; top: it is not one of the inner
// joined rows of a node above.
func (o *once) node(n network.Node, top bool) network.Node {
	if out, ok := o.done[n]; ok {
		return out
	}
	below := func(in network.Node) network.Node {
		return o.node(in, !innerJoins(n) || !innerJoins(in) || o.readers[in] > 1)
	}
	out := network.Change{Input: below, Expr: network.Same[plan.Expr]}.Rebuild(n)
	o.readers[out] = o.readers[n]
	if top && innerJoins(n) && !o.many[n] {
		out = o.region(out)
		o.readers[out] = o.readers[n]
	}
	if p, ok := out.(*network.Project); ok {
		o.blank(p)
	}
	o.done[n] = out
	return out
}

// blank makes NULLs of columns that nobody wants, of tables that are no longer there.
func (o *once) blank(n *network.Project) {
	for i, e := range n.Exprs {
		if !o.live[network.At(n.Table, i)] && !network.Within(e, n.In) {
			n.Exprs[i] = plan.NullOf(e.Type())
		}
	}
}

// region makes semi joins of what is inner joined below a node.
func (o *once) region(top network.Node) network.Node {
	var parts []network.Node
	var on []plan.Expr
	gatherInner(top, top, o.readers, &parts, &on)
	if slices.ContainsFunc(on, func(e plan.Expr) bool { return !network.Repeats(e) }) {
		return top
	}
	for _, e := range on {
		o.use(e, -1)
	}
	out := top
	for i := 0; i < len(parts) && len(parts) > 1; i++ {
		rest := slices.Concat(parts[:i], parts[i+1:])
		by, others := o.asks(parts[i], on)
		if o.outside(parts[i]) || !o.several(parts[i], rest, by) {
			continue
		}
		var own, across []plan.Expr
		for _, e := range by {
			if network.Within(e, parts[i]) {
				own = append(own, e)
			} else {
				across = append(across, e)
			}
		}
		out = &network.Join{Kind: plan.SemiJoin, Left: network.Filtered(product(rest), others), Right: network.Filtered(parts[i], own), On: plan.Combine(plan.And, across)}
		parts, on = []network.Node{out}, nil
	}
	return out
}

// asks parts the conditions that read columns of a node from the others.
func (o *once) asks(n network.Node, on []plan.Expr) (by, others []plan.Expr) {
	tables := network.Visible(n)
	for _, e := range on {
		if slices.ContainsFunc(network.ColumnsIn(e), func(r plan.ColumnRef) bool { return slices.Contains(tables, r.Table) }) {
			by = append(by, e)
		} else {
			others = append(others, e)
		}
	}
	return by, others
}

// outside reports whether anything but the conditions of a join reads columns of a part of it.
func (o *once) outside(n network.Node) bool {
	for _, t := range network.Visible(n) {
		for i := range o.net.Tables[t].Table.Columns {
			if o.used[network.At(t, i)] > 0 {
				return true
			}
		}
	}
	return false
}

// several reports whether a part of a join surely has two rows and more for what it is joined
// by, and is not a table that is better looked through than looked up.
func (o *once) several(n network.Node, rest []network.Node, by []plan.Expr) bool {
	rows, keys := float64(o.net.MostRows(n)), 2.0
	linked := false
	for _, e := range by {
		c, ok := e.(plan.Call)
		if !ok || c.Op != plan.Eq {
			continue
		}
		for i, own := range c.Args {
			if of := c.Args[1-i]; len(network.ColumnsIn(own)) > 0 && network.Within(own, n) && len(network.ColumnsIn(of)) > 0 && network.Within(of, product(rest)) {
				lo, hi, ok := o.bounds(part{n, []plan.Expr{own}}.rooted().exprs[0])
				if !ok {
					return false
				}
				keys *= float64(hi) - float64(lo) + 1
				linked = true
			}
		}
	}
	larger := slices.ContainsFunc(rest, func(x network.Node) bool { return o.net.MostRows(x) >= o.net.MostRows(n) })
	return linked && keys <= rows && (larger || !flowing(n, o.readers))
}
