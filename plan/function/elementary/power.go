package elementary

import "math"

// Exp is e to the power of x. What passes a double is an infinity.
func Exp(x float64) float64 { return expOf(x, 0) }

// Of an exponential the argument is k * ln2/128 + r: the result is the number of the table for the last
// digits of k, times 2 to the power of the others, times e^r.
const (
	certain = 700      // below it, e to the power of it is a double with all its digits, and so is 1 through it
	beyond  = 1 << 10  // from it on, it is an infinity, or 0
	toWhole = 0x1.8p52 // added to a number less than 2^51, it leaves the nearest whole number in the last digits
)

// expOf is e to the power of x + tail, tail being much less than x.
func expOf(x, tail float64) float64 {
	if !(x > -certain && x < certain) {
		return farExp(x, tail)
	}
	scale, rest, k := scaled(x, tail)
	scale = math.Float64frombits(math.Float64bits(scale) + uint64(k)<<mantissa)
	return scale + scale*rest
}

// scaled gives e to the power of x + tail as scale * (1 + rest) * 2^k.
func scaled(x, tail float64) (scale, rest float64, k int64) {
	shifted := x*perStep + toWhole
	steps := int64(math.Float64bits(shifted)) << 12 >> 12 // its last digits, those of toWhole among them
	whole := shifted - toWhole
	r := x - whole*stepHi - whole*stepLo + tail
	row := &powers[steps&(intervals-1)]
	r2 := r * r
	rest = row.lo + r + r2*(1./2+r*(1./6)) + r2*r2*(1./24+r*(1./120))
	return row.hi, rest, int64(whole) >> intervalBits
}

// farExp is expOf where the result may have fewer digits, or pass a double.
func farExp(x, tail float64) float64 {
	switch {
	case x != x:
		return x
	case x >= beyond:
		return math.Inf(1)
	case x <= -beyond:
		return 0
	}
	scale, rest, k := scaled(x, tail)
	return math.Ldexp(scale+scale*rest, int(k))
}

// Power is x to the power of y.
func Power(x, y float64) float64 {
	if x >= smallest && x <= math.MaxFloat64 && y > -beyondPowers && y < beyondPowers {
		return powerOf(x, y)
	}
	if x < 0 && x >= -math.MaxFloat64 && math.Abs(y) < beyondPowers && y == math.Trunc(y) {
		return signed(Power(-x, y), y)
	}
	if x > 0 && x < smallest && math.Abs(y) < beyondPowers {
		return powerBy(x*0x1p54, -54, y)
	}
	return math.Pow(x, y)
}

// beyondPowers is from which exponent on a power is 1, 0 or an infinity, but of numbers next to 1.
const beyondPowers = 1 << 53

// signed is a power of a number below 0 by that of its size.
func signed(power, y float64) float64 {
	if math.Abs(math.Mod(y, 2)) == 1 {
		return -power
	}
	return power
}

func powerOf(x, y float64) float64 { return powerBy(x, 0, y) }

// powerBy is powerOf of x times 2^shift.
func powerBy(x float64, shift int64, y float64) float64 {
	hi, lo := logParts(x, shift)
	product := y * hi
	return expOf(product, math.FMA(y, hi, -product)+y*lo)
}
