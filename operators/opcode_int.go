package operators

import (
	"math"
	"math/bits"
)

// pair gives the two integer arguments of a loop, cut to the length of the result so
// that the compiler drops the bounds checks.
func pair(d *Vector, a []*Vector) (r, x, y []int64) {
	r = d.Int
	return r, a[0].Int[:len(r)], a[1].Int[:len(r)]
}

func single(d *Vector, a []*Vector) (r, x []int64) {
	r = d.Int
	return r, a[0].Int[:len(r)]
}

func addInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = x[i] + y[i]
	}
	return false
}

func subInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = x[i] - y[i]
	}
	return false
}

func mulInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		r[i] = x[i] * y[i]
	}
	return false
}

func negInt(d *Vector, a []*Vector, _ int64) bool {
	r, x := single(d, a)
	for i := range r {
		r[i] = -x[i]
	}
	return false
}

// The sum has the wrong sign exactly where both arguments have the other one.
func addChecked(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	var wrong int64
	for i := range r {
		s := x[i] + y[i]
		wrong |= (s ^ x[i]) & (s ^ y[i])
		r[i] = s
	}
	return wrong < 0
}

func subChecked(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	var wrong int64
	for i := range r {
		s := x[i] - y[i]
		wrong |= (x[i] ^ y[i]) & (s ^ x[i])
		r[i] = s
	}
	return wrong < 0
}

func mulChecked(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	var wrong uint64
	for i := range r {
		p, w := MulWrong(x[i], y[i])
		r[i] = p
		wrong |= w
	}
	return wrong != 0
}

// MulWrong multiplies; wrong is 0 exactly where the product fits 64 bits.
func MulWrong(x, y int64) (p int64, wrong uint64) {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	hi -= uint64(x>>63)&uint64(y) + uint64(y>>63)&uint64(x)
	return int64(lo), hi ^ uint64(int64(lo)>>63)
}

func negChecked(d *Vector, a []*Vector, _ int64) bool {
	r, x := single(d, a)
	failed := false
	for i := range r {
		failed = failed || x[i] == math.MinInt64
		r[i] = -x[i]
	}
	return failed
}

func absChecked(d *Vector, a []*Vector, _ int64) bool {
	r, x := single(d, a)
	failed := false
	for i := range r {
		failed = failed || x[i] == math.MinInt64
		sign := x[i] >> 63
		r[i] = (x[i] ^ sign) - sign
	}
	return failed
}

func divScaled(d *Vector, a []*Vector, imm int64) bool { return divide(d, a, imm, true) }

func divTruncated(d *Vector, a []*Vector, imm int64) bool { return divide(d, a, imm, false) }

func divide(d *Vector, a []*Vector, imm int64, rounded bool) bool {
	r, x, y := pair(d, a)
	failed := false
	for i := range r {
		if y[i] == 0 {
			setNull(d, i)
			continue
		}
		q, ok := quotient(x[i], imm, y[i], rounded)
		failed = failed || !ok
		r[i] = q
	}
	return failed
}

// quotient is x * f / y, rounded half away from zero or truncated; ok tells whether it
// fits 64 bits. y is not 0.
func quotient(x, f, y int64, rounded bool) (q int64, ok bool) {
	negative := (x < 0) != (f < 0) != (y < 0)
	divisor := Magnitude(y)
	hi, lo := bits.Mul64(Magnitude(x), Magnitude(f))
	if hi >= divisor {
		return 0, false
	}
	whole, rest := bits.Div64(hi, lo, divisor)
	if rounded && rest >= divisor-rest { // rest * 2 >= divisor
		whole++
		if whole == 0 {
			return 0, false
		}
	}
	return signed(whole, negative)
}

// Magnitude is the absolute value of a number; that of the least one fits, too.
func Magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func signed(m uint64, negative bool) (int64, bool) {
	if negative {
		return -int64(m), m <= 1<<63
	}
	return int64(m), m < 1<<63
}

func setNull(d *Vector, i int) {
	d.Null[i] = 1
}

