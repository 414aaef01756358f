package unnest

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/window"
)

// last joins the last row before a bound, of those that are equal in keys, where that is expected to
// cost less than all pairs of rows and bounds: SELECT b.x WHERE b.k = a.k AND b.t <= a.t ORDER BY b.t
// DESC LIMIT 1. It reports whether the subquery is of this kind, and changes the join.
func (d *domain) last(join *network.Join) bool {
	table, shown, keys, f := d.first(join.Right)
	if f == nil || d.free(f.In) || !join.Kind.Shows() || slices.ContainsFunc(shown, d.reads) {
		return false
	}
	r := &running{d: d, in: f.In}
	near, rest := r.near(network.Conjuncts(f.Pred))
	if !r.apart(rest) || !r.shows(shown, keys) || !r.isBound(near) {
		return false
	}
	if r.only = len(near) == 0 && r.alone(); !r.only && !r.pays() {
		return false
	}
	in, made, at := r.ordered()
	there := made[len(made)-1] // the bound of the last row, which is not NULL
	conditions := known([]plan.Expr{there})
	for _, e := range near {
		conditions = append(conditions, d.in(r.byParam(at))(plan.Replace(e, func(x plan.Expr) plan.Expr {
			if plan.Equal(x, r.bound.own) {
				return there
			}
			return nil
		})))
	}
	out := &network.Project{In: network.Filtered(in, conditions), Table: table, Exprs: made[: len(made)-1 : len(made)-1]}
	r.joined(join, out, at)
	return true
}

// first gives what a subquery of the first row in an order consists of: the table of its columns and
// what they are, the keys, and a filter, maybe without a condition; nil of another subquery, and where others read its steps.
func (d *domain) first(right network.Node) (table int, shown []plan.Expr, keys []network.Key, f *network.Filter) {
	top, ok := right.(*network.Project)
	if ok && network.OnlyColumns(top.Exprs) && !slices.ContainsFunc(top.Exprs, d.reads) {
		right = top.In
	}
	l, ok := right.(*network.Limit)
	if !ok || l.Count != 1 || l.Offset != 0 {
		return 0, nil, nil, nil
	}
	s, ok := l.In.(*network.Sort)
	if !ok {
		return 0, nil, nil, nil
	}
	p, ok := s.In.(*network.Project)
	if !ok || slices.ContainsFunc(p.Exprs, func(e plan.Expr) bool { return !network.Repeats(e) }) {
		return 0, nil, nil, nil
	}
	if top == nil {
		top = p
	}
	if slices.ContainsFunc([]network.Node{top, l, s, p}, func(n network.Node) bool { return d.u.shared[n] }) {
		return 0, nil, nil, nil
	}
	values := map[network.Column]plan.Expr{}
	for i, e := range p.Exprs {
		values[network.At(p.Table, i)] = e
	}
	for _, e := range top.Exprs {
		shown = append(shown, network.Through(e, values))
	}
	for _, k := range s.Keys {
		keys = append(keys, network.Key{Expr: network.Through(k.Expr, values), Desc: k.Desc})
	}
	if f, ok = p.In.(*network.Filter); !ok {
		f = &network.Filter{In: p.In}
	}
	return top.Table, shown, keys, f
}

// near takes the conditions out that keep the last row from being too far before the bound, as b.t >
// a.t - INTERVAL 1 DAY does: where the last row fails them, so do all before it.
func (r *running) near(conditions []plan.Expr) (near, rest []plan.Expr) {
	for _, e := range conditions {
		c, ok := e.(plan.Call)
		if _, compares := flipped[c.Op]; ok && compares && c.Op != plan.Eq && r.d.reads(e) {
			if _, _, links := r.compared(e); !links {
				near = append(near, e)
				continue
			}
		}
		rest = append(rest, e)
	}
	return near, rest
}

// isBound reports whether conditions compare the bound's column with what is computed of parameters,
// from the other side than the bound does.
func (r *running) isBound(near []plan.Expr) bool {
	return !slices.ContainsFunc(near, func(e plan.Expr) bool {
		c := e.(plan.Call)
		op, own, with := c.Op, c.Args[0], c.Args[1]
		if r.d.reads(own) {
			op, own, with = flipped[op], with, own
		}
		other, same := op == plan.Gt || op == plan.Ge, plan.Equal(own, r.bound.own) || plan.Equal(widened(own), r.bound.own)
		return other != r.ascending() || !same || !ofParams(with, r.d.of.Params)
	})
}

// shows has what is shown of the last row as functions of windows, and behind them its bound; false
// where the order is not one by the bound first.
func (r *running) shows(shown []plan.Expr, keys []network.Key) bool {
	if keys[0].Desc != r.ascending() || !plan.Equal(keys[0].Expr, widened(r.bound.own)) && !plan.Equal(keys[0].Expr, r.bound.own) {
		return false
	}
	r.args, r.itself = append(slices.Clone(shown), r.bound.own), true
	for i, e := range r.args {
		r.funcs = append(r.funcs, function{of: window.LastWhere(e.Type(), r.bound.own.Type()), args: []int{i, len(shown)}})
	}
	if r.bound.own.Type().Kind != plan.Double || plan.Equal(keys[0].Expr, r.bound.own) { // else several keys may be one bound
		keys = keys[1:]
	}
	for _, k := range keys {
		if r.d.reads(k.Expr) || !network.Repeats(k.Expr) {
			return false
		}
		r.ties = append(r.ties, tie{len(r.args), !k.Desc})
		r.args = append(r.args, k.Expr)
	}
	return true
}
