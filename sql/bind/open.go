package bind

import (
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// Of several columns a row leaves IN open that has a NULL, or meets one, where no other column
// differs. So these rows are looked for among all of the other side, while what is equal is
// found by an index.

// open are joins that find what leaves IN of several columns open: a copy of the subquery
// for each side that can have NULLs, and the condition of a partner.
type open struct {
	sub subquery
	on  plan.Expr
}

// opens gives the joins of an IN of several columns.
func (b *binder) opens(q *inQuery, left []plan.Expr) ([]open, error) {
	k := b.building()
	of := make([]plan.Expr, len(left))
	for i := range of {
		of[i] = q.sub.columns[i]
	}
	var out []open
	if null := k.anyNull(of); null != nil {
		out = append(out, b.copied(q.sub, append(k.alike(q.pairs(left), left, of), null)))
	}
	if null := k.anyNull(left); null != nil {
		out = append(out, b.copied(q.sub, append(k.alike(q.pairs(k.where(null, left)), left, of), null)))
	}
	return out, k.err
}

// where gives NULL in place of values for rows without a condition, so that they look for no
// partner by values that are never NULL.
func (k *building) where(condition plan.Expr, values []plan.Expr) []plan.Expr {
	out := make([]plan.Expr, len(values))
	for i, v := range values {
		out[i] = k.build(plan.If, condition, v, plan.NullOf(v.Type()))
	}
	return out
}

// alike gives the equalities of pairs, or that a side is NULL.
func (k *building) alike(pairs, left, of []plan.Expr) []plan.Expr {
	out := make([]plan.Expr, len(pairs))
	for i, p := range pairs {
		for _, side := range []plan.Expr{left[i], of[i]} {
			if side.Nullable() {
				p = k.build(plan.Or, p, k.build(plan.IsNull, side))
			}
		}
		out[i] = p
	}
	return out
}

// anyNull is whether one of some values is NULL, nil where none can be.
func (k *building) anyNull(of []plan.Expr) plan.Expr {
	var nulls []plan.Expr
	for _, e := range of {
		if e.Nullable() {
			nulls = append(nulls, k.build(plan.IsNull, e))
		}
	}
	return plan.Combine(plan.Or, nulls)
}

// copied is a join with a copy of a subquery, by several conditions.
func (b *binder) copied(s subquery, on []plan.Expr) open {
	node, exprs := b.net.CopyAll(s.node, []plan.Expr{plan.Combine(plan.And, on)})
	s.node = node
	return open{s, exprs[0]}
}

// withoutOpen keeps the rows for which NOT IN of several columns that can be NULL holds.
func (b *binder) withoutOpen(node network.Node, q *inQuery) (network.Node, error) {
	node, left, err := b.attachAll(node, q.left)
	if err != nil {
		return nil, err
	}
	joins, err := b.opens(q, left)
	if err != nil {
		return nil, err
	}
	node = q.sub.apply(plan.AntiJoin, node, q.on(left), 0)
	for _, j := range joins {
		node = j.sub.apply(plan.AntiJoin, node, j.on, 0)
	}
	return node, nil
}

// attachOpen joins the marks of what leaves IN of several columns open, and gives its value:
// true where a row is found, else NULL where it is open, else false.
func (b *binder) attachOpen(node network.Node, q *inQuery, left []plan.Expr, found plan.Expr) (network.Node, plan.Expr, error) {
	joins, err := b.opens(q, left)
	if err != nil {
		return nil, nil, err
	}
	var marks []plan.Expr
	for _, j := range joins {
		mark, err := b.mark()
		if err != nil {
			return nil, nil, err
		}
		node = j.sub.apply(plan.MarkJoin, node, j.on, mark)
		marks = append(marks, b.net.Ref(mark, 0))
	}
	k := b.building()
	other := k.build(plan.If, plan.Combine(plan.Or, marks), plan.NullOf(plan.Type{Kind: plan.Bool}), plan.Literal(value.OfBool(false)))
	return node, k.build(plan.If, found, plan.Literal(value.OfBool(true)), other), k.err
}
