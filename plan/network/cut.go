package network

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/join"
	"gsdms/plan/value"
)

// Cut takes an unnested network to pieces where rows must be stored: below and above
// aggregations, sorts and set operations, at the side of a join that is looked up, and
// where several steps read the same rows.
func (n *Network) Cut() (*Shape, error) {
	c := &cutter{net: n, readers: map[Node]int{}, stored: map[Node]*stored{}, named: map[column]int{}, live: n.live(), loose: n.loose()}
	c.count(n.Root)
	for _, r := range n.Result {
		c.named[columnOf(r)]++
	}
	c.shape = &Shape{Text: n.Text, Output: n.Output}
	c.store(n.Root)
	c.shape.order()
	return c.shape, c.err
}

// cutter is the state of one Cut.
type cutter struct {
	net     *Network
	shape   *Shape
	readers map[Node]int    // how many steps take a node's rows
	named   map[column]int  // how often expressions name a column
	live    map[column]bool // what the result depends on
	loose   map[Node]bool   // whose rows may come in any order
	stored  map[Node]*stored
	err     error
}

// count notes who reads what.
func (c *cutter) count(n Node) {
	c.readers[n]++
	if c.readers[n] > 1 {
		return
	}
	names(n, c.named)
	for _, in := range n.Inputs() {
		c.count(in)
	}
}

// names counts the columns that the expressions of a node name.
func names(n Node, into map[column]int) {
	visitExprs(n, false, func(e plan.Expr) {
		plan.Visit(e, func(x plan.Expr) bool {
			if r, ok := x.(plan.ColumnRef); ok {
				into[columnOf(r)]++
			}
			return true
		})
	})
}

// namesBelow counts the columns that a graph names itself.
func namesBelow(n Node, seen map[Node]bool, into map[column]int) {
	if seen[n] {
		return
	}
	seen[n] = true
	names(n, into)
	for _, in := range n.Inputs() {
		namesBelow(in, seen, into)
	}
}

// fragment is the part of a stage up to its first Aggregate or Project: joined tables.
type fragment struct {
	tables   []int // of the network: stored ones, and those that stages give
	from     []int // as Stage.From
	where    []plan.Expr
	partners []join.Partner
	values   map[column]plan.Expr // what columns of inner steps are, in columns of the tables
}

func newFragment() *fragment { return &fragment{values: map[column]plan.Expr{}} }

// value gives an expression in columns of the fragment's tables.
func (f *fragment) value(e plan.Expr) plan.Expr {
	return replaceColumns(e, func(r plan.ColumnRef) plan.Expr { return f.values[columnOf(r)] })
}

func (f *fragment) change() change { return change{expr: f.value} }

func (f *fragment) add(table, from int) {
	f.tables = append(f.tables, table)
	f.from = append(f.from, from)
}

// merge takes over another fragment, inner joined.
func (f *fragment) merge(g *fragment) {
	f.tables, f.from = append(f.tables, g.tables...), append(f.from, g.from...)
	f.where, f.partners = append(f.where, g.where...), append(f.partners, g.partners...)
	for k, v := range g.values {
		f.values[k] = v
	}
}

// rows gives what streams a node's rows: without storing them, where nobody else reads
// them.
func (c *cutter) rows(n Node) *fragment {
	if _, ok := n.(*Row); !ok && c.readers[n] > 1 {
		return c.taken(n)
	}
	return c.flowing(n)
}

// flowing gives what streams a node's rows without storing them, if that can be done.
func (c *cutter) flowing(n Node) *fragment {
	switch n := n.(type) {
	case *Row:
		return newFragment()
	case *Scan:
		f := newFragment()
		f.add(n.Table, c.net.source(n.Table))
		return f
	case *Filter:
		f := c.rows(n.In)
		f.where = append(f.where, plan.Conjuncts(f.value(n.Pred))...)
		return f
	case *Project:
		f := c.rows(n.In)
		for i, e := range n.Exprs {
			f.values[column{n.Table, i}] = f.value(e)
		}
		return f
	case *Join:
		if n.Kind == plan.InnerJoin {
			f := c.rows(n.Left)
			f.merge(c.rows(n.Right))
			f.where = append(f.where, conjuncts(f.change().maybe(n.On))...)
			return f
		}
		return c.partner(n)
	}
	return c.taken(n)
}

