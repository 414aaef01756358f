package exact

import (
	"math"
	"math/bits"
)

// Moments is the sum and the sum of the squares of numbers, neither of them rounded, so
// that a variance loses no digits and depends on no order. Both are in fixed point: words
// 0 to 2 are the sum in two's complement and words 3 to 8 the squares, the lowest word
// first. Zero is of no numbers.
//
// A Moments is of integers, or of doubles in a window of magnitudes: multiples of 2^-88
// below 2^64. So many of these that words overflow cannot be: 2^38 of the largest do not.
// Other doubles belong into a Far.
type Moments [MomentWords]int64

// MomentWords is how many words a Moments has.
const MomentWords = 9

// The window: doubles are counted in units of 2^-fraction.
const (
	fraction = 88
	mostExp  = 1023 + 63 // biased exponent of the largest
	rounding = 1075      // biased exponent of a double whose mantissa counts ones
)

// AddInt adds an integer. It is written word by word, as variances of integers spend their
// time here; the squares carry past two words once in 2^64 of the largest.
func (m *Moments) AddInt(n int64) {
	sign := uint64(n >> 63)
	sum, carry := bits.Add64(uint64(m[0]), uint64(n), 0)
	m[0] = int64(sum)
	sum, carry = bits.Add64(uint64(m[1]), sign, carry)
	m[1] = int64(sum)
	m[2] += int64(sign + carry)
	size := (uint64(n) ^ sign) - sign
	high, low := bits.Mul64(size, size)
	sum, carry = bits.Add64(uint64(m[3]), low, 0)
	m[3] = int64(sum)
	sum, carry = bits.Add64(uint64(m[4]), high, carry)
	if m[4] = int64(sum); carry != 0 {
		addWords(m[5:], carry, 0, 0)
	}
}

// AddFloat adds a double of the window; it reports false of another, which is not added.
func (m *Moments) AddFloat(f float64) bool {
	b := math.Float64bits(f)
	exp, mantissa := int(b>>52&0x7ff), b&(1<<52-1)|1<<52
	shift := exp - rounding + fraction
	switch {
	case f == 0:
		return true
	case exp > mostExp || shift <= -53:
		return false
	case shift < 0:
		if mantissa&(1<<-shift-1) != 0 {
			return false
		}
		mantissa, shift = mantissa>>-shift, 0
	}
	at, part := shift/64, uint(shift%64)
	low, high := mantissa<<part, mantissa>>(64-part)
	if int64(b) < 0 {
		subWords(m[at:3], low, high)
	} else {
		addWords(m[at:3], low, high, 0)
	}
	squareHigh, squareLow := bits.Mul64(mantissa, mantissa)
	at, part = 2*shift/64, uint(2*shift%64)
	addWords(m[3+at:], squareLow<<part, squareHigh<<part|squareLow>>(64-part), squareHigh>>(64-part))
	return true
}

// addWords adds a number of three words, or of two where words has no more, and carries on.
func addWords(words []int64, a, b, c uint64) {
	sum, carry := bits.Add64(uint64(words[0]), a, 0)
	words[0] = int64(sum)
	sum, carry = bits.Add64(uint64(words[1]), b, carry)
	words[1] = int64(sum)
	for i := 2; i < len(words); i++ {
		sum, carry = bits.Add64(uint64(words[i]), c, carry)
		if words[i], c = int64(sum), 0; carry == 0 {
			return
		}
	}
}

// subWords takes a number of two words away.
func subWords(words []int64, a, b uint64) {
	sum, borrow := bits.Sub64(uint64(words[0]), a, 0)
	words[0] = int64(sum)
	sum, borrow = bits.Sub64(uint64(words[1]), b, borrow)
	words[1] = int64(sum)
	for i := 2; i < len(words) && borrow != 0; i++ {
		sum, borrow = bits.Sub64(uint64(words[i]), 0, borrow)
		words[i] = int64(sum)
	}
}

// Merge adds the numbers of another Moments.
func (m *Moments) Merge(o *Moments) {
	carry := uint64(0)
	for i := range m {
		if i == 3 {
			carry = 0
		}
		var sum uint64
		sum, carry = bits.Add64(uint64(m[i]), uint64(o[i]), carry)
		m[i] = int64(sum)
	}
}

