package network

import (
	"slices"

	"gsdms/plan"
)

// Once makes inner joins that only ask whether there is a partner semi joins, which end at the
// first: where equal rows count once, as what is looked for by IN, EXISTS or DISTINCT does, and
// nothing is read of the partners but what the join is by. It does so where partners surely
// have several rows for a key, by the bounds of their columns. The network's nodes are not
// changed.
func (n *Network) Once(bounds Bounds) {
	o := &once{net: n, bounds: bounds, readers: readersOf(n.Root),
		heard: map[Node]int{}, many: map[Node]bool{}, used: map[column]int{}, live: n.live(), done: map[Node]Node{}}
	o.hear(n.Root, false)
	for _, r := range n.Result {
		o.used[columnOf(r)]++
	}
	l := liveness{seen: map[Node]bool{}}
	l.order(n.Root)
	for _, x := range l.nodes {
		o.uses(x)
	}
	n.Root = o.node(n.Root, true)
}

// once is the state of one Once.
type once struct {
	net     *Network
	bounds  Bounds
	readers map[Node]int
	heard   map[Node]int   // readers so far
	many    map[Node]bool  // to some reader it matters how often a row is there
	used    map[column]int // how often what the result depends on names a column
	live    map[column]bool
	done    map[Node]Node
}

// hear notes whether equal rows of a node count once to a reader.
func (o *once) hear(n Node, once bool) {
	o.heard[n]++
	o.many[n] = o.many[n] || !once || !repeat(n)
	if o.heard[n] < o.readers[n] {
		return
	}
	once = !o.many[n]
	switch n := n.(type) {
	case *Filter, *Project, *Sort:
		o.hear(n.Inputs()[0], once)
	case *Distinct:
		o.hear(n.In, true)
	case *Aggregate:
		o.hear(n.In, !slices.ContainsFunc(n.Aggs, countsRows))
	case *Set:
		distinct := n.Kind == Union || n.Kind == Intersect || n.Kind == Except
		o.hear(n.Left.In, distinct || once && n.Kind == UnionAll)
		o.hear(n.Right.In, distinct || once && n.Kind == UnionAll)
	case *Join:
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
func (o *once) uses(n Node) {
	switch n := n.(type) {
	case *Project:
		for i, e := range n.Exprs {
			if o.live[column{n.Table, i}] {
				o.use(e, 1)
			}
		}
		return
	case *Distinct:
		for _, t := range visible(n) {
			for i := range o.net.Tables[t].Table.Columns {
				o.used[column{t, i}]++
			}
		}
	}
	visitExprs(n, false, func(e plan.Expr) { o.use(e, 1) })
}

func (o *once) use(e plan.Expr, times int) {
	for _, c := range columnsIn(e) {
		o.used[columnOf(c)] += times
	}
}

// node gives a node with the joins in it and below changed; top: it is not one of the inner
// joined rows of a node above.
func (o *once) node(n Node, top bool) Node {
	if out, ok := o.done[n]; ok {
		return out
	}
	below := func(in Node) Node { return o.node(in, !innerJoins(n) || !innerJoins(in) || o.readers[in] > 1) }
	out := change{input: below, expr: same[plan.Expr]}.rebuild(n)
	o.readers[out] = o.readers[n]
	if top && innerJoins(n) && !o.many[n] {
		out = o.region(out)
		o.readers[out] = o.readers[n]
	}
	if p, ok := out.(*Project); ok {
		o.blank(p)
	}
	o.done[n] = out
	return out
}

// blank makes NULLs of columns that nobody wants, of tables that are no longer there.
func (o *once) blank(n *Project) {
	for i, e := range n.Exprs {
		if !o.live[column{n.Table, i}] && !within(e, n.In) {
			n.Exprs[i] = plan.NullOf(e.Type())
		}
	}
}

// region makes semi joins of what is inner joined below a node.
func (o *once) region(top Node) Node {
	var parts []Node
	var on []plan.Expr
	gatherInner(top, top, o.readers, &parts, &on)
	if slices.ContainsFunc(on, func(e plan.Expr) bool { return !repeats(e) }) {
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
			if within(e, parts[i]) {
				own = append(own, e)
			} else {
				across = append(across, e)
			}
		}
		out = &Join{Kind: plan.SemiJoin, Left: filtered(product(rest), others), Right: filtered(parts[i], own), On: plan.Combine(plan.And, across)}
		parts, on = []Node{out}, nil
	}
	return out
}

// asks parts the conditions that read columns of a node from the others.
func (o *once) asks(n Node, on []plan.Expr) (by, others []plan.Expr) {
	tables := visible(n)
	for _, e := range on {
		if slices.ContainsFunc(columnsIn(e), func(r plan.ColumnRef) bool { return slices.Contains(tables, r.Table) }) {
			by = append(by, e)
		} else {
			others = append(others, e)
		}
	}
	return by, others
}

// outside reports whether anything but the conditions of a join reads columns of a part of it.
func (o *once) outside(n Node) bool {
	for _, t := range visible(n) {
		for i := range o.net.Tables[t].Table.Columns {
			if o.used[column{t, i}] > 0 {
				return true
			}
		}
	}
	return false
}

// several reports whether a part of a join surely has two rows and more for what it is joined
// by, and is not a table that is better looked through than looked up.
func (o *once) several(n Node, rest []Node, by []plan.Expr) bool {
	rows, keys := float64(o.net.rows(n)), 2.0
	linked := false
	for _, e := range by {
		c, ok := e.(plan.Call)
		if !ok || c.Op != plan.Eq {
			continue
		}
		for i, own := range c.Args {
			if of := c.Args[1-i]; len(columnsIn(own)) > 0 && within(own, n) && len(columnsIn(of)) > 0 && within(of, product(rest)) {
				lo, hi, ok := o.bounds(part{n, []plan.Expr{own}}.rooted().exprs[0])
				if !ok {
					return false
				}
				keys *= float64(hi) - float64(lo) + 1
				linked = true
			}
		}
	}
	larger := slices.ContainsFunc(rest, func(x Node) bool { return o.net.rows(x) >= o.net.rows(n) })
	return linked && keys <= rows && (larger || !flowing(n, o.readers))
}