// partner joins the right side in another way than inner. A single table under
// conditions is looked up as it is, what is more is stored first.
func (c *cutter) partner(n *Join) *fragment {
	f := c.rows(n.Left)
	if len(f.tables) == 0 { // what is known of the row stays
		f.merge(c.oneRow())
	}
	g, plain := c.lookedUp(n)
	if !plain {
		g = c.taken(n.Right)
	}
	for k, v := range g.values {
		f.values[k] = v
	}
	if n.Kind.Keeps() { // of a table looked up as it is, the steps over it have been told
		c.net.Tables[g.tables[0]].Outer = true
	}
	p := join.Partner{Kind: n.Kind, Table: g.tables[0], On: slices.Clone(g.where), Optional: n.Optional}
	f.add(g.tables[0], g.from[0])
	if n.Kind == plan.MarkJoin {
		p.Mark = n.Mark
		f.add(n.Mark, Marked)
	}
	p.On = append(p.On, conjuncts(f.change().maybe(n.On))...)
	f.partners = append(f.partners, p)
	return f
}

// oneRow gives a fragment of one row without columns to read, for joins need a table.
func (c *cutter) oneRow() *fragment {
	at := len(c.shape.Stages)
	one := plan.Column{Name: "1", Type: plan.Type{Kind: plan.Int}}
	c.shape.Stages = append(c.shape.Stages, &Stage{
		Text: c.net.Text, Ops: []plan.Operator{plan.Project{Exprs: []plan.Expr{plan.Literal(value.OfInt(1))}}}, Columns: []plan.Column{one},
	})
	f := newFragment()
	f.add(c.net.table("one row", one), at)
	return f
}

// lookedUp gives the right side of a join as one table under conditions, if it is that.
func (c *cutter) lookedUp(n *Join) (*fragment, bool) {
	if !c.oneTable(n.Right, n.Kind.Shows()) {
		return nil, false
	}
	return c.rows(n.Right), true
}

// oneTable reports whether a node is a stored table under conditions and projections;
// where its columns show behind an outer join, projections of columns alone.
func (c *cutter) oneTable(n Node, shows bool) bool {
	if c.readers[n] > 1 {
		return false
	}
	switch n := n.(type) {
	case *Scan:
		return true
	case *Filter:
		return c.oneTable(n.In, shows)
	case *Project:
		return (!shows || onlyColumns(n.Exprs)) && c.oneTable(n.In, shows)
	}
	return false
}

func onlyColumns(exprs []plan.Expr) bool {
	return !slices.ContainsFunc(exprs, func(e plan.Expr) bool {
		_, ok := e.(plan.ColumnRef)
		return !ok
	})
}

// taken gives a node's rows as a table that a stage leaves.
func (c *cutter) taken(n Node) *fragment { return c.read(c.store(n), stageName(n, c.net)) }

// read gives what a stage leaves as a table.
func (c *cutter) read(s *stored, name string) *fragment {
	f := newFragment()
	table := c.net.table(name, c.shape.Stages[s.stage].Columns...)
	f.add(table, s.stage)
	for i, k := range s.columns {
		f.values[k] = c.net.Ref(table, i)
	}
	return f
}

// stageName is what a table of stored rows is called in EXPLAIN.
func stageName(n Node, net *Network) string {
	switch n := n.(type) {
	case *Filter:
		return stageName(n.In, net)
	case *Sort:
		return stageName(n.In, net)
	case *Limit:
		return stageName(n.In, net)
	case *Distinct:
		return stageName(n.In, net)
	case *Compute:
		return stageName(n.In, net)
	}
	if t := n.made(); t >= 0 && net.Tables[t].Alias != "" {
		return net.Tables[t].Alias
	}
	return "rows"
}
