package simd

import "math"

// plainOneZero is OneZero, one double at a time.
func plainOneZero(doubles []float64) (finite bool) {
	const sign, greatest = 1 << 63, 0x7fef_ffff_ffff_ffff // the bits of the greatest double: others that are not finite have more
	beyond := uint64(0)
	for i, v := range doubles {
		beyond |= greatest - math.Float64bits(v)&^sign // below zero if it is greater
		doubles[i] = v + 0
	}
	return beyond&sign == 0
}

// plainWithin is Within, one double at a time.
func plainWithin(doubles []float64, low, high float64) bool {
	for _, f := range doubles {
		if f < low || f > high {
			return false
		}
	}
	return true
}
