package cut

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/join"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// Stages takes an unnested network to pieces where rows must be stored: below and above
// aggregations, sorts and set operations, at the side of a join that is looked up, and
// where several steps read the same rows.
func Stages(n *network.Network) (*Shape, error) {
	c := &cutter{net: n, readers: map[network.Node]int{}, stored: map[network.Node]*stored{}, named: map[network.Column]int{}, live: n.Live(), loose: n.Loose()}
	c.count(n.Root)
	for _, r := range n.Result {
		c.named[network.ColumnOf(r)]++
	}
	c.shape = &Shape{Text: n.Text, Output: n.Output}
	c.store(n.Root)
	c.shape.order()
	c.shape.number()
	c.shape.seek()
	c.shape.show()
	return c.shape, c.err
}

// cutter is the state of one Stages.
type cutter struct {
	net     *network.Network
	shape   *Shape
	readers map[network.Node]int    // how many steps take a node's rows
	named   map[network.Column]int  // how often expressions name a column
	live    map[network.Column]bool // what the result depends on
	loose   map[network.Node]bool   // whose rows may come in any order
	stored  map[network.Node]*stored
	err     error
}

// count notes who reads what. A Row has nothing to store, and all are one where they have one
// address, so nobody counts as its reader.
func (c *cutter) count(n network.Node) {
	if _, ok := n.(*network.Row); ok {
		return
	}
	c.readers[n]++
	if c.readers[n] > 1 {
		return
	}
	network.NamesOf(n, c.named)
	for _, in := range n.Inputs() {
		c.count(in)
	}
}

// fragment is the part of a stage up to its first Aggregate or Project: joined tables.
type fragment struct {
	tables   []int // of the network: stored ones, and those that stages give
	from     []int // as Stage.From
	where    []plan.Expr
	partners []join.Partner
	values   map[network.Column]plan.Expr // what columns of inner steps are, in columns of the tables
}

func newFragment() *fragment { return &fragment{values: map[network.Column]plan.Expr{}} }

// value gives an expression in columns of the fragment's tables.
func (f *fragment) value(e plan.Expr) plan.Expr {
	return network.ReplaceColumns(e, func(r plan.ColumnRef) plan.Expr { return f.values[network.ColumnOf(r)] })
}

func (f *fragment) change() network.Change { return network.Change{Expr: f.value} }

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
func (c *cutter) rows(n network.Node) *fragment {
	if c.readers[n] > 1 {
		return c.taken(n)
	}
	return c.flowing(n)
}

// flowing gives what streams a node's rows without storing them, if that can be done.
func (c *cutter) flowing(n network.Node) *fragment {
	switch n := n.(type) {
	case *network.Row:
		return newFragment()
	case *network.Scan:
		f := newFragment()
		f.add(n.Table, source(c.net, n.Table))
		return f
	case *network.Filter:
		if c.firstOfPartitions(n) {
			return c.taken(n)
		}
		f := c.rows(n.In)
		f.where = append(f.where, plan.Conjuncts(f.value(n.Pred))...)
		return f
	case *network.Window:
		if exprs, ok := c.ofEachRow(n); ok {
			f := c.rows(n.In)
			for i, e := range exprs {
				f.values[network.At(n.Table, i)] = f.value(e)
			}
			return f
		}
	case *network.Project:
		f := c.rows(n.In)
		for i, e := range n.Exprs {
			f.values[network.At(n.Table, i)] = f.value(e)
		}
		return f
	case *network.Join:
		if n.Kind == plan.InnerJoin {
			f := c.joined(n.Left)
			f.merge(c.joined(n.Right))
			f.where = append(f.where, network.Conjuncts(f.change().Maybe(n.On))...)
			return f
		}
		return c.partner(n)
	}
	return c.taken(n)
}

// partner joins the right side in another way than inner. A single table under
// conditions is looked up as it is, what is more is stored first.
func (c *cutter) partner(n *network.Join) *fragment {
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
	for _, e := range network.Conjuncts(f.change().Maybe(n.On)) {
		if n.Kind == plan.SemiJoin && ofOthers(e, p.Table) { // known before a partner is looked for
			f.where = append(f.where, e)
		} else {
			p.On = append(p.On, e)
		}
	}
	f.partners = append(f.partners, p)
	return f
}

// ofOthers reports whether an expression has columns, and none of a table.
func ofOthers(e plan.Expr, table int) bool {
	columns := network.ColumnsIn(e)
	return len(columns) > 0 && !slices.ContainsFunc(columns, func(c plan.ColumnRef) bool { return c.Table == table })
}

// oneRow gives a fragment of one row without columns to read, for joins need a table.
func (c *cutter) oneRow() *fragment {
	at := len(c.shape.Stages)
	one := plan.Column{Name: "1", Type: plan.Type{Kind: plan.Int}}
	c.shape.Stages = append(c.shape.Stages, &Stage{
		Text: c.net.Text, Ops: []plan.Operator{plan.Project{Exprs: []plan.Expr{plan.Literal(value.OfInt(1))}}}, Columns: []plan.Column{one},
	})
	f := newFragment()
	f.add(c.net.AddTable("one row", one), at)
	return f
}

// lookedUp gives the right side of a join as one table under conditions, if it is that.
func (c *cutter) lookedUp(n *network.Join) (*fragment, bool) {
	if !c.oneTable(n.Right, n.Kind.Shows()) {
		return nil, false
	}
	return c.rows(n.Right), true
}

// oneTable reports whether a node is a stored table under conditions and projections;
// where its columns show behind an outer join, projections of columns alone.
func (c *cutter) oneTable(n network.Node, shows bool) bool {
	if c.readers[n] > 1 {
		return false
	}
	switch n := n.(type) {
	case *network.Scan:
		return true
	case *network.Filter:
		return c.oneTable(n.In, shows)
	case *network.Project:
		return (!shows || network.OnlyColumns(n.Exprs)) && c.oneTable(n.In, shows)
	}
	return false
}

// taken gives a node's rows as a table that a stage leaves.
func (c *cutter) taken(n network.Node) *fragment { return c.read(c.store(n), stageName(n, c.net)) }

// read gives what a stage leaves as a table.
func (c *cutter) read(s *stored, name string) *fragment {
	f := newFragment()
	table := c.net.AddTable(name, c.shape.Stages[s.stage].Columns...)
	f.add(table, s.stage)
	for i, k := range s.columns {
		f.values[k] = c.net.Ref(table, i)
	}
	return f
}

// stageName is what a table of stored rows is called in EXPLAIN.
func stageName(n network.Node, net *network.Network) string {
	switch n := n.(type) {
	case *network.Filter:
		return stageName(n.In, net)
	case *network.Sort:
		return stageName(n.In, net)
	case *network.Limit:
		return stageName(n.In, net)
	case *network.Distinct:
		return stageName(n.In, net)
	case *network.Compute:
		return stageName(n.In, net)
	}
	if t := n.Made(); t >= 0 && net.Tables[t].Alias != "" {
		return net.Tables[t].Alias
	}
	return "rows"
}
