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
