package coerce

import (
	"math"
	"math/big"

	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// DigitsOf gives how many digits a numeric expression has before and after the point.
func DigitsOf(e plan.Expr) (before, after int) {
	t := e.Type()
	switch c, isConst := e.(plan.Const); {
	case t.Kind == plan.Decimal:
		return t.Precision - t.Scale, t.Scale
	case t.Kind == plan.Unsigned && isConst && !c.Value.IsNull():
		return len(c.Value.String()), 0
	case t.Kind == plan.Unsigned:
		return value.UnsignedDigits, 0
	}
	limit := uint64(math.MaxInt64)
	if c, ok := e.(plan.Const); ok {
		limit = value.Magnitude(c.Value.Int)
	} else if t.Min < t.Max {
		limit = max(value.Magnitude(t.Min), value.Magnitude(t.Max))
	} else if t.Kind == plan.Bool {
		limit = 1
	}
	for before = 1; limit >= 10; limit /= 10 {
		before++
	}
	return before, 0
}

// To casts an expression to a type, unless it has it; constants are converted at
// once, with error 1690 for those out of range.
func To(e plan.Expr, to plan.Type) (plan.Expr, error) {
	if to.Kind != plan.String {
		e = Written(e)
	}
	from := e.Type()
	limited := to.Min < to.Max
	if to.Bytes() && !from.Bytes() && from.Kind != plan.Null {
		return Bytes(e)
	}
	if from.Bytes() && to.Kind == plan.String && !to.Bytes() {
		return plan.Call{Op: plan.TextOf, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.String}}, nil
	}
	if from.Kind == to.Kind && !limited && (!to.Kind.Scaled() || from.Scale == to.Scale) {
		return e, nil
	}
	if m, ok := momentOf(e); ok && (to.Kind == plan.Date || to.Kind == plan.DateTime) {
		return To(m, to)
	}
	if to.Kind == plan.Time {
		if t, ok, err := movedClock(e, to); ok || err != nil {
			return t, err
		}
	}
	if from.Kind == plan.Unsigned && to.Kind == plan.Time {
		return asTime(e, to)
	}
	if from.Listed() && !to.Kind.Temporal() {
		return To(memberNumber(e), to)
	}
	if IsJSON(e) && to.Kind != plan.String {
		return To(SpelledAs(e, to.Kind), to)
	}
	if from.Bytes() { // of which the first are read, whatever follows
		return To(plan.Call{Op: plan.RawText, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.String}}, to)
	}
	c, ok := e.(plan.Const)
	if _, _, fixed := from.Fixed(); !ok && !fixed && to.Kind == plan.String && from.Single() {
		return plan.Cast{X: plan.Call{Op: plan.ShownFloat, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Double, Name: value.FloatName}}, To: to}, nil
	}
	if !ok {
		if from.Kind.Ticking() && (to.Kind == plan.Int || to.Kind == plan.Decimal || to.Kind == plan.Double) {
			return clockDigits(e, to)
		}
		if to.Kind == plan.Double {
			e = inDigits(e, value.SureDigits)
		}
		if to.Kind == plan.String && from.Name == value.YearName && !isMadeYear(e) { // which has four digits
			return call.If(plan.Call{Op: plan.Eq, Args: []plan.Expr{e, call.Num(0)}, Of: plan.Type{Kind: plan.Bool}}, plan.Literal(value.OfString("0000")), plan.Cast{X: e, To: to}), nil
		}
		return plan.Fold(plan.Cast{X: e, To: to})
	}
	if from.Kind.Ticking() && from.Scale > 0 && (to.Kind == plan.Int || to.Kind == plan.Unsigned) { // the number of the nearest second
		rounded, err := c.As(plan.Type{Kind: from.Kind})
		if err != nil {
			return nil, err
		}
		return To(rounded, to)
	}
	return c.As(to)
}

// Cast types CAST(e AS to). A number past the digits of a DECIMAL becomes the last
// one of its sign.
func Cast(e plan.Expr, to plan.Type) (plan.Expr, error) {
	if to.Kind == plan.String || e.Type().Kind == plan.Null {
		return To(e, to)
	}
	e = SpelledAs(plan.Full(Bits(e)), to.Kind)
	if (e.Type().Kind == plan.Time || IsMovedText(e)) && (to.Kind == plan.Date || to.Kind == plan.DateTime) {
		return nil, NoDate(e)
	}
	if c, ok := e.(plan.Const); ok && c.Of.Kind.Temporal() && to.Kind == plan.Decimal {
		n, err := Number(e)
		if err != nil {
			return nil, err
		}
		e = n
	}
	switch {
	case to.Kind == plan.Decimal:
		return clamped(e, to)
	case to.Kind == plan.Double:
		return castDouble(e, to)
	}
	return To(e, to)
}

// castDouble types CAST(e AS DOUBLE), or AS FLOAT.
func castDouble(e plan.Expr, to plan.Type) (plan.Expr, error) {
	x, err := Operand(e)
	if err == nil {
		x, err = To(x, plan.Type{Kind: plan.Double})
	}
	switch {
	case err != nil:
		return nil, err
	case to.Single() && !e.Type().Single():
		return plan.Call{Op: plan.Single, Args: []plan.Expr{x}, Of: plan.Plain(to)}, nil
	case !to.Single() && x.Type().Name != "":
		return plan.Cast{X: x, To: plan.Type{Kind: plan.Double}}, nil
	}
	return x, nil
}

