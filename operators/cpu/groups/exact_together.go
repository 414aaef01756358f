package groups

import (
	"math"

	"gsdms/operators/simd"
)

// addTogether adds doubles to the one group that all rows have, first to each other.
func (a *accumulators) addTogether(f *fold, k *simd.Kernels, doubles []float64) error {
	words, nulls := a.words[f.at:][:3], 0
	if f.arg.Null && !f.told {
		defer func(n int) { a.words[f.values] += int64(n - nulls) }(len(doubles))
	}
	for len(doubles) > 0 {
		some := doubles[:min(len(doubles), simd.SplitMost)]
		doubles = doubles[len(some):]
		parts, missing, ok := k.Split(some)
		if nulls += missing; ok {
			some = parts[:]
		}
		for _, d := range some {
			if math.Float64bits(d) == simd.NullDouble {
				continue
			}
			if err := a.addDouble(f, words, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// rowsOfFew is how many rows there are for each of few groups at least: to bring their sums to the groups'
// words takes as long as adding some rows.
const rowsOfFew = 16

// addsFew reports whether doubles of so many rows are first added up by group, and makes room for it.
func (a *accumulators) addsFew(k *simd.Kernels, rows int) bool {
	g := a.groups
	if k.Few == nil || !g.dense || g.window != nil || g.size > simd.FewGroups || rows < rowsOfFew*g.size || rows > simd.SplitMost {
		return false
	}
	if a.few == nil {
		a.few = new(simd.FewSums)
	}
	return true
}

// addFew brings sums of few groups to their words.
func (a *accumulators) addFew(f *fold, to *simd.FixedSums) error {
	for g := range a.groups.size {
		nulls, present := a.few.Counts(g)
		if nulls+present == 0 {
			continue
		}
		group := to.Words[g*to.Width:][:to.Width]
		group[0] += to.Rows * (nulls + present)
		if to.Values > 0 {
			group[to.Values] += present
		}
		for _, part := range a.few.Parts[g][:3] {
			if err := a.addDouble(f, group[f.at:], part); err != nil {
				return err
			}
		}
	}
	return nil
}
