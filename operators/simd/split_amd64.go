package simd

import "math"

// split2 is plainSplit, eight doubles at a time.
func split2(doubles []float64) (parts [3]float64, nulls int, ok bool) {
	eights := len(doubles) / 8
	if eights == 0 {
		return plainSplit(doubles)
	}
	m, rest := magnitudes2(doubles), doubles[8*eights:]
	var lanes [12]float64
	first, second, ok := m.steps()
	if !ok {
		return parts, m.nulls, false
	}
	split_avx2(&lanes[0], &doubles[0], eights, first, second)
	for i, x := range lanes {
		parts[i/4] += x
	}
	splitInto(&parts, rest, first, second)
	return parts, m.nulls, true
}

// magnitudes2 gives the magnitudes of doubles, of which there are eight at least.
func magnitudes2(doubles []float64) magnitudes {
	eights, m := len(doubles)/8, magnitudes{least: math.Inf(1)}
	var lanes [8]float64
	m.nulls = magnitudes_avx2(&lanes[0], &doubles[0], eights)
	for i := range 4 {
		m.top, m.least = max(m.top, lanes[i]), min(m.least, lanes[4+i])
	}
	m.of(doubles[8*eights:])
	return m
}
