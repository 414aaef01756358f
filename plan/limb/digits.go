package limb

import (
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Compared gives the comparison of a product or a quotient with a constant or a column digit by digit,
// each of which fits; false for another expression, or where it cannot. The digits of a number have its
// sign, so the first ones that differ decide.
func Compared(e plan.Expr, fits func(plan.Expr) bool) (plan.Expr, bool) {
	t := newTaker(fits)
	c, ok := turned(e)
	if !ok || t.fits(c.Args[0]) {
		return nil, false
	}
	limbs, ok := t.digits(c.Args[0])
	if !ok {
		return nil, false
	}
	limbs = asDeep(limbs, c.Args[1].Type().Scale)
	var digits []plan.Expr
	switch k := c.Args[1].(type) {
	case plan.ColumnRef:
		digits, ok = t.digitsOfColumn(k, limbs)
	case plan.Const:
		digits, ok = digitsLike(k, limbs)
	}
	if !ok {
		return nil, false
	}
	test := func(op plan.Op, i int) plan.Expr {
		out := plan.Call{Op: op, Args: []plan.Expr{limbs[i].X, digits[i]}, Of: plan.Type{Kind: plan.Bool}}
		if known, err := plan.Fold(out); err == nil {
			return known
		}
		return out
	}
	return firstDiffering(c.Op, len(limbs)-1, test), true
}

// asDeep gives limbs that count as many digits behind the point as a number has that they are compared
// with, as an average has more than what it is of: of those that theirs has not, it has none.
func asDeep(limbs []Limb, scale int) []Limb {
	last := limbs[len(limbs)-1]
	if scale <= last.Times.Type().Scale {
		return limbs
	}
	none := intCall(plan.Mul, last.X, num(0)) // NULL where the number is
	return append(slices.Clip(limbs), Limb{none, tens(-scale)})
}

// turned gives a comparison of a decimal with a constant or a column, which stands on the right.
func turned(e plan.Expr) (plan.Call, bool) {
	c, ok := e.(plan.Call)
	turn, compares := turns[c.Op]
	if !ok || !compares {
		return c, false
	}
	c.Args = []plan.Expr{narrowest(c.Args[0]), narrowest(c.Args[1])} // as decimals are of any digits
	if _, ok := c.Args[0].(plan.ColumnRef); ok {
		c.Op, c.Args = turn, []plan.Expr{c.Args[1], c.Args[0]}
	}
	switch k := c.Args[1].(type) {
	case plan.Const:
		return c, k.Value.Kind == plan.Decimal
	case plan.ColumnRef:
		return c, k.Type().Kind == plan.Decimal
	}
	return c, false
}

// narrowest gives the number that a decimal of more digits was made of, or the decimal.
func narrowest(e plan.Expr) plan.Expr {
	if x, ok := e.(plan.Cast); ok && widens(x) {
		return narrowest(x.X)
	}
	return e
}

// widens reports whether a decimal becomes one that has as many digits on both sides of the point, or more.
func widens(x plan.Cast) bool {
	from, to := x.X.Type(), x.To
	return from.Kind == plan.Decimal && to.Kind == plan.Decimal && to.Scale >= from.Scale && to.Precision-to.Scale >= from.Precision-from.Scale
}

// turns has for each comparison the one of the same operands in the other order.
var turns = map[plan.Op]plan.Op{plan.Eq: plan.Eq, plan.Ne: plan.Ne, plan.Lt: plan.Gt, plan.Le: plan.Ge, plan.Gt: plan.Lt, plan.Ge: plan.Le}

// firstDiffering compares by the first of some digits that differ; last is the place of the last ones.
func firstDiffering(op plan.Op, last int, test func(op plan.Op, i int) plan.Expr) plan.Expr {
	out := test(op, last)
	for i := last - 1; i >= 0; i-- {
		switch op {
		case plan.Eq:
			out = plan.Combine(plan.And, []plan.Expr{test(plan.Eq, i), out})
		case plan.Ne:
			out = plan.Combine(plan.Or, []plan.Expr{test(plan.Ne, i), out})
		default:
			strict := map[plan.Op]plan.Op{plan.Le: plan.Lt, plan.Lt: plan.Lt, plan.Ge: plan.Gt, plan.Gt: plan.Gt}[op]
			out = plan.Combine(plan.Or, []plan.Expr{test(strict, i), plan.Combine(plan.And, []plan.Expr{test(plan.Eq, i), out})})
		}
	}
	return out
}

// digitsOfColumn takes a column apart into what limbs count; false where one does not fit. Numbers whose first digits no limb has are as if these were the most that 64 bits hold,
// which no limb is.
func (t taker) digitsOfColumn(k plan.ColumnRef, limbs []Limb) (out []plan.Expr, ok bool) {
	rest := plan.Expr(k)
	for i, l := range limbs {
		args, of, err := coerce.Aligned([]plan.Expr{rest, coerce.Decimal(l.Times)})
		if err != nil || l.X.Type().Kind != plan.Int {
			return nil, false
		}
		digit := intCall(plan.IntDiv, args...)
		if i == 0 {
			if !t.fits(intCall(plan.Add, l.X, num(1))) || !t.fits(intCall(plan.Sub, l.X, num(1))) {
				return nil, false
			}
			most, least := coerce.Exactly(plan.Mul, num(math.MaxInt64), l.Times), coerce.Exactly(plan.Mul, num(-math.MaxInt64), l.Times)
			digit = choice(below(most, k), num(math.MaxInt64), choice(below(k, least), num(-math.MaxInt64), digit))
		}
		if !t.fits(digit) {
			return nil, false
		}
		out, rest = append(out, digit), plan.Call{Op: plan.Mod, Args: args, Of: of}
	}
	return out, true
}

// digitsLike takes a constant apart into what limbs count; false where 64 bits do not hold one, or
// something is left.
func digitsLike(k plan.Expr, limbs []Limb) ([]plan.Expr, bool) {
	var out []plan.Expr
	for _, l := range limbs {
		args, t, err := coerce.Aligned([]plan.Expr{k, coerce.Decimal(l.Times)})
		if err != nil {
			return nil, false
		}
		digit, err := plan.Fold(intCall(plan.IntDiv, args...))
		if c, ok := digit.(plan.Const); err != nil || !ok || c.Value.IsNull() {
			return nil, false
		}
		if digit, err = coerce.To(digit, plan.Plain(l.X.Type())); err != nil {
			return nil, false
		}
		out = append(out, digit)
		if k, err = plan.Fold(plan.Call{Op: plan.Mod, Args: args, Of: t}); err != nil {
			return nil, false
		}
	}
	left, ok := k.(plan.Const)
	return out, ok && !left.Value.True()
}

// digits gives limbs of which each has the sign of the number, and but for the first fewer digits than
// the one before counts; false where there are none that fit.
func (t taker) digits(e plan.Expr) ([]Limb, bool) {
	if x, ok := e.(plan.Call); ok && x.Op == plan.Quotient {
		return t.quotient(x)
	}
	p, ok := t.pair(e)
	return p.limbs(e.Type().Scale), ok
}

// RoundedProduct gives a product that is rounded at once by its digits, of which those that are left
// fit; false for another expression, or where they do not.
func RoundedProduct(e plan.Expr, fits func(plan.Expr) bool) (plan.Expr, bool) {
	of := plan.Children(e)
	if len(of) != 1 || e.Type().Kind != plan.Decimal && e.Type().Kind != plan.Int {
		return nil, false
	}
	c, isCall := e.(plan.Call)
	x, ok := of[0].(plan.Call)
	if isCall && c.Op != plan.Round || !ok || x.Op != plan.Mul || x.Of.Kind != plan.Decimal || !hasAll(x) {
		return nil, false
	}
	scale := e.Type().Scale
	drop := x.Of.Scale - scale
	if drop <= 0 || drop > 2*limbDigits {
		return nil, false
	}
	p, ok := newTaker(fits).multiplied(x)
	if !ok {
		return nil, false
	}
	nearest := plan.Call{Op: plan.Div, Args: []plan.Expr{coerce.Decimal(p.Low), tens(drop)}, Of: value.DecimalType(2*limbDigits, 0)}
	out := coerce.Exactly(plan.Mul, coerce.Exactly(plan.Add, coerce.Exactly(plan.Mul, p.High, tens(2*limbDigits-drop)), nearest), tens(-scale))
	return plan.Cast{X: out, To: e.Type()}, fits(out)
}
