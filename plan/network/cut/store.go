package cut

import (
	"fmt"
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// stored is a node's rows after a stage: column i of them is columns[i].
type stored struct {
	stage   int
	columns []network.Column
}

// store makes the stage that leaves a node's rows, once.
func (c *cutter) store(n network.Node) *stored {
	if s, ok := c.stored[n]; ok {
		c.shape.Stages[s.stage].Kept = true
		return s
	}
	b := c.build(n)
	if n != c.net.Root {
		b.narrow(c, n)
	}
	s := c.keep(b)
	c.stored[n] = s
	return s
}

// keep adds a stage that has been made.
func (c *cutter) keep(b *builder) *stored {
	stage := b.stage(c)
	c.shape.Stages = append(c.shape.Stages, stage)
	return &stored{stage: len(c.shape.Stages) - 1, columns: b.slots}
}

// builder is a stage that is being made: a fragment, or parts, and the operators over
// them. slots are the columns that the rows have after the operators.
type builder struct {
	fragment *fragment
	parts    []int
	loop     *Loop
	ops      []plan.Operator
	slots    []network.Column
	types    []plan.Column
}

// build makes the operators that give a node's rows.
func (c *cutter) build(n network.Node) *builder {
	switch n := n.(type) {
	case *network.Aggregate:
		return c.aggregate(n)
	case *network.Project:
		if over := c.over(n.In); over != nil {
			over.project(c, n)
			return over
		}
		b := &builder{fragment: c.rows(n.In)}
		b.project(c, n)
		return b
	case *network.Window:
		if c.stores(n) {
			return c.window(n)
		}
	case *network.Compute:
		return c.compute(n)
	case *network.Unfold:
		return c.unfold(n)
	case *network.Set:
		return c.set(n)
	case *network.Recurse:
		return c.recurse(n)
	case *network.Distinct:
		b := c.own(n.In)
		b.ops = append(b.ops, plan.Distinct{AnyOrder: c.loose[n]})
		return b
	case *network.Sort:
		b := c.own(n.In)
		b.sort(c, n)
		return b
	case *network.Limit:
		b := c.own(n.In)
		b.ops = append(b.ops, plan.Limit{Offset: n.Offset, Count: n.Count})
		return b
	case *network.Filter:
		if over := c.over(n); over != nil {
			return over
		}
		if c.firstOfPartitions(n) { // several read what this stage leaves
			return c.build(n.In).filter(n)
		}
	}
	return c.streamed(n)
}

// own gives the operators of a node that nobody else reads, else those of a stage over
// what it leaves.
func (c *cutter) own(n network.Node) *builder {
	if c.readers[n] > 1 {
		return c.restored(n)
	}
	return c.build(n)
}

// restored gives the columns that another stage has left of a node.
func (c *cutter) restored(n network.Node) *builder {
	f := c.taken(n)
	b := &builder{fragment: f}
	var op plan.Project
	for _, k := range c.stored[n].columns {
		op.Exprs = append(op.Exprs, f.values[k])
		b.slot(k, c.net.Ref(k.Table, k.Column))
	}
	b.ops = []plan.Operator{op}
	return b
}

// over gives the operators of a node whose rows have slots already, if nobody else reads
// them; nil for one that can be streamed as part of a fragment.
func (c *cutter) over(n network.Node) *builder {
	if c.readers[n] > 1 {
		return nil
	}
	switch n := n.(type) {
	case *network.Aggregate, *network.Compute, *network.Distinct, *network.Limit, *network.Recurse, *network.Set, *network.Sort, *network.Unfold:
		return c.build(n)
	case *network.Window:
		if c.stores(n) {
			return c.build(n)
		}
	case *network.Project:
		if over := c.over(n.In); over != nil {
			over.project(c, n)
			return over
		}
	case *network.Filter:
		if over := c.over(n.In); over != nil {
			return over.filter(n)
		}
	}
	return nil
}

// filter keeps the rows of a condition.
func (b *builder) filter(n *network.Filter) *builder {
	b.ops = append(b.ops, plan.Filter{Pred: b.value(n.Pred)})
	return b
}

// streamed projects all wanted columns of a node's rows.
func (c *cutter) streamed(n network.Node) *builder {
	f := c.flowing(n)
	b := &builder{fragment: f}
	var op plan.Project
	for _, k := range c.columnsOf(n) {
		r := c.net.Ref(k.Table, k.Column)
		op.Exprs = append(op.Exprs, f.value(r))
		b.slot(k, r)
	}
	if len(op.Exprs) == 0 {
		op.Exprs = append(op.Exprs, b.oneColumn())
	}
	b.ops = []plan.Operator{op}
	return b
}

// oneColumn gives rows of which nobody reads a column one, for rows have to have some.
func (b *builder) oneColumn() plan.Expr {
	one := plan.Literal(value.OfInt(1))
	b.slot(network.At(-1, 0), one)
	return one
}

// slot adds a column to the rows.
func (b *builder) slot(k network.Column, e plan.Expr) {
	b.slots = append(b.slots, k)
	b.types = append(b.types, plan.Column{Name: columnName(e), Type: e.Type(), Nullable: e.Nullable()})
}

func columnName(e plan.Expr) string {
	if c, ok := e.(plan.ColumnRef); ok {
		return c.Of.Table.Columns[c.Column].Name
	}
	return e.String()
}

// value gives an expression in slots of the rows.
func (b *builder) value(e plan.Expr) plan.Expr {
	return network.ReplaceColumns(e, func(r plan.ColumnRef) plan.Expr {
		i := slices.Index(b.slots, network.ColumnOf(r))
		if i < 0 {
			return nil
		}
		return plan.Slot{Index: i, Of: r.Type(), CanBeNil: r.Nullable(), Name: columnName(r)}
	})
}

// project computes live columns of the fragment's tables, or of the rows there are.
func (b *builder) project(c *cutter, n *network.Project) {
	value := b.value
	if len(b.ops) == 0 && b.fragment != nil {
		value = b.fragment.value
	}
	var op plan.Project
	now := &builder{}
	for i, e := range n.Exprs {
		if k := (network.At(n.Table, i)); c.live[k] {
			op.Exprs = append(op.Exprs, value(e))
			now.slot(k, c.net.Ref(n.Table, i))
		}
	}
	if len(op.Exprs) == 0 {
		op.Exprs = append(op.Exprs, now.oneColumn())
	}
	b.ops, b.slots, b.types = append(b.ops, op), now.slots, now.types
}

// aggregate groups the rows of a fragment; rows that have slots already are stored.
func (c *cutter) aggregate(n *network.Aggregate) *builder {
	if slices.ContainsFunc(n.Aggs, plan.Agg.Behind) || c.choosesMade(n) || c.groupsFiled(n) {
		return c.gather(n)
	}
	if c.countsMade(n) {
		return c.countDifferent(n)
	}
	f := c.rows(n.In)
	if len(f.tables) == 0 {
		f.merge(c.oneRow())
	}
	return c.grouped(n, f)
}

// choosesMade reports whether a grouping looks for the least or greatest of texts that are computed
// right below it, and needs nothing else but counts: these are found behind the pipeline, where the
// texts are made, and need no dictionary.
func (c *cutter) choosesMade(n *network.Aggregate) bool {
	computed, some := c.madeBelow(n), false
	for _, g := range n.Aggs {
		switch {
		case g.Gathered != nil:
			return false
		case g.Func == plan.Min || g.Func == plan.Max:
			some = some || computed(g.Arg)
		case g.Func != plan.Count:
			return false
		}
	}
	return some && !slices.ContainsFunc(slices.Concat(n.Keys, n.More), computed)
}

// groupsFiled reports whether a grouping is by texts of a table whose texts have no room in memory: it
// is done behind the pipeline, where rows that have none lie in files.
func (c *cutter) groupsFiled(n *network.Aggregate) bool {
	return slices.ContainsFunc(slices.Concat(n.Keys, n.More), c.madeBelow(n)) && slices.ContainsFunc(c.net.Tables, func(t *plan.TableRef) bool {
		return slices.ContainsFunc(t.Table.Columns, func(c plan.Column) bool { return c.Unsorted != nil && c.Unsorted.Filed() })
	})
}

// madeBelow tells which columns are texts that are computed right below a grouping, for it alone.
func (c *cutter) madeBelow(n *network.Aggregate) func(plan.Expr) bool {
	in, made := n.In.(*network.Compute)
	if !made || c.readers[in] > 1 {
		return func(plan.Expr) bool { return false }
	}
	tables := c.computed(in)
	return func(e plan.Expr) bool {
		r, ok := e.(plan.ColumnRef)
		return ok && r.Type().Kind == plan.String && slices.Contains(tables, r.Table)
	}
}

// computed lists the tables that a Compute makes, and those right below it.
func (c *cutter) computed(n *network.Compute) []int {
	out := []int{n.Table}
	if in, ok := n.In.(*network.Compute); ok && c.readers[in] <= 1 {
		out = append(out, c.computed(in)...)
	}
	return out
}

func (c *cutter) grouped(n *network.Aggregate, f *fragment) *builder {
	b := &builder{fragment: f}
	ch := f.change()
	op := plan.Aggregate{Keys: append(ch.Exprs(n.Keys), ch.Exprs(n.More)...), Aggs: ch.Aggs(n.Aggs), AnyOrder: c.loose[n]}
	b.ops = []plan.Operator{op}
	b.groups(c, n)
	return b
}

// groups names the columns of groups.
func (b *builder) groups(c *cutter, n *network.Aggregate) {
	keys, aggs := len(n.Keys), len(n.Aggs)
	b.slots, b.types = nil, nil
	for i := range n.Keys {
		b.slot(network.At(n.Table, i), c.net.Ref(n.Table, i))
	}
	for i := range n.More {
		b.slot(network.At(n.Table, keys+aggs+i), c.net.Ref(n.Table, keys+aggs+i))
	}
	for i := range n.Aggs {
		b.slot(network.At(n.Table, keys+i), c.net.Ref(n.Table, keys+i))
	}
}

// gather groups rows behind a pipeline that computes what keys and aggregates read.
func (c *cutter) gather(n *network.Aggregate) *builder {
	b := c.own(n.In)
	h := hider{b: b, net: c.net, table: -1}
	ch := network.Change{Expr: h.must}
	keys, aggs := append(ch.Exprs(n.Keys), ch.Exprs(n.More)...), ch.Aggs(n.Aggs)
	b.beside(h.more)
	op := plan.Group{Aggs: network.Change{Expr: b.value}.Aggs(aggs)}
	for _, k := range keys {
		op.Keys = append(op.Keys, b.value(k).(plan.Slot))
	}
	b.ops = append(b.ops, op)
	b.groups(c, n)
	return b
}

// compute computes the columns of a Compute, and leaves out what only these were for.
func (c *cutter) compute(n *network.Compute) *builder {
	b := c.own(n.In)
	wanted := c.columnsOf(n)
	var op plan.Project
	for _, k := range wanted {
		e := plan.Expr(c.net.Ref(k.Table, k.Column))
		if k.Table == n.Table {
			e = n.Exprs[k.Column]
		}
		op.Exprs = append(op.Exprs, b.value(e))
	}
	b.ops, b.slots, b.types = append(b.ops, op), nil, nil
	for _, k := range wanted {
		b.slot(k, c.net.Ref(k.Table, k.Column))
	}
	return b
}

// sort orders the rows by slots.
func (b *builder) sort(c *cutter, n *network.Sort) {
	var op plan.Sort
	for _, k := range n.Keys {
		r, ok := k.Expr.(plan.ColumnRef)
		if !ok {
			if len(network.ColumnsIn(k.Expr)) > 0 && c.err == nil {
				c.err = fmt.Errorf("sort rows by %s: it is no column of them (please report this)", k.Expr)
			}
			continue // a constant orders nothing
		}
		op.Keys = append(op.Keys, plan.SortKey{Slot: slices.Index(b.slots, network.ColumnOf(r)), Desc: k.Desc})
	}
	if len(op.Keys) > 0 {
		b.ops = append(b.ops, op)
	}
}

// stage makes the stage, its tables numbered from 0.
func (b *builder) stage(c *cutter) *Stage {
	s := &Stage{Text: c.net.Text, Ops: b.ops, Columns: b.types, Parts: b.parts, Loop: b.loop}
	f := b.fragment
	if f == nil {
		return s
	}
	if len(f.tables) > plan.MaxTables && c.err == nil {
		c.err = fault.Errorf(fault.CodeTooManyTables, "too many tables; at most %d can be joined at once, those of subqueries included", plan.MaxTables)
	}
	local := map[int]int{}
	for i, t := range f.tables {
		local[t] = i
		s.Tables = append(s.Tables, c.net.Tables[t])
	}
	s.From = f.from
	w := &work{where: f.where, partners: slices.Clone(f.partners), ops: b.ops}
	for i := range w.partners {
		p := &w.partners[i]
		p.Table = local[p.Table]
		if p.Kind == plan.MarkJoin {
			p.Mark = local[p.Mark]
		}
	}
	w.rewrite(func(e plan.Expr) plan.Expr {
		return network.ReplaceColumns(e, func(r plan.ColumnRef) plan.Expr {
			r.Table = local[r.Table]
			return r
		})
	})
	s.Where, s.Partners, s.Ops = w.where, w.partners, w.ops
	return s
}
