package cuda

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// Whatever the number of parts, all that was there is there once, in order.
func TestSortAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, partRows, partRows + 1, 2 * partRows, 5*partRows + 7} {
		got := make([]int, n)
		for i := range got {
			got[i] = r.IntN(n)
		}
		want := slices.Clone(got)
		slices.Sort(want)
		if sortAll(got, cmp.Compare[int]); !slices.Equal(got, want) {
			t.Errorf("%d numbers are not in order, or not the same", n)
		}
	}
}
