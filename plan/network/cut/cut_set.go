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
		b.parts = append(b.parts, c.side(s, n))
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
		b.ops = append(b.ops, plan.Distinct{})
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
	var taken []plan.ColumnRef
	for i, r := range s.Columns {
		if c.takes(n, i) {
			taken = append(taken, r)
		}
	}
	return c.rowsOf(s.In, taken, more...)
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

// counted counts how often each side has each row: the rows of both sides, marked by a
// column for each side, are grouped.
func (c *cutter) counted(n *network.Set) *builder {
	count := plan.Type{Kind: plan.Int}
	columns := c.net.Tables[n.Table].Table.Columns
	tagged := append(columns[:len(columns):len(columns)],
		plan.Column{Name: "left", Type: count, Nullable: true}, plan.Column{Name: "right", Type: count, Nullable: true})
	table := c.net.AddTable("both sides", tagged...)
	one, none := plan.Literal(value.OfInt(1)), plan.NullOf(count)
	both := &builder{parts: []int{c.side(n.Left, n, one, none), c.side(n.Right, n, none, one)}}
	group := &network.Aggregate{Table: c.net.AddTable("counts", columns...)}
	for i := range tagged {
		ref := c.net.Ref(table, i)
		both.slot(network.ColumnOf(ref), ref)
		if i < len(columns) {
			group.Keys = append(group.Keys, ref)
			continue
		}
		agg := plan.Agg{Func: plan.Count, Arg: ref, Of: count}
		group.Aggs = append(group.Aggs, agg)
		c.net.AddColumn(group.Table, plan.Slot{Of: count, Name: agg.String()})
	}
	b := c.grouped(group, c.read(c.keep(both), "both sides"))
	b.counted(c, n, group.Table)
	return b
}

// counted keeps the groups that the operation leaves, as often as it does.
func (b *builder) counted(c *cutter, n *network.Set, groups int) {
	shown := len(n.Left.Columns)
	switch n.Kind {
	case network.IntersectAll, network.ExceptAll:
		b.ops = append(b.ops, plan.Repeat{Except: n.Kind == network.ExceptAll})
	default:
		zero, truth := plan.Literal(value.OfInt(0)), plan.Type{Kind: plan.Bool}
		has := func(side int, op plan.Op) plan.Expr {
			return plan.Call{Op: op, Args: []plan.Expr{b.value(c.net.Ref(groups, shown+side)), zero}, Of: truth}
		}
		right := has(1, plan.Gt)
		if n.Kind == network.Except {
			right = has(1, plan.Eq)
		}
		keys := make([]plan.Expr, shown)
		for i := range keys {
			keys[i] = b.value(c.net.Ref(groups, i))
		}
		b.ops = append(b.ops, plan.Filter{Pred: plan.Combine(plan.And, []plan.Expr{has(0, plan.Gt), right})}, plan.Project{Exprs: keys})
	}
	b.slots, b.types = nil, nil
	for i := range shown {
		b.slot(network.At(n.Table, i), c.net.Ref(n.Table, i))
	}
}
