package simd

// allLanes are the ones of four lanes.
const allLanes = 0xf

// oneZero2 is plainOneZero, eight doubles at a time.
func oneZero2(doubles []float64) (finite bool) {
	eights, lanes := len(doubles)/8, allLanes
	if eights > 0 {
		lanes = oneZero_avx2(&doubles[0], eights)
	}
	return plainOneZero(doubles[8*eights:]) && lanes == allLanes
}

// within2 is plainWithin, eight doubles at a time.
func within2(doubles []float64, low, high float64) bool {
	eights, lanes := len(doubles)/8, allLanes
	if eights > 0 {
		lanes = within_avx2(&doubles[0], eights, low, high)
	}
	return lanes == allLanes && plainWithin(doubles[8*eights:], low, high)
}
