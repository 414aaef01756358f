package simd

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The parts of each group add up to its doubles, without a bit lost, and NULLs and others are counted.
func TestFewSumsAreExact(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		if k.Few == nil {
			return
		}
		r := rand.New(rand.NewPCG(12, 4))
		sums := new(FewSums) // with what the round before has left
		for range 600 {
			groups := 1 + r.IntN(FewGroups)
			doubles := splittable(r, r.IntN(1600)-800)
			numbers, of := make([]uint32, len(doubles)), make([][]float64, groups)
			for i, d := range doubles {
				g := r.IntN(groups)
				numbers[i], of[g] = uint32(g), append(of[g], d)
			}
			if !k.Few(sums, groups, numbers, doubles) {
				if len(doubles) >= 8 {
					t.Fatalf("%d doubles of %d groups are not added", len(doubles), groups)
				}
				continue
			}
			for g, want := range of {
				if got := exactly(sums.Parts[g][:3]); got.Cmp(exactly(want)) != 0 {
					t.Fatalf("%d doubles: %s, want %s", len(want), got.Text('p', 0), exactly(want).Text('p', 0))
				}
				nulls, present := sums.Counts(g)
				for _, d := range want {
					if math.Float64bits(d) == NullDouble {
						nulls--
					} else {
						present--
					}
				}
				if nulls != 0 || present != 0 {
					t.Fatalf("of %d doubles %d NULLs and %d others too many are counted", len(want), nulls, present)
				}
			}
		}
	})
}

// Doubles that cannot be split alike, and groups that are not there, are refused.
func TestFewSumsRefuse(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		if k.Few == nil {
			return
		}
		sums, doubles, numbers := new(FewSums), make([]float64, 40), make([]uint32, 40)
		if !k.Few(sums, 1, numbers, doubles) {
			t.Error("zeros are refused")
		}
		if k.Few(sums, FewGroups+1, numbers, doubles) {
			t.Error("too many groups are added")
		}
		for at := range doubles {
			doubles[at], doubles[(at+7)%40] = 1, math.Ldexp(1, -200)
			if k.Few(sums, 1, numbers, doubles) {
				t.Errorf("doubles too far from each other are added: at %d", at)
			}
			clear(doubles)
			if numbers[at] = 2; at < 40 && k.Few(sums, 2, numbers, doubles) {
				t.Errorf("the group of row %d is not there", at)
			}
			numbers[at] = 0
		}
	})
}
