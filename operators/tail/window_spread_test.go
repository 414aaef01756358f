package tail

import (
	"math"
	"math/big"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
)

// alike reports whether two values are the same, doubles but for their last digits.
func alike(have, want plan.Value) bool {
	if have.Kind == plan.Double && want.Kind == plan.Double {
		return math.Abs(have.Float-want.Float) <= 1e-13*math.Abs(want.Float)
	}
	return have.String() == want.String() && have.IsNull() == want.IsNull()
}

// bitsOf puts the bits of numbers together.
func bitsOf(values []plan.Value, name plan.WindowName) plan.Value {
	n := map[plan.WindowName]int64{"BIT_AND": -1}[name]
	for _, v := range values {
		switch name {
		case "BIT_AND":
			n &= v.Int
		case "BIT_OR":
			n |= v.Int
		default:
			n ^= v.Int
		}
	}
	return value.OfInt(n)
}

// varied is the variance or deviation by its definition, in fractions.
func varied(values []plan.Value, name plan.WindowName) plan.Value {
	n, by := int64(len(values)), int64(len(values))
	if strings.HasSuffix(string(name), "SAMP") {
		by--
	}
	if by == 0 {
		return plan.Value{}
	}
	mean, sum := new(big.Rat), new(big.Rat)
	for _, v := range values {
		mean.Add(mean, rat(v))
	}
	mean.Quo(mean, new(big.Rat).SetInt64(n))
	for _, v := range values {
		d := new(big.Rat).Sub(rat(v), mean)
		sum.Add(sum, d.Mul(d, d))
	}
	f, _ := sum.Quo(sum, new(big.Rat).SetInt64(by)).Float64()
	if strings.HasPrefix(string(name), "STD") {
		f = math.Sqrt(f)
	}
	return value.OfFloat(f)
}
