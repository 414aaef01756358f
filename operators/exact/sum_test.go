package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// The sum of doubles is the exact sum, rounded once.
func TestSumAgreesWithBigNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for turn := range 60 {
		want := new(big.Float).SetPrec(4000)
		sums := [3]Sum{}
		for i := range 10_000 {
			f := math.Float64frombits(random.Uint64())
			if turn%3 == 0 {
				f = (random.Float64() - 0.5) * math.Pow(2, float64(random.IntN(60)-1080)) // around the subnormal
			}
			if turn%3 == 1 {
				f = math.Ldexp(1, 1000) * float64(random.IntN(3)-1) // carries far up
			}
			if math.IsNaN(f) || math.IsInf(f, 0) {
				continue
			}
			want.Add(want, big.NewFloat(f))
			sums[i%3].Add(f)
		}
		sums[0].Merge(&sums[1])
		sums[0].Merge(&sums[2])
		if nearest, _ := want.Float64(); sums[0].Value() != nearest {
			t.Fatalf("turn %d: %v, want %v", turn, sums[0].Value(), nearest)
		}
	}
}

// Terms that are taken out again leave the sum of the others.
func TestTermsCanBeTakenOut(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	terms := make([]float64, 5000)
	for i := range terms {
		terms[i] = math.Ldexp(random.Float64()-0.5, random.IntN(2000)-1000)
	}
	var s Sum
	for _, f := range terms {
		s.Add(f)
	}
	want := new(big.Float).SetPrec(4000)
	for i, f := range terms {
		if i%700 == 0 {
			want.Add(want, big.NewFloat(f))
			continue
		}
		s.Add(-f)
	}
	if nearest, _ := want.Float64(); s.Value() != nearest {
		t.Fatalf("got %v, want %v", s.Value(), nearest)
	}
}
