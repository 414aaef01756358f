package coerce

import (
	"math"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
)

// unsignedNumber gives an Unsigned as a number that arithmetic is done with.
func unsignedNumber(e plan.Expr) (plan.Expr, error) {
	c, ok := e.(plan.Const)
	if !ok || c.Value.IsNull() {
		return To(e, value.DecimalType(value.UnsignedDigits, 0))
	}
	return plan.Literal(plan.Value{Kind: plan.Decimal, Dec: value.UnsignedDecimal(c.Value)}), nil
}

// AnyUnsigned reports whether one of the arguments is unsigned, as a column of YEAR is, but not what CAST makes one:
// MySQL's arithmetic of whole numbers is then, and what is negative is out of range.
func AnyUnsigned(args []plan.Expr) bool {
	return slices.ContainsFunc(args, func(a plan.Expr) bool { return IsUnsigned(a.Type()) && !hasMadeYear(a) })
}

// IsUnsigned reports whether whole numbers of a type have no sign, as a YEAR has none.
func IsUnsigned(t plan.Type) bool {
	return t.Kind == plan.Unsigned || t.Kind == plan.Int && (strings.HasSuffix(t.Name, value.UnsignedSuffix) || t.Name == value.YearName)
}

// Kept is the type of an expression that is one of the values of a type: what only a column's
// declaration says is dropped, but for that whole numbers have no sign.
func Kept(t plan.Type) plan.Type {
	if t.Kind == plan.Int && IsUnsigned(t) {
		return t
	}
	return plan.Plain(t)
}

// eitherUnsigned gives expressions that are all unsigned, or NULL, the type that has room for all. A YEAR that CAST has made
// has a sign beside others.
func eitherUnsigned(args []plan.Expr) ([]plan.Expr, plan.Type, bool) {
	var t plan.Type
	made := slices.ContainsFunc(args, isMadeYear)
	for _, a := range args {
		of := Kept(a.Type())
		switch {
		case of.Kind == plan.Null:
		case !IsUnsigned(of), made && of.Name != value.YearName:
			return nil, t, false
		case t.Kind == plan.Null:
			t = of
		case t.Name != of.Name:
			t = widest(t, of)
		}
	}
	out := slices.Clone(args)
	for i, a := range args {
		var err error
		switch {
		case a.Type().Kind == plan.Null:
			out[i] = plan.NullOf(t)
		case t.Kind == plan.Unsigned:
			out[i], err = To(a, t)
		}
		if err != nil {
			return nil, t, false
		}
	}
	return out, t, t.Kind != plan.Null
}

// widest is the type of whole numbers of two unsigned types of different names.
func widest(a, b plan.Type) plan.Type {
	for _, t := range []*plan.Type{&a, &b} {
		if t.Name == value.YearName {
			*t = plan.Type{Kind: plan.Int, Name: "SMALLINT" + value.UnsignedSuffix, Max: math.MaxUint16}
		}
	}
	if b.Kind == plan.Unsigned || a.Kind != plan.Unsigned && b.Max > a.Max {
		return b
	}
	return a
}

// widened gives whole numbers of which one is unsigned as decimals, which go past 63 bits, and
// whether one is.
func widened(args []plan.Expr) (out []plan.Expr, unsigned bool, err error) {
	if !AnyUnsigned(args) {
		return args, false, nil
	}
	out, unsigned = make([]plan.Expr, len(args)), true
	for i, a := range args {
		out[i] = a
		if a.Type().Kind == plan.Decimal && !isLongInteger(a) {
			unsigned = false // a decimal is none, even without digits behind the point
		}
		if k := a.Type().Kind; k == plan.Int || k == plan.Bool {
			before, _ := DigitsOf(a)
			if out[i], err = To(a, value.DecimalType(before, 0)); err != nil {
				return nil, false, err
			}
		}
	}
	return out, unsigned, nil
}

// isLongInteger reports whether a decimal is a whole number that is written with more digits than
// 63 bits have room for.
func isLongInteger(e plan.Expr) bool {
	c, ok := e.(plan.Const)
	if !ok || c.Value.Kind != plan.Decimal {
		return false
	}
	_, short := value.Small(c.Value.Dec)
	return !short && value.ScaleOf(c.Value.Dec) == 0
}

// wholeUnsigned makes the result of arithmetic on whole numbers an Unsigned, if it is to be.
func wholeUnsigned(unsigned bool, e plan.Call) (plan.Expr, error) {
	if !unsigned || e.Of.Kind != plan.Int && (e.Of.Kind != plan.Decimal || e.Of.Scale > 0) {
		return e, nil
	}
	return To(e, plan.Type{Kind: plan.Unsigned})
}

// allUnsigned gives expressions as Unsigned where all are, or constants that are whole
// numbers from 0 to 2^64-1.
func allUnsigned(args []plan.Expr) ([]plan.Expr, bool) {
	out, some := make([]plan.Expr, len(args)), false
	for i, a := range args {
		out[i] = a
		c, isConst := a.(plan.Const)
		switch k := a.Type().Kind; {
		case k == plan.Unsigned:
			some = true
		case !isConst || c.Digits != nil:
			return nil, false
		case c.Of.Scale > 0 || c.Value.IsNull() && c.Of.Kind > plan.Decimal:
			return nil, false
		case c.Value.IsNull():
			out[i] = plan.NullOf(plan.Type{Kind: plan.Unsigned})
		case k == plan.Int || k == plan.Decimal || k == plan.Bool:
			v, err := value.CastUnsigned(c.Value, plan.Type{Kind: plan.Unsigned})
			if d, _ := value.ToDecimal(c.Value); err != nil || value.CompareDecimals(value.UnsignedDecimal(v), d) != 0 {
				return nil, false
			}
			out[i] = plan.Const{Value: v, Of: plan.Type{Kind: plan.Unsigned}}
		default:
			return nil, false
		}
	}
	return out, some
}

// OfUnsigned gives the Unsigned that a number is made of, as arithmetic takes it.
func OfUnsigned(e plan.Expr) (plan.Expr, bool) {
	c, ok := e.(plan.Cast)
	if !ok || c.To.Kind != plan.Decimal || c.To.Scale != 0 || c.X.Type().Kind != plan.Unsigned {
		return nil, false
	}
	return c.X, true
}

// WholeOf is the inverse of OfUnsigned.
func WholeOf(e plan.Expr) plan.Expr {
	return plan.Cast{X: e, To: value.DecimalType(value.UnsignedDigits, 0)}
}
