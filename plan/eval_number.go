package plan

import (
	"math"

	"github.com/cockroachdb/apd/v3"

	"gsdms/plan/value"
)

// kindOf is the kind that an operator computes with: all arguments have the same.
func kindOf(args []Value) Kind { return args[0].Kind }

func intResult(n int64, ok bool, t Type, what string) (Value, error) {
	if !ok {
		return Value{}, value.OutOfRange(Type{Kind: Int}, "%s", what)
	}
	return Value{Kind: t.Kind, Int: n}, nil
}

func decimalResult(d *apd.Decimal, err error) (Value, error) {
	return Value{Kind: Decimal, Dec: d}, err
}

func floatResult(f float64, what string) (Value, error) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return Value{}, value.OutOfRange(Type{Kind: Double}, "%s", what)
	}
	return value.OfFloat(f), nil
}

// bigResult gives an Int from a whole number.
func bigResult(n *apd.BigInt, what string) (Value, error) {
	return intResult(n.Int64(), n.IsInt64(), Type{Kind: Int}, what)
}

// wholeResult gives an Int, or a Decimal without a fraction, from a whole number.
func wholeResult(t Type, n *apd.BigInt, what string) (Value, error) {
	if t.Kind == Decimal {
		return decimalResult(value.FromSigned(n, 0), nil)
	}
	return bigResult(n, what)
}

// dateResult gives NULL for days that are no date of MySQL's.
func dateResult(days int64, ok bool) (Value, error) {
	if !ok || days < value.MinDate || days > value.MaxDate {
		return Value{}, nil
	}
	return value.OfDate(days), nil
}

func evalAdd(t Type, a []Value) (Value, error) {
	switch kindOf(a) {
	case Decimal:
		return decimalResult(value.AddDecimals(a[0].Dec, a[1].Dec, false))
	case Double:
		return floatResult(a[0].Float+a[1].Float, "+")
	case Date:
		return dateResult(value.AddInt(a[0].Int, a[1].Int))
	case DateTime, Time:
		n, ok := value.AddInt(a[0].Int, a[1].Int)
		return value.TicksResult(t, n, ok)
	}
	n, ok := value.AddInt(a[0].Int, a[1].Int)
	return intResult(n, ok, t, "+")
}

func evalSub(t Type, a []Value) (Value, error) {
	switch kindOf(a) {
	case Decimal:
		return decimalResult(value.AddDecimals(a[0].Dec, a[1].Dec, true))
	case Double:
		return floatResult(a[0].Float-a[1].Float, "-")
	case Date:
		return dateResult(value.SubInt(a[0].Int, a[1].Int))
	case DateTime, Time:
		n, ok := value.SubInt(a[0].Int, a[1].Int)
		return value.TicksResult(t, n, ok)
	}
	n, ok := value.SubInt(a[0].Int, a[1].Int)
	return intResult(n, ok, t, "-")
}

func evalMul(t Type, a []Value) (Value, error) {
	switch kindOf(a) {
	case Decimal:
		return decimalResult(value.MulDecimals(a[0].Dec, a[1].Dec))
	case Double:
		return floatResult(a[0].Float*a[1].Float, "*")
	}
	n, ok := value.MulInt(a[0].Int, a[1].Int)
	return intResult(n, ok, t, "*")
}

func evalDiv(t Type, a []Value) (Value, error) {
	if !a[1].True() {
		return Value{}, nil
	}
	if kindOf(a) == Double {
		return floatResult(a[0].Float/a[1].Float, "/")
	}
	return decimalResult(value.DivDecimals(a[0].Dec, a[1].Dec, t.Scale))
}

// evalQuotient drops the digits behind the scale.
func evalQuotient(t Type, a []Value) (Value, error) {
	if !a[1].True() {
		return Value{}, nil
	}
	return decimalResult(value.TruncDecimals(a[0].Dec, a[1].Dec, t.Scale))
}

func evalIntDiv(t Type, a []Value) (Value, error) {
	if !a[1].True() {
		return Value{}, nil
	}
	if kindOf(a) == Decimal {
		q, _ := value.QuoRemDecimals(a[0].Dec, a[1].Dec)
		return wholeResult(t, q, "DIV")
	}
	if a[1].Int == -1 {
		n, ok := value.SubInt(0, a[0].Int)
		return intResult(n, ok, t, "DIV")
	}
	return value.OfInt(a[0].Int / a[1].Int), nil
}

