package window

import (
	"slices"

	"gsdms/plan"
)

// AtMost takes a condition apart that bounds something from above by a constant, as rank <= 3
// and 3 > rank do: it is at most so much. most is 0 for conditions of other kinds, and where
// the constant is no whole number above 0.
func AtMost(e plan.Expr) (of plan.Expr, most int64) {
	c, ok := e.(plan.Call)
	if !ok || len(c.Args) != 2 {
		return nil, 0
	}
	less := map[plan.Op]int64{plan.Le: 0, plan.Eq: 0, plan.Lt: -1}
	of = c.Args[0]
	k, isConst := c.Args[1].(plan.Const)
	if !isConst {
		less = map[plan.Op]int64{plan.Ge: 0, plan.Eq: 0, plan.Gt: -1}
		of = c.Args[1]
		k, isConst = c.Args[0].(plan.Const)
	}
	by, known := less[c.Op]
	if !known || !isConst || k.Value.Kind != plan.Int || k.Value.Int <= 0 {
		return nil, 0
	}
	return of, k.Value.Int + by
}

// FirstAsked finds among window functions over rows of so many columns a rank that the filters
// right behind them want to be at most n. n is 0 where there is none, and where functions see
// rows behind theirs, or in another order.
func FirstAsked(funcs []plan.WindowFunc, columns int, behind []plan.Operator) (f plan.WindowFunc, n int64) {
	for _, g := range funcs {
		if !g.Name.Ranks() && g.Name != plan.Lag || !SameOrder(g.Over, funcs[0].Over) {
			return f, 0
		}
	}
	for _, op := range behind {
		filter, ok := op.(plan.Filter)
		if !ok {
			break
		}
		for _, e := range plan.Conjuncts(filter.Pred) {
			of, most := AtMost(e)
			s, isSlot := of.(plan.Slot)
			at := s.Index - columns
			if isSlot && at >= 0 && at < len(funcs) && funcs[at].Name.Ranks() && most > 0 && (n == 0 || most < n) {
				f, n = funcs[at], most
			}
		}
	}
	return f, n
}

// SameOrder reports whether two windows part and order rows by the same columns.
func SameOrder(a, b plan.Over) bool {
	return slices.EqualFunc(a.Partition, b.Partition, func(s, t plan.Slot) bool { return s.Index == t.Index }) &&
		slices.EqualFunc(a.Order, b.Order, func(s, t plan.WindowOrder) bool { return s.Slot.Index == t.Slot.Index && s.Desc == t.Desc })
}
