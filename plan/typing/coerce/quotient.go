package coerce

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing/call"
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

// FullAll gives values with all their digits, and whether any had more than it shows.
func FullAll(args []plan.Expr) (out []plan.Expr, more bool) {
	out = make([]plan.Expr, len(args))
	for i, a := range args {
		out[i] = plan.Full(a)
		more = more || out[i].Type() != a.Type()
	}
	return out, more
}

// OnFull makes the build of an operation one that computes with all digits of its
// arguments and shows those that it has of what the arguments show.
func OnFull(build func([]plan.Expr) (plan.Expr, error)) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		all, more := FullAll(args)
		e, err := build(args)
		if err != nil || !more || e.Type().Kind == plan.String { // a text is of what they show
			return e, err
		}
		as := e.Type()
		if e, err = build(all); err != nil {
			return nil, err
		}
		return plan.Shown(plan.Full(e), roomFor(plan.Full(e).Type(), as)), nil
	}
}

// OnAlike is OnFull for a comparison, but of a subquery's value with a number that has no digits to hide: the
// digits that an average does not show would leave 64 bits less room for the numbers of all rows.
func OnAlike(compare func([]plan.Expr) (plan.Expr, error)) func([]plan.Expr) (plan.Expr, error) {
	full := OnFull(compare)
	return func(args []plan.Expr) (plan.Expr, error) {
		hide := slices.DeleteFunc(slices.Clone(args), func(a plan.Expr) bool { return plan.Equal(plan.Full(a), a) })
		if len(hide) != 1 {
			return full(args)
		}
		switch plan.Full(hide[0]).(type) {
		case plan.Call, plan.Slot, plan.ColumnRef, plan.Const:
			return full(args)
		}
		return compare(args) // a subquery is no expression of package plan
	}
}

// roomFor gives the type that shows a value with room for its digits before the point, which are more than
// those of what is shown where it is divided by a quotient that is small.
func roomFor(full, as plan.Type) plan.Type {
	if full.Kind != plan.Decimal || as.Kind != plan.Decimal || full.Scale <= 2*wordDigits {
		return as
	}
	return value.DecimalType(max(as.Precision, full.Precision-full.Scale+as.Scale), as.Scale)
}

// divIncrement is how many digits after the point a division adds (MySQL's
// div_precision_increment).
const divIncrement = 4

// Div types a / b, which shows divIncrement digits more than a.
func Div(of []plan.Expr) (plan.Expr, error) {
	args, t, err := numbers(of)
	if err != nil {
		return nil, err
	}
	if t.Kind == plan.Double {
		shown := DoubleOf(args, divIncrement)
		args, err = All(t, args...)
		return plan.Call{Op: plan.Div, Args: args, Of: shown}, err
	}
	_, show := DigitsOf(args[0])
	for i, a := range args {
		b, f := DigitsOf(a)
		if digits, ok := digitsInConstant(of[i]); ok {
			f = digits
		}
		if args[i], err = To(a, value.DecimalType(b+f, f)); err != nil {
			return nil, err
		}
	}
	return quotient(args[0], args[1], show+divIncrement), nil
}

// quotient types a / b of decimals, which shows so many digits.
func quotient(a, b plan.Expr, show int) plan.Expr {
	before, x := DigitsOf(a)
	_, y := DigitsOf(b)
	show = min(show, value.MaxScale)
	scale := min(digitsInside(x, y), words(value.MaxScale)-wordDigits)
	if OverRows(a) || OverRows(b) {
		if short := words(show); short-x+y <= value.SureDigits {
			scale = short // a row's number has 64 bits: one word, if that is what it shows
		}
		if room := value.MaxPrecision - before - y; scale > show { // a sum has fewer digits before the point than its type
			scale = max(show+1, min(scale, room)) // one more than is shown, by which that is rounded
		}
	}
	as := value.DecimalType(before+y+show, show)
	switch {
	case scale < show:
		return plan.Call{Op: plan.Div, Args: []plan.Expr{a, b}, Of: as}
	case scale == show:
		return plan.Call{Op: plan.Quotient, Args: []plan.Expr{a, b}, Of: as}
	}
	return plan.Shown(plan.Call{Op: plan.Quotient, Args: []plan.Expr{a, b}, Of: value.DecimalType(before+y+scale, scale)}, as)
}

