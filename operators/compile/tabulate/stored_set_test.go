package tabulate

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStoredSet holds a set of as many numbers as are tabulated, and one more, against a map: 0 among them, and
// numbers that have low bits, or high ones, in common.
func TestStoredSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i, rows := range []int{1 << 17, 1 << 17, 1 << 17, 1, 3, 100} {
		shift := []int{0, 20, 47}[i%3]
		s, want := newStoredSet(rows), map[uint64]bool{}
		for len(want) < min(Many+1, rows, 1<<(63-shift)) {
			n := r.Uint64N(1<<17) << shift
			s.add(n)
			want[n] = true
			if s.n != len(want) {
				t.Fatalf("%d numbers, want %d", s.n, len(want))
			}
		}
		if got := slices.Sorted(s.all); !slices.Equal(got, slices.Sorted(maps.Keys(want))) {
			t.Errorf("shifted by %d: %d numbers, want %d", shift, len(got), len(want))
		}
	}
}
