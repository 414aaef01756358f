package plan

import (
	"math"
	"math/big"

	"gsdms/plan/value"
)

// digitsOf gives how many digits a numeric expression has before and after the point.
func digitsOf(e Expr) (before, after int) {
	t := e.Type()
	switch c, isConst := e.(Const); {
	case t.Kind == Decimal:
		return t.Precision - t.Scale, t.Scale
	case t.Kind == Unsigned && isConst && !c.Value.IsNull():
		return len(c.Value.String()), 0
	case t.Kind == Unsigned:
		return value.UnsignedDigits, 0
	}
	limit := uint64(math.MaxInt64)
	if c, ok := e.(Const); ok {
		limit = value.Magnitude(c.Value.Int)
	} else if t.Min < t.Max {
		limit = max(value.Magnitude(t.Min), value.Magnitude(t.Max))
	} else if t.Kind == Bool {
		limit = 1
	}
	for before = 1; limit >= 10; limit /= 10 {
		before++
	}
	return before, 0
}

// Convert casts an expression to a type, unless it has it; constants are converted at
// once, with error 1690 for those out of range.
func Convert(e Expr, to Type) (Expr, error) {
	from := e.Type()
	limited := to.Min < to.Max
	if to.Bytes() && !from.Bytes() && from.Kind != Null {
		return asBytes(e)
	}
	if from.Bytes() && to.Kind == String && !to.Bytes() {
		return Call{Op: textOf, Args: []Expr{e}, Of: Type{Kind: String}}, nil
	}
	if from.Kind == to.Kind && !limited && (!to.Kind.Scaled() || from.Scale == to.Scale) {
		return e, nil
	}
	if from.Listed() {
		return Convert(memberNumber(e), to)
	}
	if from.Bytes() {
		return Convert(Call{Op: textOf, Args: []Expr{e}, Of: Type{Kind: String}}, to)
	}
	c, ok := e.(Const)
	if !ok && to.Kind == String && from.Name == value.FloatName {
		return Cast{X: Call{Op: shownFloat, Args: []Expr{e}, Of: Type{Kind: Double}}, To: to}, nil
	}
	if !ok {
		if from.Kind.Ticking() && (to.Kind == Int || to.Kind == Decimal || to.Kind == Double) {
			return clockDigits(e, to)
		}
		return Cast{X: e, To: to}, nil
	}
	v, err := value.Cast(c.Value, to)
	if err != nil {
		return nil, err
	}
	return Const{Value: v, Of: to}, nil
}

// BuildCast types CAST(e AS to). A number past the digits of a DECIMAL becomes the last
// one of its sign.
func BuildCast(e Expr, to Type) (Expr, error) {
	if to.Kind == String || e.Type().Kind == Null {
		return Convert(e, to)
	}
	e = unquoted(full(asBits(e)))
	if e.Type().Kind == Time && (to.Kind == Date || to.Kind == DateTime) {
		return nil, noDate(e)
	}
	if to.Kind != Decimal {
		return Convert(e, to)
	}
	return clamped(e, to)
}

func clamped(e Expr, to Type) (Expr, error) {
	last := new(big.Int).Sub(value.BigPow10(to.Precision).MathBigInt(), big.NewInt(1))
	most := Const{Value: value.OfWide(last, to.Scale), Of: to}
	least := Const{Value: value.OfWide(new(big.Int).Neg(last), to.Scale), Of: to}
	if c, ok := e.(Const); ok && c.Value.Kind == Double && math.Abs(c.Value.Float) >= math.Pow10(to.Precision-to.Scale) {
		if c.Value.Float > 0 {
			return most, nil
		}
		return least, nil
	}
	x, err := Convert(e, value.DecimalType(value.MaxPrecision, to.Scale))
	if err != nil {
		return nil, err
	}
	by := x
	if e.Type().Kind == Double {
		by = e // where it is past 64 bits, the decimal is not computed
	} else if before, _ := digitsOf(e); e.Type().Kind != String && before+1 <= to.Precision-to.Scale {
		return Convert(e, to)
	}
	above, err := compares(Gt)([]Expr{by, most})
	if err != nil {
		return nil, err
	}
	below, err := compares(Lt)([]Expr{by, least})
	if err != nil {
		return nil, err
	}
	inside := Call{Op: If, Args: []Expr{below, least, x}, Of: to}
	return Call{Op: If, Args: []Expr{above, most, inside}, Of: to}, nil
}

