package index

import (
	"math/rand/v2"
	"testing"

	"gsdms/operators/sets"
)

// TestTruths holds arrays of truths against the truths: with and without each of them.
func TestTruths(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for round := range 200 {
		const lo, n = -7, 40
		truths := make([]int, n+1) // 0, 1, or 2 for NULL; the last is of NULL
		var of [2]sets.Values
		for i := range truths {
			switch truths[i] = r.IntN(3); {
			case round%7 == 0:
				truths[i] = 1
			case round%7 == 1:
				truths[i] = 2 * r.IntN(2)
			case round%7 == 2:
				truths[i] = 2
			}
			if k := truths[i]; k < 2 && i < n {
				of[k].In = append(of[k].In, sets.Interval{Lo: lo + int64(i), Hi: lo + int64(i)})
			} else if k < 2 {
				of[k].Null = true
			}
		}
		of[0].In, of[1].In = sets.NewRanges(of[0].In), sets.NewRanges(of[1].In)
		a, reg := Truths("t", lo, n, of[1], of[0])
		for i, want := range truths {
			got, null := NumberOf(a, i)
			if null != (want == 2) || !null && (got != int64(want) || got < reg.Lo || got > reg.Hi) || null && !reg.Nullable {
				t.Fatalf("round %d: element %d of %v is %d, NULL %v, in %+v", round, i, truths, got, null, reg)
			}
		}
	}
}
