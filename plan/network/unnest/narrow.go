package unnest

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// A subquery in a subquery that reads the rows around both is computed for its domain: pairs of
// the rows that it stands beside, and of what it reads of those around. Conditions that link the
// two stand above it, as WHERE does of a LATERAL: below it, they make the domain the pairs that
// are asked for, and not all.

// narrowed gives a filter of which those conditions stand below the Apply right under it that
// are about its left rows and about parameters, where its subquery reads such, too.
func (u *unnester) narrowed(f *network.Filter) network.Node {
	in, stay := f.In, []plan.Expr(nil)
	for _, c := range plan.Conjuncts(f.Pred) {
		if now, ok := u.narrow(in, c); ok {
			in = now
		} else {
			stay = append(stay, c)
		}
	}
	if len(stay) == len(plan.Conjuncts(f.Pred)) {
		return f
	}
	return network.Filtered(in, stay)
}

// narrow puts a condition below an Apply, which stands below others, too; false where it is about
// its subquery, or that is no use.
func (u *unnester) narrow(n network.Node, c plan.Expr) (network.Node, bool) {
	if f, ok := n.(*network.Filter); ok && u.readers[n] <= 1 {
		in, ok := u.narrow(f.In, c)
		return &network.Filter{In: in, Pred: f.Pred}, ok
	}
	a, ok := n.(*network.Apply)
	if !ok || u.readers[n] > 1 || !network.Repeats(c) || !ofLeft(a, c) {
		return nil, false
	}
	out := *a
	if below, ok := u.narrow(a.Left, c); ok {
		out.Left = below
		return &out, true
	}
	if network.Within(c, a.Left) {
		if _, _, f := (&domain{u: u, of: a}).aggregated(a.Right); f == nil || len(paramsIn(a.Right, a.Params)) == 0 {
			return nil, false
		}
	} else if !u.readsAround(a) {
		return nil, false
	}
	out.Left = network.Filtered(a.Left, []plan.Expr{c})
	return &out, true
}

// ofLeft reports whether a condition reads columns of the left side of an Apply, and none of its
// subquery.
func ofLeft(a *network.Apply, c plan.Expr) bool {
	left, right := network.Visible(a.Left), network.Visible(a.Right)
	reads := false
	for _, r := range network.ColumnsIn(c) {
		reads = reads || slices.Contains(left, r.Table)
		if slices.Contains(right, r.Table) || a.Kind == plan.MarkJoin && r.Table == a.Mark {
			return false
		}
	}
	return reads
}

// readsAround reports whether the subquery of an Apply reads rows around the left side, too.
func (u *unnester) readsAround(a *network.Apply) bool {
	return slices.ContainsFunc(paramsIn(a.Right, a.Params), func(p int) bool { return !network.Within(a.Args[p], a.Left) })
}
