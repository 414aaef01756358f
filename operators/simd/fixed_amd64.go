package simd

// addFixed2 and addPresent2 are plainAddFixed and plainAddPresent in assembly, but also end at a
// group that is not there.

func addFixed2(to *FixedSums, groups []uint32, doubles []float64) (done int) {
	n := min(len(groups), len(doubles))
	if n == 0 || len(to.Words) == 0 {
		return 0
	}
	return addFixed_bmi2(&to.Words[0], 8*to.Width, to.groups(), 8*to.Sum, to.Rows, &groups[0], &doubles[0], n)
}

func addPresent2(to *FixedSums, groups []uint32, doubles []float64) (done int) {
	n := min(len(groups), len(doubles))
	if n == 0 || len(to.Words) == 0 {
		return 0
	}
	counted := int64(min(to.Values, 1))
	return addPresent_bmi2(&to.Words[0], 8*to.Width, to.groups(), 8*to.Sum, to.Rows, 8*to.Values, counted, &groups[0], &doubles[0], n)
}
