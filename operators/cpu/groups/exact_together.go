package groups

import "math"

// Doubles that are all added to one group are first added to each other, without rounding: each is
// split into three parts, the multiples of two steps and the rest, of which so many as togetherMost
// fit the 53 bits of a double (Rump, Ogita and Oishi, "Accurate floating-point summation", 2008).

// togetherMost is how many doubles are added up before the sums of their parts go to the group.
const togetherMost = 1 << 12

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

// addTogether adds doubles to the one group that all rows have.
func (a *accumulators) addTogether(f *fold, numbers []float64) error {
	words := a.words[f.at:][:3]
	for len(numbers) > 0 {
		some := numbers[:min(len(numbers), togetherMost)]
		numbers = numbers[len(some):]
		if parts, ok := splitSum(some); ok {
			some = parts[:]
		}
		for _, d := range some {
			if err := a.addDouble(f, words, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// splitSum gives three doubles whose sum is exactly that of so many as togetherMost; false where
// these are too far from each other to be split alike.
func splitSum(numbers []float64) (parts [3]float64, ok bool) {
	above, ok := exponentAbove(numbers)
	if !ok {
		return parts, false
	}
	// A double and a number of which the last bit is worth a step, added, are rounded to the step.
	first, second := 1.5*powerOfTwo(above-firstStep+52), 1.5*powerOfTwo(above-secondStep+52)
	var a, b, c, otherA, otherB, otherC float64
	n := len(numbers) &^ 1
	for i := 0; i < n; i += 2 {
		x, y := numbers[i], numbers[i+1]
		p, q := (x+first)-first, (y+first)-first
		x, y = x-p, y-q
		a, otherA = a+p, otherA+q
		p, q = (x+second)-second, (y+second)-second
		b, otherB = b+p, otherB+q
		c, otherC = c+(x-p), otherC+(y-q)
	}
	for _, x := range numbers[n:] {
		p := (x + first) - first
		q := ((x - p) + second) - second
		a, b, c = a+p, b+q, c+(x-p-q)
	}
	return [3]float64{a + otherA, b + otherB, c + otherC}, true
}

// exponentAbove gives the power of two that all doubles are below; false where one that is no zero
// is too small beside it, or they are no numbers to split.
func exponentAbove(numbers []float64) (above int, ok bool) {
	const sign = uint64(1) << 63
	top, least := uint64(0), uint64(math.MaxUint64)
	for _, x := range numbers {
		b := math.Float64bits(x) &^ sign
		top, least = max(top, b), min(least, b-1) // of zero that is the largest number
	}
	exponent := top >> 52
	if exponent < leastTop || exponent > mostTop {
		return 0, false
	}
	return int(exponent) - 1023 + 1, least >= (exponent+1-leastSplit)<<52-1
}
