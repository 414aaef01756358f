package cuda

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
)

// Slots come in key order, NULL first, whether their keys fit one number or not.
func TestSlotsComeInKeyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	small := operators.Key{Lo: -3, Size: 7}
	null := operators.Key{Lo: 5, Size: 4, Nullable: true}
	wide := operators.Key{Lo: math.MinInt64, Size: 0}
	float := operators.Key{Float: true, Size: 3}
	for _, keys := range [][]operators.Key{{small}, {null, small}, {small, null, small}, {small, wide}, {float, null}, {{Lo: 0, Size: 1 << 40}, {Lo: 0, Size: 1 << 40}}} {
		g := &operators.Groups{Keys: keys}
		const slots = 200
		type cell struct {
			n    int64
			null bool
		}
		cells := make([][]cell, slots)
		var columns [][]uint64
		for _, k := range keys {
			if k.Nullable {
				columns = append(columns, nil)
			}
			columns = append(columns, nil)
		}
		for s := range cells {
			column := 0
			put := func(word uint64) {
				columns[column] = append(columns[column], word)
				column++
			}
			for _, k := range keys {
				c := cell{n: k.Lo + r.Int64N(3)}
				if k.Float {
					c.n = int64(math.Float64bits(float64(r.IntN(5) - 2)))
				}
				if k.Nullable {
					if c.null = r.IntN(3) == 0; c.null {
						c.n = 0
						put(1)
					} else {
						put(0)
					}
				}
				put(uint64(c.n))
				cells[s] = append(cells[s], c)
			}
		}
		order := r.Perm(slots)[:150]
		newSlotKeys(g, slots, columns).sort(order)
		less := func(a, b cell, k operators.Key) bool {
			switch {
			case a.null || b.null:
				return a.null && !b.null
			case k.Float:
				return math.Float64frombits(uint64(a.n)) < math.Float64frombits(uint64(b.n))
			}
			return a.n < b.n
		}
		for i := 1; i < len(order); i++ {
			for n, k := range keys {
				a, b := cells[order[i-1]][n], cells[order[i]][n]
				if less(a, b, k) {
					break
				}
				if less(b, a, k) {
					t.Fatalf("keys %v: slot %d before %d", keys, order[i-1], order[i])
				}
			}
		}
		if slices.Sort(order); len(slices.Compact(order)) != 150 {
			t.Errorf("keys %v: slots are lost", keys)
		}
	}
}
