package unnest

import (
	"gsdms/plan"
	"gsdms/plan/network"
)

// Applies replaces every Apply by joins (Neumann and Kemper, "Unnesting Arbitrary
// Queries", BTW 2015). Where conditions make the columns that a subquery reads of the
// rows around it equal to expressions of its own, it groups and joins by these; else it
// is computed for the domain, the distinct values of these columns. Aggregates of what is
// before a bound become windows where many rows and bounds are expected, or always; partners
// may be nil. The network's nodes are not changed.
func Applies(n *network.Network, always bool, partners Partners) error {
	u := &unnester{net: n, always: always, partners: partners, readers: map[network.Node]int{}, shared: map[network.Node]bool{}, done: map[network.Node]network.Node{}, values: map[network.Column]plan.Expr{}}
	u.count(n.Root)
	root := u.node(n.Root)
	if u.err == nil {
		n.Root = root
	}
	return u.err
}

// unnester is the state of one Applies.
type unnester struct {
	net      *network.Network
	always   bool
	partners Partners
	readers  map[network.Node]int
	shared   map[network.Node]bool // new nodes that several others take
	done     map[network.Node]network.Node
	values   map[network.Column]plan.Expr // what has taken the place of a column, for the nodes above
	err      error
}

func (u *unnester) count(n network.Node) {
	u.readers[n]++
	if u.readers[n] > 1 {
		return
	}
	for _, in := range n.Inputs() {
		u.count(in)
	}
}

// node gives a node without any Apply in it or below.
func (u *unnester) node(n network.Node) network.Node {
	if out, ok := u.done[n]; ok {
		return out
	}
	from := n
	if f, ok := n.(*network.Filter); ok {
		from = u.narrowed(f)
	}
	out := network.Change{Input: u.node, Expr: network.Same[plan.Expr]}.Rebuild(from)
	out = network.Change{Input: network.Same[network.Node], Expr: u.current}.Rebuild(out)
	if a, ok := out.(*network.Apply); ok {
		out = u.apply(a)
	}
	u.shared[out] = u.readers[n] > 1
	u.done[n] = out
	return out
}

// current gives an expression with the columns that something has taken the place of.
func (u *unnester) current(e plan.Expr) plan.Expr {
	if len(u.values) == 0 {
		return e
	}
	return plan.Replace(e, func(x plan.Expr) plan.Expr {
		switch x := x.(type) {
		case plan.ColumnRef:
			return u.values[network.ColumnOf(x)]
		case plan.Call:
			if u.isCurrent(x) {
				return x
			}
		}
		return nil
	})
}

// isCurrent reports whether a call is what has taken the place of its last argument.
func (u *unnester) isCurrent(e plan.Call) bool {
	if e.Op != plan.If {
		return false
	}
	c, ok := e.Args[len(e.Args)-1].(plan.ColumnRef)
	return ok && u.values[network.ColumnOf(c)] != nil && plan.Equal(u.values[network.ColumnOf(c)], e)
}

// apply gives the join that an Apply is.
func (u *unnester) apply(a *network.Apply) network.Node {
	a = u.bridged(u.computed(a))
	join := &network.Join{Kind: a.Kind, Left: a.Left, Right: a.Right, On: a.On, Mark: a.Mark}
	d := &domain{u: u, of: a, used: paramsIn(a.Right, a.Params), done: map[network.Node]brought{}}
	if len(d.used) == 0 {
		join.Right = valueOf(join)
		return join
	}
	if out := u.sunk(a); out != nil {
		return out
	}
	has := a.Kind.Keeps() || a.Kind == plan.InnerJoin && always(a.On) && oneExactly(a.Right) // a row has one
	if d.conditions(join) || has && d.aggregate(join) || d.last(join) || d.nearest(join) || a.Kind.Keeps() && d.groupsOfDomain(join) {
		return join
	}
	b := d.bring(a.Right)
	if join.Right = b.node; a.Kind.Keeps() && a.On == nil && oneExactly(a.Right) {
		join.Kind = plan.InnerJoin // every row finds its value in the domain
	}
	join.On = plan.Combine(plan.And, append(network.Conjuncts(a.On), d.equal(d.args(), false, b)...))
	return join
}

// valueOf gives the right side of a join that every row has one value from: its first two rows,
// computed before, where there may be more. If it is one, it is a constant of what follows, and if it
// is two, the join says so.
func valueOf(j *network.Join) network.Node {
	if j.Kind != plan.SingleJoin || j.On != nil || oneAtMost(j.Right) {
		return j.Right
	}
	return &network.Limit{In: j.Right, Count: 2}
}

// oneAtMost reports whether a node surely has no second row.
func oneAtMost(n network.Node) bool {
	switch n := n.(type) {
	case *network.Row:
		return true
	case *network.Project:
		return oneAtMost(n.In)
	case *network.Filter:
		return oneAtMost(n.In)
	case *network.Aggregate:
		return len(n.Keys) == 0
	case *network.Limit:
		return n.Count == 0 || n.Count == 1
	}
	return false
}

// oneExactly reports whether a node surely has one row, whatever the parameters are.
func oneExactly(n network.Node) bool {
	switch n := n.(type) {
	case *network.Row:
		return true
	case *network.Project:
		return oneExactly(n.In)
	case *network.Aggregate:
		return len(n.Keys)+len(n.More) == 0
	}
	return false
}

// paramsIn lists the columns of a table of parameters that a graph reads, ascending.
func paramsIn(n network.Node, params int) []int {
	seen := map[int]bool{}
	most := -1
	network.VisitExprs(n, true, func(e plan.Expr) {
		plan.Visit(e, func(x plan.Expr) bool {
			if c, ok := x.(plan.ColumnRef); ok && c.Table == params {
				seen[c.Column] = true
				most = max(most, c.Column)
			}
			return true
		})
	})
	var out []int
	for i := range most + 1 {
		if seen[i] {
			out = append(out, i)
		}
	}
	return out
}
