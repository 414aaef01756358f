package cell

import (
	"math"
	"math/big"

	"gsdms/plan"
)

// Number is a cell as an integer, scaled where it is a decimal.
func Number(v *plan.Vector, row int) *big.Int {
	if v.Wide != nil {
		return v.Wide[row]
	}
	return big.NewInt(v.Ints[row])
}

// Float is a cell as a double.
func Float(v *plan.Vector, row int) float64 {
	if v.Floats != nil {
		return v.Floats[row]
	}
	if v.Wide == nil {
		return Quotient(v.Ints[row], v.Type.Scale)
	}
	f, _ := new(big.Rat).SetFrac(v.Wide[row], power10(v.Type.Scale)).Float64()
	return f
}

// Quotient is the double nearest to n / 10^scale. Where both are doubles themselves, their
// Quotient is that one.
func Quotient(n int64, scale int) float64 {
	const whole, tens = 1 << 53, 22 // doubles hold whole numbers so far, and powers of ten
	if n >= -whole && n <= whole && scale <= tens {
		return float64(n) / math.Pow10(scale)
	}
	f, _ := new(big.Rat).SetFrac(big.NewInt(n), power10(scale)).Float64()
	return f
}

func power10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
