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

// exactAt is the sum that a group's word refers to (1 + its place), made at first use.
func (a *accumulators) exactAt(f *fold, word *int64) (*exact.Sum, error) {
	if *word != 0 {
		return a.exact[f.index][*word-1], nil
	}
	if err := a.run.budget.charge(exact.Bytes); err != nil {
		return nil, err
	}
	s := &exact.Sum{}
	a.exact[f.index] = append(a.exact[f.index], s)
	*word = int64(len(a.exact[f.index]))
	return s, nil
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
	s.Merge(from.exact[f.index][word-1])
	return nil
}

func outExact(f *fold, a *accumulators, groups []int) (plan.Vector, error) {
	v := plan.Vector{Type: f.spec.Type, Floats: make([]float64, len(groups)), Nulls: f.nulls(a, groups)}
	for i, g := range groups {
		word := a.words[g*a.groups.width+f.at]
		if word == 0 {
			continue
		}
		sum := a.exact[f.index][word-1].Value()
		if math.IsInf(sum, 0) {
			return v, &plan.RangeError{Kind: plan.Double, In: f.spec.Name}
		}
		v.Floats[i] = sum
	}
	return v, nil
}
