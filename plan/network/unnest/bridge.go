package unnest

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/network/few"
)

// Where a bridge stands between a subquery's keys and the rows that are before its bound, as of the stations
// of a node, SELECT MAX(m.t) FROM m JOIN b ON b.s = m.s WHERE b.k = a.k AND m.t <= a.t, there may be many
// times as many joined rows as rows: each is there for all keys of the bridge. So what is before a bound is
// found for each value of the bridge's own, and joined with that.

// bridge is such a subquery: near has the rows with the bound, and far are those of the bridge.
type bridge struct {
	*running
	far   network.Node
	with  []plan.Expr // what each key is equal to: columns of far
	rest  []plan.Expr // conditions on far
	asked plan.Expr   // the parameter that the bound is compared with
	asks  []plan.Expr // columns of far that are equal to parameters
}

// bridged gives an Apply whose subquery is the greatest or the least of what is before a bound, or its last
// row, behind a bridge, with the rows until the next one in place of those with the bound. Others stay as they
// are.
func (u *unnester) bridged(a *network.Apply) *network.Apply {
	d := &domain{u: u, of: a, used: paramsIn(a.Right, a.Params), done: map[network.Node]brought{}}
	out := *a
	if p, n, f := d.aggregated(a.Right); f != nil && !u.shared[p] && !u.shared[n] {
		b := d.bridge(f, func(b *bridge) bool { return b.extremes(n.Aggs) })
		if b == nil {
			return a
		}
		out.Right = &network.Project{In: b.over(n), Table: p.Table, Exprs: p.Exprs}
		return &out
	}
	table, shown, keys, f := d.first(a.Right)
	if f == nil || a.Kind != plan.SingleJoin || a.On != nil || len(keys) != 1 {
		return a
	}
	b := d.bridge(f, func(b *bridge) bool {
		return b.shows(shown, keys) && !slices.ContainsFunc(b.args, func(e plan.Expr) bool { return d.reads(e) || !network.Within(e, b.in) })
	})
	if b == nil {
		return a
	}
	out.Right = b.lastOf(table)
	return &out
}

// bridge gives what a join under conditions is as one, if it fits; nil of another step.
func (d *domain) bridge(f *network.Filter, fits func(*bridge) bool) *bridge {
	j, conditions := d.u.innerJoin(f)
	if j == nil || d.free(j) {
		return nil
	}
	conditions = append(slices.DeleteFunc(conditions, func(e plan.Expr) bool { return e == nil }), network.Conjuncts(j.On)...)
	for _, sides := range [][2]network.Node{{j.Left, j.Right}, {j.Right, j.Left}} {
		b := &bridge{running: &running{d: d, in: sides[0], only: true}, far: sides[1]}
		if b.parted(conditions) && fits(b) && b.multiplies() {
			return b
		}
	}
	return nil
}

// parted sorts the conditions; false where some is on both sides in another way.
func (b *bridge) parted(conditions []plan.Expr) bool {
	for _, e := range conditions {
		if !network.Repeats(e) || !b.part(e) {
			return false
		}
	}
	if b.bound.own == nil || len(b.keys) == 0 || len(b.asks) == 0 {
		return false
	}
	_, known := b.beyond()
	return known
}

func (b *bridge) part(e plan.Expr) bool {
	if b.d.reads(e) {
		op, l, ok := b.compared(e)
		switch {
		case !ok:
			return false
		case op == plan.Eq && network.Within(widened(l.own), b.far):
			b.rest, b.asks = append(b.rest, e), append(b.asks, widened(l.own))
			return true
		case op == plan.Eq || b.bound.own != nil || !network.Within(l.own, b.in):
			return false
		}
		b.bound, b.op = l, op
		for _, arg := range e.(plan.Call).Args {
			if b.d.reads(arg) {
				b.asked = arg
			}
		}
		return true
	}
	switch {
	case network.Within(e, b.in):
		b.own = append(b.own, e)
		return true
	case network.Within(e, b.far):
		b.rest = append(b.rest, e)
		return true
	}
	return b.equated(e)
}

