package selection

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestParted selects what a sort puts at a place and behind it: of random values, of
// many equal ones, and of those in order.
func TestParted(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for turn := range 3000 {
		values := make([]uint64, 1+r.IntN(1+turn))
		for i := range values {
			switch turn % 4 {
			case 0:
				values[i] = r.Uint64()
			case 1:
				values[i] = uint64(r.IntN(3))
			case 2:
				values[i] = uint64(i)
			default:
				values[i] = uint64(min(i, len(values)-i)) // an organ's pipes
			}
		}
		sorted := slices.Sorted(slices.Values(values))
		place := r.IntN(len(values))
		at, next := parted(values, place)
		if want, behind := sorted[place], sorted[min(place+1, len(sorted)-1)]; at != want || next != behind {
			t.Fatalf("place %d of %d: %v and %v, want %v and %v", place, len(values), at, next, want, behind)
		}
	}
}
