package plan

import (
	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// buildRound types ROUND(x) and ROUND(x, n), n a constant.
func buildRound(args []Expr) (Expr, error) {
	x, n, err := roundArgs(args)
	if err != nil {
		return nil, err
	}
	switch before, after := digitsOf(x); {
	case x.Type().Kind == Double:
		return Call{Op: Round, Args: []Expr{x, Literal(value.OfInt(n))}, Of: Type{Kind: Double}}, nil
	case (x.Type().Kind == Int || args[0].Type().Kind == Unsigned) && n >= 0 || n == int64(after):
		return x, nil
	case n > int64(after):
		n = min(n, value.MaxScale)
		return Convert(x, value.DecimalType(before+int(n), int(n)))
	case n >= 0:
		return Call{Op: Round, Args: []Expr{x}, Of: value.DecimalType(before+1+int(n), int(n))}, nil
	case x.Type().Kind == Decimal && -n > int64(before): // zero, without digits behind the point
		zero := Literal(value.OfDecimal(0, 0))
		return choice(Call{Op: IsNull, Args: []Expr{x}, Of: Type{Kind: Bool}}, NullOf(zero.Of), zero), nil
	case -n > int64(before) || n < -18 && x.Type().Kind == Int:
		return buildMul([]Expr{x, Literal(value.OfInt(0))})
	default:
		return roundTens(x, before+after, int(-n))
	}
}

// roundTens rounds to a multiple of 10^tens: the quotient without digits after the
// point, times 10^tens.
func roundTens(x Expr, precision, tens int) (Expr, error) {
	_, after := digitsOf(x)
	p := Literal(value.OfWide(value.BigPow10(tens).MathBigInt(), 0))
	if tens <= 18 {
		p = Literal(value.OfInt(value.Pow10(tens)))
	}
	args, err := convertAll(value.DecimalType(precision, after), x)
	if err != nil {
		return nil, err
	}
	by, err := Convert(p, value.DecimalType(tens+1, 0))
	if err != nil {
		return nil, err
	}
	q := Call{Op: Div, Args: []Expr{args[0], by}, Of: value.DecimalType(precision-after, 0)}
	if x.Type().Kind == Int {
		n, err := Convert(q, Type{Kind: Int})
		if err != nil {
			return nil, err
		}
		return buildMul([]Expr{n, p})
	}
	return buildMul([]Expr{q, p})
}

// roundArgs gives the number to round and to how many digits.
func roundArgs(args []Expr) (Expr, int64, error) {
	x, err := number(args[0])
	if err != nil || len(args) == 1 {
		return x, 0, err
	}
	c, ok := args[1].(Const)
	if !ok || c.Value.Kind != Int {
		return nil, 0, fault.Errorf(fault.CodeNotSupported, "the number of digits to round to must be an integer constant: %s", args[1])
	}
	return x, max(-100, min(100, c.Value.Int)), nil
}

// buildTruncate types TRUNCATE(x, n): x less what is left of a division by 10^-n.
func buildTruncate(args []Expr) (Expr, error) {
	x, n, err := roundArgs(args)
	if err != nil {
		return nil, err
	}
	_, after := digitsOf(x)
	switch {
	case x.Type().Kind == Double:
		return Call{Op: Cut, Args: []Expr{x, Literal(value.OfInt(n))}, Of: Type{Kind: Double}}, nil
	case n >= int64(after):
		return x, nil
	case n < -18:
		return buildMul([]Expr{x, Literal(value.OfInt(0))})
	}
	unit := Literal(value.OfInt(value.Pow10(int(max(0, -n)))))
	if n > 0 {
		unit = Literal(value.OfDecimal(1, int(n)))
	}
	rest, err := buildMod([]Expr{x, unit})
	if err != nil {
		return nil, err
	}
	diff, err := buildSub([]Expr{x, rest})
	if err != nil || diff.Type().Kind == Int {
		return diff, err
	}
	before, _ := digitsOf(x)
	return Convert(diff, value.DecimalType(before+int(max(0, n)), int(max(0, n))))
}

// buildSign types SIGN(x): -1, 0 or 1.
func buildSign(args []Expr) (Expr, error) {
	x, err := number(args[0])
	if err != nil {
		return nil, err
	}
	zero, err := Convert(Literal(value.OfInt(0)), Plain(x.Type()))
	if err != nil {
		return nil, err
	}
	above := Call{Op: Gt, Args: []Expr{x, zero}, Of: Type{Kind: Bool}}
	below := Call{Op: Lt, Args: []Expr{x, zero}, Of: Type{Kind: Bool}}
	return buildSub([]Expr{above, below})
}
