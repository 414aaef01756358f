package simd

import (
	"math"
	"testing"
)

// Wherever it lies among others, -0 becomes +0, all other doubles stay, and one that is not finite is seen.
func TestOneZero(t *testing.T) {
	finite := []float64{0, math.Copysign(0, -1), 1, -1, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64}
	endless := []float64{math.NaN(), math.Copysign(math.NaN(), -1), math.Inf(1), math.Inf(-1)}
	eachPlace(t, func(k *Kernels, n, at int) {
		for i, v := range append(finite, endless...) {
			doubles := make([]float64, n)
			doubles[at] = v
			if got, want := k.OneZero(doubles), i < len(finite); got != want {
				t.Errorf("%s, %d of %d: %g is finite: %t", k.Name, at, n, v, got)
			}
			for place, d := range doubles {
				if want := v + 0; place == at && !(d == want || math.IsNaN(want)) || place != at && d != 0 || d == 0 && math.Signbit(d) {
					t.Errorf("%s, %d of %d: %g has become %g at %d", k.Name, at, n, v, d, place)
				}
			}
		}
	})
}

// One double below or above, wherever it lies, is seen; the bounds themselves and what is no number are not.
func TestWithin(t *testing.T) {
	const low, high = -2.5, 7
	eachPlace(t, func(k *Kernels, n, at int) {
		doubles := make([]float64, n)
		for v, want := range map[float64]bool{
			low: true, high: true, 0: true, math.NaN(): true, math.Nextafter(low, -9): false, math.Nextafter(high, 9): false, math.Inf(1): false, math.Inf(-1): false,
		} {
			doubles[at] = v
			if got := k.Within(doubles, low, high); got != want {
				t.Errorf("%s, %d of %d: %v is within: %t", k.Name, at, n, v, got)
			}
		}
	})
}

// eachPlace tests all kernels with each place of so many doubles.
func eachPlace(t *testing.T, test func(k *Kernels, n, at int)) {
	t.Helper()
	for _, k := range Available() {
		for _, n := range []int{1, 7, 8, 9, 24, 31} {
			for at := range n {
				test(k, n, at)
			}
		}
		if !k.OneZero(nil) || !k.Within(nil, 1, 0) {
			t.Errorf("%s: none of no doubles is beyond", k.Name)
		}
	}
}
