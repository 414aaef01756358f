package snapshot

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"
)

// Whether segments are there is what asking for each of them says.
func TestHasSegments(t *testing.T) {
	const segments = 200
	random := rand.New(rand.NewPCG(1, 2))
	h := &held{done: make([]atomic.Uint64, segments/64+1)}
	for range 3 * segments {
		s := random.IntN(segments)
		h.done[s/64].Or(1 << (s % 64))
		for range 50 {
			lo := random.IntN(segments)
			hi := lo + random.IntN(segments+1-lo)
			want := true
			for s := lo; s < hi; s++ {
				want = want && h.hasSegment(s)
			}
			if got := h.hasSegments(lo, hi); got != want {
				t.Fatalf("segments %d to %d: %v", lo, hi, got)
			}
		}
	}
}
