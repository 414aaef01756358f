package value

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"gsdms/plan/fault"
)

// Cast converts a value to a type by MySQL's rules.
func Cast(v Value, to Type) (Value, error) {
	if v.IsNull() || v.Kind == to.Kind && !to.Kind.Scaled() && to.Kind != Int {
		return v, nil
	}
	switch to.Kind {
	case Null:
		return Value{}, nil
	case Bool:
		return OfBool(v.True()), nil
	case Int:
		return castInt(v, to)
	case Unsigned:
		return CastUnsigned(v, to)
	case Decimal:
		return castDecimal(v, to)
	case Double:
		return OfFloat(ToFloat(v)), nil
	case Date:
		return castDate(v), nil
	case DateTime:
		return castDateTime(v, to.Scale)
	case Time:
		return castTime(v, to.Scale)
	case String:
		return OfString(v.String()), nil
	}
	return Value{}, fmt.Errorf("cast %s to kind %d: no such kind", v, to.Kind)
}

func castInt(v Value, to Type) (Value, error) {
	n, ok := toInt(v)
	if !ok || to.Min < to.Max && (n < to.Min || n > to.Max) {
		return Value{}, OutOfRange(to, "%s", v)
	}
	return OfInt(n), nil
}

func toInt(v Value) (int64, bool) {
	switch v.Kind {
	case Unsigned:
		n := UnsignedOf(v.Int)
		return int64(n), n <= math.MaxInt64
	case Decimal:
		return Small(Rescale(v.Dec, 0))
	case Double:
		r := math.RoundToEven(v.Float)
		return int64(r), r >= -1<<63 && r < 1<<63
	case Date:
		y, m, d := Civil(v.Int)
		return int64(y*10000 + m*100 + d), true
	case DateTime, Time:
		return Small(Rescale(clockNumber(v), 0))
	case String:
		return int64(prefixUnsigned(v.Text)), true
	default:
		return v.Int, true
	}
}

// farDecimal is a number whose exponent is too large, or too small, to write it out.
func farDecimal(text string, to Type) *apd.Decimal {
	if strings.Contains(strings.ToLower(text), "e-") {
		return apd.New(0, int32(-to.Scale))
	}
	return lastDecimal(strings.HasPrefix(strings.TrimSpace(text), "-"), to)
}

// lastDecimal is the largest number of a type, or the least.
func lastDecimal(negative bool, to Type) *apd.Decimal {
	d := apd.New(1, int32(to.Precision))
	d.Coeff.Exp(apd.NewBigInt(10), apd.NewBigInt(int64(to.Precision)), nil)
	d.Coeff.Sub(&d.Coeff, apd.NewBigInt(1))
	d.Exponent, d.Negative = int32(-to.Scale), negative
	return d
}

func castDecimal(v Value, to Type) (Value, error) {
	d, ok := ToDecimal(v)
	switch {
	case !ok && v.Kind == String:
		d = farDecimal(v.Text, to)
	case !ok:
		return Value{}, OutOfRange(to, "%s", v)
	}
	d = Rescale(d, to.Scale)
	if v.Kind == String && to.Min >= to.Max && to.Precision > 0 && d.NumDigits() > int64(to.Precision) {
		d = lastDecimal(d.Negative, to)
	}
	n, fits := Small(d)
	limited := to.Min < to.Max && (!fits || n < to.Min || n > to.Max)
	if limited || to.Precision > 0 && d.NumDigits() > int64(to.Precision) && d.Sign() != 0 {
		return Value{}, OutOfRange(to, "%s", v)
	}
	return Value{Kind: Decimal, Dec: d}, nil
}

// ToDecimal gives a value that is not NULL as a decimal; false where it has too many digits.
func ToDecimal(v Value) (*apd.Decimal, bool) {
	switch v.Kind {
	case Decimal:
		return v.Dec, true
	case Unsigned:
		return UnsignedDecimal(v), true
	case Double:
		return ParseDecimal(strconv.FormatFloat(v.Float, 'f', -1, 64))
	case String:
		return ParseDecimal(numberPrefix(v.Text))
	case DateTime, Time:
		return clockNumber(v), true
	default:
		n, _ := toInt(v)
		return apd.New(n, 0), true
	}
}

