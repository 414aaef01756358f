package typing

import (
	"math"
	"math/big"

	"gsdms/plan"
	"gsdms/plan/value"
)

// pattern gives the 64 bits of a number.
func pattern(e plan.Expr) (plan.Expr, error) {
	if c, ok := e.(plan.Call); ok && c.Op == plan.FromBits {
		return c.Args[0], nil
	}
	if e = plan.Full(e); e.Type().Kind == plan.Unsigned {
		if c, ok := e.(plan.Const); ok && !c.Value.IsNull() {
			return plan.Literal(value.OfInt(int64(value.UnsignedOf(c.Value.Int)))), nil
		}
		return intCall(plan.ToBits, e), nil
	}
	if n, ok := SpelledNumber(e); ok {
		return wholeOf(n)
	}
	if e = asBits(e); e.Type().Kind == plan.String { // its digits up to what is none
		whole, err := Convert(e, plan.Type{Kind: plan.Unsigned})
		return intCall(plan.ToBits, whole), err
	}
	if e.Type().Kind.Ticking() {
		return Convert(e, plan.Type{Kind: plan.Int})
	}
	x, err := number(e)
	if err != nil {
		return nil, err
	}
	c, constant := x.(plan.Const)
	if constant && c.Value.Kind == plan.Decimal {
		return patternOfConstant(c)
	}
	switch before, after := digitsOfNumber(x); {
	case constant || before <= value.SureDigits || after > 0:
		return wholeOf(x)
	case before <= value.UnsignedDigits:
		return longPattern(x)
	}
	many, err := castMany(x, value.DecimalType(value.MaxPrecision, 0))
	return intCall(plan.ToBits, many), err
}

// wholeOf converts a number to the nearest whole one: what a DECIMAL has past BIGINT is the last number of that.
func wholeOf(x plan.Expr) (plan.Expr, error) {
	if n, ok := SpelledNumber(x); ok {
		x = n
	}
	if before, _ := digitsOfNumber(x); before > value.SureDigits {
		return nearest(x)
	}
	return Convert(x, plan.Type{Kind: plan.Int})
}

// patternOfConstant gives the bits of a decimal, or of the nearest whole number of 64 bits, which has
// a sign where the decimal is below zero.
func patternOfConstant(c plan.Const) (plan.Expr, error) {
	n := value.Rescale(c.Value.Dec, 0)
	switch {
	case n.Negative:
		return nearest(c)
	case n.Coeff.IsUint64():
		return plan.Literal(value.OfInt(int64(n.Coeff.Uint64()))), nil
	}
	return num(-1), nil // all bits
}

// digitsOfNumber is digitsOf, of decimals only.
func digitsOfNumber(e plan.Expr) (before, after int) {
	if e.Type().Kind != plan.Decimal {
		return 0, 0
	}
	return digitsOf(e)
}

// longPattern gives the bits of a decimal that may pass 63 bits, and hardly 64.
func longPattern(x plan.Expr) (plan.Expr, error) {
	zero, err := Convert(num(0), x.Type())
	if err != nil {
		return nil, err
	}
	signed, err := Convert(x, plan.Type{Kind: plan.Int})
	if err != nil {
		return nil, err
	}
	whole, err := Convert(x, plan.Type{Kind: plan.Unsigned})
	return choice(below(x, zero), signed, intCall(plan.ToBits, whole)), err
}

func unsigned(e plan.Expr) plan.Expr {
	return plan.Call{Op: plan.FromBits, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Unsigned}}
}

// bitwise types an operator on bits.
func bitwise(op plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		if e, ok, err := onBytes(op, args); ok {
			return e, err
		}
		out := make([]plan.Expr, len(args))
		for i, a := range args {
			x, err := pattern(a)
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		if op == plan.BitCount {
			return intCall(op, out...), nil
		}
		return unsigned(intCall(op, out...)), nil
	}
}

// buildBitNot types ~x.
func buildBitNot(args []plan.Expr) (plan.Expr, error) {
	if e, ok, err := onBytes(plan.BytesNot, args); ok {
		return e, err
	}
	return bitwise(plan.BitXor)([]plan.Expr{args[0], num(-1)})
}