// Unmerge takes away the numbers of another Moments, which have been added.
func (m *Moments) Unmerge(o *Moments) {
	borrow := uint64(0)
	for i := range m {
		if i == 3 {
			borrow = 0
		}
		var difference uint64
		difference, borrow = bits.Sub64(uint64(m[i]), uint64(o[i]), borrow)
		m[i] = int64(difference)
	}
}

// Variance is the variance of n integers: the sum of the squares of their distances from
// the mean, over by. It is rounded where that sum becomes a double, where n*by does, and
// where one is divided by the other.
func (m *Moments) Variance(n, by int64) float64 {
	return m.distances(uint64(n)) / (float64(n) * float64(by))
}

// VarianceFloat is the variance of n doubles. far has those of them that lie outside of
// the window, nil for none.
func (m *Moments) VarianceFloat(n, by int64, far *Far) float64 {
	if far != nil {
		return far.variance(m, n, by)
	}
	return math.Ldexp(m.distances(uint64(n)), -2*fraction) / (float64(n) * float64(by))
}

// distances is n times the sum of the squares of the distances from the mean: n*Q - S*S
// with the sum S and the squares Q. Words are passed one by one: an array is copied by words of 16
// bytes, which wait for those of 8 that it was written by.
func (m *Moments) distances(n uint64) float64 {
	var out [7]uint64
	carry := uint64(0)
	for i := range 6 { // n*Q
		high, low := bits.Mul64(n, uint64(m[3+i]))
		var more uint64
		out[i], more = bits.Add64(low, carry, 0)
		carry = high + more
	}
	out[6] = carry
	a, b, c := m.size()
	high, low := bits.Mul64(a, a)
	lessProduct(&out, 0, high, low)
	high, low = bits.Mul64(b, b)
	lessProduct(&out, 2, high, low)
	lessTwice(&out, 1, a, b)
	if c != 0 { // numbers are large
		high, low = bits.Mul64(c, c)
		lessProduct(&out, 4, high, low)
		lessTwice(&out, 2, a, c)
		lessTwice(&out, 3, b, c)
	}
	return rounded(out[:])
}

// lessTwice takes away twice a product.
func lessTwice(words *[7]uint64, at int, a, b uint64) {
	high, low := bits.Mul64(a, b)
	lessProduct(words, at, high, low)
	lessProduct(words, at, high, low)
}

// lessProduct takes a number of two words away from words, of which one on.
func lessProduct(words *[7]uint64, at int, high, low uint64) {
	borrow := uint64(0)
	words[at], borrow = bits.Sub64(words[at], low, 0)
	words[at+1], borrow = bits.Sub64(words[at+1], high, borrow)
	for k := at + 2; borrow != 0 && k < len(words); k++ {
		words[k], borrow = bits.Sub64(words[k], 0, borrow)
	}
}

// size is the sum without its sign.
func (m *Moments) size() (a, b, c uint64) {
	sign, carry := uint64(m[2]>>63), uint64(m[2])>>63
	a, carry = bits.Add64(uint64(m[0])^sign, 0, carry)
	b, carry = bits.Add64(uint64(m[1])^sign, 0, carry)
	c, _ = bits.Add64(uint64(m[2])^sign, 0, carry)
	return a, b, c
}

// rounded gives a number of words as the nearest double, ties to even.
func rounded(words []uint64) float64 {
	top := len(words) - 1
	for top > 0 && words[top] == 0 {
		top--
	}
	head := words[top]
	if top == 0 {
		return float64(head)
	}
	zeros := bits.LeadingZeros64(head)
	head = head<<zeros | words[top-1]>>(64-zeros)
	rest := words[top-1] << zeros
	for i := top - 2; i >= 0 && rest == 0; i-- {
		rest = words[i]
	}
	if rest != 0 {
		head |= 1 // the last of more bits than a double has says whether anything is below
	}
	return math.Ldexp(float64(head), 64*top-zeros)
}
