package sets

import (
	"math/rand/v2"
	"testing"
)

// TestUnionOfMany: a number is in the union of many sets if it is in one of them.
func TestUnionOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		all, in, null := make([]Values, r.IntN(20)), map[int64]bool{}, false
		for i := range all {
			for range r.IntN(4) {
				lo := r.Int64N(60)
				hi := lo + r.Int64N(5)
				all[i] = all[i].Union(Values{In: Span(lo, hi)})
				for n := lo; n <= hi; n++ {
					in[n] = true
				}
			}
			all[i].Null = r.IntN(9) == 0
			null = null || all[i].Null
		}
		union := UnionOf(all)
		for n := range int64(70) {
			if union.In.Has(n) != in[n] {
				t.Fatalf("%d in the union of %v: %v", n, all, union)
			}
		}
		if union.Null != null {
			t.Fatalf("NULL in the union of %v: %v", all, union.Null)
		}
	}
}
