package groups

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// The parts add up to the numbers, without a bit lost, where they are given, also where all bits of
// the numbers are ones, and they are given for all numbers of the window.
func TestSplitSumLosesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	exactly := func(numbers []float64) *big.Float {
		sum := new(big.Float).SetPrec(400)
		for _, x := range numbers {
			sum.Add(sum, big.NewFloat(x))
		}
		return sum
	}
	for round := range 600 {
		numbers := make([]float64, []int{0, 1, 2, 3, 77, togetherMost - 1, togetherMost}[r.IntN(7)])
		above, same := r.IntN(1600)-800, r.IntN(2) == 0
		for i := range numbers {
			x := math.Ldexp(0.5+r.Float64()/2, above-r.IntN(leastSplit-1))
			if same {
				x = []float64{math.Nextafter(1, 0), 0.5, math.Ldexp(math.Nextafter(1, 0), 1-leastSplit)}[round%3] * powerOfTwo(above)
			}
			if i == 0 {
				x = powerOfTwo(above - 1)
			}
			if r.IntN(2) == 0 && !same {
				x = -x
			}
			if i > 0 && r.IntN(9) == 0 {
				x = math.Copysign(0, x)
			}
			numbers[i] = x
		}
		parts, ok := splitSum(numbers)
		if !ok && len(numbers) > 0 {
			t.Fatalf("%d numbers below 2^%d are not split", len(numbers), above)
		}
		if got, want := exactly(parts[:]), exactly(numbers); got.Cmp(want) != 0 {
			t.Fatalf("%d numbers below 2^%d: %s, want %s", len(numbers), above, got.Text('p', 0), want.Text('p', 0))
		}
	}
	for _, numbers := range [][]float64{
		{1, math.Ldexp(1, -leastSplit-1)}, {math.Ldexp(1, -leastSplit-1), 0, 1}, {5e-324}, {1, 5e-324}, {math.MaxFloat64, 1}, {1, math.Inf(-1)}, {2, math.NaN(), 1},
	} {
		if _, ok := splitSum(numbers); ok {
			t.Errorf("%v is split", numbers)
		}
	}
}
