package coerce

import (
	"math"
	"math/big"

	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// Pattern gives the 64 bits of a number. Those of a DECIMAL are of the nearest BIGINT, as in MySQL, where only
// BIGINT UNSIGNED has a number in the last of them.
func Pattern(e plan.Expr) (plan.Expr, error) {
	if c, ok := e.(plan.Call); ok && c.Op == plan.FromBits {
		return c.Args[0], nil
	}
	if e = plan.Full(e); e.Type().Kind == plan.Unsigned {
		if c, ok := e.(plan.Const); ok && !c.Value.IsNull() {
			return plan.Literal(value.OfInt(int64(value.UnsignedOf(c.Value.Int)))), nil
		}
		return call.Int(plan.ToBits, e), nil
	}
	if n, ok := SpelledNumber(e); ok {
		return Whole(n)
	}
	if e = Bits(e); e.Type().Kind == plan.String { // its digits up to what is none
		whole, err := To(e, plan.Type{Kind: plan.Unsigned})
		return call.Int(plan.ToBits, whole), err
	}
	if e.Type().Kind.Ticking() {
		return To(e, plan.Type{Kind: plan.Int})
	}
	if c, ok := e.(plan.Call); ok && c.Of.Kind == plan.Decimal && IsBranch(c) {
		return patternOfBranches(c)
	}
	x, err := Number(e)
	if err != nil {
		return nil, err
	}
	return Whole(x)
}

// IsBranch reports whether a call is an IF, and none that COALESCE or GREATEST is made of: their
// conditions are about the decimals that they choose, and those of an IF about anything else.
func IsBranch(c plan.Call) bool {
	if c.Op != plan.If {
		return false
	}
	itself := false
	plan.Visit(c.Args[0], func(e plan.Expr) bool {
		itself = itself || plan.Equal(e, c.Args[1]) || plan.Equal(e, c.Args[2])
		return !itself
	})
	return !itself
}

// patternOfBranches gives the bits of what is chosen, as it was before it became a decimal.
func patternOfBranches(c plan.Call) (plan.Expr, error) {
	var out [2]plan.Expr
	for i, a := range c.Args[1:] {
		if k, ok := a.(plan.Const); ok {
			if n, whole := unsignedOf(k); whole {
				a = n
			}
		}
		x, err := Pattern(unaligned(a))
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return call.If(c.Args[0], out[0], out[1]), nil
}

// unaligned takes off what made a number a decimal of as many digits as others.
func unaligned(e plan.Expr) plan.Expr {
	k, ok := e.(plan.Cast)
	if !ok || k.To.Kind != plan.Decimal {
		return e
	}
	switch k.X.Type().Kind {
	case plan.Int, plan.Unsigned, plan.Decimal:
		return unaligned(k.X)
	}
	return e
}

// unsignedOf gives a decimal that is a whole number of 64 bits as one, which it was before it was chosen.
func unsignedOf(c plan.Const) (plan.Expr, bool) {
	if c.Value.Kind != plan.Decimal {
		return nil, false
	}
	n := value.Rescale(c.Value.Dec, 0)
	if n.Negative || !n.Coeff.IsUint64() || value.CompareDecimals(n, c.Value.Dec) != 0 {
		return nil, false
	}
	return plan.Literal(value.OfUnsigned(n.Coeff.Uint64())), true
}

// Whole converts a number to the nearest whole one: what a DECIMAL has past BIGINT is the last number of that.
func Whole(x plan.Expr) (plan.Expr, error) {
	if n, ok := SpelledNumber(x); ok {
		x = n
	}
	if before, _ := digitsOfNumber(x); before > value.SureDigits {
		return nearest(x)
	}
	return To(x, plan.Type{Kind: plan.Int})
}

// digitsOfNumber is DigitsOf, of decimals only.
func digitsOfNumber(e plan.Expr) (before, after int) {
	if e.Type().Kind != plan.Decimal {
		return 0, 0
	}
	return DigitsOf(e)
}

// Unsigned is the number without a sign that has the bits of a whole number.
func Unsigned(e plan.Expr) plan.Expr {
	return plan.Call{Op: plan.FromBits, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Unsigned}}
}

// CastSigned types CAST(e AS SIGNED) of a number that may be past 63 bits: it gives the nearest number of BIGINT,
// and of one without a sign the same bits, which have one from here on; false for what is none.
func CastSigned(e plan.Expr) (plan.Expr, bool, error) {
	full := plan.Full(e)
	switch t := full.Type(); {
	case t.Kind == plan.Unsigned, t.Kind == plan.Decimal && (t.Precision == 0 || t.Precision-t.Scale >= value.SureDigits):
		x, err := Pattern(full)
		return x, true, err
	case t.Kind == plan.Double:
		x, err := nearest(full)
		return x, true, err
	case t.Kind == plan.Int && IsUnsigned(t):
		return plan.Cast{X: e, To: plan.Type{Kind: plan.Int}}, true, nil
	}
	return nil, false, nil
}

// nearest converts a number to the nearest of BIGINT.
func nearest(e plan.Expr) (plan.Expr, error) {
	most, least := call.Num(math.MaxInt64), call.Num(math.MinInt64)
	x, err := To(e, plan.Type{Kind: plan.Int})
	if c, constant := e.(plan.Const); constant && plan.IsOutOfRange(err) {
		if value.ToFloat(c.Value) < 0 {
			return least, nil
		}
		return most, nil
	}
	if err != nil {
		return nil, err
	}
	above, err := Compares(plan.Ge)([]plan.Expr{e, most})
	if err != nil {
		return nil, err
	}
	under, err := Compares(plan.Le)([]plan.Expr{e, least})
	return call.If(above, most, call.If(under, least, x)), err
}

// CastUnsigned types CAST(e AS UNSIGNED): what is below zero keeps the bits of the nearest number of BIGINT.
func CastUnsigned(e plan.Expr) (plan.Expr, error) {
	e = SpelledAs(plan.Full(Bits(e)), plan.Unsigned)
	switch t := e.Type(); {
	case t.Kind == plan.String:
		return To(e, value.UnsignedType())
	case t.Kind == plan.Unsigned || t.Kind == plan.Null:
		return To(e, plan.Type{Kind: plan.Unsigned})
	case t.Kind == plan.Decimal && (t.Precision == 0 || t.Precision-t.Scale >= value.SureDigits):
		return castMany(e, value.DecimalType(value.MaxPrecision, 0))
	}
	if e.Type().Kind == plan.Double {
		return unsignedOfDouble(e)
	}
	x, err := To(e, plan.Type{Kind: plan.Int})
	return Unsigned(x), err
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
		return Unsigned(x), nil
	}
	atLeast := func(f float64) plan.Expr {
		return plan.Call{Op: plan.Ge, Args: []plan.Expr{e, plan.Literal(value.OfFloat(f))}, Of: plan.Type{Kind: plan.Bool}}
	}
	large := call.If(atLeast(1<<64), most, plan.Cast{X: e, To: most.Of})
	return call.If(atLeast(1<<63), large, Unsigned(x)), nil
}

// castMany is CastUnsigned of a decimal that may be beyond what BIGINT UNSIGNED holds.
func castMany(e plan.Expr, whole plan.Type) (plan.Expr, error) {
	x, err := To(e, whole)
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
	n, err := To(clip(call.Less(x, zero), clip(call.Less(x, least), least, x), zero), plan.Type{Kind: plan.Int})
	if err != nil {
		return nil, err
	}
	natural, err := To(clip(call.Less(x, zero), zero, clip(above, most, x)), plan.Type{Kind: plan.Unsigned})
	return call.If(call.Less(x, zero), Unsigned(n), natural), err
}
