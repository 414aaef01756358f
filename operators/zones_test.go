package operators

import (
	"math/rand/v2"
	"testing"
)

// A set has a member within two bounds if one of its numbers lies there.
func TestAnyMemberWithinBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		n := 1 + r.IntN(20_000)
		set, has := make([]uint64, (n+63)/64), map[uint64]bool{}
		for range r.IntN(4) {
			m := r.Uint64N(uint64(n))
			set[m/64] |= 1 << (m % 64)
			has[m] = true
		}
		words := wordsOf(set)
		for range 20 {
			lo := r.Uint64N(uint64(n) + 200) // past the end of the set, too
			hi := lo + r.Uint64N(uint64(n)+200)
			want := false
			for m := range has {
				want = want || lo <= m && m <= hi
			}
			if got := anyIn(set, words, lo, hi); got != want {
				t.Fatalf("%v within [%d, %d] of %d numbers: %v, want %v", has, lo, hi, n, got, want)
			}
		}
	}
}
