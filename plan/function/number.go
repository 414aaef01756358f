package function

import (
	"fmt"
	"math"

	"github.com/cockroachdb/apd/v3"

	"gsdms/plan/value"
)

// kindOf is the kind that an operator computes with: all arguments have the same.
func kindOf(args []value.Value) value.Kind { return args[0].Kind }

func intResult(n int64, ok bool, t value.Type, what string) (value.Value, error) {
	if !ok {
		return value.Value{}, value.OutOfRange(value.Type{Kind: value.Int}, "%s", what)
	}
	return value.Value{Kind: t.Kind, Int: n}, nil
}

func decimalResult(d *apd.Decimal, err error) (value.Value, error) {
	return value.Value{Kind: value.Decimal, Dec: d}, err
}

func floatResult(f float64, what string) (value.Value, error) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return value.Value{}, value.OutOfRange(value.Type{Kind: value.Double}, "%s", what)
	}
	return value.OfFloat(f), nil
}

// bigResult gives an Int from a whole number.
func bigResult(n *apd.BigInt, what string) (value.Value, error) {
	return intResult(n.Int64(), n.IsInt64(), value.Type{Kind: value.Int}, what)
}

// wholeResult gives an Int, or a Decimal without a fraction, from a whole number.
func wholeResult(t value.Type, n *apd.BigInt, what string) (value.Value, error) {
	if t.Kind == value.Decimal {
		return decimalResult(value.FromSigned(n, 0), nil)
	}
	return bigResult(n, what)
}

// dateResult gives NULL for days that are no date of MySQL's.
func dateResult(days int64, ok bool) (value.Value, error) {
	if !ok || days < value.MinDate || days > value.MaxDate {
		return value.Value{}, nil
	}
	return value.OfDate(days), nil
}

// Add computes +, error 1690 where the result does not fit; a date moves by days.
func Add(t value.Type, a []value.Value) (value.Value, error) {
	return sum(t, a, value.AddInt, a[1].Float, "+")
}

// Sub computes -, as Add does +.
func Sub(t value.Type, a []value.Value) (value.Value, error) {
	return sum(t, a, value.SubInt, -a[1].Float, "-")
}

// sum computes + or -: as whole says of whole numbers, and of doubles by what is added.
func sum(t value.Type, a []value.Value, whole func(a, b int64) (int64, bool), added float64, op string) (value.Value, error) {
	switch kindOf(a) {
	case value.Decimal:
		return decimalResult(value.AddDecimals(a[0].Dec, a[1].Dec, op == "-"))
	case value.Double:
		return floatResult(a[0].Float+added, op)
	case value.Date:
		return dateResult(whole(a[0].Int, a[1].Int))
	case value.DateTime, value.Time:
		n, ok := whole(a[0].Int, a[1].Int)
		return value.TicksResult(t, n, ok)
	}
	n, ok := whole(a[0].Int, a[1].Int)
	return intResult(n, ok, t, op)
}

// Mul computes *.
func Mul(t value.Type, a []value.Value) (value.Value, error) {
	switch kindOf(a) {
	case value.Decimal:
		return decimalResult(value.MulDecimals(a[0].Dec, a[1].Dec))
	case value.Double:
		return floatResult(a[0].Float*a[1].Float, "*")
	}
	n, ok := value.MulInt(a[0].Int, a[1].Int)
	return intResult(n, ok, t, "*")
}

// Div computes /.
func Div(t value.Type, a []value.Value) (value.Value, error) {
	if !a[1].True() {
		return value.Value{}, nil
	}
	if kindOf(a) == value.Double {
		return floatResult(a[0].Float/a[1].Float, "/")
	}
	return decimalResult(value.DivDecimals(a[0].Dec, a[1].Dec, t.Scale))
}

// Quotient drops the digits behind the scale.
func Quotient(t value.Type, a []value.Value) (value.Value, error) {
	if !a[1].True() {
		return value.Value{}, nil
	}
	return decimalResult(value.TruncDecimals(a[0].Dec, a[1].Dec, t.Scale))
}

// Joined puts a number together of whole numbers: the first times the third, and the second.
func Joined(t value.Type, a []value.Value) (value.Value, error) {
	n := new(apd.BigInt).SetInt64(a[0].Int)
	n.Mul(n, new(apd.BigInt).SetInt64(a[2].Int))
	return decimalResult(value.FromSigned(n.Add(n, new(apd.BigInt).SetInt64(a[1].Int)), t.Scale), nil)
}

// Key gives the key of a decimal among those with so many digits behind the point as its second argument says.
func Key(_ value.Type, a []value.Value) (value.Value, error) {
	key, ok := value.KeyOf(a[0], value.DecimalType(value.MaxPrecision, int(a[1].Int)))
	if !ok {
		return value.Value{}, fmt.Errorf("find the key of %s with %d digits behind the point: it is none (please report this)", a[0], a[1].Int)
	}
	return value.OfString(key), nil
}

// IntDiv computes DIV.
func IntDiv(t value.Type, a []value.Value) (value.Value, error) {
	if !a[1].True() {
		return value.Value{}, nil
	}
	if kindOf(a) == value.Decimal {
		q, _ := value.QuoRemDecimals(a[0].Dec, a[1].Dec)
		return wholeResult(t, q, "DIV")
	}
	if a[1].Int == -1 {
		n, ok := value.SubInt(0, a[0].Int)
		return intResult(n, ok, t, "DIV")
	}
	return value.OfInt(a[0].Int / a[1].Int), nil
}