// convertAll converts every expression to one type.
func convertAll(to Type, args ...Expr) ([]Expr, error) {
	out := make([]Expr, len(args))
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
func number(e Expr) (Expr, error) {
	switch t := e.Type(); t.Kind {
	case Int, Decimal, Double:
		return e, nil
	case Unsigned:
		return unsignedNumber(e)
	case Null, Bool, Date:
		return Convert(e, Type{Kind: Int})
	case DateTime, Time:
		if t.Scale == 0 {
			return Convert(e, Type{Kind: Int})
		}
		digits := map[Kind]int{DateTime: len("YYYYMMDDhhmmss"), Time: len("hhhmmss")}
		return Convert(e, value.DecimalType(digits[t.Kind]+t.Scale, t.Scale))
	}
	if e.Type().Listed() {
		return memberNumber(e), nil
	}
	if n := asBits(e); n.Type().Kind != String {
		return n, nil
	}
	return Convert(e, Type{Kind: Double})
}

// asBits makes a hexadecimal or bit literal the number that it stands for.
func asBits(e Expr) Expr {
	c, ok := e.(Const)
	if !ok || c.Digits == nil || c.Of.Kind != String {
		return e
	}
	if n, ok := value.Small(c.Digits); ok {
		return Literal(value.OfInt(n))
	}
	return Literal(Value{Kind: Decimal, Dec: c.Digits})
}

// numbers makes expressions numeric and gives the type that all of them convert to
// without loss: Double before Decimal before Int.
func numbers(args []Expr) (out []Expr, common Type, err error) {
	out = make([]Expr, len(args))
	before, after, kind := 1, 0, Int
	for i, a := range args {
		e, err := number(a)
		if err != nil {
			return nil, Type{}, err
		}
		out[i] = e
		kind = max(kind, e.Type().Kind)
		if e.Type().Kind != Double {
			b, f := digitsOf(e)
			before, after = max(before, b), max(after, f)
		}
	}
	if kind == Decimal {
		return out, value.DecimalType(before+after, after), nil
	}
	return out, Type{Kind: kind}, nil
}

// aligned makes the arguments numbers of one type.
func aligned(args []Expr) ([]Expr, Type, error) {
	args, t, err := numbers(args)
	if err != nil {
		return nil, t, err
	}
	args, err = convertAll(t, args...)
	return args, t, err
}

func buildAdd(args []Expr) (Expr, error) { return addLike(Add, args) }

func buildSub(args []Expr) (Expr, error) { return addLike(Sub, args) }

func addLike(op Op, args []Expr) (Expr, error) {
	args, unsigned, err := widened(args)
	if err != nil {
		return nil, err
	}
	args, t, err := aligned(args)
	if err != nil {
		return nil, err
	}
	if t.Kind == Decimal {
		t = value.DecimalType(t.Precision+1, t.Scale)
	}
	return wholeUnsigned(unsigned, Call{Op: op, Args: args, Of: t})
}

func buildMul(args []Expr) (Expr, error) {
	args, unsigned, err := widened(args)
	if err != nil {
		return nil, err
	}
	args, t, err := numbers(args)
	if err != nil {
		return nil, err
	}
	if t.Kind != Decimal {
		if args, err = convertAll(t, args...); err != nil {
			return nil, err
		}
		return wholeUnsigned(unsigned, Call{Op: Mul, Args: args, Of: t})
	}
	precision, scale := 0, 0
	for i, a := range args {
		before, after := digitsOf(a)
		if args[i], err = Convert(a, value.DecimalType(before+after, after)); err != nil {
			return nil, err
		}
		precision, scale = precision+before+after, scale+after
	}
	of := Type{Kind: Decimal, Precision: min(precision, value.MaxPrecision), Scale: scale}
	if unsigned && scale == 0 {
		return wholeUnsigned(true, Call{Op: Mul, Args: args, Of: of})
	}
	return Convert(Call{Op: Mul, Args: args, Of: of}, value.DecimalType(precision, scale))
}

// divIncrement is how many digits after the point a division adds (MySQL's
// div_precision_increment).
const divIncrement = 4

func buildDiv(args []Expr) (Expr, error) {
	args, t, err := numbers(args)
	if err != nil {
		return nil, err
	}
	if t.Kind == Double {
		args, err = convertAll(t, args...)
		return Call{Op: Div, Args: args, Of: t}, err
	}
	for i, a := range args {
		b, f := digitsOf(a)
		if args[i], err = Convert(a, value.DecimalType(b+f, f)); err != nil {
			return nil, err
		}
	}
	return quotient(args[0], args[1]), nil
}

// buildIntDiv types DIV. Of doubles MySQL takes the decimals that they are shown as: where
// the nearest whole number times the divisor is the dividend but for its last bit, that
// number is meant.
func buildIntDiv(args []Expr) (Expr, error) {
	args, unsigned, err := widened(args)
	if err != nil {
		return nil, err
	}
	args, t, err := aligned(args)
	if err != nil {
		return nil, err
	}
	if unsigned && t.Kind == Decimal && t.Scale == 0 {
		return wholeUnsigned(true, Call{Op: IntDiv, Args: args, Of: t})
	}
	if t.Kind != Double {
		return Call{Op: IntDiv, Args: args, Of: Type{Kind: Int}}, nil
	}
	q := Call{Op: Div, Args: args, Of: t}
	nearest := Call{Op: Round, Args: []Expr{q, num(0)}, Of: t}
	on := func(op Op, args ...Expr) Expr { return Call{Op: op, Args: args, Of: t} }
	lastBit := on(Mul, on(Abs, args[0]), Literal(value.OfFloat(0x1p-52)))
	exact := Call{Op: Le, Args: []Expr{on(Abs, on(Sub, on(Mul, nearest, args[1]), args[0])), lastBit}, Of: Type{Kind: Bool}}
	negative := Call{Op: Lt, Args: []Expr{q, Literal(value.OfFloat(0))}, Of: Type{Kind: Bool}}
	whole := Call{Op: If, Args: []Expr{negative, Call{Op: Ceil, Args: []Expr{q}, Of: t}, Call{Op: Floor, Args: []Expr{q}, Of: t}}, Of: t}
	return Convert(Call{Op: If, Args: []Expr{exact, nearest, whole}, Of: t}, Type{Kind: Int})
}

func buildMod(args []Expr) (Expr, error) {
	unsigned := anyUnsigned(args[:1])
	args, t, err := aligned(args)
	if err != nil {
		return nil, err
	}
	return wholeUnsigned(unsigned, Call{Op: Mod, Args: args, Of: t})
}

func buildNeg(args []Expr) (Expr, error) { return sameType(Neg, args[0]) }

func buildAbs(args []Expr) (Expr, error) {
	if args[0].Type().Kind == Unsigned {
		return args[0], nil
	}
	return sameType(Abs, args[0])
}

func sameType(op Op, x Expr) (Expr, error) {
	x, err := number(x)
	if err != nil {
		return nil, err
	}
	return Call{Op: op, Args: []Expr{x}, Of: Plain(x.Type())}, nil
}

// wholes types FLOOR and CEIL.
func wholes(op Op) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		if args[0].Type().Kind == Unsigned {
			return args[0], nil
		}
		x, err := number(args[0])
		if err != nil {
			return nil, err
		}
		switch x.Type().Kind {
		case Int:
			return x, nil
		case Decimal:
			if t := x.Type(); t.Precision-t.Scale > value.SureDigits {
				return Call{Op: op, Args: []Expr{x}, Of: value.DecimalType(t.Precision-t.Scale+1, 0)}, nil
			}
			return Call{Op: op, Args: []Expr{x}, Of: Type{Kind: Int}}, nil
		}
		return Call{Op: op, Args: []Expr{x}, Of: Type{Kind: Double}}, nil
	}
}
