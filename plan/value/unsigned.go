package value

import (
	"math"
	"strconv"

	"github.com/cockroachdb/apd/v3"
)

// UnsignedName is how the type of whole numbers from 0 to 2^64-1 is spelled.
const UnsignedName = "BIGINT UNSIGNED"

// unsignedZero is the number of the Unsigned 0: numbers are less by 2^63, so that their order
// is that of the values. UnsignedDigits is how many digits the largest has.
const (
	unsignedZero   = math.MinInt64
	UnsignedDigits = 20
)

// SignedName is the name of the type BIGINT.
const SignedName = "BIGINT"

// UnsignedType is the type of a column BIGINT UNSIGNED.
func UnsignedType() Type { return Type{Kind: Unsigned, Name: UnsignedName} }

// UnsignedOf gives the value of an Unsigned's number, UnsignedNumber the number of a value.
func UnsignedOf(n int64) uint64 { return uint64(n) ^ 1<<63 }

// UnsignedNumber is the inverse of UnsignedOf.
func UnsignedNumber(n uint64) int64 { return int64(n ^ 1<<63) }

// OfUnsigned makes an Unsigned.
func OfUnsigned(n uint64) Value { return Value{Kind: Unsigned, Int: UnsignedNumber(n)} }

// UnsignedDecimal gives an Unsigned as a decimal.
func UnsignedDecimal(v Value) *apd.Decimal {
	d := &apd.Decimal{}
	d.Coeff.SetUint64(UnsignedOf(v.Int))
	return d
}

// CastUnsigned converts to a whole number that is not negative. A text that spells a negative
// one gives its bits, as CAST does; other kinds are out of range there.
func CastUnsigned(v Value, to Type) (Value, error) {
	if v.Kind == String {
		return OfUnsigned(prefixUnsigned(v.Text)), nil
	}
	if v.Kind == Double { // with all its digits, not those that it shows
		n := math.RoundToEven(v.Float)
		if !(n >= 0 && n < 1<<64) {
			return Value{}, OutOfRange(to, "%s", v)
		}
		return OfUnsigned(uint64(n)), nil
	}
	d, ok := ToDecimal(v)
	if ok {
		d = Rescale(d, 0)
		ok = d.Sign() >= 0 && d.Coeff.IsUint64()
	}
	if !ok {
		return Value{}, OutOfRange(to, "%s", v)
	}
	return OfUnsigned(d.Coeff.Uint64()), nil
}

// prefixUnsigned reads the digits that a text begins with; too many are the largest number.
func prefixUnsigned(s string) uint64 {
	s = unpadded(s)
	from := sign(s, 0)
	end := DigitsEnd(s, from)
	if end == from {
		return 0
	}
	n, _ := strconv.ParseUint(s[from:end], 10, 64) // the largest where it has no room
	if s[0] == '-' {
		return -min(n, 1<<63)
	}
	return n
}
