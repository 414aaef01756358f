package typing

import (
	"math"
	"math/big"
	"slices"

	"gsdms/plan"
	"gsdms/plan/value"
)

// digitsOf gives how many digits a numeric expression has before and after the point.
func digitsOf(e plan.Expr) (before, after int) {
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

// Convert casts an expression to a type, unless it has it; constants are converted at
// once, with error 1690 for those out of range.
func Convert(e plan.Expr, to plan.Type) (plan.Expr, error) {
	from := e.Type()
	limited := to.Min < to.Max
	if to.Bytes() && !from.Bytes() && from.Kind != plan.Null {
		return asBytes(e)
	}
	if from.Bytes() && to.Kind == plan.String && !to.Bytes() {
		return plan.Call{Op: plan.TextOf, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.String}}, nil
	}
	if from.Kind == to.Kind && !limited && (!to.Kind.Scaled() || from.Scale == to.Scale) {
		return e, nil
	}
	if m, ok := movedMoment(e); ok && (to.Kind == plan.Date || to.Kind == plan.DateTime) {
		return Convert(m, to)
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
		return Convert(memberNumber(e), to)
	}
	if IsJSON(e) && to.Kind != plan.String {
		return Convert(spelledAs(e, to.Kind), to)
	}
	if from.Bytes() { // of which the first are read, whatever follows
		return Convert(plan.Call{Op: plan.RawText, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.String}}, to)
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
			return choice(plan.Call{Op: plan.Eq, Args: []plan.Expr{e, num(0)}, Of: plan.Type{Kind: plan.Bool}}, plan.Literal(value.OfString("0000")), plan.Cast{X: e, To: to}), nil
		}
		return plan.Fold(plan.Cast{X: e, To: to})
	}
	if from.Kind.Ticking() && from.Scale > 0 && (to.Kind == plan.Int || to.Kind == plan.Unsigned) { // the number of the nearest second
		rounded, err := c.As(plan.Type{Kind: from.Kind})
		if err != nil {
			return nil, err
		}
		return Convert(rounded, to)
	}
	return c.As(to)
}

