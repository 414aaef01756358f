package unnest

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// sunk gives the join of an aggregate of what is before a bound, as running makes it, with the
// rows that the subquery reads: of inner joined ones, as trades and quotes are whose moment is the
// last before the trade, those of one side, and not all pairs. It is nil of another subquery.
func (u *unnester) sunk(a *network.Apply) network.Node {
	if !a.Kind.Keeps() || a.On != nil {
		return nil
	}
	j, f := u.innerJoin(a.Left)
	if j == nil {
		return u.beside(a)
	}
	var args []plan.Expr
	for _, p := range paramsIn(a.Right, a.Params) {
		args = append(args, a.Args[p])
	}
	out := *j
	for _, side := range []*network.Node{&out.Left, &out.Right} {
		in := *side
		if slices.ContainsFunc(args, func(e plan.Expr) bool { return !network.Within(e, in) }) {
			continue
		}
		var own, rest []plan.Expr
		for _, c := range f {
			if network.Within(c, in) && network.Repeats(c) {
				own = append(own, c)
			} else {
				rest = append(rest, c)
			}
		}
		below := *a
		below.Left = network.Filtered(in, own)
		if *side = u.sunk(&below); *side == nil {
			return nil
		}
		return network.Filtered(&out, rest)
	}
	return u.beside(a)
}

// innerJoin gives the inner join that a node is, under conditions which are given apart, where
// nobody else reads its rows; nil of another node.
func (u *unnester) innerJoin(n network.Node) (*network.Join, []plan.Expr) {
	var conditions []plan.Expr
	for f, ok := n.(*network.Filter); ok && !u.shared[n]; f, ok = n.(*network.Filter) {
		conditions = append(conditions, plan.Conjuncts(f.Pred)...)
		n = f.In
	}
	j, ok := n.(*network.Join)
	if !ok || j.Kind != plan.InnerJoin || u.shared[n] {
		return nil, nil
	}
	return j, conditions
}

// beside joins the aggregate to rows; nil where running does not.
func (u *unnester) beside(a *network.Apply) network.Node {
	join := &network.Join{Kind: a.Kind, Left: a.Left, Right: a.Right}
	d := &domain{u: u, of: a, used: paramsIn(a.Right, a.Params), done: map[network.Node]brought{}}
	if !d.running(join) {
		return nil
	}
	return join
}
