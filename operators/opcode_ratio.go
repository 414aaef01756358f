package operators

import (
	"math"
	"math/bits"
)

func ratioFloat(d *Vector, a []*Vector, imm int64) bool {
	x, y := a[0].Int[:len(d.Float)], a[1].Int[:len(d.Float)]
	unit := 1 / float64(imm)
	for i := range d.Float {
		if y[i] == 0 {
			setNull(d, i)
			continue
		}
		f, sure := wholeRatio(x[i], y[i], unit)
		if !sure {
			f = ratio(x[i], y[i], imm)
		}
		d.Float[i] = f
	}
	return false
}

// wholeRatio gives x / y as a double; sure tells whether it is the one of the digits up to a unit, too:
// what the rest of the division leaves says that no double lies between.
func wholeRatio(x, y int64, unit float64) (f float64, sure bool) {
	if max(Magnitude(x), Magnitude(y)) > 1<<53 {
		return 0, false
	}
	a, b := math.Abs(float64(x)), math.Abs(float64(y))
	f = a / b
	exponent := math.Float64bits(f) &^ (1<<52 - 1)
	half := math.Float64frombits(exponent) * (1.0 / (1 << 53)) // of the last bit
	if math.Float64bits(f) == exponent {
		half /= 2 // the doubles below a power of two are closer
	}
	left := math.FMA(-f, b, a) // exactly, over b the distance to a / b
	return math.Copysign(f, float64(x)*float64(y)), left > (2*unit-half)*b
}

// ratio is x / y of so many digits as imm counts, as a double. Past 63 bits of them the ones that are
// dropped are behind those of a double.
func ratio(x, y, imm int64) float64 {
	m := Magnitude(y)
	hi, lo := bits.Mul64(Magnitude(x), uint64(imm))
	if hi >= m/2 {
		return float64(x) / float64(y)
	}
	q, _ := bits.Div64(hi, lo, m)
	n := int64(q)
	if (x < 0) != (y < 0) {
		n = -n
	}
	return QuotientFloat(n, imm)
}
