package cut

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/window"
)

// window computes what functions read as columns beside those of the rows, and then the
// functions.
func (c *cutter) window(n *network.Window) *builder {
	b := c.own(n.In)
	h := hider{b: b, net: c.net, table: -1}
	funcs := network.Change{Expr: h.column}.Windows(n.Funcs)
	b.beside(h.more)
	op := plan.Window{}
	for i, f := range funcs {
		op.Funcs = append(op.Funcs, b.function(f))
		b.slot(network.At(n.Table, i), c.net.Ref(n.Table, i))
	}
	b.ops = append(b.ops, op)
	return b
}

// firstOfPartitions reports whether a filter passes the first rows of partitions alone, by ranks
// that are computed right below it: it stays with the window, so that the other rows are dropped
// before they are sorted or stored.
func (c *cutter) firstOfPartitions(f *network.Filter) bool {
	w, ok := f.In.(*network.Window)
	return ok && c.readers[w] <= 1 && c.stores(w) && slices.ContainsFunc(plan.Conjuncts(f.Pred), func(e plan.Expr) bool {
		of, most := window.AtMost(e)
		r, isColumn := of.(plan.ColumnRef)
		return isColumn && most > 0 && r.Table == w.Table && w.Funcs[r.Column].Func.Name.Ranks()
	})
}

// function gives a window function over slots.
func (b *builder) function(f network.WindowFunc) plan.WindowFunc {
	out := f.Func
	out.Args = network.Change{Expr: b.value}.Exprs(f.Args)
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
	net   *network.Network
	table int // of the columns, -1: there is none yet
	more  []network.Hidden
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
		if plan.Equal(m.Expr, e) {
			return m.Column
		}
	}
	if h.table < 0 {
		h.table = h.net.AddTable("computed")
	}
	m := network.Hidden{Expr: e, Column: h.net.AddColumn(h.table, e)}
	h.more = append(h.more, m)
	return m.Column
}

// beside computes hidden columns behind the slots that there are.
func (b *builder) beside(more []network.Hidden) {
	if len(more) == 0 {
		return
	}
	op := plan.Project{}
	for i := range b.slots {
		op.Exprs = append(op.Exprs, plan.Slot{Index: i, Of: b.types[i].Type, CanBeNil: b.types[i].Nullable, Name: b.types[i].Name})
	}
	for _, m := range more {
		op.Exprs = append(op.Exprs, b.value(m.Expr))
	}
	for _, m := range more {
		b.slot(network.ColumnOf(m.Column), m.Column)
	}
	b.ops = append(b.ops, op)
}
