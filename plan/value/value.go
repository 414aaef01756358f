package value

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// Value is one SQL value outside of the engine's vectors: a literal, a row of a
// small INSERT, a cell of a result. The zero Value is NULL.
type Value struct {
	Kind  Kind
	Scale uint8        // DateTime, Time: digits of a second's fraction
	Int   int64        // Bool, Int, Unsigned (less 2^63), Date (days since 1970-01-01), DateTime and Time (ticks of 10^-Scale s)
	Float float64      // Double
	Text  string       // String
	Dec   *apd.Decimal // Decimal, exact, its exponent is minus the scale
}

// IsNull reports whether the value is NULL.
func (v Value) IsNull() bool { return v.Kind == Null }

// OfBool makes a Bool.
func OfBool(b bool) Value { return Value{Kind: Bool, Int: int64(BoolInt(b))} }

// OfInt makes an Int.
func OfInt(n int64) Value { return Value{Kind: Int, Int: n} }

// OfDecimal makes the Decimal n / 10^scale.
func OfDecimal(n int64, scale int) Value {
	return Value{Kind: Decimal, Dec: apd.New(n, int32(-scale))}
}

// OfWide makes the Decimal n / 10^scale of any size.
func OfWide(n *big.Int, scale int) Value {
	return Value{Kind: Decimal, Dec: FromSigned(new(apd.BigInt).SetMathBigInt(n), scale)}
}

// OfFloat makes a Double.
func OfFloat(f float64) Value { return Value{Kind: Double, Float: f} }

// OfDate makes a Date of the days since 1970-01-01.
func OfDate(days int64) Value { return Value{Kind: Date, Int: days} }

// OfDateTime makes a DateTime of the ticks of 10^-scale seconds since 1970-01-01.
func OfDateTime(ticks int64, scale int) Value {
	return Value{Kind: DateTime, Scale: uint8(scale), Int: ticks}
}

// OfTime makes a Time of ticks of 10^-scale seconds.
func OfTime(ticks int64, scale int) Value {
	return Value{Kind: Time, Scale: uint8(scale), Int: ticks}
}

// OfNumber makes the value that a number of a type stands for, as the engine's vectors
// hold it; the type is none of Double and String.
func OfNumber(t Type, n int64) Value {
	if t.Kind == Decimal {
		return OfDecimal(n, t.Scale)
	}
	return Value{Kind: t.Kind, Scale: uint8(t.Scale), Int: n}
}

// OfString makes a String.
func OfString(s string) Value { return Value{Kind: String, Text: s} }

// Number gives the number of a Bool, Int, Unsigned, Date, or of a Decimal, DateTime or Time (which
// must have scale digits after the point) as the engine's vectors hold it; false when it
// does not fit 64 bits, or for another kind.
func (v Value) Number() (int64, bool) {
	switch v.Kind {
	case Bool, Int, Unsigned, Date, DateTime, Time:
		return v.Int, true
	case Decimal:
		return Small(v.Dec)
	default:
		return 0, false
	}
}

// True reports whether a condition holds: neither false nor NULL.
func (v Value) True() bool {
	switch v.Kind {
	case Bool, Int, Time:
		return v.Int != 0
	case Unsigned:
		return v.Int != unsignedZero
	case Date, DateTime: // its digits are never all 0
		return true
	case Decimal:
		return v.Dec.Sign() != 0
	case Double:
		return v.Float != 0
	case String:
		return prefixFloat(v.Text) != 0
	default:
		return false
	}
}

// String prints the value as MySQL prints a result: no quotes, NULL as NULL.
func (v Value) String() string {
	switch v.Kind {
	case Bool, Int:
		return strconv.FormatInt(v.Int, 10)
	case Unsigned:
		return strconv.FormatUint(UnsignedOf(v.Int), 10)
	case Decimal:
		return v.Dec.Text('f')
	case Double:
		return FormatFloat(v.Float)
	case Date:
		return FormatDate(v.Int)
	case DateTime:
		return string(AppendDateTime(nil, v.Int, int(v.Scale)))
	case Time:
		return string(AppendTime(nil, v.Int, int(v.Scale)))
	case String:
		return v.Text
	default:
		return "NULL"
	}
}

// FormatFloat prints a double in the fewest digits that read back as the same, with
// an exponent below 1e-15 and of whole numbers from 1e15 on, as MySQL does.
func FormatFloat(f float64) string {
	if a := math.Abs(f); a != 0 && (a < 1e-15 || a >= 1e15 && a == math.Trunc(a)) {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		return strings.Replace(s, "e+", "e", 1)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// Compare orders two values of the same kind, neither NULL; decimals and times may differ
// in scale, strings compare by bytes.
func (v Value) Compare(w Value) int {
	switch v.Kind {
	case Decimal:
		return CompareDecimals(v.Dec, w.Dec)
	case Double:
		return CompareOrdered(v.Float, w.Float)
	case String:
		return strings.Compare(v.Text, w.Text)
	case DateTime, Time:
		scale := max(v.Scale, w.Scale)
		return CompareOrdered(v.Int*Ticks(int(scale-v.Scale)), w.Int*Ticks(int(scale-w.Scale)))
	default:
		return CompareOrdered(v.Int, w.Int)
	}
}

// CompareOrdered is -1, 0 or 1 for a less than, equal to or greater than b.
func CompareOrdered[T int64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}
