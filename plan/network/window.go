package network

import (
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

// window computes what functions read as columns beside those of the rows, and then the
// functions.
func (c *cutter) window(n *Window) *builder {
	b := c.own(n.In)
	h := hider{b: b, net: c.net, table: -1}
	funcs := change{expr: h.column}.windows(n.Funcs)
	b.beside(h.more)
	op := plan.Window{}
	for i, f := range funcs {
		op.Funcs = append(op.Funcs, b.function(f))
		b.slot(column{n.Table, i}, c.net.Ref(n.Table, i))
	}
	b.ops = append(b.ops, op)
	return b
}

// function gives a window function over slots.
func (b *builder) function(f WindowFunc) plan.WindowFunc {
	out := f.Func
	out.Args = change{expr: b.value}.exprs(f.Args)
	out.Over.Partition, out.Over.Order = nil, nil
	for _, e := range f.Partition {
		if s, ok := b.value(e).(plan.Slot); ok { // a constant parts nothing
			out.Over.Partition = append(out.Over.Partition, s)
		}
	}
	for _, k := range f.Order {
		if s, ok := b.value(k.Expr).(plan.Slot); ok {
			out.Over.Order = append(out.Over.Order, plan.WindowOrder{Slot: s, Desc: k.Desc})
		}
	}
	return out
}

// hider gives expressions that are no columns a column of their own, behind those that a
// builder's rows have.
type hider struct {
	b     *builder
	net   *Network
	table int // of the columns, -1: there is none yet
	more  []hidden
}

// hidden is an expression and its column.
type hidden struct {
	expr   plan.Expr
	column plan.ColumnRef
}

// column gives a constant or the column that an expression has.
func (h *hider) column(e plan.Expr) plan.Expr {
	if _, ok := e.(plan.Const); ok {
		return e
	}
	return h.must(e)
}

// must gives the column of any expression, a constant's, too.
func (h *hider) must(e plan.Expr) plan.Expr {
	if _, ok := e.(plan.ColumnRef); ok {
		return e
	}
	for _, m := range h.more {
		if plan.Equal(m.expr, e) {
			return m.column
		}
	}
	if h.table < 0 {
		h.table = h.net.table("computed")
	}
	m := hidden{e, h.net.addColumn(h.table, e)}
	h.more = append(h.more, m)
	return m.column
}

// beside computes hidden columns behind the slots that there are.
func (b *builder) beside(more []hidden) {
	if len(more) == 0 {
		return
	}
	op := plan.Project{}
	for i := range b.slots {
		op.Exprs = append(op.Exprs, plan.Slot{Index: i, Of: b.types[i].Type, CanBeNil: b.types[i].Nullable, Name: b.types[i].Name})
	}
	for _, m := range more {
		op.Exprs = append(op.Exprs, b.value(m.expr))
	}
	for _, m := range more {
		b.slot(columnOf(m.column), m.column)
	}
	b.ops = append(b.ops, op)
}

// window has functions look at the rows of one value of the parameters at a time.
func (d *domain) window(n *Window) brought {
	b := d.bring(n.In)
	out := d.with(n, b).(*Window)
	for i, f := range out.Funcs {
		out.Funcs[i].Partition = append(slices.Clone(b.at), f.Partition...)
	}
	b.node = out
	return b
}

// limit numbers the rows of each value of the parameters, and passes those whose numbers
// the limit lets through.
func (d *domain) limit(n *Limit) brought {
	in, keys := n.In, []Key(nil)
	if s, ok := in.(*Sort); ok {
		in, keys = s.In, s.Keys
	}
	b := d.bring(in)
	f, err := window.New(plan.RowNumber, nil, plan.Over{})
	if err != nil {
		d.u.err = err
		return b
	}
	number := plan.Column{Name: "number", Type: f.Of}
	w := &Window{In: b.node, Table: d.u.net.table("numbered", number)}
	w.Funcs = []WindowFunc{{Func: f, Partition: slices.Clone(b.at), Order: change{expr: d.in(b.at)}.keys(keys)}}
	b.node = w
	ref := d.u.net.Ref(w.Table, 0)
	var conditions []plan.Expr
	if n.Offset > 0 {
		conditions = append(conditions, compare(plan.Gt, ref, n.Offset))
	}
	if n.Count >= 0 && n.Count <= math.MaxInt64-n.Offset {
		conditions = append(conditions, compare(plan.Le, ref, n.Offset+n.Count))
	}
	if pred := plan.Combine(plan.And, conditions); pred != nil {
		b.node = &Filter{In: b.node, Pred: pred}
	}
	return b
}

func compare(op plan.Op, e plan.Expr, with int64) plan.Expr {
	return plan.Call{Op: op, Args: []plan.Expr{e, plan.Literal(value.OfInt(with))}, Of: plan.Type{Kind: plan.Bool}}
}
