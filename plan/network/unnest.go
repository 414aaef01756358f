package network

import (
	"gsdms/plan"
)

// Unnest replaces every Apply by joins (Neumann and Kemper, "Unnesting Arbitrary
// Queries", BTW 2015). Where conditions make the columns that a subquery reads of the
// rows around it equal to expressions of its own, it groups and joins by these; else it
// is computed for the domain, the distinct values of these columns. The network's nodes
// are not changed.
func (n *Network) Unnest() error {
	u := &unnester{net: n, readers: map[Node]int{}, shared: map[Node]bool{}, done: map[Node]Node{}, values: map[column]plan.Expr{}}
	u.count(n.Root)
	root := u.node(n.Root)
	if u.err == nil {
		n.Root = root
	}
	return u.err
}

// column is a column of a table of the network.
type column struct{ table, column int }

func columnOf(c plan.ColumnRef) column { return column{c.Table, c.Column} }

// unnester is the state of one Unnest.
type unnester struct {
	net     *Network
	readers map[Node]int
	shared  map[Node]bool // new nodes that several others take
	done    map[Node]Node
	values  map[column]plan.Expr // what has taken the place of a column, for the nodes above
	err     error
}

func (u *unnester) count(n Node) {
	u.readers[n]++
	if u.readers[n] > 1 {
		return
	}
	for _, in := range n.Inputs() {
		u.count(in)
	}
}

// node gives a node without any Apply in it or below.
func (u *unnester) node(n Node) Node {
	if out, ok := u.done[n]; ok {
		return out
	}
	out := change{input: u.node, expr: same[plan.Expr]}.rebuild(n)
	out = change{input: same[Node], expr: u.current}.rebuild(out)
	if a, ok := out.(*Apply); ok {
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
			return u.values[columnOf(x)]
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
	return ok && u.values[columnOf(c)] != nil && plan.Equal(u.values[columnOf(c)], e)
}

// apply gives the join that an Apply is.
func (u *unnester) apply(a *Apply) Node {
	join := &Join{Kind: a.Kind, Left: a.Left, Right: a.Right, On: a.On, Mark: a.Mark}
	d := &domain{u: u, of: a, used: paramsIn(a.Right, a.Params), done: map[Node]brought{}}
	if len(d.used) == 0 {
		return join
	}
	if d.conditions(join) || a.Kind.Keeps() && d.aggregate(join) {
		return join
	}
	b := d.bring(a.Right)
	join.Right = b.node
	join.On = plan.Combine(plan.And, append(conjuncts(a.On), d.equal(d.args(), false, b)...))
	return join
}

func conjuncts(e plan.Expr) []plan.Expr {
	if e == nil {
		return nil
	}
	return plan.Conjuncts(e)
}

// paramsIn lists the columns of a table of parameters that a graph reads, ascending.
func paramsIn(n Node, params int) []int {
	seen := map[int]bool{}
	most := -1
	visitExprs(n, true, func(e plan.Expr) {
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

// table adds a table of columns to the network.
func (n *Network) table(name string, columns ...plan.Column) int {
	n.Tables = append(n.Tables, &plan.TableRef{Alias: name, Table: plan.Schema(name, columns...)})
	return len(n.Tables) - 1
}

// addColumn adds a column to a table that a step makes.
func (n *Network) addColumn(table int, e plan.Expr) plan.ColumnRef {
	t := n.Tables[table].Table
	t.Columns = append(t.Columns, plan.Column{Name: e.String(), Type: e.Type(), Nullable: e.Nullable()})
	return n.Ref(table, len(t.Columns)-1)
}

// Ref is a column of a table of the network.
func (n *Network) Ref(table, column int) plan.ColumnRef {
	return plan.ColumnRef{Table: table, Column: column, Of: n.Tables[table]}
}
