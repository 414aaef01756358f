package limb

import (
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Compared gives the comparison of a number that does not fit with another digit by digit, each of which
// fits; false for another expression, or where it cannot, and for a column and a constant, which are codes. The
// digits of a number have its sign, so the first ones that differ decide. A sum that is compared with a constant
// is one operand with what the other leaves of that.
func Compared(e plan.Expr, fits func(plan.Expr) bool) (plan.Expr, bool) {
	c, ok := e.(plan.Call)
	if !ok || turns[c.Op] == "" || c.Args[0].Type().Kind != plan.Decimal || c.Args[1].Type().Kind != plan.Decimal {
		return nil, false
	}
	t := newTaker(fits)
	for _, way := range append([]plan.Call{c}, rests(c)...) {
		x, y := Narrowest(way.Args[0]), Narrowest(way.Args[1]) // as decimals are of any digits
		if out, ok := t.compared(way.Op, x, y); ok {
			return out, true
		}
		if out, ok := t.compared(turns[way.Op], y, x); ok {
			return out, true
		}
	}
	return nil, false
}

// compared compares the digits of x, which does not fit, with those of y.
func (t taker) compared(op plan.Op, x, y plan.Expr) (plan.Expr, bool) {
	_, constant := y.(plan.Const)
	if _, column := x.(plan.ColumnRef); column && constant || t.fits(x) {
		return nil, false
	}
	limbs, ok := t.digits(x)
	if !ok {
		return nil, false
	}
	limbs = asDeep(limbs, y.Type().Scale)
	digits, ok := t.digitsLike(y, limbs)
	if !ok {
		return nil, false
	}
	test := func(op plan.Op, i int) plan.Expr {
		out := comparison(op, limbs[i].X, digits[i])
		if known, err := plan.Fold(out); err == nil {
			return known
		}
		return out
	}
	return firstDiffering(op, len(limbs)-1, test), true
}

// rests gives what a sum or a difference that is compared with a constant says of each operand and the rest.
func rests(c plan.Call) []plan.Call {
	op, sum, k := c.Op, c.Args[0], c.Args[1]
	if _, constant := sum.(plan.Const); constant {
		op, sum, k = turns[op], k, sum
	}
	of, ok := Narrowest(sum).(plan.Call)
	by, constant := k.(plan.Const)
	if !ok || !constant || by.Value.IsNull() || of.Op != plan.Add && of.Op != plan.Sub {
		return nil
	}
	a, b := of.Args[0], of.Args[1]
	if of.Op == plan.Sub {
		return []plan.Call{comparison(op, a, with(b, by)), comparison(turns[op], b, without(a, by))}
	}
	return []plan.Call{comparison(op, a, without(by, b)), comparison(op, b, without(by, a))}
}

func comparison(op plan.Op, x, y plan.Expr) plan.Call {
	return plan.Call{Op: op, Args: []plan.Expr{x, y}, Of: plan.Type{Kind: plan.Bool}}
}

// with is a number and a constant together.
func with(x plan.Expr, k plan.Const) plan.Expr {
	if !k.Value.True() {
		return x
	}
	return coerce.Exactly(plan.Add, x, k)
}

// without is a number less another, one of which is a constant: no 0 is taken away, since it may have more digits.
func without(x, y plan.Expr) plan.Expr {
	if k, ok := y.(plan.Const); ok && !k.Value.True() {
		return x
	}
	if k, ok := x.(plan.Const); ok && !k.Value.True() {
		return plan.Call{Op: plan.Neg, Args: []plan.Expr{y}, Of: y.Type()}
	}
	return coerce.Exactly(plan.Sub, x, y)
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

// Narrowest gives the number that a decimal of more digits was made of, or the decimal.
func Narrowest(e plan.Expr) plan.Expr {
	if x, ok := e.(plan.Cast); ok && widens(x) {
		return Narrowest(x.X)
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

// digitsLike takes a number apart into what the limbs of another count; false where something does not fit.
func (t taker) digitsLike(e plan.Expr, limbs []Limb) ([]plan.Expr, bool) {
	if k, ok := e.(plan.Const); ok {
		return digitsOfConstant(k, limbs)
	}
	if own, ok := t.digits(e); ok && slices.EqualFunc(own, limbs, func(a, b Limb) bool { return plan.Equal(a.Times, b.Times) }) {
		out := make([]plan.Expr, len(own))
		for i, l := range own {
			out[i] = l.X
		}
		return out, true
	}
	return t.digitsOf(e, limbs)
}

// digitsOf is digitsLike by divisions. Numbers whose first digits no limb has are as if these were the most that
// 64 bits hold, which no limb is.
func (t taker) digitsOf(e plan.Expr, limbs []Limb) (out []plan.Expr, ok bool) {
	rest, stored := e, isStored(e)
	for i, l := range limbs {
		if l.X.Type().Kind != plan.Int {
			return nil, false
		}
		digit, next, ok := divide(rest, l.Times)
		if !ok {
			return nil, false
		}
		if i == 0 && !(stored && t.fits(digit)) {
			if !t.fits(intCall(plan.Add, l.X, num(1))) || !t.fits(intCall(plan.Sub, l.X, num(1))) {
				return nil, false
			}
			most, least := coerce.Exactly(plan.Mul, num(math.MaxInt64), l.Times), coerce.Exactly(plan.Mul, num(-math.MaxInt64), l.Times)
			digit = choice(below(most, e), num(math.MaxInt64), choice(below(e, least), num(-math.MaxInt64), digit))
		}
		if !t.fits(digit) {
			return nil, false
		}
		out, rest = append(out, digit), next
	}
	return out, true
}

// isStored reports whether all columns of an expression are those of stored tables: what others leave has any bounds.
func isStored(e plan.Expr) bool {
	stored := true
	plan.Visit(e, func(x plan.Expr) bool {
		r, column := x.(plan.ColumnRef)
		stored = stored && (!column || r.Of != nil && r.Of.Table.Data != nil)
		return stored
	})
	return stored
}

// divide gives how often a number has a power of ten, and what is left.
func divide(e, by plan.Expr) (digit, rest plan.Expr, ok bool) {
	k, constant := by.(plan.Const)
	if !constant {
		return nil, nil, false
	}
	scale := e.Type().Scale
	power, ok := value.ToDecimal(k.Value)
	if !ok {
		return nil, nil, false
	}
	if own := value.Rescale(power, scale); value.CompareDecimals(own, power) == 0 {
		unit := plan.Const{Value: plan.Value{Kind: plan.Decimal, Dec: own}, Of: value.DecimalType(max(k.Of.Precision, scale+1), scale)}
		args := []plan.Expr{coerce.Decimal(e), unit}
		return intCall(plan.IntDiv, args...), plan.Call{Op: plan.Mod, Args: args, Of: coerce.Decimal(e).Type()}, true
	}
	// less than a unit of its last digit
	times, err := plan.Fold(plan.Call{Op: plan.IntDiv, Args: []plan.Expr{lastDigit(value.DecimalType(value.MaxPrecision, scale)), by}, Of: plan.Type{Kind: plan.Int}})
	n := whole(e)
	return intCall(plan.Mul, n, times), intCall(plan.Mul, n, num(0)), err == nil
}

// digitsOfConstant is digitsLike of a constant; false, too, where something is left.
func digitsOfConstant(c plan.Const, limbs []Limb) ([]plan.Expr, bool) {
	var out []plan.Expr
	k := plan.Expr(c)
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
	p, ok := t.long(e)
	if !ok {
		p, ok = t.pair(e)
	}
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