// FloorDiv computes the whole number below a quotient.
func FloorDiv(t value.Type, a []value.Value) (value.Value, error) {
	if !a[1].True() {
		return value.Value{}, nil
	}
	if kindOf(a) == value.Decimal {
		q, rest := value.QuoRemDecimals(a[0].Dec, a[1].Dec)
		if rest.Sign()*a[1].Dec.Sign() < 0 {
			q.Sub(q, apd.NewBigInt(1))
		}
		return wholeResult(t, q, "FLOOR")
	}
	q, err := IntDiv(t, a)
	if rest := a[0].Int - q.Int*a[1].Int; err == nil && rest != 0 && rest^a[1].Int < 0 {
		q.Int--
	}
	return q, err
}

// Mod computes %.
func Mod(t value.Type, a []value.Value) (value.Value, error) {
	if !a[1].True() {
		return value.Value{}, nil
	}
	switch kindOf(a) {
	case value.Decimal:
		_, r := value.QuoRemDecimals(a[0].Dec, a[1].Dec)
		return decimalResult(r, nil)
	case value.Double:
		return floatResult(math.Mod(a[0].Float, a[1].Float), "%")
	}
	if a[1].Int == -1 {
		return value.OfInt(0), nil
	}
	return value.OfInt(a[0].Int % a[1].Int), nil
}

// Neg computes -x.
func Neg(t value.Type, a []value.Value) (value.Value, error) {
	switch kindOf(a) {
	case value.Decimal:
		return decimalResult(value.FromSigned(new(apd.BigInt).Neg(value.Signed(a[0].Dec)), value.ScaleOf(a[0].Dec)), nil)
	case value.Double:
		return value.OfFloat(-a[0].Float), nil
	}
	n, ok := value.SubInt(0, a[0].Int)
	return intResult(n, ok, t, "neg")
}

// Abs computes ABS.
func Abs(t value.Type, a []value.Value) (value.Value, error) {
	negative := a[0].Int < 0
	switch kindOf(a) {
	case value.Decimal:
		negative = a[0].Dec.Sign() < 0
	case value.Double:
		return value.OfFloat(math.Abs(a[0].Float)), nil
	}
	if negative {
		return Neg(t, a)
	}
	return a[0], nil
}

// Floor computes FLOOR.
func Floor(t value.Type, a []value.Value) (value.Value, error) {
	if kindOf(a) == value.Double {
		return value.OfFloat(math.Floor(a[0].Float)), nil
	}
	return wholeResult(t, value.FloorDecimal(a[0].Dec, false), "FLOOR")
}

// Ceil computes CEIL.
func Ceil(t value.Type, a []value.Value) (value.Value, error) {
	if kindOf(a) == value.Double {
		return value.OfFloat(math.Ceil(a[0].Float)), nil
	}
	return wholeResult(t, value.FloorDecimal(a[0].Dec, true), "CEIL")
}

// Round computes ROUND.
func Round(t value.Type, a []value.Value) (value.Value, error) {
	if kindOf(a) == value.Decimal {
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

// Comparison makes the evaluation of one comparison operator.
func Comparison(holds func(order int) bool) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, a []value.Value) (value.Value, error) {
		return value.OfBool(holds(a[0].Compare(a[1]))), nil
	}
}

// Extreme makes the evaluation of GREATEST (sign 1) or LEAST (-1) of two: the first unless the
// second is ahead.
func Extreme(sign int) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, a []value.Value) (value.Value, error) {
		if a[0].Compare(a[1])*sign < 0 {
			return a[1], nil
		}
		return a[0], nil
	}
}

// NullEq computes <=>.
func NullEq(_ value.Type, a []value.Value) (value.Value, error) {
	if a[0].IsNull() || a[1].IsNull() {
		return value.OfBool(a[0].IsNull() && a[1].IsNull()), nil
	}
	return value.OfBool(a[0].Compare(a[1]) == 0), nil
}

// Xor computes XOR.
func Xor(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfBool(a[0].True() != a[1].True()), nil
}

// Not computes NOT.
func Not(_ value.Type, a []value.Value) (value.Value, error) { return value.OfBool(!a[0].True()), nil }

// IsNull computes IS NULL.
func IsNull(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfBool(a[0].IsNull()), nil
}

// Year computes YEAR.
func Year(_ value.Type, a []value.Value) (value.Value, error) {
	y, _, _ := value.Civil(a[0].Int)
	return value.OfInt(int64(y)), nil
}

// Month computes MONTH.
func Month(_ value.Type, a []value.Value) (value.Value, error) {
	_, m, _ := value.Civil(a[0].Int)
	return value.OfInt(int64(m)), nil
}

// Day computes DAYOFMONTH.
func Day(_ value.Type, a []value.Value) (value.Value, error) {
	_, _, d := value.Civil(a[0].Int)
	return value.OfInt(int64(d)), nil
}

// AddMonths computes ADDMONTHS.
func AddMonths(_ value.Type, a []value.Value) (value.Value, error) {
	const limit = 12 * 20000
	if a[1].Int < -limit || a[1].Int > limit {
		return value.Value{}, nil
	}
	return dateResult(value.AddMonthsTo(a[0].Int, a[1].Int), true)
}

// DateDiff computes DATEDIFF.
func DateDiff(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfInt(a[0].Int - a[1].Int), nil
}
