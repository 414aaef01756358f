package operators

import (
	"math"
	"testing"
)

// The CUDA generator writes the same function in C: these numbers are worked out by
// hand from the definition and hold both to it.
func TestHashKeyFollowsItsDefinition(t *testing.T) {
	const golden = 0x9E3779B97F4A7C15
	if got, want := HashKeys(1), uint64(golden^golden>>32); got != want {
		t.Errorf("hash of 1 is %#x, want %#x", got, want)
	}
	if got := HashKeys(0, 0); got != 0 {
		t.Errorf("hash of (0, 0) is %#x, want 0", got)
	}
	if HashKeys(1, 2) == HashKeys(2, 1) {
		t.Error("the order of keys does not matter")
	}
}

// Dense keys must spread over a table of their own size about as a random function
// would: 1-1/e of the buckets used.
func TestHashKeySpreadsDenseKeys(t *testing.T) {
	const n = 1 << 16
	for _, stride := range []int64{1, 2, 64, 65536, 1 << 32, -1} {
		used := make(map[uint64]bool)
		for i := range int64(n) {
			used[HashKeys(i*stride)&(n-1)] = true
		}
		if len(used) < n*55/100 {
			t.Errorf("stride %d: %d of %d buckets used", stride, len(used), n)
		}
	}
}

// So must doubles that are whole numbers, short decimals, moments of a day or halves far from 0.
func TestHashKeySpreadsDoubles(t *testing.T) {
	const n = 1 << 15
	for name, at := range map[string]func(i int) float64{
		"whole numbers": func(i int) float64 { return float64(i) },
		"multiples":     func(i int) float64 { return float64(i) * 1024 },
		"cents":         func(i int) float64 { return float64(i) / 100 },
		"seconds":       func(i int) float64 { return 1.7e9 + float64(i) },
		"halves":        func(i int) float64 { return 1e12 + float64(i)/2 },
		"negative":      func(i int) float64 { return -float64(i) / 8 },
	} {
		used := make(map[uint64]bool)
		for i := range n {
			used[HashKeys(FloatKey(at(i)))&(n-1)] = true
		}
		for i := range n {
			if f := at(i); f != 0 && math.Float64frombits(FloatBits(FloatKey(f))) != f {
				t.Fatalf("%s: %g has become %g", name, f, math.Float64frombits(FloatBits(FloatKey(f))))
			}
		}
		if len(used) < n*55/100 {
			t.Errorf("%s: %d of %d buckets used", name, len(used), n)
		}
	}
}

func TestFloatKeyHasOneZero(t *testing.T) {
	if FloatKey(0) != FloatKey(math.Copysign(0, -1)) {
		t.Error("the zeros differ")
	}
	if FloatKey(1) == FloatKey(-1) {
		t.Error("1 and -1 are equal")
	}
}
