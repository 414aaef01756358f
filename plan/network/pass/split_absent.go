package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// absent gives an anti join whose condition holds for NULLs, too, as that of `x > ALL (…)` does, as one
// for each alternative: by what is compared alone the last partner may tell, and NULLs are few. What is
// never NULL is no alternative.
func (s *splitter) absent(j *network.Join) network.Node {
	on := network.Conjuncts(j.On)
	for i, e := range on {
		compared, nulls := apartFromNulls(e)
		if compared == nil || len(nulls) == 0 && plan.Equal(compared, e) {
			continue
		}
		out := network.Node(j.Left)
		for _, part := range append([]plan.Expr{compared}, nulls...) {
			on[i] = part
			right, of := j.Right, []plan.Expr{plan.Combine(plan.And, slices.Clone(on))}
			if s.plain(right) {
				right, of = s.net.CopyAll(right, of)
			}
			out = s.extreme(&network.Join{Kind: plan.AntiJoin, Left: out, Right: right, On: of[0]})
		}
		return out
	}
	return s.extreme(j)
}

// apartFromNulls takes a comparison and tests for NULL apart, of which one is enough; nil for another
// condition. Tests of what cannot be NULL are left out.
func apartFromNulls(e plan.Expr) (compared plan.Expr, nulls []plan.Expr) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.Or {
		return nil, nil
	}
	for _, a := range plan.Disjuncts(c) {
		of, ok := a.(plan.Call)
		switch {
		case ok && of.Op == plan.IsNull && plan.MayBeNull(of.Args[0]):
			nulls = append(nulls, a)
		case ok && of.Op == plan.IsNull:
		case ok && flipped[of.Op] != "" && compared == nil:
			compared = a
		default:
			return nil, nil
		}
	}
	return compared, nulls
}