func evalMod(t Type, a []Value) (Value, error) {
	if !a[1].True() {
		return Value{}, nil
	}
	switch kindOf(a) {
	case Decimal:
		_, r := value.QuoRemDecimals(a[0].Dec, a[1].Dec)
		return decimalResult(r, nil)
	case Double:
		return floatResult(math.Mod(a[0].Float, a[1].Float), "%")
	}
	if a[1].Int == -1 {
		return value.OfInt(0), nil
	}
	return value.OfInt(a[0].Int % a[1].Int), nil
}

func evalNeg(t Type, a []Value) (Value, error) {
	switch kindOf(a) {
	case Decimal:
		return decimalResult(value.FromSigned(new(apd.BigInt).Neg(value.Signed(a[0].Dec)), value.ScaleOf(a[0].Dec)), nil)
	case Double:
		return value.OfFloat(-a[0].Float), nil
	}
	n, ok := value.SubInt(0, a[0].Int)
	return intResult(n, ok, t, "neg")
}

func evalAbs(t Type, a []Value) (Value, error) {
	negative := a[0].Int < 0
	switch kindOf(a) {
	case Decimal:
		negative = a[0].Dec.Sign() < 0
	case Double:
		return value.OfFloat(math.Abs(a[0].Float)), nil
	}
	if negative {
		return evalNeg(t, a)
	}
	return a[0], nil
}

func evalFloor(t Type, a []Value) (Value, error) {
	if kindOf(a) == Double {
		return value.OfFloat(math.Floor(a[0].Float)), nil
	}
	return wholeResult(t, value.FloorDecimal(a[0].Dec, false), "FLOOR")
}

func evalCeil(t Type, a []Value) (Value, error) {
	if kindOf(a) == Double {
		return value.OfFloat(math.Ceil(a[0].Float)), nil
	}
	return wholeResult(t, value.FloorDecimal(a[0].Dec, true), "CEIL")
}

func evalRound(t Type, a []Value) (Value, error) {
	if kindOf(a) == Decimal {
		return decimalResult(value.CheckDigits(value.Rescale(a[0].Dec, t.Scale), "ROUND"))
	}
	return value.OfFloat(RoundFloat(a[0].Float, a[1].Int)), nil
}

// RoundFloat rounds f, half to even as MySQL rounds doubles, to digits after the point (before it where
// negative). Where scaling by the power of ten would leave the range of doubles, f has
// no such digits or keeps none.
func RoundFloat(f float64, digits int64) float64 {
	digits = max(-400, min(400, digits))
	p := powerOfTen(max(digits, -digits))
	if digits < 0 {
		if math.IsInf(p, 0) {
			return 0
		}
		return math.RoundToEven(f/p) * p
	}
	if scaled := f * p; !math.IsInf(scaled, 0) && !math.IsInf(p, 0) {
		return math.RoundToEven(scaled) / p
	}
	return f
}

// powerOfTen gives 10^n; up to 10^22 a double has it exactly.
func powerOfTen(n int64) float64 {
	if n <= 22 {
		return math.Pow10(int(n))
	}
	return math.Pow(10, float64(n))
}

// comparison makes the evaluation of one comparison operator.
func comparison(holds func(order int) bool) func(Type, []Value) (Value, error) {
	return func(_ Type, a []Value) (Value, error) {
		return value.OfBool(holds(a[0].Compare(a[1]))), nil
	}
}

func evalNullEq(_ Type, a []Value) (Value, error) {
	if a[0].IsNull() || a[1].IsNull() {
		return value.OfBool(a[0].IsNull() && a[1].IsNull()), nil
	}
	return value.OfBool(a[0].Compare(a[1]) == 0), nil
}

func evalXor(_ Type, a []Value) (Value, error) { return value.OfBool(a[0].True() != a[1].True()), nil }

func evalNot(_ Type, a []Value) (Value, error) { return value.OfBool(!a[0].True()), nil }

func evalIsNull(_ Type, a []Value) (Value, error) { return value.OfBool(a[0].IsNull()), nil }

func evalYear(_ Type, a []Value) (Value, error) {
	y, _, _ := value.Civil(a[0].Int)
	return value.OfInt(int64(y)), nil
}

func evalMonth(_ Type, a []Value) (Value, error) {
	_, m, _ := value.Civil(a[0].Int)
	return value.OfInt(int64(m)), nil
}

func evalDay(_ Type, a []Value) (Value, error) {
	_, _, d := value.Civil(a[0].Int)
	return value.OfInt(int64(d)), nil
}

func evalAddMonths(_ Type, a []Value) (Value, error) {
	const limit = 12 * 20000
	if a[1].Int < -limit || a[1].Int > limit {
		return Value{}, nil
	}
	return dateResult(value.AddMonthsTo(a[0].Int, a[1].Int), true)
}

func evalDateDiff(_ Type, a []Value) (Value, error) { return value.OfInt(a[0].Int - a[1].Int), nil }
