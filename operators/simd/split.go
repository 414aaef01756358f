package simd

import "math"

// Doubles that are all added to one group are first added to each other, without rounding: each is
// split into three parts, the multiples of two steps and the rest, of which so many as SplitMost
// fit the 53 bits of a double (Rump, Ogita and Oishi, "Accurate floating-point summation", 2008).

// SplitMost is how many doubles Split takes at most.
const SplitMost = 1 << 12

// Of doubles below 2^E the steps are 2^(E-40) and 2^(E-80), and what is left are multiples of
// 2^(E-121) where none but zeros is below 2^(E-69).
const (
	firstStep  = 40
	secondStep = 80
	leastSplit = 69
)

// The exponents, as they are stored, of the largest doubles that are split: none of the steps leaves
// the normal doubles.
const (
	leastTop = 200
	mostTop  = 1900
)

// magnitudes is what the sizes of some doubles are: the greatest, and the least that is no zero, +Inf
// where all are; and how many are NULL.
type magnitudes struct {
	top, least float64
	nulls      int
}

// steps gives numbers of which the last bit is worth a step; false where the doubles are too far from
// each other to be split alike, or are no numbers to split.
func (m *magnitudes) steps() (first, second float64, ok bool) {
	if m.top == 0 {
		return 0, 0, true
	}
	exponent := math.Float64bits(m.top) >> 52
	if exponent < leastTop || exponent > mostTop || math.Float64bits(m.least) < (exponent+1-leastSplit)<<52 {
		return 0, 0, false
	}
	above := int(exponent) - 1023 + 1 // the power of two that all are below
	return math.Ldexp(1.5, above-firstStep+52), math.Ldexp(1.5, above-secondStep+52), true
}

// plainSplit gives three doubles whose sum is exactly that of so many as SplitMost, and how many of
// these are NULL; false where they cannot be split alike.
func plainSplit(doubles []float64) (parts [3]float64, nulls int, ok bool) {
	m := magnitudes{least: math.Inf(1)}
	m.of(doubles)
	first, second, ok := m.steps()
	if ok {
		splitInto(&parts, doubles, first, second)
	}
	return parts, m.nulls, ok
}

// of takes more doubles into account.
func (m *magnitudes) of(doubles []float64) {
	const sign = uint64(1) << 63
	top, least := math.Float64bits(m.top), math.Float64bits(m.least)-1
	for _, x := range doubles {
		if math.Float64bits(x) == NullDouble {
			m.nulls++
			continue
		}
		b := math.Float64bits(x) &^ sign
		top, least = max(top, b), min(least, b-1) // of zero that is the largest number
	}
	m.top, m.least = math.Float64frombits(top), math.Float64frombits(least+1)
}

// splitInto adds the parts of doubles. A double and a number of which the last bit is worth a step,
// added, are rounded to the step.
func splitInto(parts *[3]float64, doubles []float64, first, second float64) {
	var a, b, c float64
	for _, x := range doubles {
		if math.Float64bits(x) == NullDouble {
			continue
		}
		p := (x + first) - first
		q := ((x - p) + second) - second
		a, b, c = a+p, b+q, c+(x-p-q)
	}
	parts[0], parts[1], parts[2] = parts[0]+a, parts[1]+b, parts[2]+c
}
