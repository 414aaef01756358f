package restrict

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// Groups spares steps that take all their rows, as groups are made of, the rows that
// nobody asks for: where a join wants groups of some keys only, these are looked for below
// the step, too. A condition on what it groups by may be tested before or after, with the
// same answer. What tests it are semi joins that are Optional, as nothing depends on them:
// whether they are worth anything is known when the rows of their tables are. Subqueries
// that were correlated are the usual case: unnested, they have groups for all keys. The
// network's nodes are not changed.
func Groups(n *network.Network) {
	r := &restrictor{net: n, readers: map[network.Node]int{}, done: map[network.Node]network.Node{}, shared: map[network.Node]bool{}}
	r.count(n.Root)
	n.Root = r.node(n.Root, true)
}

// restrictor is the state of one Groups.
type restrictor struct {
	net     *network.Network
	readers map[network.Node]int
	done    map[network.Node]network.Node
	shared  map[network.Node]bool // new nodes that several others take
}

func (r *restrictor) count(n network.Node) {
	r.readers[n]++
	if r.readers[n] > 1 {
		return
	}
	for _, in := range n.Inputs() {
		r.count(in)
	}
}

// node gives a node whose inputs are restricted, and itself if it is the top of joined
// rows.
func (r *restrictor) node(n network.Node, top bool) network.Node {
	if out, ok := r.done[n]; ok {
		return out
	}
	below := func(in network.Node) network.Node { return r.node(in, !flows(n, in) || r.readers[in] > 1) }
	out := network.Change{Input: below, Expr: network.Same[plan.Expr]}.Rebuild(n)
	if top && joins(out) {
		out = r.joined(out)
	}
	r.shared[out] = r.readers[n] > 1
	r.done[n] = out
	return out
}

// joins reports whether a node is one of those between which rows are not stored.
func joins(n network.Node) bool {
	switch n.(type) {
	case *network.Filter, *network.Join, *network.Project:
		return true
	}
	return false
}

// flows reports whether the conditions above a node are about the rows of one of its
// inputs as well.
func flows(n, in network.Node) bool {
	j, ok := n.(*network.Join)
	return joins(n) && (!ok || j.Kind == plan.InnerJoin || j.Left == in)
}

// joined restricts what is joined below a node.
func (r *restrictor) joined(top network.Node) network.Node {
	j := &joined{r: r, top: top, same: map[network.Column]network.Column{}, about: map[int][]plan.Expr{}, used: map[network.Node]bool{}, now: map[network.Node]network.Node{}}
	j.gather(top)
	for _, p := range j.parts {
		if j.used[p.node] || r.shared[p.node] {
			continue
		}
		restricted := false
		for _, e := range p.equal {
			restricted = j.restrict(p, e) || restricted
		}
		if !restricted {
			j.restrictByFacts(p)
		}
	}
	return j.rebuilt(top)
}

// joined is what is joined without steps between that take all rows, and what is known of
// every row that comes out of it.
type joined struct {
	r     *restrictor
	top   network.Node
	same  map[network.Column]network.Column // of columns that are equal, another; the last one is that of all
	about map[int][]plan.Expr               // the conditions on a stored table alone
	scans []int                             // the stored tables whose rows all are joined
	parts []operand
	used  map[network.Node]bool         // parts whose values restrict others
	now   map[network.Node]network.Node // parts that are restricted
}

// operand is what a join takes that is no join itself, or the right side of one that is not
// inner.
type operand struct {
	node  network.Node
	kind  plan.JoinKind
	equal []equality
}

// equality says that rows of an operand matter only where a column of it is equal to one of
// what it is joined with.
type equality struct{ outer, own plan.ColumnRef }

// gather notes the parts below a node, and the conditions that all rows satisfy.
func (j *joined) gather(n network.Node) {
	if n != j.top && j.r.shared[n] {
		j.leaf(n)
		return
	}
	switch n := n.(type) {
	case *network.Filter:
		j.conditions(plan.Conjuncts(n.Pred))
		j.gather(n.In)
	case *network.Project:
		for i, e := range n.Exprs {
			if c, ok := e.(plan.ColumnRef); ok {
				j.equate(j.r.net.Ref(n.Table, i), c)
			}
		}
		j.gather(n.In)
	case *network.Join:
		j.gather(n.Left)
		if n.Kind == plan.InnerJoin {
			j.conditions(network.Conjuncts(n.On))
			j.gather(n.Right)
			return
		}
		j.parts = append(j.parts, operand{n.Right, n.Kind, equalities(n)})
	case *network.Scan:
		j.scans = append(j.scans, n.Table)
	default:
		j.leaf(n)
	}
}

