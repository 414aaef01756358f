package coerce

import (
	"math/big"

	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// alignedWithin gives numbers that are compared one type. A decimal of it has no room for the greatest numbers
// of one that has many digits before the point beside one that has many behind it. They are the last number of
// their sign then, which is behind all that the others reach.
func alignedWithin(args []plan.Expr) ([]plan.Expr, error) {
	args, t, err := numbers(args)
	if err != nil {
		return nil, err
	}
	out, beyond := make([]plan.Expr, len(args)), 0
	for i, a := range args {
		c, constant := a.(plan.Const)
		switch {
		case constant:
			out[i], err = constantWithin(c, t)
		case beyond == 0 && fewerThan(a, t):
			beyond++
			out[i] = saturated(a, t)
		default:
			out[i], err = To(a, t)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fewerThan reports whether a decimal type has fewer digits before the point than an exact number may have.
func fewerThan(e plan.Expr, t plan.Type) bool {
	if t.Kind != plan.Decimal {
		return false
	}
	before, _ := DigitsOf(e)
	return before > t.Precision-t.Scale
}

// constantWithin converts a constant; one that is out of range is the last number of its sign.
func constantWithin(c plan.Const, t plan.Type) (plan.Expr, error) {
	out, err := To(c, t)
	if err == nil || !plan.IsOutOfRange(err) || c.Value.Kind != plan.Decimal && c.Value.Kind != plan.Int {
		return out, err
	}
	last := new(big.Int).Sub(value.BigPow10(value.MaxPrecision).MathBigInt(), big.NewInt(1))
	if c.Value.Kind == plan.Int && c.Value.Int < 0 || c.Value.Kind == plan.Decimal && c.Value.Dec.Sign() < 0 {
		last.Neg(last)
	}
	return plan.Const{Value: value.OfWide(last, t.Scale), Of: t}, nil
}

// saturated converts a decimal to a type with fewer digits before the point; a number that has more is the last
// one of its sign.
func saturated(e plan.Expr, t plan.Type) plan.Expr {
	_, scale := DigitsOf(e)
	of := value.DecimalType(value.MaxPrecision, scale)
	e = plan.Cast{X: e, To: of}
	bound := value.BigPow10(t.Precision - t.Scale + scale).MathBigInt()
	last := new(big.Int).Sub(value.BigPow10(t.Precision).MathBigInt(), big.NewInt(1))
	pick := func(op plan.Op, bound, last *big.Int, other plan.Expr) plan.Expr {
		test := plan.Call{Op: op, Args: []plan.Expr{e, plan.Const{Value: value.OfWide(bound, scale), Of: of}}, Of: plan.Type{Kind: plan.Bool}}
		return call.If(test, plan.Const{Value: value.OfWide(last, t.Scale), Of: t}, other)
	}
	below := pick(plan.Le, new(big.Int).Neg(bound), new(big.Int).Neg(last), plan.Cast{X: e, To: t})
	return pick(plan.Ge, bound, last, below)
}
