package selection

import (
	"math"
	"math/bits"
	"slices"
)

// fewValues are sorted to select one of them.
const fewValues = 24

// parted gives the value at a place in the order of values, and the one behind it, or
// the same where it is the last. It moves the values about: those before and behind the
// place come to stand there (Hoare, "Find", 1961).
func parted(values []uint64, place int) (at, next uint64) {
	bound := 0 // 2 log2 n steps find the place, or else the values are sorted
	for n := len(values); n > 0; n /= 2 {
		bound += 2
	}
	lo, hi := 0, len(values)
	for ; hi-lo > fewValues && bound > 0; bound-- {
		some := values[lo:hi]
		by := middle(some[0], some[len(some)/2], some[len(some)-1])
		left := below(some, by)
		if left == 0 { // it is the least: those equal to it go before the others
			if left = below(some, by+1); place < lo+left || by == math.MaxUint64 {
				lo, hi = place, place+1
				break
			}
		}
		if place < lo+left {
			hi = lo + left
		} else {
			lo += left
		}
	}
	slices.Sort(values[lo:hi])
	at = values[place]
	if place+1 == len(values) {
		return at, at
	}
	return at, slices.Min(values[place+1:])
}

// below puts values less than a bound before the others, and says how many they are. Where
// a value goes is no jump, which a processor could not foresee.
func below(values []uint64, bound uint64) (n int) {
	for i, v := range values {
		values[i], values[n] = values[n], v
		_, less := bits.Sub64(v, bound, 0)
		n += int(less)
	}
	return n
}

func middle(a, b, c uint64) uint64 { return max(min(a, b), min(max(a, b), c)) }