// digitsInside is how many digits MySQL computes of a quotient of numbers that have so many.
func digitsInside(x, y int) int {
	return words(words(x) + words(y) + max(0, divIncrement-(words(x)-x)-(words(y)-y)))
}

// WholeQuotient gives FLOOR or CEIL of a quotient as a division of whole numbers, which needs none of the
// quotient's digits, where each of these fits; ok is false for another expression. The digits behind those
// of the quotient, which are dropped before the number is rounded, must not decide: they do not where a
// divisor has so few digits that it leaves a rest that they are too small for.
func WholeQuotient(e plan.Expr, fits func(plan.Expr) bool) (out plan.Expr, ok bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.Floor && c.Op != plan.Ceil || c.Of.Kind == plan.Double {
		return nil, false
	}
	q, ok := c.Args[0].(plan.Call)
	if !ok || q.Op != plan.Quotient {
		return nil, false
	}
	args, _, err := Aligned([]plan.Expr{uncast(q.Args[0]), uncast(q.Args[1])})
	beyond := dividesBeyond(q, q.Of.Scale)
	if err != nil || beyond && q.Of.Scale <= value.SureDigits {
		return nil, false
	}
	if c.Op == plan.Floor {
		out = call.Int(plan.FloorDiv, args...)
	} else {
		out = call.Int(plan.Neg, call.Int(plan.FloorDiv, plan.Call{Op: plan.Neg, Args: args[:1], Of: args[0].Type()}, args[1]))
	}
	if (beyond || c.Of.Kind == plan.Decimal) && !fits(out) {
		return nil, false // a divisor of more than 64 bits may leave too little, and a number of more may be the result
	}
	out, err = To(out, c.Of)
	return out, err == nil
}

// dividesBeyond reports whether a divisor may leave a rest of which a quotient with so many digits has none.
func dividesBeyond(q plan.Call, digits int) bool {
	_, x := DigitsOf(q.Args[0])
	before, y := DigitsOf(q.Args[1])
	return before+max(x, y) > digits
}

// OnWhole makes what FLOOR, CEIL or a condition is of a number: of a quotient over rows with the digits that MySQL
// has inside, where those that it has here may not be enough.
func OnWhole(e plan.Expr, of func(plan.Expr) (plan.Expr, error)) (plan.Expr, error) {
	q, ok := e.(plan.Call)
	if !ok || q.Op != plan.Quotient || !dividesBeyond(q, q.Of.Scale) {
		return of(e)
	}
	return ofClocks(q, nil, func(q plan.Call) (plan.Expr, error) { return of(q) })
}

// inDigits gives a quotient over rows with the digits that MySQL has inside, if they are no more than so many.
func inDigits(e plan.Expr, most int) plan.Expr {
	q, ok := e.(plan.Call)
	if !ok || q.Op != plan.Quotient {
		return e
	}
	_, x := DigitsOf(q.Args[0])
	_, y := DigitsOf(q.Args[1])
	if scale := digitsInside(x, y); scale <= most {
		return withDigits(q, scale)
	}
	return q
}

// withDigits gives a quotient with so many digits, if it has fewer.
func withDigits(q plan.Call, scale int) plan.Call {
	if scale > q.Of.Scale {
		q.Of = value.DecimalType(q.Of.Precision-q.Of.Scale+scale, scale)
	}
	return q
}

// AddedUp gives a quotient over rows that is added up with no more digits than the words have that show it,
// of a type: each word more is a sum more.
func AddedUp(e plan.Expr, as plan.Type) plan.Expr {
	q, ok := e.(plan.Call)
	if scale := words(as.Scale); ok && q.Op == plan.Quotient && OverRows(q) && as.Kind == plan.Decimal && scale < q.Of.Scale {
		q.Of = value.DecimalType(q.Of.Precision-q.Of.Scale+scale, scale)
		return q
	}
	return e
}

// uncast gives the whole number that a decimal was made of, or the decimal.
func uncast(e plan.Expr) plan.Expr {
	if c, ok := e.(plan.Cast); ok && c.To.Scale == 0 && c.X.Type().Kind == plan.Int {
		return c.X
	}
	return e
}

// OverRows reports whether an expression reads a column of a table.
func OverRows(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		_, ok := x.(plan.ColumnRef)
		found = found || ok
		return !found
	})
	return found
}
