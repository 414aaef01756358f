package selection

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A span has the keys at the places that are asked for, says how many it has and how many lie before,
// and has few others where digits tell keys apart.
func TestSpansAgreeWithASort(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	for turn := range 400 {
		width := 1 + r.IntN(64)
		keys := make([]uint64, 1+r.IntN(4000))
		for i := range keys {
			keys[i] = shapes[turn%len(shapes)](r) >> (64 - width)
		}
		sorted := slices.Sorted(slices.Values(keys))
		lo := r.IntN(len(keys))
		hi := lo + 1 + r.IntN(len(keys)-lo)
		most := int64(r.IntN(len(keys)))
		parts := slices.Collect(slices.Chunk(keys, 1+r.IntN(len(keys))))
		s, err := Between(parts, width, int64(lo), int64(hi), most, len(parts), beside)
		if err != nil {
			t.Fatal(err)
		}
		before, rows := 0, 0
		for _, k := range keys {
			if s.Has(k) {
				rows++
			}
		}
		for before < len(sorted) && !s.Has(sorted[before]) {
			before++
		}
		if int64(before) != s.Before || int64(rows) != s.Rows || before > lo || before+rows < hi {
			t.Fatalf("turn %d: %d keys from place %d on, it says %d from %d, for places %d to %d", turn, rows, before, s.Rows, s.Before, lo, hi)
		}
		if slices.ContainsFunc(sorted[before:before+rows], func(k uint64) bool { return !s.Has(k) }) {
			t.Fatalf("turn %d: the keys of the span do not lie side by side", turn)
		}
		if sorted[lo] == sorted[hi-1] && s.shift > 0 && s.Rows-int64(hi-lo) > most {
			t.Errorf("turn %d: %d keys for %d equal ones, at most %d beside were to be", turn, s.Rows, hi-lo, most)
		}
	}
}
