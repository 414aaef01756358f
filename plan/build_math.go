package plan

import (
	"math"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// The functions of doubles that both backends compute; their last bits may differ.
// Outside of a function's domain MySQL gives NULL, past the doubles error 1690.
const (
	Power Op = "POWER"
	Sqrt  Op = "SQRT"
	Ln    Op = "LN"
	Log2  Op = "LOG2"
	Log10 Op = "LOG10"
	Exp   Op = "EXP"
	Sin   Op = "SIN"
	Cos   Op = "COS"
	Tan   Op = "TAN"
	Cot   Op = "COT"
	Asin  Op = "ASIN"
	Acos  Op = "ACOS"
	Atan  Op = "ATAN"  // of one argument
	Atan2 Op = "ATAN2" // ATAN2(y, x)
	Cut   Op = "TRUNCATE"
	Rand  Op = "RAND" // Double from an Int, the seed: the first number that follows it
)

// onDoubles types a function of doubles.
func onDoubles(op Op) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		out := make([]Expr, len(args))
		for i, a := range args {
			x, err := number(full(a))
			if err == nil {
				x, err = Convert(x, Type{Kind: Double})
			}
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		return Call{Op: op, Args: out, Of: Type{Kind: Double}}, nil
	}
}

// buildLog types LOG(x) and LOG(base, x).
func buildLog(args []Expr) (Expr, error) {
	x, err := onDoubles(Ln)(args[len(args)-1:])
	if err != nil || len(args) == 1 {
		return x, err
	}
	base, err := onDoubles(Ln)(args[:1])
	return Call{Op: Div, Args: []Expr{x, base}, Of: Type{Kind: Double}}, err
}

// buildAtan types ATAN and ATAN2, of one argument or two.
func buildAtan(args []Expr) (Expr, error) {
	if len(args) == 2 {
		return onDoubles(Atan2)(args)
	}
	return onDoubles(Atan)(args)
}

// times types a function that multiplies by a constant.
func times(factor float64) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		return onDoubles(Mul)([]Expr{args[0], Literal(value.OfFloat(factor))})
	}
}

func buildPi([]Expr) (Expr, error) { return Literal(value.OfFloat(math.Pi)), nil }

// buildRand types RAND(seed).
func buildRand(args []Expr) (Expr, error) {
	if len(args) == 0 {
		return nil, fault.Errorf(fault.CodeNotSupported, "RAND without a seed is not supported: a statement gives the same result whenever it runs; RAND(seed) is")
	}
	x, err := number(full(args[0]))
	if err != nil {
		return nil, err
	}
	x, err = Convert(x, Type{Kind: Int})
	return Call{Op: Rand, Args: []Expr{x}, Of: Type{Kind: Double}}, err
}

// RandomAfter is the number that MySQL's RAND(seed) gives first.
func RandomAfter(seed int64) float64 {
	const most = 0x3FFFFFFF
	a := uint64(uint32(seed*0x10001+55555555)) % most
	b := uint64(uint32(seed*0x10000001)) % most
	return float64((a*3+b)%most) / most
}

// doubles are the functions of one double: what they give, and whether they have a value.
var doubles = map[Op]struct {
	of      func(float64) float64
	defined func(float64) bool
}{
	Sqrt: {math.Sqrt, func(x float64) bool { return x >= 0 }},
	Ln:   {logOf, positive}, Log2: {math.Log2, positive}, Log10: {log10Of, positive},
	Exp: {math.Exp, always}, Sin: {math.Sin, always}, Cos: {math.Cos, always}, Tan: {math.Tan, always},
	Cot: {func(x float64) float64 { return 1 / math.Tan(x) }, always}, Atan: {math.Atan, always},
	Asin: {math.Asin, withinOne}, Acos: {math.Acos, withinOne},
}

// smallest is the least double with all its digits. math.Log takes those below it for
// larger ones on some machines.
const smallest = 0x1p-1022

func logOf(x float64) float64 {
	if x < smallest {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

// log10Of is exact for powers of ten, as MySQL's is.
func log10Of(x float64) float64 {
	r := math.Log2(x) * (math.Ln2 / math.Ln10)
	if n := math.Round(r); math.Abs(n) < 300 && math.Pow10(int(n)) == x {
		return n
	}
	return r
}

// PowerOf is x to the power of y.
func PowerOf(x, y float64) float64 {
	if x > 0 && x < smallest {
		return math.Pow(x*0x1p54, y) * math.Exp2(-54*y)
	}
	return math.Pow(x, y)
}

func positive(x float64) bool  { return x > 0 }
func always(float64) bool      { return true }
func withinOne(x float64) bool { return x >= -1 && x <= 1 }

// DoubleFunction gives a function of one double and where it has a value.
func DoubleFunction(op Op) (of func(float64) float64, defined func(float64) bool) {
	f := doubles[op]
	return f.of, f.defined
}

func evalDouble(op Op) func(Type, []Value) (Value, error) {
	f := doubles[op]
	return func(_ Type, a []Value) (Value, error) {
		if !f.defined(a[0].Float) {
			return Value{}, nil
		}
		return floatResult(f.of(a[0].Float), op)
	}
}

func evalPower(_ Type, a []Value) (Value, error) {
	return floatResult(PowerOf(a[0].Float, a[1].Float), Power)
}

func evalAtan2(_ Type, a []Value) (Value, error) {
	return value.OfFloat(math.Atan2(a[0].Float, a[1].Float)), nil
}

func evalRand(_ Type, a []Value) (Value, error) { return value.OfFloat(RandomAfter(a[0].Int)), nil }

func evalCut(_ Type, a []Value) (Value, error) {
	return value.OfFloat(CutFloat(a[0].Float, a[1].Int)), nil
}

// CutFloat drops the digits of f behind as many after the point (before it where
// negative).
func CutFloat(f float64, digits int64) float64 {
	digits = max(-400, min(400, digits))
	p := math.Pow(10, math.Abs(float64(digits)))
	switch scaled := f * p; {
	case digits < 0 && math.IsInf(p, 0):
		return 0
	case digits < 0:
		return math.Trunc(f/p) * p
	case math.IsInf(scaled, 0) || math.IsInf(p, 0):
		return f
	default:
		return math.Trunc(scaled) / p
	}
}
