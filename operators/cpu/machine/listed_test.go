package machine

import (
	"math"
	"testing"

	"gsdms/operators/simd"
)

// Numbers of a column that lie anywhere are no places of a short array, nor does finding that out
// need a place that 64 bits have no room for.
func TestPickedFarFromTheFirst(t *testing.T) {
	m := &Machine{Kernels: &simd.Kernels{}}
	for _, bias := range []int64{math.MinInt64, math.MinInt64 + 1, -math.MaxInt32 - 1, math.MaxInt64, 3} {
		if out := Picked[uint8, uint64](m, []uint8{1, 2}, Source{Bias: bias}, fewListed); out != nil {
			t.Errorf("%d from the first there are places %v", bias, out)
		}
	}
}
