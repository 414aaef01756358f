package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// limbed adds up numbers that programs have no room for limb by limb: the sums of the limbs, each times
// what its limb counts, are the sum of the numbers. It is the aggregation with those in place of the
// sums, and above it the columns that it had; the aggregation itself where there are none of these.
func (s *separator) limbed(n *network.Aggregate) (groups *network.Aggregate, columns *network.Project) {
	out, exprs := network.Aggregate{In: n.In, Keys: n.Keys, More: n.More}, make([]plan.Expr, 0, len(n.Aggs))
	keys := len(n.Keys)
	taken := false
	for _, g := range n.Aggs {
		g, counts := s.countOfLimbs(g)
		sum, sums := s.sumOfLimbs(g, keys+len(out.Aggs))
		taken = taken || counts || sum != nil
		if sum == nil {
			sum, sums = plan.Slot{Index: keys + len(out.Aggs)}, []plan.Agg{g}
		}
		out.Aggs, exprs = append(out.Aggs, sums...), append(exprs, sum)
	}
	if !taken || s.err != nil {
		return n, nil
	}
	out.Table = groupsOf(s.net, &out)
	refs := s.net.Refs(out.Table)
	columns = &network.Project{In: &out, Table: n.Table}
	for _, r := range refs[:keys] {
		columns.Exprs = append(columns.Exprs, r)
	}
	for _, e := range exprs {
		columns.Exprs = append(columns.Exprs, plan.Replace(e, func(x plan.Expr) plan.Expr {
			if slot, ok := x.(plan.Slot); ok {
				return refs[slot.Index]
			}
			return nil
		}))
	}
	for _, r := range refs[keys+len(out.Aggs):] {
		columns.Exprs = append(columns.Exprs, r)
	}
	return &out, columns
}

// countOfLimbs counts a limb in place of a number, which is NULL where that is.
func (s *separator) countOfLimbs(g plan.Agg) (plan.Agg, bool) {
	if g.Func != plan.Count || g.Arg == nil || g.Gathered != nil || g.Arg.Type().Kind != plan.Decimal || s.fits(g.Arg) {
		return g, false
	}
	limbs, ok := typing.Limbs(g.Arg, s.fits)
	if ok {
		g.Arg = limbs[0].X
	}
	return g, ok
}

// sumOfLimbs gives the sums of the limbs of what a sum adds up, and the sum as that of these, the first
// of which is column at; nil where a program computes it, or cannot limb by limb either.
func (s *separator) sumOfLimbs(g plan.Agg, at int) (sum plan.Expr, sums []plan.Agg) {
	if g.Func != plan.Sum || g.Gathered != nil || g.Arg.Type().Kind != plan.Decimal || !network.HasColumns(g.Arg) || s.err != nil {
		return nil, nil
	}
	if s.fits(g.Arg) {
		return nil, nil
	}
	limbs, ok := typing.Limbs(g.Arg, s.fits)
	if !ok || s.err != nil {
		return nil, nil
	}
	for _, l := range limbs {
		a, err := typing.NewAgg(plan.Sum, l.X)
		if err != nil {
			return nil, nil
		}
		part := typing.Exactly(plan.Mul, plan.Slot{Index: at + len(sums), Of: value.DecimalType(value.MaxPrecision, a.Of.Scale), CanBeNil: true, Name: a.String()}, l.Times)
		if sums = append(sums, a); sum != nil {
			part = typing.Exactly(plan.Add, sum, part)
		}
		sum = part
	}
	return plan.Cast{X: sum, To: g.Of}, sums
}

// fits reports whether programs compute an expression and all that it is computed of.
func (s *separator) fits(e plan.Expr) bool {
	return !network.HasColumns(e) || !slices.ContainsFunc(plan.Children(e), func(a plan.Expr) bool { return !s.fits(a) }) && s.can(e)
}

// can reports whether a program computes an expression.
func (s *separator) can(e plan.Expr) bool {
	if s.err != nil {
		return false
	}
	ok, err := s.computes(s.rooted(e))
	if err != nil {
		s.err = err
	}
	return ok && err == nil
}
