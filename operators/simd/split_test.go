package simd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactly is the sum of doubles without rounding, those left out that are NULL.
func exactly(doubles []float64) *big.Float {
	sum := new(big.Float).SetPrec(2200)
	for _, x := range doubles {
		if math.Float64bits(x) != NullDouble {
			sum.Add(sum, big.NewFloat(x))
		}
	}
	return sum
}

// splittable makes doubles below 2^above of which none but zeros is too small to be split like them, also
// those of which all bits are ones.
func splittable(r *rand.Rand, above int) []float64 {
	doubles := make([]float64, []int{1, 2, 3, 8, 77, SplitMost - 1, SplitMost}[r.IntN(7)])
	same, nulls := r.IntN(2) == 0, r.IntN(2) == 0
	pattern := []float64{math.Nextafter(1, 0), 0.5, math.Ldexp(math.Nextafter(1, 0), 1-leastSplit)}[r.IntN(3)]
	for i := range doubles {
		x := math.Ldexp(0.5+r.Float64()/2, above-r.IntN(leastSplit-1))
		if same {
			x = math.Ldexp(pattern, above)
		}
		switch {
		case i == 0:
			x = math.Ldexp(1, above-1)
		case nulls && r.IntN(5) == 0:
			x = math.Float64frombits(NullDouble)
		case r.IntN(9) == 0:
			x = math.Copysign(0, x)
		case !same && r.IntN(2) == 0:
			x = -x
		}
		doubles[i] = x
	}
	r.Shuffle(len(doubles), func(i, j int) { doubles[i], doubles[j] = doubles[j], doubles[i] })
	return doubles
}

// The parts add up to the doubles, without a bit lost, wherever these can be split, and the NULLs are
// counted.
func TestSplitLosesNothing(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(11, 4))
		for range 600 {
			above := r.IntN(1600) - 800
			doubles := splittable(r, above)
			parts, nulls, ok := k.Split(doubles)
			if !ok {
				t.Fatalf("%d doubles below 2^%d are not split", len(doubles), above)
			}
			if got, want := exactly(parts[:]), exactly(doubles); got.Cmp(want) != 0 {
				t.Fatalf("%d doubles below 2^%d: %s, want %s", len(doubles), above, got.Text('p', 0), want.Text('p', 0))
			}
			for _, x := range doubles {
				if math.Float64bits(x) == NullDouble {
					nulls--
				}
			}
			if nulls != 0 {
				t.Fatalf("%d NULLs too many are counted", nulls)
			}
		}
	})
}

// Doubles that are too far from each other, or that are none, are not split, wherever they lie.
func TestSplitRefuses(t *testing.T) {
	small := math.Ldexp(1, -leastSplit-1)
	eachKernels(t, func(t *testing.T, k *Kernels) {
		for _, odd := range [][]float64{{1, small}, {small, 0, 1}, {5e-324}, {1, 5e-324}, {math.MaxFloat64, 1}, {1, math.Inf(-1)}, {2, math.Float64frombits(NullDouble + 1), 1}} {
			for before := range 20 {
				doubles := append(make([]float64, before), odd...)
				if parts, _, ok := k.Split(doubles); ok {
					t.Errorf("%v is split into %v", doubles, parts)
				}
				doubles = append(doubles, make([]float64, 20)...)
				if parts, _, ok := k.Split(doubles); ok {
					t.Errorf("%v is split into %v", doubles, parts)
				}
			}
		}
		if parts, nulls, ok := k.Split([]float64{math.Float64frombits(NullDouble), 0, math.Copysign(0, -1)}); !ok || nulls != 1 || parts != [3]float64{} {
			t.Errorf("zeros and a NULL: %v, %d NULLs, %v", parts, nulls, ok)
		}
	})
}
