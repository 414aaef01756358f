package plan

import (
	"strings"

	"gsdms/plan/value"
)

// unsignedNumber gives an Unsigned as a number that arithmetic is done with.
func unsignedNumber(e Expr) (Expr, error) {
	c, ok := e.(Const)
	if !ok || c.Value.IsNull() {
		return Convert(e, value.DecimalType(value.UnsignedDigits, 0))
	}
	return Literal(Value{Kind: Decimal, Dec: value.UnsignedDecimal(c.Value)}), nil
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
	out, unsigned = make([]Expr, len(args)), true
	for i, a := range args {
		out[i] = a
		if a.Type().Kind == Decimal && !isLongInteger(a) {
			unsigned = false // a decimal is none, even without digits behind the point
		}
		if k := a.Type().Kind; k == Int || k == Bool {
			before, _ := digitsOf(a)
			if out[i], err = Convert(a, value.DecimalType(before, 0)); err != nil {
				return nil, false, err
			}
		}
	}
	return out, unsigned, nil
}

// isLongInteger reports whether a decimal is a whole number that is written with more digits than
// 63 bits have room for.
func isLongInteger(e Expr) bool {
	c, ok := e.(Const)
	if !ok || c.Value.Kind != Decimal {
		return false
	}
	_, short := value.Small(c.Value.Dec)
	return !short && value.ScaleOf(c.Value.Dec) == 0
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
			v, err := value.CastUnsigned(c.Value, Type{Kind: Unsigned})
			if d, _ := value.ToDecimal(c.Value); err != nil || value.CompareDecimals(value.UnsignedDecimal(v), d) != 0 {
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
func WholeOf(e Expr) Expr { return Cast{X: e, To: value.DecimalType(value.UnsignedDigits, 0)} }
