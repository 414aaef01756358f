package operators

import (
	"math"
	"math/bits"

	"gsdms/plan/function"
)

func pairFloat(d *Vector, a []*Vector) (r, x, y []float64) {
	r = d.Float
	return r, a[0].Float[:len(r)], a[1].Float[:len(r)]
}

func singleFloat(d *Vector, a []*Vector) (r, x []float64) {
	r = d.Float
	return r, a[0].Float[:len(r)]
}

// beyond has the bit beyondBit exactly where f is an infinity or not a number, whose
// exponent is all ones. Loops collect it without a branch.
func beyond(f float64) uint64 { return math.Float64bits(f)>>52&0x7ff + 1 }

const beyondBit = 0x800

func infinite(f float64) bool { return beyond(f)&beyondBit != 0 }

func addFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pairFloat(d, a)
	failed := uint64(0)
	for i := range r {
		r[i] = x[i] + y[i]
		failed |= beyond(r[i])
	}
	return failed&beyondBit != 0
}

func subFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pairFloat(d, a)
	failed := uint64(0)
	for i := range r {
		r[i] = x[i] - y[i]
		failed |= beyond(r[i])
	}
	return failed&beyondBit != 0
}

func mulFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pairFloat(d, a)
	failed := uint64(0)
	for i := range r {
		r[i] = x[i] * y[i]
		failed |= beyond(r[i])
	}
	return failed&beyondBit != 0
}

func divFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pairFloat(d, a)
	failed := false
	for i := range r {
		if y[i] == 0 {
			setNull(d, i)
			continue
		}
		r[i] = x[i] / y[i]
		failed = failed || infinite(r[i])
	}
	return failed
}

func modFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pairFloat(d, a)
	for i := range r {
		if y[i] == 0 {
			setNull(d, i)
			continue
		}
		r[i] = math.Mod(x[i], y[i])
	}
	return false
}

func negFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x := singleFloat(d, a)
	for i := range r {
		r[i] = -x[i]
	}
	return false
}

func absFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x := singleFloat(d, a)
	for i := range r {
		r[i] = math.Abs(x[i])
	}
	return false
}

func floorFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x := singleFloat(d, a)
	for i := range r {
		r[i] = math.Floor(x[i])
	}
	return false
}

func ceilFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x := singleFloat(d, a)
	for i := range r {
		r[i] = math.Ceil(x[i])
	}
	return false
}

func roundFloat(d *Vector, a []*Vector, imm int64) bool {
	r, x := singleFloat(d, a)
	if imm == 0 {
		for i := range r {
			r[i] = math.RoundToEven(x[i])
		}
		return false
	}
	for i := range r {
		r[i] = function.RoundFloat(x[i], imm)
	}
	return false
}

// comparedFloat gives the results and the two arguments of a comparison of doubles, in equal lengths.
func comparedFloat(d *Vector, a []*Vector) (r []int64, x, y []float64) {
	return d.Int, a[0].Float[:len(d.Int)], a[1].Float[:len(d.Int)]
}

func eqFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := comparedFloat(d, a)
	for i := range r {
		r[i] = truth(x[i] == y[i])
	}
	return false
}

func neFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := comparedFloat(d, a)
	for i := range r {
		r[i] = truth(x[i] != y[i])
	}
	return false
}

func ltFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := comparedFloat(d, a)
	for i := range r {
		r[i] = truth(x[i] < y[i])
	}
	return false
}

func leFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := comparedFloat(d, a)
	for i := range r {
		r[i] = truth(x[i] <= y[i])
	}
	return false
}

func gtFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := comparedFloat(d, a)
	for i := range r {
		r[i] = truth(x[i] > y[i])
	}
	return false
}

func geFloat(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := comparedFloat(d, a)
	for i := range r {
		r[i] = truth(x[i] >= y[i])
	}
	return false
}

func nullEqFloat(d *Vector, a []*Vector, _ int64) bool {
	xn, yn := a[0].Null, a[1].Null
	for i := range d.Int {
		both := int64(xn[i] & yn[i])
		neither := int64(1 ^ (xn[i] | yn[i]))
		d.Int[i] = both | neither&truth(a[0].Float[i] == a[1].Float[i])
	}
	clearNull(d)
	return false
}

func toFloat(d *Vector, a []*Vector, imm int64) bool {
	in := a[0].Int[:len(d.Float)]
	if imm == 1 { // a conversion rounds once, too
		for i, x := range in {
			d.Float[i] = float64(x)
		}
		return false
	}
	by := float64(imm)
	for i, x := range in {
		if Magnitude(x) <= 1<<53 { // as QuotientFloat, which is not inlined
			d.Float[i] = float64(x) / by
			continue
		}
		d.Float[i] = QuotientFloat(x, imm)
	}
	return false
}

// QuotientFloat is x / divisor as a double, rounded once. Where both are doubles
// exactly, the division rounds once already; else the quotient is computed to 56 bits
// or more, what is left over is kept in its last bit, and the conversion rounds.
// divisor is a power of ten up to 10^18, and so a double exactly.
func QuotientFloat(x, divisor int64) float64 {
	m := Magnitude(x)
	if m <= 1<<53 {
		return float64(x) / float64(divisor)
	}
	shift := max(0, 56+bits.Len64(uint64(divisor))-bits.Len64(m))
	quotient, rest := bits.Div64(m>>(64-shift), m<<shift, uint64(divisor))
	if rest != 0 {
		quotient |= 1
	}
	return math.Copysign(math.Ldexp(float64(quotient), -shift), float64(x))
}

func floatToInt(d *Vector, a []*Vector, imm int64) bool {
	failed := false
	for i := range d.Int {
		f := scaledRound(a[0].Float[i], float64(imm))
		if !(f >= -1<<63 && f < 1<<63) {
			failed = true
			continue
		}
		d.Int[i] = int64(f)
	}
	return failed
}

// scaledRound is x * factor, rounded half away from zero, where x stands for the
// shortest decimal that is nearest to it: 1.005 times 100 is 101, although the double is
// a little less than 1.005. The double nearest to a decimal of up to 15 digits has that as
// its shortest, so doubles below the one nearest to a half stand for less; where a whole
// number is nearest as well, that is the shortest. From 2^52 on the product has no half, but may
// be one more or less than it should: a number of 15 digits ends with a zero there.
func scaledRound(x, factor float64) float64 {
	scaled, size := math.Abs(x)*factor, math.Abs(x)
	if scaled >= 1<<52 {
		if tens := 10 * math.Round(scaled/10); scaled < 1<<53 && tens/factor == size {
			scaled = tens
		}
		return math.Copysign(scaled, x)
	}
	n := math.Floor(scaled)
	if size >= (n+0.5)/factor && size != n/factor {
		n++
	}
	return math.Copysign(n, x)
}
