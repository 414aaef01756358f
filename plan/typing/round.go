package typing

import (
	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// toShown types ROUND and TRUNCATE, which leave no more digits than their argument shows.
func toShown(build func([]plan.Expr) (plan.Expr, error)) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		t := args[0].Type()
		if len(args) == 2 && isInteger(args[1]) && t.Kind == plan.Decimal && args[1].(plan.Const).Value.Int > int64(t.Scale) {
			args = []plan.Expr{args[0], call.Num(int64(t.Scale))}
		}
		return build(args)
	}
}

// buildRound types ROUND(x) and ROUND(x, n).
func buildRound(args []plan.Expr) (plan.Expr, error) {
	if len(args) == 2 && !isInteger(args[1]) {
		return toSomeDigits(plan.Round, args[0], args[1], buildRound)
	}
	x, n, err := roundArgs(args)
	if err != nil {
		return nil, err
	}
	before, after := coerce.DigitsOf(x)
	switch {
	case args[0].Type().Kind == plan.Unsigned && n >= 0:
		return args[0], nil
	case x.Type().Kind == plan.Double:
		return plan.Call{Op: plan.Round, Args: []plan.Expr{x, plan.Literal(value.OfInt(n))}, Of: plan.Type{Kind: plan.Double}}, nil
	case n >= int64(after):
		return x, nil
	case n >= 0:
		return plan.Call{Op: plan.Round, Args: []plan.Expr{x}, Of: value.DecimalType(before+1+int(n), int(n))}, nil
	case x.Type().Kind == plan.Decimal && -n > int64(before): // zero, without digits behind the point
		return call.UnlessNull(x, plan.Literal(value.OfDecimal(0, 0))), nil
	case -n > int64(before) || n < -18 && x.Type().Kind == plan.Int:
		return coerce.Mul([]plan.Expr{x, plan.Literal(value.OfInt(0))})
	}
	if x, err = roundTens(x, before+after, int(-n)); err == nil && args[0].Type().Kind == plan.Unsigned {
		return coerce.To(x, plan.Type{Kind: plan.Unsigned})
	}
	return x, err
}

// roundTens rounds to a multiple of 10^tens: the quotient without digits after the
// point, times 10^tens.
func roundTens(x plan.Expr, precision, tens int) (plan.Expr, error) {
	_, after := coerce.DigitsOf(x)
	p := plan.Literal(value.OfWide(value.BigPow10(tens).MathBigInt(), 0))
	if tens <= 18 {
		p = plan.Literal(value.OfInt(value.Pow10(tens)))
	}
	args, err := coerce.All(value.DecimalType(precision, after), x)
	if err != nil {
		return nil, err
	}
	by, err := coerce.To(p, value.DecimalType(tens+1, 0))
	if err != nil {
		return nil, err
	}
	q := plan.Call{Op: plan.Div, Args: []plan.Expr{args[0], by}, Of: value.DecimalType(precision-after, 0)}
	if x.Type().Kind == plan.Int {
		n, err := coerce.To(q, plan.Type{Kind: plan.Int})
		if err != nil {
			return nil, err
		}
		return coerce.Mul([]plan.Expr{n, p})
	}
	return coerce.Mul([]plan.Expr{q, p})
}

// roundArgs gives the number to round and to how many digits.
func roundArgs(args []plan.Expr) (plan.Expr, int64, error) {
	x, err := measure(args[0])
	if err != nil || len(args) == 1 {
		return x, 0, err
	}
	return x, max(-100, min(100, args[1].(plan.Const).Value.Int)), nil
}

// isInteger reports whether an expression is a constant that is one.
func isInteger(e plan.Expr) bool {
	c, ok := e.(plan.Const)
	return ok && c.Value.Kind == plan.Int
}

