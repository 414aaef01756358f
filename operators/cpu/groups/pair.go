package groups

import (
	"math/bits"

	"gsdms/operators"
	"gsdms/operators/cpu/column"
	"gsdms/operators/cpu/machine"
)

// The least or the greatest of numbers that two registers hold is kept as the ranks of both, as that
// of others is: the first decides, and where it is equal the second.

// isPair reports whether a fold is of numbers of two registers.
func isPair(f operators.FoldFunc) bool { return f == operators.MinPair || f == operators.MaxPair }

// addPairs keeps the pairs whose ranks, with the bits of turn turned, are largest.
func addPairs(turn uint64) addFunc {
	return func(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
		high, low := f.argument(a, m, numbers), m.Register(f.low, len(numbers))
		for i, n := range numbers {
			if high.Null != nil && high.Null[i] != 0 {
				continue
			}
			if a.groups.shared {
				n = 0
			}
			keepPair(a.words[int(n)*a.groups.width+f.at:], uint64(high.Int[i])^1<<63^turn, uint64(low.Int[i])^1<<63^turn)
		}
		return nil
	}
}

func keepPair(w []int64, high, low uint64) {
	if was := uint64(w[0]); high > was || high == was && low > uint64(w[1]) {
		w[0], w[1] = int64(high), int64(low)
	}
}

func mergePairs(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	w := from.words[j*from.groups.width+f.at:]
	keepPair(into.words[i*into.groups.width+f.at:], uint64(w[0]), uint64(w[1]))
	return nil
}

// outPair writes the numbers of pairs, of 128 bits.
func outPair(turn uint64) outFunc {
	return func(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error {
		for i, g := range groups {
			if to.Nulls != nil && to.Nulls[at[i]] {
				continue
			}
			w := a.words[int(g)*a.groups.width+f.at:]
			high, low := int64(uint64(w[0])^turn^1<<63), int64(uint64(w[1])^turn^1<<63)
			over, number := bits.Mul64(uint64(high), uint64(f.spec.Unit))
			if high < 0 {
				over -= uint64(f.spec.Unit)
			}
			sum := [2]int64{int64(number), int64(over)}
			add128(sum[:], low, low>>63)
			to.SetWide(at[i], sum[0], sum[1])
		}
		return nil
	}
}
