package function

import (
	"math"

	"gsdms/plan/function/elementary"
	"gsdms/plan/value"
)

// RandomAfter is the number that MySQL's RAND(seed) gives first.
func RandomAfter(seed int64) float64 {
	const most = 0x3FFFFFFF
	a := uint64(uint32(seed*0x10001+55555555)) % most
	b := uint64(uint32(seed*0x10000001)) % most
	return float64((a*3+b)%most) / most
}

// doubles are the functions of one double: what they give, and whether they have a value.
var doubles = map[string]struct {
	of      func(float64) float64
	defined func(float64) bool
}{
	"SQRT": {math.Sqrt, func(x float64) bool { return x >= 0 }},
	"LN":   {elementary.Log, positive}, "LOG2": {elementary.Log2, positive}, "LOG10": {elementary.Log10, positive},
	"EXP": {elementary.Exp, always}, "SIN": {math.Sin, always}, "COS": {math.Cos, always}, "TAN": {math.Tan, always},
	"COT": {func(x float64) float64 { return 1 / math.Tan(x) }, always}, "ATAN": {math.Atan, always},
	"ASIN": {math.Asin, withinOne}, "ACOS": {math.Acos, withinOne},
}

// PowerOf is x to the power of y. Squares, as of distances, are a tenth of the work.
func PowerOf(x, y float64) float64 {
	if y == 2 {
		return x * x
	}
	return elementary.Power(x, y)
}

func positive(x float64) bool { return x > 0 }

func always(float64) bool { return true }

func withinOne(x float64) bool { return x >= -1 && x <= 1 }

// OfDouble gives a function of one double and where it has a value.
func OfDouble(op string) (of func(float64) float64, defined func(float64) bool) {
	f := doubles[op]
	return f.of, f.defined
}

// Double makes the evaluation of a function of one double by its name.
func Double(op string) func(value.Type, []value.Value) (value.Value, error) {
	f := doubles[op]
	return func(_ value.Type, a []value.Value) (value.Value, error) {
		if !f.defined(a[0].Float) {
			return value.Value{}, nil
		}
		return floatResult(f.of(a[0].Float), op)
	}
}

// Power computes POWER.
func Power(_ value.Type, a []value.Value) (value.Value, error) {
	return floatResult(PowerOf(a[0].Float, a[1].Float), "POWER")
}

// Atan2 computes ATAN2.
func Atan2(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfFloat(math.Atan2(a[0].Float, a[1].Float)), nil
}

// Rand computes RAND.
func Rand(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfFloat(RandomAfter(a[0].Int)), nil
}

// Single is the nearest double that 32 bits hold.
func Single(of value.Type, a []value.Value) (value.Value, error) {
	f := float64(float32(a[0].Float))
	if math.IsInf(f, 0) {
		return value.Value{}, value.OutOfRange(of, "%s", a[0])
	}
	return value.OfFloat(f), nil
}

// Cut computes TRUNCATE.
func Cut(_ value.Type, a []value.Value) (value.Value, error) {
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
