package rowgroups

import (
	"math"
	"testing"
)

// There is one zero, and what is not finite is seen.
func TestOneZero(t *testing.T) {
	for _, v := range []float64{0, math.Copysign(0, -1), 1, -1, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64} {
		values := []float64{2, v, 3}
		if !oneZero(values) || values[1] != v || v == 0 && math.Signbit(values[1]) {
			t.Errorf("%g becomes %g", v, values[1])
		}
	}
	for _, v := range []float64{math.NaN(), math.Copysign(math.NaN(), -1), math.Inf(1), math.Inf(-1)} {
		if oneZero([]float64{2, v, -3}) {
			t.Errorf("%g is finite", v)
		}
	}
}

// Values go to the rows that are not NULL, and the others are 0.
func TestScatter(t *testing.T) {
	for nulls := range 1 << 6 {
		var rows []bool
		var values []int64
		want := make([]int64, 6)
		for row := range 6 {
			null := nulls>>row&1 == 1
			rows = append(rows, null)
			if !null {
				values = append(values, int64(-10-row))
				want[row] = int64(-10 - row)
			}
		}
		got := []int64{9, 9, 9, 9, 9, 9}
		scatter(got, values, rows)
		for row := range want {
			if got[row] != want[row] {
				t.Fatalf("NULL in %v: %d, want %d", rows, got, want)
			}
		}
	}
}