// CastSigned types CAST(e AS SIGNED) of a number that may be past 63 bits: of a whole one it keeps the
// bits, of another it gives the nearest number of BIGINT; and of one without a sign, which has one from
// here on; false for what is none.
func CastSigned(e plan.Expr) (plan.Expr, bool, error) {
	c, constant := e.(plan.Const)
	whole := constant && !c.Value.IsNull() && c.Value.Kind == plan.Decimal && c.Of.Scale == 0
	full := plan.Full(e)
	switch t := full.Type(); {
	case whole && !c.Value.Dec.Negative && c.Value.Dec.Coeff.IsUint64(), t.Kind == plan.Unsigned:
		x, err := pattern(e)
		return x, true, err
	case t.Kind == plan.Double, t.Kind == plan.Decimal && (t.Precision == 0 || t.Precision-t.Scale >= value.SureDigits):
		x, err := nearest(full)
		return x, true, err
	case t.Kind == plan.Int && isUnsigned(t):
		return plan.Cast{X: e, To: plan.Type{Kind: plan.Int}}, true, nil
	}
	return nil, false, nil
}

// nearest converts a number to the nearest of BIGINT.
func nearest(e plan.Expr) (plan.Expr, error) {
	most, least := num(math.MaxInt64), num(math.MinInt64)
	x, err := Convert(e, plan.Type{Kind: plan.Int})
	if c, constant := e.(plan.Const); constant && plan.IsOutOfRange(err) {
		if value.ToFloat(c.Value) < 0 {
			return least, nil
		}
		return most, nil
	}
	if err != nil {
		return nil, err
	}
	above, err := compares(plan.Ge)([]plan.Expr{e, most})
	if err != nil {
		return nil, err
	}
	under, err := compares(plan.Le)([]plan.Expr{e, least})
	return choice(above, most, choice(under, least, x)), err
}

// CastUnsigned types CAST(e AS UNSIGNED): what is below zero keeps the bits of the nearest number of BIGINT.
func CastUnsigned(e plan.Expr) (plan.Expr, error) {
	e = unquoted(plan.Full(asBits(e)))
	switch t := e.Type(); {
	case t.Kind == plan.String:
		return Convert(e, value.UnsignedType())
	case t.Kind == plan.Unsigned || t.Kind == plan.Null:
		return Convert(e, plan.Type{Kind: plan.Unsigned})
	case t.Kind == plan.Decimal && (t.Precision == 0 || t.Precision-t.Scale >= value.SureDigits):
		return castMany(e, value.DecimalType(value.MaxPrecision, 0))
	}
	if e.Type().Kind == plan.Double {
		return unsignedOfDouble(e)
	}
	x, err := Convert(e, plan.Type{Kind: plan.Int})
	return unsigned(x), err
}

// unsignedOfDouble is CastUnsigned of a double: the nearest number, and below 0 the bits of it.
func unsignedOfDouble(e plan.Expr) (plan.Expr, error) {
	x, err := nearest(e)
	if err != nil {
		return nil, err
	}
	most := plan.Literal(value.OfUnsigned(math.MaxUint64))
	c, constant := e.(plan.Const)
	switch f := c.Value.Float; {
	case constant && f >= 1<<64:
		return most, nil
	case constant && f < 1<<63:
		return unsigned(x), nil
	}
	atLeast := func(f float64) plan.Expr {
		return plan.Call{Op: plan.Ge, Args: []plan.Expr{e, plan.Literal(value.OfFloat(f))}, Of: plan.Type{Kind: plan.Bool}}
	}
	large := choice(atLeast(1<<64), most, plan.Cast{X: e, To: most.Of})
	return choice(atLeast(1<<63), large, unsigned(x)), nil
}

// castMany is CastUnsigned of a decimal that may be beyond what BIGINT UNSIGNED holds.
func castMany(e plan.Expr, whole plan.Type) (plan.Expr, error) {
	x, err := Convert(e, whole)
	if err != nil {
		return nil, err
	}
	zero := plan.Const{Value: value.OfDecimal(0, 0), Of: whole}
	least := plan.Const{Value: value.OfWide(big.NewInt(math.MinInt64), 0), Of: whole}
	most := plan.Const{Value: value.OfWide(new(big.Int).SetUint64(1<<64-1), 0), Of: whole}
	above := plan.Call{Op: plan.Gt, Args: []plan.Expr{x, most}, Of: plan.Type{Kind: plan.Bool}}
	of := value.DecimalType(value.UnsignedDigits, 0)
	clip := func(when, then, other plan.Expr) plan.Expr {
		return plan.Call{Op: plan.If, Args: []plan.Expr{when, then, other}, Of: of}
	}
	n, err := Convert(clip(below(x, zero), clip(below(x, least), least, x), zero), plan.Type{Kind: plan.Int})
	if err != nil {
		return nil, err
	}
	natural, err := Convert(clip(below(x, zero), zero, clip(above, most, x)), plan.Type{Kind: plan.Unsigned})
	return choice(below(x, zero), unsigned(n), natural), err
}
