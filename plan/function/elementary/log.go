package elementary

import "math"

// smallest is the least double with all its digits.
const smallest = 0x1p-1022

// Of a logarithm the argument is z * 2^k, z between least and its double, whose first intervalBits digits say
// which of 128 intervals it is in. Those beside 1 have 1 in the middle, so that a logarithm near 0 has all
// its digits.
const (
	least        = 0x3fe6955500000000 // the bits of 0.70573...
	intervalBits = 7
	mantissa     = 52
	intervals    = 1 << intervalBits
)

// logParts gives ln x as two doubles, the second less than half a unit of the first. The argument is above 0
// and finite, and has all its digits; shift is to be added to its exponent.
func logParts(x float64, shift int64) (hi, lo float64) {
	above := int64(math.Float64bits(x)) - least
	row := &logs[above>>(mantissa-intervalBits)&(intervals-1)]
	k := above >> mantissa
	z := math.Float64frombits(math.Float64bits(x) - uint64(k)<<mantissa)
	exponent := float64(k + shift)

	r := math.FMA(z, row.inverse, -1) // exactly
	whole := exponent*ln2Hi + row.hi  // exactly
	sum := whole + r
	rest := exponent*ln2Lo + row.lo + (whole - sum + r)

	// ln(1+r) is r - r*r/2 + r*r*r * (1/3 - r/4 + ...)
	half := -0.5 * r
	square := r * half
	hi = sum + square
	rest += math.FMA(half, r, -square) + (sum - hi + square)
	r2 := r * r
	tail := r * r2 * ((1./3 - r*(1./4)) + r2*((1./5-r*(1./6))+r2*((1./7-r*(1./8))+r2*(1./9))))
	rest += tail
	y := hi + rest
	return y, hi - y + rest
}

// partsOf is logParts of any double above 0.
func partsOf(x float64) (hi, lo float64) {
	if x < smallest {
		return logParts(x*0x1p54, -54)
	}
	return logParts(x, 0)
}

// Log is the natural logarithm of a finite double above 0.
func Log(x float64) float64 {
	hi, _ := partsOf(x)
	return hi
}

// Log2 is the logarithm by base 2 of a finite double above 0, and exact where that is a whole number.
func Log2(x float64) float64 { return times(x, perLn2Hi, perLn2Lo) }

// Log10 is the logarithm by base 10 of a finite double above 0, and exact where that is a whole number.
func Log10(x float64) float64 { return times(x, perLn10Hi, perLn10Lo) }

// times is ln x times the sum of two doubles.
func times(x, hi, lo float64) float64 {
	a, b := partsOf(x)
	product := a * hi
	return product + (math.FMA(a, hi, -product) + (a*lo + b*hi))
}
