// Package exact adds doubles without rounding, so that a sum does not depend on the order
// of its terms, and a term that was added can be taken out again.
package exact

import (
	"math"
	"math/bits"
)

// Sum adds doubles without rounding: Neal's small superaccumulator ("Fast exact
// summation using small and large superaccumulators", 2015). The sum is a number of
// 67 signed digits to the base 2^32; digit 0 counts multiples of 2^-1074, the smallest
// double. A digit has 31 bits of room, so carries are passed on only now and then. Sums of
// numbers of like size have few digits that are not 0, and are rounded as fast.
type Sum struct {
	digits   [67]int64
	adds     int // since the carries were last passed on
	low, top int // all other digits are 0; top, which has the sign, is 0 before the first term
}

// A double puts less than 2^52 into a digit, so 2^11 of them fit its 63 bits.
const maxAdds = 1<<11 - 2

// Bytes is what a sum takes of the memory limit.
const Bytes = 67*8 + 24

// Add adds a finite double.
func (s *Sum) Add(f float64) {
	b := math.Float64bits(f)
	exponent := int(b >> 52 & 0x7ff)
	mantissa := b & (1<<52 - 1)
	if exponent == 0 {
		exponent = 1 // subnormal: no hidden bit
	} else {
		mantissa |= 1 << 52
	}
	shift := exponent - 1
	digit, part := shift/32, uint(shift%32)
	low := int64(mantissa << part & (1<<32 - 1))
	high := int64(mantissa >> (32 - part))
	if int64(b) < 0 {
		low, high = -low, -high
	}
	s.reach(digit, digit+2)
	s.digits[digit] += low
	s.digits[digit+1] += high
	if s.adds++; s.adds >= maxAdds {
		s.carry()
	}
}

// reach has digits counted as ones that may not be 0. One more than a term has is needed for
// carries: 2^43 terms do not fill it.
func (s *Sum) reach(low, top int) {
	if s.top == 0 || low < s.low {
		s.low = low
	}
	s.top = max(s.top, top)
}

// carry brings every digit but the top one into 0 to 2^32-1.
func (s *Sum) carry() {
	for i := s.low; i < s.top; i++ {
		s.digits[i+1] += s.digits[i] >> 32
		s.digits[i] &= 1<<32 - 1
	}
	s.adds = 0
}

// Merge adds another sum.
func (s *Sum) Merge(o *Sum) {
	if o.top == 0 {
		return
	}
	s.carry()
	o.carry()
	s.reach(o.low, o.top)
	for i := o.low; i <= o.top; i++ {
		s.digits[i] += o.digits[i]
	}
	s.carry()
}

// Value rounds the sum to the nearest double, ties to even; it may be infinite.
func (s *Sum) Value() float64 {
	s.carry()
	if s.digits[s.top] < 0 {
		n := *s
		for i := n.low; i <= n.top; i++ {
			n.digits[i] = -n.digits[i]
		}
		n.carry()
		return -n.positive()
	}
	return s.positive()
}

// Plus rounds the sum and a number of 128 bits, low and high half, times 2^exponent. The sum
// stays as it is.
func (s *Sum) Plus(lo, hi int64, exponent int) float64 {
	n := *s
	for i, part := range []float64{float64(uint32(lo)), float64(uint64(lo) >> 32), float64(uint32(hi)), float64(hi >> 32)} {
		n.Add(math.Ldexp(part, exponent+32*i))
	}
	return n.Value()
}

// positive rounds a sum that is not negative. 64 of its bits are more than a double has, so
// what is below them only says that they are not all: one more bit that is set.
func (s *Sum) positive() float64 {
	top := s.top
	for top > 0 && s.digits[top] == 0 {
		top--
	}
	head := uint64(s.digits[top])<<32 | s.digit(top-1)
	if head == 0 {
		return 0
	}
	zeros := bits.LeadingZeros64(head)
	below := s.digit(top-2) << 32 >> (64 - zeros)
	rest := s.digit(top-2) << (32 + zeros)
	head = head<<zeros | below
	for i := top - 3; i >= s.low && rest == 0; i-- {
		rest = s.digit(i)
	}
	if rest != 0 {
		head |= 1
	}
	return math.Ldexp(float64(head), 32*(top-1)-1074-zeros)
}

func (s *Sum) digit(i int) uint64 {
	if i < 0 {
		return 0
	}
	return uint64(s.digits[i])
}
