package simd

// few2 adds up doubles of groups, four at a time. Each is split as Split does, which makes of the four a
// vector of three parts and a count each; the first of four goes to the first of four copies of its
// group's sums, and so on, so that doubles of one group behind each other need not wait.
func few2(to *FewSums, groups int, numbers []uint32, doubles []float64) (ok bool) {
	n := len(doubles) &^ 3
	numbers = numbers[:len(doubles)]
	if n < 8 || groups > FewGroups {
		return false
	}
	m := magnitudes2(doubles)
	first, second, ok := m.steps()
	if !ok {
		return false
	}
	clear(to.copies[:groups])
	if few_avx2(&to.copies[0][0][0], groups, &numbers[0], &doubles[0], n/4, first, second) != n/4 {
		return false
	}
	for i := n; i < len(doubles); i++ { // a group that is not there panics
		to.copies[:groups][numbers[i]][i-n].add(doubles[i], first, second)
	}
	for g := range groups {
		c := &to.copies[g]
		for i := range to.Parts[g] {
			to.Parts[g][i] = c[0][i] + c[1][i] + (c[2][i] + c[3][i])
		}
	}
	return true
}
