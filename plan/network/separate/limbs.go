package separate

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/limb"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// limbed adds up numbers that programs have no room for limb by limb: the sums of the limbs, each times
// what its limb counts, are the sum of the numbers. Of keys, and of what is counted or least or greatest,
// there are pairs. It is the aggregation with those in place of the numbers, and above it the columns
// that it had; the aggregation itself where there are none of these.
func (s *separator) limbed(n *network.Aggregate) (groups *network.Aggregate, columns *network.Project) {
	keys, more := s.halved(n.Keys), s.halved(n.More)
	r := regrouping{s: s, groups: network.Aggregate{In: n.In, Keys: keys.exprs, More: more.exprs}, keys: len(keys.exprs), taken: keys.some || more.some}
	exprs := keys.over(0)
	for _, g := range n.Aggs {
		exprs = append(exprs, r.aggregate(g))
	}
	exprs = append(exprs, more.over(r.keys+len(r.groups.Aggs))...)
	if !r.taken || s.err != nil {
		return n, nil
	}
	r.groups.Table = s.net.AddGroups(&r.groups)
	return &r.groups, &network.Project{In: &r.groups, Table: n.Table, Exprs: inSlots(exprs, s.net.Refs(r.groups.Table))}
}

// inSlots gives expressions of columns in place of slots.
func inSlots(exprs []plan.Expr, refs []plan.ColumnRef) []plan.Expr {
	return network.Change{Expr: func(e plan.Expr) plan.Expr {
		return plan.Replace(e, func(x plan.Expr) plan.Expr {
			if slot, ok := x.(plan.Slot); ok {
				return refs[slot.Index]
			}
			return nil
		})
	}}.Exprs(exprs)
}

// regrouping is an aggregation that is made of numbers that fit.
type regrouping struct {
	s      *separator
	groups network.Aggregate
	keys   int
	taken  bool // something did not fit
}

// aggregate adds what an aggregate is made of, and gives it in slots of the groups.
func (r *regrouping) aggregate(g plan.Agg) plan.Expr {
	if rising, ok := r.s.rises(g); ok {
		r.taken = true
		return rising.Of(r.aggregate(withRising(g, rising)))
	}
	at := r.keys + len(r.groups.Aggs)
	sum, sums := r.s.sumOfLimbs(r.groups.In, g, at)
	if sum == nil {
		now, other := r.s.ofPairs(r.groups.In, g)
		r.taken = r.taken || other
		sum, sums = plan.Slot{Index: at, Of: now.Of, CanBeNil: now.Nullable(), Name: now.String()}, []plan.Agg{now}
	} else {
		r.taken = true
	}
	r.groups.Aggs = append(r.groups.Aggs, sums...)
	return sum
}

// rises tells what a number rises with that programs have no room for, of which an aggregate is the
// least or the greatest.
func (s *separator) rises(g plan.Agg) (r limb.Rising, ok bool) {
	if g.Func != plan.Min && g.Func != plan.Max || g.Gathered != nil || !network.HasColumns(g.Arg) || s.err != nil {
		return r, false
	}
	r, ok = limb.OfRising(g.Arg)
	if !ok || s.fits(g.Arg) {
		return r, false
	}
	x := g
	x.Arg = r.X
	_, deeper := s.rises(x)
	_, pair := s.pair(r.X)
	return r, deeper || pair && s.pairs || s.fits(r.X)
}

// withRising is the aggregate of what a number rises, or falls, with.
func withRising(g plan.Agg, r limb.Rising) plan.Agg {
	if r.Falls {
		g.Func = map[plan.AggFunc]plan.AggFunc{plan.Min: plan.Max, plan.Max: plan.Min}[g.Func]
	}
	g.Arg, g.Of = r.X, plan.Plain(r.X.Type())
	return g
}

// ofPairs counts a limb in place of a number, which is NULL where that is, and pairs in place of
// different numbers; the least and the greatest are of what is put together of pairs.
func (s *separator) ofPairs(in network.Node, g plan.Agg) (now plan.Agg, other bool) {
	if g.Arg == nil || g.Gathered != nil || g.Arg.Type().Kind != plan.Decimal {
		return g, false
	}
	switch g.Func {
	case plan.Count:
		if all := plan.Full(g.Arg); s.addsUp(in, all) {
			g.Arg = plan.Key(all)
			return g, true
		}
		return s.countOfLimbs(g)
	case plan.CountDistinct:
		if p, ok := s.partsOf(g.Arg); ok && (s.pairs || len(p.exprs) == 1) {
			if g.Arg = p.exprs[0]; len(p.exprs) > 1 {
				g.Func, g.Gathered = plan.Count, &plan.Gathered{Distinct: true, Rest: p.exprs[1:]}
			}
			return g, true
		}
	case plan.Min, plan.Max:
		if p, ok := s.pair(g.Arg); ok && s.pairs {
			g.Arg = p.Number(g.Arg.Type())
			return g, true
		}
	}
	return g, false
}

