package limb

import (
	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// maxHalved is the largest divisor: twice what is left by it, and one, fit 64 bits with a sign.
const maxHalved = 1 << 62

// DividedUnsigned gives the whole quotient, or the rest, of a BIGINT UNSIGNED and a constant, by what fits: half of
// the number is divided, and then twice what that leaves with the last bit; false for another expression, or for a
// constant that leaves too much.
func DividedUnsigned(e plan.Expr) (plan.Expr, bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.IntDiv && c.Op != plan.Mod || c.Of.Kind != plan.Decimal || c.Of.Scale != 0 {
		return nil, false
	}
	x, ok := coerce.OfUnsigned(Narrowest(c.Args[0]))
	by, known := wholeConstant(c.Args[1])
	if !ok || !known || by < 2 || by > maxHalved {
		return nil, false
	}
	quotient, rest := dividedUnsigned(x, by)
	if c.Op == plan.Mod {
		return plan.Cast{X: rest, To: c.Of}, true
	}
	return plan.Cast{X: quotient, To: c.Of}, true
}

// dividedUnsigned gives the quotient and the rest of an Unsigned by a number from 2 to maxHalved.
func dividedUnsigned(x plan.Expr, by int64) (quotient, rest plan.Expr) {
	bits := intCall(plan.ToBits, x)
	half, last := intCall(plan.ShiftRight, bits, num(1)), intCall(plan.BitAnd, bits, num(1))
	more := intCall(plan.Add, twice(intCall(plan.Mod, half, num(by))), last)
	quotient = intCall(plan.Add, twice(intCall(plan.IntDiv, half, num(by))), intCall(plan.IntDiv, more, num(by)))
	return quotient, intCall(plan.Mod, more, num(by))
}

func twice(n plan.Expr) plan.Expr { return intCall(plan.Mul, n, num(2)) }

// wholeConstant gives a constant that is a whole number of 64 bits.
func wholeConstant(e plan.Expr) (int64, bool) {
	k, ok := e.(plan.Const)
	if !ok || k.Value.IsNull() {
		return 0, false
	}
	d, ok := value.ToDecimal(k.Value)
	if !ok || value.ScaleOf(d) != 0 {
		return 0, false
	}
	return value.Small(d)
}
