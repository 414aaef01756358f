package simd

import "math"

// FewGroups is how many groups Few takes at most: their sums, four times each, stay in a cache of the
// first level.
const FewGroups = 64

// FewSums is the sums of some doubles by group.
type FewSums struct {
	Parts  [FewGroups][4]float64 // three doubles whose sum is exactly that of the group's, and what Counts reads
	copies [FewGroups][4]fewPart
}

// fewNull is what a NULL adds to the count of a group, to which another double adds 1: SplitMost of
// either leave the other alone, and both fit a double.
const fewNull = 1 << 20

// Counts gives how many of a group's doubles are NULL, and how many are not.
func (s *FewSums) Counts(group int) (nulls, present int64) {
	n := int64(s.Parts[group][3])
	return n / fewNull, n % fewNull
}

// fewPart is one of the copies of a group's sums.
type fewPart [4]float64

// add adds a double, split by the steps.
func (p *fewPart) add(x, first, second float64) {
	if math.Float64bits(x) == NullDouble {
		p[3] += fewNull
		return
	}
	high := (x + first) - first
	middle := ((x - high) + second) - second
	p[0], p[1], p[2], p[3] = p[0]+high, p[1]+middle, p[2]+(x-high-middle), p[3]+1
}