func intDiv(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	failed := false
	for i := range r {
		if y[i] == 0 {
			setNull(d, i)
			continue
		}
		failed = failed || (x[i] == math.MinInt64 && y[i] == -1)
		r[i] = x[i] / y[i]
	}
	return failed
}

func floorDiv(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	failed := false
	for i := range r {
		if y[i] == 0 {
			setNull(d, i)
			continue
		}
		failed = failed || (x[i] == math.MinInt64 && y[i] == -1)
		q := x[i] / y[i]
		if rest := x[i] - q*y[i]; rest != 0 && rest^y[i] < 0 {
			q--
		}
		r[i] = q
	}
	return failed
}

func modInt(d *Vector, a []*Vector, _ int64) bool {
	r, x, y := pair(d, a)
	for i := range r {
		if y[i] == 0 {
			setNull(d, i)
			continue
		}
		r[i] = x[i] % y[i]
	}
	return false
}

func scaleUp(d *Vector, a []*Vector, imm int64) bool {
	r, x := single(d, a)
	var wrong uint64
	for i := range r {
		p, w := MulWrong(x[i], imm)
		r[i] = p
		wrong |= w
	}
	return wrong != 0
}

// scaleDown divides by multiplying with the reciprocal, as floorScale does. Of a negative number
// -x-1 it is x whose quotient and rest are found; the rest of x+1 is one more.
func scaleDown(d *Vector, a []*Vector, imm int64) bool {
	r, x := single(d, a)
	if imm == 1 {
		copy(r, x)
		return false
	}
	by, shift := reciprocal(imm)
	for i := range r {
		sign := x[i] >> 63
		n := uint64(x[i] ^ sign)
		q, _ := bits.Mul64(n, by)
		q >>= shift & 63
		rest := n - q*uint64(imm) + uint64(sign&1)
		r[i] = (int64(q) + truth(rest >= uint64(imm)-rest)) ^ sign - sign
	}
	return false
}

// Nearest is n / d rounded half away from zero, for d above 0.
func Nearest(n, d int64) int64 {
	q, rest := n/d, Magnitude(n%d)
	if rest >= uint64(d)-rest {
		q += n>>63 | 1
	}
	return q
}

// floorScale divides by multiplying with the reciprocal; the quotient of a negative number
// -x-1 is -q-1, where q is that of x.
func floorScale(d *Vector, a []*Vector, imm int64) bool {
	r, x := single(d, a)
	if imm == 1 {
		copy(r, x)
		return false
	}
	by, shift := reciprocal(imm)
	for i := range r {
		sign := x[i] >> 63
		q, _ := bits.Mul64(uint64(x[i]^sign), by)
		r[i] = int64(q>>(shift&63)) ^ sign
	}
	return false
}

// floorRest gives what floorScale leaves.
func floorRest(d *Vector, a []*Vector, imm int64) bool {
	r, x := single(d, a)
	if imm == 1 {
		clear(r)
		return false
	}
	by, shift := reciprocal(imm)
	for i := range r {
		n := x[i]
		sign := n >> 63
		q, _ := bits.Mul64(uint64(n^sign), by)
		r[i] = n - (int64(q>>(shift&63))^sign)*imm
	}
	return false
}

// reciprocal gives, for a divisor d of at least 2, the number by for which the high word of
// n * by, shifted right, is n / d for every n of 63 bits: 2^(63+s) / d, rounded up, where
// 2^s is not below d (Granlund and Montgomery, "Division by invariant integers using
// multiplication", PLDI 1994).
func reciprocal(d int64) (by uint64, shift uint) {
	s := uint(bits.Len64(uint64(d - 1)))
	q, rest := bits.Div64(1<<(s-1), 0, uint64(d))
	if rest > 0 {
		q++
	}
	return q, s - 1
}

func ceilScale(d *Vector, a []*Vector, imm int64) bool {
	r, x := single(d, a)
	for i := range r {
		r[i] = x[i]/imm + truth(x[i]%imm > 0)
	}
	return false
}