// sureOfDouble is to how many digits programs round a double as its shortest decimal is: of the 15
// digits that its nearest double tells of a decimal, a half between two takes one. What is not above
// the greatest of so many digits is not rounded to more.
const sureOfDouble = 14

// clamped types CAST(e AS DECIMAL): what is past the type is its greatest or least number.
func clamped(e plan.Expr, to plan.Type) (plan.Expr, error) {
	last := new(big.Int).Sub(value.BigPow10(to.Precision).MathBigInt(), big.NewInt(1))
	most := plan.Const{Value: value.OfWide(last, to.Scale), Of: to}
	least := plan.Const{Value: value.OfWide(new(big.Int).Neg(last), to.Scale), Of: to}
	if c, ok := e.(plan.Const); ok && c.Value.Kind == plan.Double && math.Abs(c.Value.Float) >= math.Pow10(to.Precision-to.Scale) {
		if c.Value.Float > 0 {
			return most, nil
		}
		return least, nil
	}
	digits := value.MaxPrecision
	if e.Type().Kind == plan.Double && to.Precision <= sureOfDouble {
		digits = value.SureDigits // programs compute it: what is not clamped has no more
	}
	x, err := To(e, value.DecimalType(digits, to.Scale))
	if err != nil {
		return nil, err
	}
	by := x
	if e.Type().Kind == plan.Double {
		by = e // where it is past 64 bits, the decimal is not computed
	} else if before, _ := DigitsOf(e); e.Type().Kind != plan.String && before+1 <= to.Precision-to.Scale {
		return To(e, to)
	}
	above, err := Compares(plan.Gt)([]plan.Expr{by, most})
	if err != nil {
		return nil, err
	}
	below, err := Compares(plan.Lt)([]plan.Expr{by, least})
	if err != nil {
		return nil, err
	}
	inside := plan.Call{Op: plan.If, Args: []plan.Expr{below, least, x}, Of: to}
	return plan.Call{Op: plan.If, Args: []plan.Expr{above, most, inside}, Of: to}, nil
}

// All converts every expression to one type.
func All(to plan.Type, args ...plan.Expr) ([]plan.Expr, error) {
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		e, err := To(a, to)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

// Number makes an expression numeric: Int, Decimal or Double. A text is a Double.
func Number(e plan.Expr) (plan.Expr, error) {
	switch t := e.Type(); t.Kind {
	case plan.Int, plan.Decimal, plan.Double:
		return e, nil
	case plan.Unsigned:
		return unsignedNumber(e)
	case plan.Null, plan.Bool, plan.Date:
		return To(e, plan.Type{Kind: plan.Int})
	case plan.DateTime, plan.Time:
		if t.Scale == 0 {
			return To(e, plan.Type{Kind: plan.Int})
		}
		digits := map[plan.Kind]int{plan.DateTime: len("YYYYMMDDhhmmss"), plan.Time: len("hhhmmss")}
		return To(e, value.DecimalType(digits[t.Kind]+t.Scale, t.Scale))
	}
	if e.Type().Listed() {
		return memberNumber(e), nil
	}
	if n := Bits(e); n.Type().Kind != plan.String {
		return n, nil
	}
	if n, ok := SpelledNumber(e); ok {
		e = n
	}
	return To(e, plan.Type{Kind: plan.Double})
}

// Bits makes a hexadecimal or bit literal the number that it stands for.
func Bits(e plan.Expr) plan.Expr {
	c, ok := e.(plan.Const)
	if !ok || c.Digits == nil || c.Of.Kind != plan.String {
		return e
	}
	if n, ok := value.Small(c.Digits); ok {
		return plan.Literal(value.OfInt(n))
	}
	return plan.Literal(plan.Value{Kind: plan.Decimal, Dec: c.Digits})
}

// numbers makes expressions numeric and gives the type that all of them convert to
// without loss: Double before Decimal before Int.
func numbers(args []plan.Expr) (out []plan.Expr, common plan.Type, err error) {
	out = make([]plan.Expr, len(args))
	before, after, kind := 1, 0, plan.Int
	for i, a := range args {
		e, err := Number(a)
		if err != nil {
			return nil, plan.Type{}, err
		}
		out[i] = e
		kind = max(kind, e.Type().Kind)
		if e.Type().Kind != plan.Double {
			b, f := DigitsOf(e)
			before, after = max(before, b), max(after, f)
		}
	}
	if kind == plan.Decimal {
		return out, value.DecimalType(before+after, after), nil
	}
	if kind == plan.Double {
		return out, DoubleOf(out, 0), nil
	}
	return out, plan.Type{Kind: kind}, nil
}

// Aligned gives arguments as numbers of one type, which has room for all of them, and that type.
func Aligned(args []plan.Expr) ([]plan.Expr, plan.Type, error) {
	args, t, err := numbers(args)
	if err != nil {
		return nil, t, err
	}
	args, err = All(t, args...)
	return args, t, err
}

// Text makes a string of an expression.
func Text(e plan.Expr) (plan.Expr, error) { return To(e, plan.Type{Kind: plan.String}) }