// ParseDecimal reads a decimal number, with or without an exponent, of at most 1000
// digits written out. Its scale is not negative.
func ParseDecimal(s string) (*apd.Decimal, bool) {
	if len(s) > 1000 {
		return nil, false // reading takes the square of the digits
	}
	d, _, err := apd.NewFromString(s)
	if err != nil || d.Form != apd.Finite || d.Exponent > 400 || d.Exponent < -1000 {
		return nil, false
	}
	d.Negative = d.Negative && d.Coeff.Sign() != 0 // what is exact has no -0
	if d.Exponent > 0 {
		return Rescale(d, 0), true
	}
	return d, true
}

// ToFloat gives a value that is not NULL as the nearest double.
func ToFloat(v Value) float64 {
	switch v.Kind {
	case Decimal:
		return floatOf(v.Dec)
	case Double:
		return v.Float
	case String:
		return prefixFloat(v.Text)
	case Unsigned:
		return float64(UnsignedOf(v.Int))
	case DateTime, Time:
		return floatOf(clockNumber(v))
	default:
		n, _ := toInt(v)
		return float64(n)
	}
}

// BeginsNumber reports whether a text begins with a number, after blanks.
func BeginsNumber(s string) bool {
	return strings.HasPrefix(unpadded(s), numberPrefix(s))
}

// numberPrefix is the longest prefix of a text that is a number ("0" if none is), as
// MySQL converts texts to numbers.
func numberPrefix(s string) string {
	s = unpadded(s)
	if end := numberEnd(s); end > 0 {
		return s[:end]
	}
	return "0"
}

// unpadded is a text without the blanks in front of it.
func unpadded(s string) string {
	if s == "" || s[0] > ' ' {
		return s
	}
	return strings.TrimLeft(s, " \t\n\r\v\f")
}

// numberEnd is where the number ends that a text begins with, 0 if there is none.
func numberEnd(s string) int {
	i := sign(s, 0)
	start := i
	i = DigitsEnd(s, i)
	n := i - start
	if i < len(s) && s[i] == '.' {
		j := DigitsEnd(s, i+1)
		n += j - i - 1
		i = j
	}
	if n == 0 {
		return 0
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := sign(s, i+1)
		if k := DigitsEnd(s, j); k > j {
			i = k
		}
	}
	return i
}

func sign(s string, i int) int {
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		return i + 1
	}
	return i
}

// DigitsEnd is where the decimal digits end that stand in a text from i on.
func DigitsEnd(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// PrefixInt reads the whole number that a text begins with, 0 if none; false past 64 bits.
func PrefixInt(s string) (int64, bool) {
	s = unpadded(s)
	end := DigitsEnd(s, sign(s, 0))
	if end == sign(s, 0) {
		return 0, true
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	return n, err == nil
}

// prefixFloat gives the nearest double, at most the largest.
func prefixFloat(s string) float64 {
	f, _ := strconv.ParseFloat(numberPrefix(s), 64)
	return max(-math.MaxFloat64, min(math.MaxFloat64, f))
}

// ParseNumber gives the number that a text spells, but for space around it: an Int,
// else an exact Decimal, else (too many digits for one) a Double.
func ParseNumber(s string) (Value, bool) {
	s = strings.TrimSpace(s)
	if s == "" || numberPrefix(s) != s {
		return Value{}, false
	}
	d, ok := ParseDecimal(s)
	if !ok || d.NumDigits() > MaxPrecision || ScaleOf(d) > MaxScale {
		return OfFloat(prefixFloat(s)), true
	}
	if n, ok := Small(d); ok && d.Exponent == 0 {
		return OfInt(n), true
	}
	return Value{Kind: Decimal, Dec: d}, true
}

// OutOfRange is the error for a result that its type cannot hold.
func OutOfRange(t Type, format string, args ...any) error {
	return fault.Errorf(fault.CodeOutOfRange, "%s value is out of range in '%s'", t, fmt.Sprintf(format, args...))
}