// toSomeDigits types ROUND and TRUNCATE of x to a number of digits that is no constant: of exact
// numbers it chooses among the roundings that differ, and the result has the digits of x.
func toSomeDigits(op plan.Op, x, n plan.Expr, build func([]plan.Expr) (plan.Expr, error)) (plan.Expr, error) {
	x, err := measure(x)
	if err != nil {
		return nil, err
	}
	if n, err = coerce.Whole(n); err == nil {
		n, err = plan.Fold(n)
	}
	switch {
	case err != nil:
		return nil, err
	case isInteger(n):
		return build([]plan.Expr{x, n})
	}
	if x.Type().Kind == plan.Double {
		return plan.Call{Op: op, Args: []plan.Expr{x, n}, Of: plan.Plain(x.Type())}, nil
	}
	before, after := coerce.DigitsOf(x)
	var whens, thens []plan.Expr
	for digits := after; digits >= -before; digits-- {
		at := call.Num(int64(digits))
		to, err := build([]plan.Expr{x, at})
		if err != nil {
			return nil, err
		}
		whens = append(whens, plan.Call{Op: plan.Ge, Args: []plan.Expr{n, at}, Of: plan.Type{Kind: plan.Bool}})
		thens = append(thens, to)
	}
	isNull := func(e plan.Expr) plan.Expr {
		return plan.Call{Op: plan.IsNull, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Bool}}
	}
	none := plan.Combine(plan.Or, []plan.Expr{isNull(n), isNull(x)})
	whens = append([]plan.Expr{none}, whens...)
	thens = append([]plan.Expr{plan.NullOf(x.Type())}, thens...)
	return BuildCase(nil, whens, thens, call.Num(0))
}

// buildTruncate types TRUNCATE(x, n): x less what is left of a division by 10^-n.
func buildTruncate(args []plan.Expr) (plan.Expr, error) {
	if !isInteger(args[1]) {
		return toSomeDigits(plan.Cut, args[0], args[1], buildTruncate)
	}
	x, n, err := roundArgs(args)
	if err != nil {
		return nil, err
	}
	_, after := coerce.DigitsOf(x)
	switch {
	case args[0].Type().Kind == plan.Unsigned && n >= 0:
		return args[0], nil
	case x.Type().Kind == plan.Double:
		return plan.Call{Op: plan.Cut, Args: []plan.Expr{x, plan.Literal(value.OfInt(n))}, Of: plan.Type{Kind: plan.Double}}, nil
	case n >= int64(after):
		return x, nil
	case n < -18:
		return coerce.Mul([]plan.Expr{x, plan.Literal(value.OfInt(0))})
	}
	if q, ok := x.(plan.Call); ok && q.Op == plan.Quotient && n >= 0 { // which has dropped digits already
		before, _ := coerce.DigitsOf(x)
		q.Of = value.DecimalType(before+int(n), int(n))
		return plan.Cast{X: q, To: q.Of}, nil // no quotient, which would have its digits back as a double
	}
	unit := plan.Literal(value.OfInt(value.Pow10(int(max(0, -n)))))
	if n > 0 {
		unit = plan.Literal(value.OfDecimal(1, int(n)))
	}
	rest, err := coerce.Mod([]plan.Expr{x, unit})
	if err != nil {
		return nil, err
	}
	diff, err := coerce.Sub([]plan.Expr{x, rest})
	if err != nil || diff.Type().Kind == plan.Int {
		return diff, err
	}
	if args[0].Type().Kind == plan.Unsigned {
		return coerce.To(diff, plan.Type{Kind: plan.Unsigned})
	}
	before, _ := coerce.DigitsOf(x)
	return coerce.To(diff, value.DecimalType(before+int(max(0, n)), int(max(0, n))))
}

// buildSign types SIGN(x): -1, 0 or 1.
func buildSign(args []plan.Expr) (plan.Expr, error) {
	x, err := coerce.OwnNumber(args[0])
	if err != nil {
		return nil, err
	}
	zero, err := coerce.To(plan.Literal(value.OfInt(0)), plan.Plain(x.Type()))
	if err != nil {
		return nil, err
	}
	above := plan.Call{Op: plan.Gt, Args: []plan.Expr{x, zero}, Of: plan.Type{Kind: plan.Bool}}
	below := plan.Call{Op: plan.Lt, Args: []plan.Expr{x, zero}, Of: plan.Type{Kind: plan.Bool}}
	return coerce.Sub([]plan.Expr{above, below})
}
