package simd

import (
	"math"
	"math/bits"
)

// A double in a window of magnitudes is exactly a number of 128 bits in fixed point: a multiple of
// 2^-FixedBits below 2^FixedTop. So many of them that their sum leaves 128 bits cannot be: 2^38 of
// the largest do not.
const (
	FixedBits = 64
	FixedTop  = 24
)

// The exponents of doubles without any bits below the window, as they are stored.
const (
	leastExponent = 1075 - FixedBits
	exponents     = 1023 + FixedTop - leastExponent
)

// inFixed reports whether fixed gives a double: one of the window that has no bits below it whatever its
// mantissa is. Zero is none of these.
func inFixed(f float64) bool {
	return math.Float64bits(f)>>52&0x7ff-leastExponent < exponents
}

// fixed gives the low and the high half of a double that is inFixed, as a multiple of 2^-FixedBits.
func fixed(f float64) (lo, hi int64) {
	b := math.Float64bits(f)
	shift, sign := (b>>52&0x7ff-leastExponent)&63, int64(b)>>63
	signed := (int64(b&(1<<52-1)|1<<52) ^ sign) - sign
	return signed << shift, signed >> 1 >> (63 - shift)
}

// FixedOf gives any double as a multiple of 2^-FixedBits; false where it is none in the window.
func FixedOf(f float64) (lo, hi int64, ok bool) {
	if inFixed(f) {
		lo, hi = fixed(f)
		return lo, hi, true
	}
	b := math.Float64bits(f)
	below := leastExponent - int(b>>52&0x7ff)
	mantissa := b&(1<<52-1) | 1<<52
	switch {
	case f == 0:
		return 0, 0, true
	case below <= 0 || below >= 53 || mantissa&(1<<below-1) != 0:
		return 0, 0, false
	}
	lo = int64(mantissa >> below)
	if f < 0 {
		lo = -lo
	}
	return lo, lo >> 63, true
}

// FixedValue rounds a fixed point number to the nearest double, ties to even.
func FixedValue(lo, hi int64) float64 {
	l, h := uint64(lo), uint64(hi)
	sign := 1.0
	if hi < 0 {
		var borrow uint64
		l, borrow = bits.Sub64(0, l, 0)
		h, _ = bits.Sub64(0, h, borrow)
		sign = -1
	}
	if h == 0 {
		return sign * float64(l) * powerOfTwo(-FixedBits)
	}
	down := bits.Len64(h) // 64 bits stay, the last says whether anything is lost
	top := h<<(64-down) | l>>down
	if l<<(64-down) != 0 {
		top |= 1
	}
	return sign * float64(top) * powerOfTwo(down-FixedBits)
}

// powerOfTwo is 2^n, of an n between -1022 and 1023.
func powerOfTwo(n int) float64 { return math.Float64frombits(uint64(1023+n) << 52) }

// FixedSums is where groups have sums of doubles: Width words each, of which Sum is the low half of
// a number in fixed point, and the one behind it the high half.
type FixedSums struct {
	Words  []int64
	Width  int
	Sum    int
	Rows   int64 // 1: word 0 counts the rows; 0: it does not
	Values int   // the word that counts the doubles that are not NULL; 0: none does
}

// NullDouble is the double that stands for NULL.
const NullDouble uint64 = 0x7ff8_0000_0000_0001

// plainAddFixed adds doubles to the sums of their groups up to the first that is neither zero nor
// inFixed, and gives how many these are.
func plainAddFixed(to *FixedSums, groups []uint32, doubles []float64) (done int) {
	words, width, sum, rows := to.Words, to.Width, to.Sum, to.Rows
	groups = groups[:len(doubles)]
	for i, d := range doubles {
		var lo, hi int64
		if inFixed(d) {
			lo, hi = fixed(d)
		} else if d != 0 {
			return i
		}
		at := int(groups[i]) * width
		words[at] += rows
		low, carry := bits.Add64(uint64(words[at+sum]), uint64(lo), 0)
		words[at+sum] = int64(low)
		words[at+sum+1] += hi + int64(carry)
	}
	return len(doubles)
}

// plainAddPresent is plainAddFixed where doubles may be NULL.
func plainAddPresent(to *FixedSums, groups []uint32, doubles []float64) (done int) {
	words, width, sum, rows := to.Words, to.Width, to.Sum, to.Rows
	counted := int64(min(to.Values, 1))
	groups = groups[:len(doubles)]
	for i, d := range doubles {
		var lo, hi int64
		present := counted
		switch {
		case inFixed(d):
			lo, hi = fixed(d)
		case math.Float64bits(d) == NullDouble:
			present = 0
		case d != 0:
			return i
		}
		at := int(groups[i]) * width
		words[at] += rows
		words[at+to.Values] += present
		low, carry := bits.Add64(uint64(words[at+sum]), uint64(lo), 0)
		words[at+sum] = int64(low)
		words[at+sum+1] += hi + int64(carry)
	}
	return len(doubles)
}

// groups is how many groups there are.
func (s *FixedSums) groups() int { return len(s.Words) / s.Width }
