package tail

import "slices"

// fewValues are sorted to select one of them.
const fewValues = 24

// neighbours gives the value at a place in the order of values, and the one behind it, or
// the same where it is the last. It moves the values about: those before and behind the
// place come to stand there (Hoare, "Find", 1961).
func neighbours(values []uint64, place int) (at, next uint64) {
	bound := 0 // 2 log2 n steps find the place, or else the values are sorted
	for n := len(values); n > 0; n /= 2 {
		bound += 2
	}
	lo, hi := 0, len(values)
	for ; hi-lo > fewValues && bound > 0; bound-- {
		left, right := parted(values[lo:hi])
		switch {
		case place < lo+left:
			hi = lo + left
		case place < lo+right: // between the parts: equal to what they were parted by
			lo, hi = place, place+1
		default:
			lo += right
		}
	}
	slices.Sort(values[lo:hi])
	at = values[place]
	if place+1 == len(values) {
		return at, at
	}
	return at, slices.Min(values[place+1:])
}

// parted puts values less than one of them before left, the greater ones behind right, and
// those equal to it between.
func parted(values []uint64) (left, right int) {
	by := middle(values[0], values[len(values)/2], values[len(values)-1])
	left, right = 0, len(values)
	for i := 0; i < right; {
		switch v := values[i]; {
		case v < by:
			values[i], values[left] = values[left], v
			left++
			i++
		case v > by:
			right--
			values[i], values[right] = values[right], v
		default:
			i++
		}
	}
	return left, right
}

func middle(a, b, c uint64) uint64 { return max(min(a, b), min(max(a, b), c)) }