// equated takes an equality of a column of each side as a key.
func (b *bridge) equated(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.Eq {
		return false
	}
	own, with := c.Args[0], c.Args[1]
	if !network.Within(own, b.in) {
		own, with = with, own
	}
	_, isColumn := own.(plan.ColumnRef)
	if _, ok := with.(plan.ColumnRef); !ok || !isColumn || !network.Within(own, b.in) || !network.Within(with, b.far) || !alike(own.Type(), with.Type(), plan.Eq) {
		return false
	}
	b.keys, b.with = append(b.keys, linked{own: own}), append(b.with, with)
	return true
}

// extremes reports whether the aggregates are the greatest or the least of the rows with the bound, which
// are those of the greatest or the least for each row of the bridge, and has them as functions.
func (b *bridge) extremes(aggs []plan.Agg) bool {
	return !slices.ContainsFunc(aggs, func(g plan.Agg) bool {
		return g.Func != plan.Max && g.Func != plan.Min || g.Arg == nil || !network.Within(g.Arg, b.in)
	}) && b.typed(aggs)
}

// pairsOfRow is how many pairs are looked at in the time in which a row is put in order.
const pairsOfRow = 128

// multiplies reports whether many times as many joined rows are expected as rows of both sides, and so
// many pairs of them and of rows that ask that it costs less to put those with the bound in order.
func (b *bridge) multiplies() bool {
	near, far := float64(b.d.u.net.MostRows(b.in)), float64(b.d.u.net.MostRows(b.far))
	joined := near * far
	for i, k := range b.keys {
		joined /= max(b.values(k.own.(plan.ColumnRef)), b.values(b.with[i].(plan.ColumnRef)))
	}
	asks := few.Expected(b.d.u.net, b.d.of.Left)
	pairs := joined * asks
	for _, e := range b.asks {
		pairs /= b.values(e.(plan.ColumnRef))
	}
	return b.d.u.always || joined > 4*(near+far) && pairs > pairsOfRow*(near+asks)
}

// over gives the aggregate of the rows of the bridge with what is before the bound for each.
func (b *bridge) over(n *network.Aggregate) *network.Aggregate {
	out := &network.Aggregate{Table: n.Table, Aggs: slices.Clone(n.Aggs)}
	in, made := b.joinedUntil()
	for i := range out.Aggs {
		out.Aggs[i].Arg = made[i]
	}
	out.In = in
	return out
}

// lastOf gives the last of the rows before the bound, of which there is one for each row of the bridge, or
// one of NULLs for none: the columns of a table.
func (b *bridge) lastOf(table int) network.Node {
	net := b.d.u.net
	in, made := b.joinedUntil()
	p := &network.Project{In: in, Table: net.AddTable("bridge")}
	var shown []plan.Expr
	for _, e := range made {
		shown = append(shown, b.d.u.show(&p.Exprs, p.Table, e))
	}
	bound := shown[len(shown)-1]
	keys := []network.Key{{Expr: bound, Desc: b.ascending()}}
	if !b.ascending() { // where NULL would be the first
		keys = append([]network.Key{{Expr: b.d.u.show(&p.Exprs, p.Table, isNull(made[len(made)-1]))}}, keys...)
	}
	first := &network.Limit{In: &network.Sort{In: p, Keys: keys}, Count: 1}
	return &network.Project{In: first, Table: table, Exprs: shown[: len(shown)-1 : len(shown)-1]}
}

// joinedUntil gives the rows of the bridge with what is before the bound for each, NULLs where there is nothing,
// and what the functions are.
func (b *bridge) joinedUntil() (in network.Node, out []plan.Expr) {
	net := b.d.u.net
	rows, made, at := b.untilNext()
	spans := &network.Project{In: rows, Table: net.AddTable("until")}
	show := func(e plan.Expr) plan.Expr { return b.d.u.show(&spans.Exprs, spans.Table, e) }
	for _, e := range made {
		out = append(out, show(e))
	}
	var on []plan.Expr
	for i, with := range b.with {
		on = append(on, compared(plan.Eq, show(at[i]), with))
	}
	from, to := show(at[len(b.keys)]), show(at[len(b.keys)+1])
	on = append(on, compared(b.op, from, b.asked), compared(passed[b.op], to, b.asked))
	net.Tables[spans.Table].Outer = true
	return &network.Join{Kind: plan.LeftJoin, Left: network.Filtered(b.far, b.rest), Right: spans, On: plan.Combine(plan.And, on)}, out
}
