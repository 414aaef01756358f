package sketch

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestCount holds the estimate within five standard errors of what was added, each hash twice.
func TestCount(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 14))
	for _, n := range []int{0, 1, 5, 1000, 40_000, 60_000, 3_000_000} {
		var s Sketch
		for range n {
			hash := r.Uint64()
			s.Add(hash)
			s.Add(hash)
		}
		off := 5 * 1.04 / math.Sqrt(1<<indexBits) * float64(n)
		if got := s.Count(); math.Abs(float64(got)-float64(n)) > off {
			t.Errorf("%d of %d", got, n)
		}
	}
}
