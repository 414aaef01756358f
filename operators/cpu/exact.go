package cpu

import (
	"math"

	"gsdms/operators/exact"
	"gsdms/plan"
)

func addExact(f *fold, a *accumulators, m *machine, numbers []uint32) error {
	v, width := f.argument(a, m, numbers), a.groups.width
	for i, n := range numbers {
		if v.Null != nil && v.Null[i] != 0 {
			continue
		}
		s, err := a.exactAt(f, &a.words[int(n)*width+f.at])
		if err != nil {
			return err
		}
		s.Add(v.Float[i])
	}
	return nil
}

// exactSums is the exact sums of a fold, in chunks that stay where they are.
type exactSums struct {
	chunks [][]exact.Sum
	n      int
}

const exactChunk = 16

func (s *exactSums) at(i int64) *exact.Sum { return &s.chunks[i/exactChunk][i%exactChunk] }

// exactAt is the sum that a group's word refers to (1 + its place), made at first use.
func (a *accumulators) exactAt(f *fold, word *int64) (*exact.Sum, error) {
	sums := &a.exact[f.index]
	if *word != 0 {
		return sums.at(*word - 1), nil
	}
	if sums.n == len(sums.chunks)*exactChunk {
		if err := a.run.budget.charge(exactChunk * exact.Bytes); err != nil {
			return nil, err
		}
		sums.chunks = append(sums.chunks, make([]exact.Sum, exactChunk))
	}
	sums.n++
	*word = int64(sums.n)
	return sums.at(*word - 1), nil
}

func mergeExact(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	word := from.words[j*from.groups.width+f.at]
	if word == 0 {
		return nil
	}
	s, err := into.exactAt(f, &into.words[i*into.groups.width+f.at])
	if err != nil {
		return err
	}
	s.Merge(from.exact[f.index].at(word - 1))
	return nil
}

func outExact(f *fold, a *accumulators, groups, at []uint32, to *column) error {
	for i, g := range groups {
		word := a.words[int(g)*a.groups.width+f.at]
		if word == 0 {
			continue
		}
		sum := a.exact[f.index].at(word - 1).Value()
		if math.IsInf(sum, 0) {
			return &plan.RangeError{Kind: plan.Double, In: f.spec.Name}
		}
		to.floats[at[i]] = sum
	}
	return nil
}
