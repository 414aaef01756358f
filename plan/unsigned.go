package plan

import (
	"math"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// UnsignedName is how the type of whole numbers from 0 to 2^64-1 is spelled.
const UnsignedName = "BIGINT UNSIGNED"

// unsignedZero is the number of the Unsigned 0: numbers are less by 2^63, so that their order
// is that of the values. unsignedDigits is how many digits the largest has.
const (
	unsignedZero   = math.MinInt64
	unsignedDigits = 20
)

// UnsignedType is the type of a column BIGINT UNSIGNED.
func UnsignedType() Type { return Type{Kind: Unsigned, Name: UnsignedName} }

// UnsignedOf gives the value of an Unsigned's number, UnsignedNumber the number of a value.
func UnsignedOf(n int64) uint64 { return uint64(n) ^ 1<<63 }

// UnsignedNumber is the inverse of UnsignedOf.
func UnsignedNumber(n uint64) int64 { return int64(n ^ 1<<63) }

// UnsignedValue makes an Unsigned.
func UnsignedValue(n uint64) Value { return Value{Kind: Unsigned, Int: UnsignedNumber(n)} }

// unsignedDecimal gives an Unsigned as a decimal.
func unsignedDecimal(v Value) *apd.Decimal {
	d := &apd.Decimal{}
	d.Coeff.SetUint64(UnsignedOf(v.Int))
	return d
}

// castUnsigned converts to a whole number that is not negative. A text that spells a negative
// one gives its bits, as CAST does; other kinds are out of range there.
func castUnsigned(v Value, to Type) (Value, error) {
	if v.Kind == String {
		return UnsignedValue(prefixUnsigned(v.Text)), nil
	}
	if v.Kind == Double {
		v.Float = math.RoundToEven(v.Float)
	}
	d, ok := toDecimal(v)
	if ok {
		d = rescale(d, 0)
		ok = d.Sign() >= 0 && d.Coeff.IsUint64()
	}
	if !ok {
		return Value{}, outOfRange(to, "%s", v)
	}
	return UnsignedValue(d.Coeff.Uint64()), nil
}

// prefixUnsigned reads the digits that a text begins with; too many are the largest number.
func prefixUnsigned(s string) uint64 {
	s = strings.TrimLeft(s, " \t\n\r\v\f")
	from := sign(s, 0)
	end := digitsEnd(s, from)
	if end == from {
		return 0
	}
	n, _ := strconv.ParseUint(s[from:end], 10, 64) // the largest where it has no room
	if s[0] == '-' {
		return -min(n, 1<<63)
	}
	return n
}

// unsignedNumber gives an Unsigned as a number that arithmetic is done with.
func unsignedNumber(e Expr) (Expr, error) {
	c, ok := e.(Const)
	if !ok || c.Value.IsNull() {
		return Convert(e, DecimalType(unsignedDigits, 0))
	}
	return Literal(Value{Kind: Decimal, Dec: unsignedDecimal(c.Value)}), nil
}

// anyUnsigned reports whether one of the arguments is unsigned: MySQL's arithmetic of whole
// numbers is then, and what is negative is out of range.
func anyUnsigned(args []Expr) bool {
	for _, a := range args {
		if t := a.Type(); t.Kind == Unsigned || t.Kind == Int && strings.HasSuffix(t.Name, " UNSIGNED") {
			return true
		}
	}
	return false
}

// widened gives whole numbers of which one is unsigned as decimals, which go past 63 bits, and
// whether one is.
func widened(args []Expr) (out []Expr, unsigned bool, err error) {
	if !anyUnsigned(args) {
		return args, false, nil
	}
	out = make([]Expr, len(args))
	for i, a := range args {
		out[i] = a
		if k := a.Type().Kind; k == Int || k == Bool {
			before, _ := digitsOf(a)
			if out[i], err = Convert(a, DecimalType(before, 0)); err != nil {
				return nil, false, err
			}
		}
	}
	return out, true, nil
}

// wholeUnsigned makes the result of arithmetic on whole numbers an Unsigned, if it is to be.
func wholeUnsigned(unsigned bool, e Call) (Expr, error) {
	if !unsigned || e.Of.Kind != Int && (e.Of.Kind != Decimal || e.Of.Scale > 0) {
		return e, nil
	}
	return Convert(e, Type{Kind: Unsigned})
}

// allUnsigned gives expressions as Unsigned where all are, or constants that are whole
// numbers from 0 to 2^64-1.
func allUnsigned(args []Expr) ([]Expr, bool) {
	out, some := make([]Expr, len(args)), false
	for i, a := range args {
		out[i] = a
		c, isConst := a.(Const)
		switch k := a.Type().Kind; {
		case k == Unsigned:
			some = true
		case !isConst || c.Digits != nil:
			return nil, false
		case c.Value.IsNull():
			out[i] = NullOf(Type{Kind: Unsigned})
		case k == Int || k == Decimal || k == Bool:
			v, err := castUnsigned(c.Value, Type{Kind: Unsigned})
			if d, _ := toDecimal(c.Value); err != nil || compareDecimals(unsignedDecimal(v), d) != 0 {
				return nil, false
			}
			out[i] = Const{Value: v, Of: Type{Kind: Unsigned}}
		default:
			return nil, false
		}
	}
	return out, some
}

// OfUnsigned gives the Unsigned that a number is made of, as arithmetic takes it.
func OfUnsigned(e Expr) (Expr, bool) {
	c, ok := e.(Cast)
	if !ok || c.To.Kind != Decimal || c.To.Scale != 0 || c.X.Type().Kind != Unsigned {
		return nil, false
	}
	return c.X, true
}

// WholeOf is the inverse of OfUnsigned.
func WholeOf(e Expr) Expr { return Cast{X: e, To: DecimalType(unsignedDigits, 0)} }
