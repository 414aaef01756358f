package cut

import (
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// set gives the rows of both sides one after another, or what a set operation that counts
// leaves of them.
func (c *cutter) set(n *network.Set) *builder {
	if n.Kind != network.Union && n.Kind != network.UnionAll {
		return c.counted(n)
	}
	b := &builder{}
	for _, s := range []network.Side{n.Left, n.Right} {
		for _, part := range c.united(s.In, c.wantedOf(s, n)) {
			b.parts = append(b.parts, c.rowsOf(part.In, part.Columns))
		}
	}
	for i := range n.Left.Columns {
		if c.takes(n, i) {
			b.slot(network.At(n.Table, i), c.net.Ref(n.Table, i))
		}
	}
	if len(b.slots) == 0 {
		b.oneColumn()
	}
	if n.Kind == network.Union {
		b.ops = append(b.ops, plan.Distinct{AnyOrder: c.loose[n]})
	}
	return b
}

// takes reports whether a set operation depends on a column of its sides.
func (c *cutter) takes(n *network.Set, i int) bool {
	return n.Kind != network.UnionAll || c.live[network.At(n.Table, i)]
}

// side gives the stage of one side, whose columns are those that the operation takes, and
// then more.
func (c *cutter) side(s network.Side, n *network.Set, more ...plan.Expr) int {
	return c.rowsOf(s.In, c.wantedOf(s, n), more...)
}

// wantedOf gives the columns of a side that an operation takes.
func (c *cutter) wantedOf(s network.Side, n *network.Set) (out []plan.ColumnRef) {
	for i := range c.net.Tables[n.Table].Table.Columns {
		if r := s.Columns[i]; c.takes(n, i) {
			out = append(out, r)
		}
	}
	return out
}

// united gives what the rows of a node are, one after another: of a UNION ALL, whose rows nobody else
// reads, the sides, and theirs. So a row is stored once, however many unions are around it.
func (c *cutter) united(in network.Node, columns []plan.ColumnRef) []network.Side {
	whole := []network.Side{{In: in, Columns: columns}}
	if c.readers[in] > 1 {
		return whole
	}
	switch n := in.(type) {
	case *network.Project:
		below := make([]plan.ColumnRef, len(columns))
		for i, r := range columns {
			e, plain := n.Exprs[r.Column].(plan.ColumnRef)
			if !plain {
				return whole
			}
			below[i] = e
		}
		if parts := c.united(n.In, below); len(parts) > 1 {
			return parts
		}
	case *network.Set:
		if n.Kind != network.UnionAll {
			return whole
		}
		var parts []network.Side
		for _, s := range []network.Side{n.Left, n.Right} {
			below := make([]plan.ColumnRef, len(columns))
			for i, r := range columns {
				below[i] = s.Columns[r.Column]
			}
			parts = append(parts, c.united(s.In, below)...)
		}
		return parts
	}
	return whole
}

// rowsOf gives the stage of columns of a node, and then of more.
func (c *cutter) rowsOf(in network.Node, columns []plan.ColumnRef, more ...plan.Expr) int {
	p := &network.Project{In: in, Table: c.net.AddTable("side")}
	add := func(e plan.Expr) {
		p.Exprs = append(p.Exprs, e)
		c.live[network.ColumnOf(c.net.AddColumn(p.Table, e))] = true
	}
	for _, r := range columns {
		add(r)
	}
	for _, e := range more {
		add(e)
	}
	c.readers[p] = 1
	return c.store(p).stage
}

// counted groups the rows of both sides by their columns, so that a group says which side has it,
// or how often each side does.
func (c *cutter) counted(n *network.Set) *builder {
	m := marksOf(n)
	columns := c.net.Tables[n.Table].Table.Columns
	table := c.net.AddTable("both sides", append(columns[:len(columns):len(columns)], m.columns...)...)
	both := &builder{parts: []int{c.side(n.Left, n, m.left...), c.side(n.Right, n, m.right...)}}
	group := &network.Aggregate{Table: c.net.AddTable("counts", columns...)}
	for i := range len(columns) + len(m.columns) {
		ref := c.net.Ref(table, i)
		both.slot(network.ColumnOf(ref), ref)
		if i < len(columns) {
			group.Keys = append(group.Keys, ref)
		}
	}
	for i, f := range m.funcs {
		agg := plan.Agg{Func: f, Arg: c.net.Ref(table, len(columns)+min(i, len(m.columns)-1)), Of: markType}
		group.Aggs = append(group.Aggs, agg)
		c.net.AddColumn(group.Table, plan.Slot{Of: markType, Name: agg.String()})
	}
	c.loose[group] = c.loose[n]
	b := c.grouped(group, c.read(c.keep(both), "both sides"))
	b.counted(c, n, group.Table)
	return b
}

// marks are the columns that tell the sides of a set operation apart, what they are on each side,
// and what is kept of them for each group.
type marks struct {
	columns     []plan.Column
	left, right []plan.Expr
	funcs       []plan.AggFunc // of one column for each, or of the only one
}

var markType = plan.Type{Kind: plan.Int}

// marksOf counts the rows of each side for an operation that depends on how many there are; where they are
// counted it takes the one count that a side has of a row. For another it keeps the greatest side, and for one
// that asks for both the least: the left side is 1, the right one 2.
func marksOf(n *network.Set) marks {
	kind := n.Kind
	one, two, none := plan.Literal(value.OfInt(1)), plan.Literal(value.OfInt(2)), plan.NullOf(markType)
	switch {
	case n.Counted:
		columns, zero := []plan.Column{{Name: "left", Type: markType}, {Name: "right", Type: markType}}, plan.Literal(value.OfInt(0))
		last := len(n.Left.Columns) - 1
		return marks{
			columns: columns, left: []plan.Expr{n.Left.Columns[last], zero}, right: []plan.Expr{zero, n.Right.Columns[last]},
			funcs: []plan.AggFunc{plan.Max, plan.Max},
		}
	case kind == network.IntersectAll || kind == network.ExceptAll:
		return marks{
			columns: []plan.Column{{Name: "left", Type: markType, Nullable: true}, {Name: "right", Type: markType, Nullable: true}},
			left:    []plan.Expr{one, none}, right: []plan.Expr{none, one},
			funcs: []plan.AggFunc{plan.Count, plan.Count},
		}
	}
	m := marks{columns: []plan.Column{{Name: "side", Type: markType}}, left: []plan.Expr{one}, right: []plan.Expr{two}}
	m.funcs = []plan.AggFunc{plan.Max}
	if kind == network.Intersect {
		m.funcs = append(m.funcs, plan.Min)
	}
	return m
}

// counted keeps the groups that the operation leaves, as often as it does. Groups of which nothing is left are
// dropped where they are found, and not written.
func (b *builder) counted(c *cutter, n *network.Set, groups int) {
	shown := len(c.net.Tables[n.Table].Table.Columns)
	more := func(x, y plan.Expr) plan.Expr {
		return plan.Call{Op: plan.Gt, Args: []plan.Expr{x, y}, Of: plan.Type{Kind: plan.Bool}}
	}
	of := func(mark int) plan.Expr { return b.value(c.net.Ref(groups, shown+mark)) }
	switch none := plan.Literal(value.OfInt(0)); n.Kind {
	case network.IntersectAll:
		both := plan.Combine(plan.And, []plan.Expr{more(of(0), none), more(of(1), none)})
		b.ops = append(b.ops, plan.Filter{Pred: both}, plan.Repeat{})
	case network.ExceptAll:
		b.ops = append(b.ops, plan.Filter{Pred: more(of(0), of(1))}, plan.Repeat{Except: true})
	default:
		var kept plan.Expr = plan.Call{Op: plan.Eq, Args: []plan.Expr{of(0), plan.Literal(value.OfInt(1))}, Of: plan.Type{Kind: plan.Bool}}
		if n.Kind == network.Intersect {
			kept = more(of(0), of(1))
		}
		keys := make([]plan.Expr, shown)
		for i := range keys {
			keys[i] = b.value(c.net.Ref(groups, i))
		}
		b.ops = append(b.ops, plan.Filter{Pred: kept}, plan.Project{Exprs: keys})
	}
	b.slots, b.types = nil, nil
	for i := range shown {
		b.slot(network.At(n.Table, i), c.net.Ref(n.Table, i))
	}
}
