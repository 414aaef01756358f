package typing

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/value"
)

// Compared gives the comparison of a product or a quotient with a constant digit by digit, each of which
// fits; false for another expression, or where it cannot. The digits of a number have its sign, so the
// first ones that differ decide.
func Compared(e plan.Expr, fits func(plan.Expr) bool) (plan.Expr, bool) {
	c, ok := e.(plan.Call)
	if !ok || !slices.Contains([]plan.Op{plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge}, c.Op) {
		return nil, false
	}
	k, ok := c.Args[1].(plan.Const)
	if !ok || k.Value.Kind != plan.Decimal {
		return nil, false
	}
	limbs, ok := newTaker(fits).digits(c.Args[0])
	digits, also := digitsLike(k, limbs)
	if !ok || !also {
		return nil, false
	}
	test := func(op plan.Op, i int) plan.Expr {
		return plan.Call{Op: op, Args: []plan.Expr{limbs[i].X, digits[i]}, Of: plan.Type{Kind: plan.Bool}}
	}
	last := len(limbs) - 1
	out := test(c.Op, last)
	for i := last - 1; i >= 0; i-- {
		switch c.Op {
		case plan.Eq:
			out = plan.Combine(plan.And, []plan.Expr{test(plan.Eq, i), out})
		case plan.Ne:
			out = plan.Combine(plan.Or, []plan.Expr{test(plan.Ne, i), out})
		default:
			strict := map[plan.Op]plan.Op{plan.Le: plan.Lt, plan.Lt: plan.Lt, plan.Ge: plan.Gt, plan.Gt: plan.Gt}[c.Op]
			out = plan.Combine(plan.Or, []plan.Expr{test(strict, i), plan.Combine(plan.And, []plan.Expr{test(plan.Eq, i), out})})
		}
	}
	return out, true
}

// digitsLike takes a constant apart into what limbs count; false where 64 bits do not hold one, or
// something is left.
func digitsLike(k plan.Expr, limbs []Limb) ([]plan.Expr, bool) {
	var out []plan.Expr
	for _, l := range limbs {
		args, t, err := aligned([]plan.Expr{k, Decimal(l.Times)})
		if err != nil {
			return nil, false
		}
		digit, err := plan.Fold(intCall(plan.IntDiv, args...))
		if c, ok := digit.(plan.Const); err != nil || !ok || c.Value.IsNull() {
			return nil, false
		}
		if digit, err = Convert(digit, plan.Plain(l.X.Type())); err != nil {
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
	nearest := plan.Call{Op: plan.Div, Args: []plan.Expr{Decimal(p.Low), tens(drop)}, Of: value.DecimalType(2*limbDigits, 0)}
	out := Exactly(plan.Mul, Exactly(plan.Add, Exactly(plan.Mul, p.High, tens(2*limbDigits-drop)), nearest), tens(-scale))
	return plan.Cast{X: out, To: e.Type()}, fits(out)
}
