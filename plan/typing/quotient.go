package typing

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// MySQL computes a quotient of exact numbers in words of nine decimal digits and drops
// what is behind the last word. The quotient's type has fewer digits: a result is
// rounded to them, but an operation whose argument is a quotient computes with all of
// it. So 100 * AVG(x) has digits that AVG(x) does not show.
//
// Here a value that has more digits than its type is a Cast with Shown set around what
// has them, a Const with Digits, or a sum's Slot whose type has Guard. An operation
// takes its arguments apart with full, and shows its own result with shown.

// wordDigits is how many decimal digits MySQL keeps in a word.
const wordDigits = 9

// words rounds a number of digits up to whole words.
func words(digits int) int { return (digits + wordDigits - 1) / wordDigits * wordDigits }

// fullAll gives values with all their digits, and whether any had more than it shows.
func fullAll(args []plan.Expr) (out []plan.Expr, more bool) {
	out = make([]plan.Expr, len(args))
	for i, a := range args {
		out[i] = plan.Full(a)
		more = more || out[i].Type() != a.Type()
	}
	return out, more
}

// onFull makes the build of an operation one that computes with all digits of its
// arguments and shows those that it has of what the arguments show.
func onFull(build func([]plan.Expr) (plan.Expr, error)) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		all, more := fullAll(args)
		e, err := build(args)
		if err != nil || !more || e.Type().Kind == plan.String { // a text is of what they show
			return e, err
		}
		as := e.Type()
		if e, err = build(all); err != nil {
			return nil, err
		}
		return plan.Shown(e, as), nil
	}
}

// quotient types a / b of decimals, and says how many digits it shows.
func quotient(a, b plan.Expr) plan.Expr {
	before, x := digitsOf(a)
	_, y := digitsOf(b)
	show := min(x+divIncrement, value.MaxScale)
	scale := words(words(x) + words(y) + max(0, divIncrement-(words(x)-x)-(words(y)-y)))
	if overRows(a) || overRows(b) {
		scale = words(show) // a row's number has 64 bits: one word, if that is what it shows
	}
	if scale > value.MaxScale {
		scale = words(value.MaxScale) - wordDigits
	}
	as := value.DecimalType(before+y+show, show)
	switch {
	case scale < show || scale > 2*wordDigits && overRows(a):
		return plan.Call{Op: plan.Div, Args: []plan.Expr{a, b}, Of: as}
	case scale == show:
		return plan.Call{Op: plan.Quotient, Args: []plan.Expr{a, b}, Of: as}
	}
	return plan.Shown(plan.Call{Op: plan.Quotient, Args: []plan.Expr{a, b}, Of: value.DecimalType(before+y+scale, scale)}, as)
}

// WholeQuotient gives FLOOR or CEIL of a quotient as a division of whole numbers, which needs none of the
// quotient's digits; ok is false for another expression. The digits behind those of the quotient, which
// are dropped before the number is rounded, do not decide: a divisor of so few digits leaves a rest that
// they are too small for.
func WholeQuotient(e plan.Expr) (out plan.Expr, ok bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.Floor && c.Op != plan.Ceil || c.Of.Kind != plan.Int {
		return nil, false
	}
	q, ok := c.Args[0].(plan.Call)
	if !ok || q.Op != plan.Quotient {
		return nil, false
	}
	args, t, err := aligned([]plan.Expr{uncast(q.Args[0]), uncast(q.Args[1])})
	zero, failed := Convert(num(0), t)
	if before, behind := digitsOf(q.Args[1]); err != nil || failed != nil || before+max(behind, t.Scale) > q.Of.Scale {
		return nil, false
	}
	whole, rest := intCall(plan.IntDiv, args...), plan.Call{Op: plan.Mod, Args: args, Of: t}
	above, under := below(zero, rest), below(rest, zero)
	if k, ok := q.Args[1].(plan.Const); !ok || k.Value.IsNull() || k.Value.Dec.Sign() < 0 { // the rest has the sign of the dividend
		positive, negative := below(zero, args[1]), below(args[1], zero)
		above, under = or(plan.Combine(plan.And, []plan.Expr{above, positive}), plan.Combine(plan.And, []plan.Expr{under, negative})),
			or(plan.Combine(plan.And, []plan.Expr{above, negative}), plan.Combine(plan.And, []plan.Expr{under, positive}))
	}
	if c.Op == plan.Floor {
		return intCall(plan.Sub, whole, choice(under, num(1), num(0))), true
	}
	return intCall(plan.Add, whole, choice(above, num(1), num(0))), true
}

// uncast gives the whole number that a decimal was made of, or the decimal.
func uncast(e plan.Expr) plan.Expr {
	if c, ok := e.(plan.Cast); ok && c.To.Scale == 0 && c.X.Type().Kind == plan.Int {
		return c.X
	}
	return e
}

// overRows reports whether an expression reads a column of a table.
func overRows(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		_, ok := x.(plan.ColumnRef)
		found = found || ok
		return !found
	})
	return found
}

func or(a, b plan.Expr) plan.Expr { return plan.Combine(plan.Or, []plan.Expr{a, b}) }
