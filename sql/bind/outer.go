package bind

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/sql/bind/subquery"
)

// outerJoin joins a side that need not have a partner. Subqueries of the condition are
// computed beside the side that they read: of the partner, its rows are filtered by them.
// Where one reads both sides, the partners are a query of their own for each row.
func (b *binder) outerJoin(kept, partner side, on []plan.Expr) (network.Node, error) {
	var own, both, rest []plan.Expr
	for _, e := range on {
		switch {
		case !subquery.Reads(e, partner.made()):
			rest = append(rest, e)
		case b.readsOnly(e, partner):
			own = append(own, e)
		default:
			both = append(both, e)
		}
	}
	var err error
	if partner.node, err = b.Filter(partner.node, own); err != nil {
		return nil, err
	}
	node, cond := kept.node, plan.Combine(plan.And, rest)
	if cond != nil {
		if node, cond, err = b.Attach(node, cond); err != nil {
			return nil, err
		}
	}
	join := &network.Join{Kind: plan.LeftJoin, Left: node, Right: partner.node, On: cond}
	out := network.Node(join)
	if len(both) > 0 {
		if cond != nil {
			both = append(plan.Conjuncts(cond), both...)
		}
		out, err = b.partnersOf(join, partner, both)
	}
	for _, t := range partner.made() {
		b.net.Tables[t].Outer = true
	}
	return out, err
}

// readsOnly reports whether an expression reads columns of one part of FROM, and of the
// rows around the query.
func (b *binder) readsOnly(e plan.Expr, s side) bool {
	return !slices.ContainsFunc(network.TablesIn(e), func(t int) bool { return !slices.Contains(s.made(), t) && t != b.params.table })
}

// partnersOf joins to each row the rows of the right side for which conditions hold, which
// read the others as parameters.
func (b *binder) partnersOf(j *network.Join, partner side, on []plan.Expr) (network.Node, error) {
	var args []plan.Expr
	for _, e := range on {
		plan.Visit(e, func(x plan.Expr) bool {
			c, ok := x.(plan.ColumnRef)
			known := func(a plan.Expr) bool { return plan.Equal(a, c) }
			if ok && !b.readsOnly(c, partner) && !slices.ContainsFunc(args, known) {
				args = append(args, c)
			}
			return true
		})
	}
	params, err := b.Made("outer", args)
	if err != nil {
		return nil, err
	}
	for i, e := range on {
		on[i] = plan.Replace(e, func(x plan.Expr) plan.Expr {
			if at := slices.IndexFunc(args, func(a plan.Expr) bool { return plan.Equal(a, x) }); at >= 0 {
				return b.net.Ref(params, at)
			}
			return nil
		})
	}
	right, err := b.Filter(j.Right, on)
	return &network.Apply{Kind: plan.LeftJoin, Left: j.Left, Right: right, Params: params, Args: args}, err
}
