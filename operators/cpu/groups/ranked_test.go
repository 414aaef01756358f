package groups

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators/cpu/budget"
)

// Groups are numbered by the order of their keys, and keep their words, in whatever order the keys
// come; new ones are zeros.
func TestRankedGroupsKeepTheirWords(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for round := range 300 {
		const keys = 512
		width := 1 + r.IntN(4)
		a := newAccumulators(&Run{budget: &budget.Budget{Limit: int64(r.IntN(2)) << 30}}, &Groups{width: width})
		of := &ranked{bits: make([]uint64, keys/64), below: make([]uint32, keys/64), mask: keys - 1, parts: 1, dense: round%2 == 0}
		want := map[uint64]int64{}
		next := uint64(0)
		for range 1 + r.IntN(8) {
			old := slices.Clone(of.bits)
			for range r.IntN(90) {
				key := r.Uint64N(keys)
				if round%3 == 0 { // in order
					key = min(next, keys-1)
					next++
				}
				of.set(key | keys*r.Uint64N(4))
				if _, ok := want[key]; !ok {
					want[key] = 0
				}
			}
			if err := of.renumber(a, old); err != nil {
				t.Fatal(err)
			}
			if of.n != len(want) {
				t.Fatalf("%d groups of %d", of.n, len(want))
			}
			for key, value := range want {
				group := a.words[int(of.number(key))*width:][:width]
				for i, word := range group {
					if value != 0 && word != value+int64(i) || value == 0 && word != 0 {
						t.Fatalf("word %d of key %d is %d, want %d", i, key, word, value)
					}
					group[i] = int64(key)*100 + 7 + int64(i)
				}
				want[key] = int64(key)*100 + 7
			}
		}
	}
}
