package index

import (
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// Of rows with NULLs and rows outside of a set, the keys that are there are those that a map of the pairs has.
func TestAskedKeysAreThoseOfRows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	for _, rows := range []int{1, 2, 63, 1000, 70_000} {
		for _, some := range []bool{false, true} {
			var numbers [2][]int64
			var nulls [2][]bool
			for k, spread := range []int64{40, int64(rows)} {
				for range rows {
					numbers[k], nulls[k] = append(numbers[k], r.Int64N(spread)-7), append(nulls[k], r.IntN(9) == 0)
				}
			}
			keys := make([]*operators.Array, 2)
			for k := range keys {
				keys[k], _ = Numbers(t.Context(), "n", numbers[k], nulls[k])
			}
			var in *operators.BitSet
			if some {
				in = operators.NewBitSet("in", rows)
				for row := 0; row < rows; row += 3 {
					in.Bits[row/64] |= 1 << (row % 64)
				}
			}
			a, err := asked(t.Context(), "t", &plan.Table{Rows: rows}, keys, in, room{})
			if err != nil {
				t.Fatal(err)
			}
			there := map[[2]int64]bool{}
			for row := range rows {
				if !nulls[0][row] && !nulls[1][row] && (in == nil || row%3 == 0) {
					there[[2]int64{numbers[0][row], numbers[1][row]}] = true
				}
			}
			if a == nil {
				if len(there) > 0 && rows < 1000 {
					t.Errorf("%d rows: no keys", rows)
				}
				continue
			}
			checkAsked(t, a, there)
		}
	}
}

// checkAsked compares all numbers that keys make.
func checkAsked(t *testing.T, a *Asked, there map[[2]int64]bool) {
	t.Helper()
	p, n := a.Packed, int64(0)
	for x := p[0].Lo; x <= p[0].Hi; x++ {
		for y := p[1].Lo; y <= p[1].Hi; y++ {
			at := (x-p[0].Lo)*p[0].Stride + (y-p[1].Lo)*p[1].Stride
			is := a.There.Number(int(at)) == 1
			if is != there[[2]int64{x, y}] {
				t.Fatalf("(%d, %d): %v", x, y, is)
			}
			n += int64(oneIf(is))
		}
	}
	if int(n) != len(there) || a.There.Number(a.There.Len-1) != 0 {
		t.Fatalf("%d keys of %d, NULL %d", n, len(there), a.There.Number(a.There.Len-1))
	}
}