// BuildCast types CAST(e AS to). A number past the digits of a DECIMAL becomes the last
// one of its sign.
func BuildCast(e plan.Expr, to plan.Type) (plan.Expr, error) {
	if to.Kind == plan.String || e.Type().Kind == plan.Null {
		return Convert(e, to)
	}
	e = spelledAs(plan.Full(asBits(e)), to.Kind)
	if (e.Type().Kind == plan.Time || IsMovedText(e)) && (to.Kind == plan.Date || to.Kind == plan.DateTime) {
		return nil, NoDate(e)
	}
	if c, ok := e.(plan.Const); ok && c.Of.Kind.Temporal() && to.Kind == plan.Decimal {
		n, err := number(e)
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
	return Convert(e, to)
}

// castDouble types CAST(e AS DOUBLE), or AS FLOAT.
func castDouble(e plan.Expr, to plan.Type) (plan.Expr, error) {
	x, err := Operand(e)
	if err == nil {
		x, err = Convert(x, plan.Type{Kind: plan.Double})
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
	x, err := Convert(e, value.DecimalType(digits, to.Scale))
	if err != nil {
		return nil, err
	}
	by := x
	if e.Type().Kind == plan.Double {
		by = e // where it is past 64 bits, the decimal is not computed
	} else if before, _ := digitsOf(e); e.Type().Kind != plan.String && before+1 <= to.Precision-to.Scale {
		return Convert(e, to)
	}
	above, err := compares(plan.Gt)([]plan.Expr{by, most})
	if err != nil {
		return nil, err
	}
	below, err := compares(plan.Lt)([]plan.Expr{by, least})
	if err != nil {
		return nil, err
	}
	inside := plan.Call{Op: plan.If, Args: []plan.Expr{below, least, x}, Of: to}
	return plan.Call{Op: plan.If, Args: []plan.Expr{above, most, inside}, Of: to}, nil
}

// convertAll converts every expression to one type.
func convertAll(to plan.Type, args ...plan.Expr) ([]plan.Expr, error) {
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		e, err := Convert(a, to)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

// number makes an expression numeric: Int, Decimal or Double. A text is a Double.
func number(e plan.Expr) (plan.Expr, error) {
	switch t := e.Type(); t.Kind {
	case plan.Int, plan.Decimal, plan.Double:
		return e, nil
	case plan.Unsigned:
		return unsignedNumber(e)
	case plan.Null, plan.Bool, plan.Date:
		return Convert(e, plan.Type{Kind: plan.Int})
	case plan.DateTime, plan.Time:
		if t.Scale == 0 {
			return Convert(e, plan.Type{Kind: plan.Int})
		}
		digits := map[plan.Kind]int{plan.DateTime: len("YYYYMMDDhhmmss"), plan.Time: len("hhhmmss")}
		return Convert(e, value.DecimalType(digits[t.Kind]+t.Scale, t.Scale))
	}
	if e.Type().Listed() {
		return memberNumber(e), nil
	}
	if n := asBits(e); n.Type().Kind != plan.String {
		return n, nil
	}
	if n, ok := SpelledNumber(e); ok {
		e = n
	}
	return Convert(e, plan.Type{Kind: plan.Double})
}

// asBits makes a hexadecimal or bit literal the number that it stands for.
func asBits(e plan.Expr) plan.Expr {
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
		e, err := number(a)
		if err != nil {
			return nil, plan.Type{}, err
		}
		out[i] = e
		kind = max(kind, e.Type().Kind)
		if e.Type().Kind != plan.Double {
			b, f := digitsOf(e)
			before, after = max(before, b), max(after, f)
		}
	}
	if kind == plan.Decimal {
		return out, value.DecimalType(before+after, after), nil
	}
	if kind == plan.Double {
		return out, doubleOf(out, 0), nil
	}
	return out, plan.Type{Kind: kind}, nil
}

// Aligned gives arguments as numbers of one type, which has room for all of them, and that type.
func Aligned(args []plan.Expr) ([]plan.Expr, plan.Type, error) {
	args, t, err := numbers(args)
	if err != nil {
		return nil, t, err
	}
	args, err = convertAll(t, args...)
	return args, t, err
}

func buildAdd(args []plan.Expr) (plan.Expr, error) { return addLike(plan.Add, args) }

func buildSub(args []plan.Expr) (plan.Expr, error) { return addLike(plan.Sub, args) }

func addLike(op plan.Op, args []plan.Expr) (plan.Expr, error) {
	args, unsigned, err := widened(args)
	if err != nil {
		return nil, err
	}
	args, t, err := Aligned(args)
	if err != nil {
		return nil, err
	}
	if t.Kind == plan.Decimal {
		t = value.DecimalType(t.Precision+1, t.Scale)
	}
	if apart, ok := momentsApart(op, args, t); ok {
		return apart, nil
	}
	return wholeUnsigned(unsigned, plan.Call{Op: op, Args: args, Of: t})
}

func buildMul(args []plan.Expr) (plan.Expr, error) {
	args, unsigned, err := widened(args)
	if err != nil {
		return nil, err
	}
	args, t, err := numbers(args)
	if err != nil {
		return nil, err
	}
	if t.Kind != plan.Decimal {
		if args, err = convertAll(t, args...); err != nil {
			return nil, err
		}
		return wholeUnsigned(unsigned, plan.Call{Op: plan.Mul, Args: args, Of: t})
	}
	precision, scale := 0, 0
	for i, a := range args {
		before, after := digitsOf(a)
		if args[i], err = Convert(a, value.DecimalType(before+after, after)); err != nil {
			return nil, err
		}
		precision, scale = precision+before+after, scale+after
	}
	of := plan.Type{Kind: plan.Decimal, Precision: min(precision, value.MaxPrecision), Scale: scale}
	if unsigned && scale == 0 {
		return wholeUnsigned(true, plan.Call{Op: plan.Mul, Args: args, Of: of})
	}
	return Convert(plan.Call{Op: plan.Mul, Args: args, Of: of}, value.DecimalType(precision, scale))
}

// buildIntDiv types DIV. Of doubles MySQL takes the decimals that they are shown as, and so it is of constants here.
// Of others it is a division of doubles: where the nearest whole number times the divisor is the dividend but for
// its last bit, that number is meant.
func buildIntDiv(args []plan.Expr) (plan.Expr, error) {
	args = shownDecimals(args)
	some := anyUnsigned(args)
	args, _, err := widened(args)
	if err != nil {
		return nil, err
	}
	args, t, err := Aligned(args)
	if err != nil {
		return nil, err
	}
	if some && t.Kind == plan.Decimal {
		return wholeUnsigned(true, plan.Call{Op: plan.IntDiv, Args: args, Of: value.DecimalType(t.Precision, 0)})
	}
	if t.Kind != plan.Double {
		return wholeUnsigned(some, plan.Call{Op: plan.IntDiv, Args: args, Of: plan.Type{Kind: plan.Int}})
	}
	q := plan.Call{Op: plan.Div, Args: args, Of: t}
	nearest := plan.Call{Op: plan.Round, Args: []plan.Expr{q, num(0)}, Of: t}
	on := func(op plan.Op, args ...plan.Expr) plan.Expr { return plan.Call{Op: op, Args: args, Of: t} }
	lastBit := on(plan.Mul, on(plan.Abs, args[0]), plan.Literal(value.OfFloat(0x1p-52)))
	exact := plan.Call{Op: plan.Le, Args: []plan.Expr{on(plan.Abs, on(plan.Sub, on(plan.Mul, nearest, args[1]), args[0])), lastBit}, Of: plan.Type{Kind: plan.Bool}}
	negative := plan.Call{Op: plan.Lt, Args: []plan.Expr{q, plan.Literal(value.OfFloat(0))}, Of: plan.Type{Kind: plan.Bool}}
	whole := plan.Call{Op: plan.If, Args: []plan.Expr{negative, plan.Call{Op: plan.Ceil, Args: []plan.Expr{q}, Of: t}, plan.Call{Op: plan.Floor, Args: []plan.Expr{q}, Of: t}}, Of: t}
	of := plan.Type{Kind: plan.Int}
	if some {
		of.Kind = plan.Unsigned
	}
	return Convert(plan.Call{Op: plan.If, Args: []plan.Expr{exact, nearest, whole}, Of: t}, of)
}

// shownDecimals gives doubles that are constants as the decimals that they are shown as, where there are such.
func shownDecimals(args []plan.Expr) []plan.Expr {
	out := slices.Clone(args)
	for i, a := range args {
		if c, ok := a.(plan.Const); ok && c.Value.Kind == plan.Double {
			if d, ok := value.ToDecimal(c.Value); ok && -d.Exponent <= value.MaxScale && d.NumDigits() <= value.MaxPrecision-value.MaxScale {
				out[i] = plan.Literal(plan.Value{Kind: plan.Decimal, Dec: d})
			}
		}
	}
	return out
}

func buildMod(args []plan.Expr) (plan.Expr, error) {
	unsigned, signed := anyUnsigned(args[:1]), args[0].Type().Kind == plan.Int && args[1].Type().Kind == plan.Unsigned
	args, t, err := Aligned(args)
	if err != nil {
		return nil, err
	}
	rest := plan.Call{Op: plan.Mod, Args: args, Of: t}
	if signed && !unsigned { // a whole number as the first is, and no decimal beside an unsigned one
		return Convert(rest, plan.Type{Kind: plan.Int})
	}
	return wholeUnsigned(unsigned, rest)
}