// leaf notes an operand that is inner joined: by what its columns are equal to.
func (j *joined) leaf(n network.Node) {
	p := operand{node: n, kind: plan.InnerJoin}
	for _, t := range network.Visible(n) {
		for i := range j.r.net.Tables[t].Table.Columns {
			c := j.r.net.Ref(t, i)
			p.equal = append(p.equal, equality{c, c})
		}
	}
	j.parts = append(j.parts, p)
}

// equalities gives those of the condition of a join between columns of its sides.
func equalities(n *network.Join) (out []equality) {
	left, right := network.Visible(n.Left), network.Visible(n.Right)
	for _, e := range network.Conjuncts(n.On) {
		a, b, ok := equalColumns(e)
		if !ok {
			continue
		}
		if slices.Contains(right, a.Table) {
			a, b = b, a
		}
		if slices.Contains(left, a.Table) && slices.Contains(right, b.Table) {
			out = append(out, equality{a, b})
		}
	}
	return out
}

// equalColumns gives the columns that a condition says are equal, of the same type, so that
// what is equal to one is equal to the other.
func equalColumns(e plan.Expr) (a, b plan.ColumnRef, ok bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.Eq {
		return a, b, false
	}
	a, isA := c.Args[0].(plan.ColumnRef)
	b, isB := c.Args[1].(plan.ColumnRef)
	return a, b, isA && isB && sameValues(a.Type(), b.Type())
}

func sameValues(a, b plan.Type) bool {
	return a.Kind == b.Kind && a.Scale == b.Scale && !a.Float()
}

// conditions notes conditions that all rows satisfy.
func (j *joined) conditions(all []plan.Expr) {
	for _, e := range all {
		if a, b, ok := equalColumns(e); ok {
			j.equate(a, b)
		}
		of := network.ColumnsIn(e)
		if len(of) > 0 && network.Repeats(e) && !slices.ContainsFunc(of, func(c plan.ColumnRef) bool { return c.Table != of[0].Table }) {
			j.about[of[0].Table] = append(j.about[of[0].Table], e)
		}
	}
}

func (j *joined) equate(a, b plan.ColumnRef) {
	if x, y := j.class(network.ColumnOf(a)), j.class(network.ColumnOf(b)); x != y && sameValues(a.Type(), b.Type()) {
		j.same[x] = y
	}
}

// class gives the column that stands for all that are equal to one.
func (j *joined) class(c network.Column) network.Column {
	for next, ok := j.same[c]; ok; next, ok = j.same[c] {
		c = next
	}
	return c
}

// restrict restricts an operand to the values that others have of what a column of it is
// equal to. It reports whether there are such.
func (j *joined) restrict(p operand, e equality) (ok bool) {
	class := j.class(network.ColumnOf(e.outer))
	for _, t := range j.scans {
		i := j.columnIn(t, class)
		if i < 0 {
			continue
		}
		w := wanted{node: &network.Scan{Table: t}, columns: []plan.ColumnRef{j.r.net.Ref(t, i)}, scarce: len(j.about[t]) == 0}
		if !w.scarce {
			ok, w.node = true, network.Filtered(w.node, j.about[t])
		}
		ok = j.push(p, []plan.ColumnRef{e.own}, w) || ok
	}
	for _, q := range j.parts {
		if q.kind != plan.SemiJoin || q.node == p.node || j.now[q.node] != nil {
			continue
		}
		for _, of := range q.equal {
			if j.class(network.ColumnOf(of.outer)) == class {
				ok = true
				j.push(p, []plan.ColumnRef{e.own}, wanted{node: q.node, columns: []plan.ColumnRef{of.own}})
			}
		}
	}
	return ok
}

// push restricts an operand to rows whose columns have values that columns of a node have, and reports
// whether it has such below a step that takes all its rows.
func (j *joined) push(p operand, own []plan.ColumnRef, w wanted) bool {
	at := p.node
	if now := j.now[at]; now != nil {
		at = now
	}
	now, ok := j.r.push(at, own, w)
	if ok {
		j.now[p.node], j.used[w.node] = now, true
	}
	return ok
}

// rebuilt gives a node over the parts as they are now.
func (j *joined) rebuilt(n network.Node) network.Node {
	if now, ok := j.now[n]; ok {
		return now
	}
	if len(j.now) == 0 || !joins(n) || n != j.top && j.r.shared[n] {
		return n
	}
	return network.Change{Input: j.rebuilt, Expr: network.Same[plan.Expr]}.Rebuild(n)
}