// countOfLimbs counts a limb in place of a number, which is NULL where that is.
func (s *separator) countOfLimbs(g plan.Agg) (plan.Agg, bool) {
	if s.fits(g.Arg) {
		return g, false
	}
	limbs, ok := limb.Of(withAllDigits(g.Arg), s.holds)
	if ok {
		g.Arg = limbs[0].X
	}
	return g, ok
}

// withAllDigits gives a number that is NULL where another is, and not rounded: of a quotient one that can be
// taken apart.
func withAllDigits(e plan.Expr) plan.Expr {
	e = plan.Full(e)
	if c, ok := e.(plan.Call); ok && c.Op == plan.Div {
		c.Op = plan.Quotient
		return c
	}
	return e
}

// sumOfLimbs gives the sums of the limbs of what a sum adds up, and the sum as that of these, the first
// of which is column at; nil where a program computes it, or cannot limb by limb either.
func (s *separator) sumOfLimbs(in network.Node, g plan.Agg, at int) (sum plan.Expr, sums []plan.Agg) {
	if g.Func != plan.Sum || g.Gathered != nil || g.Arg.Type().Kind != plan.Decimal || !network.HasColumns(g.Arg) || s.err != nil {
		return nil, nil
	}
	if s.fits(g.Arg) && !s.choosesAmongMany(g.Arg) || s.addsUp(in, g.Arg) {
		return nil, nil
	}
	limbs, ok := limb.Of(g.Arg, s.holds)
	if !ok || s.err != nil {
		return nil, nil
	}
	for _, l := range limbs {
		a, err := typing.NewAgg(plan.Sum, l.X)
		if err != nil {
			return nil, nil
		}
		part := coerce.Exactly(plan.Mul, plan.Slot{Index: at + len(sums), Of: value.DecimalType(value.MaxPrecision, a.Of.Scale), CanBeNil: true, Name: a.String()}, l.Times)
		if sums = append(sums, a); sum != nil {
			part = coerce.Exactly(plan.Add, sum, part)
		}
		sum = part
	}
	return plan.Cast{X: sum, To: g.Of}, sums
}

// readsWide reports whether an expression reads a column of numbers of more than 64 bits.
func (s *separator) readsWide(e plan.Expr) bool {
	return slices.ContainsFunc(network.ColumnsIn(s.rooted(e)), s.isWide)
}

// choosesAmongMany reports whether an expression chooses among many such numbers.
func (s *separator) choosesAmongMany(e plan.Expr) bool {
	call, ok := s.rooted(e).(plan.Call)
	return ok && s.isCode(call) && slices.ContainsFunc(network.ColumnsIn(call), func(r plan.ColumnRef) bool {
		return s.net.Tables[r.Table].Table.Columns[r.Column].WideOfMany()
	})
}

// noteWideSums notes which columns of an aggregation are sums of numbers of more than 64 bits.
func (s *separator) noteWideSums(n *network.Aggregate) {
	for i, g := range n.Aggs {
		if g.Func == plan.Sum && s.readsWide(g.Arg) {
			s.wideSums[network.At(n.Table, len(n.Keys)+i)] = true
		}
	}
}

// ofWideSums reports whether an expression reads a sum whose digits before the point 64 bits may have no room for.
func (s *separator) ofWideSums(e plan.Expr) bool {
	return slices.ContainsFunc(network.ColumnsIn(s.rooted(e)), func(r plan.ColumnRef) bool { return s.wideSums[network.ColumnOf(r)] })
}

// fits reports whether programs compute an expression and all that it is computed of, but for numbers of one
// column that may be past 64 bits: what is looked up for each of its values needs no room on the way.
func (s *separator) fits(e plan.Expr) bool {
	if !network.HasColumns(e) {
		return true
	}
	column, one := network.OneColumn(e)
	if whole := one && column.Type().Keyed(); !whole && slices.ContainsFunc(plan.Children(e), func(a plan.Expr) bool { return !s.fits(a) }) {
		return false
	}
	return s.can(e)
}

// holds is fits of a number that programs compute with, as the code of one past 64 bits is none.
func (s *separator) holds(e plan.Expr) bool { return !s.isCode(s.rooted(e)) && s.fits(e) }

// isCode reports whether an expression is a column of codes of numbers, or chooses one.
func (s *separator) isCode(e plan.Expr) bool {
	switch e := e.(type) {
	case plan.ColumnRef:
		return s.isWide(e)
	case plan.Call:
		return e.Op == plan.If && (s.isCode(e.Args[1]) || s.isCode(e.Args[2]))
	}
	return false
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
