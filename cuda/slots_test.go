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
		cells, columns := slotCells(r, keys, slots)
		order := r.Perm(slots)[:150]
		newSlotKeys(g, slots, columns).sort(order)
		for i := 1; i < len(order); i++ {
			for n, k := range keys {
				a, b := cells[order[i-1]][n], cells[order[i]][n]
				if a.less(b, k) {
					break
				}
				if b.less(a, k) {
					t.Fatalf("keys %v: slot %d before %d", keys, order[i-1], order[i])
				}
			}
		}
		if slices.Sort(order); len(slices.Compact(order)) != 150 {
			t.Errorf("keys %v: slots are lost", keys)
		}
	}
}

// slotCell is a key of a slot.
type slotCell struct {
	n    int64
	null bool
}

func (a slotCell) less(b slotCell, k operators.Key) bool {
	switch {
	case a.null || b.null:
		return a.null && !b.null
	case k.Float:
		return math.Float64frombits(uint64(a.n)) < math.Float64frombits(uint64(b.n))
	}
	return a.n < b.n
}

// slotCells makes the keys of so many slots, and the columns of their words.
func slotCells(r *rand.Rand, keys []operators.Key, slots int) (cells [][]slotCell, columns [][]uint64) {
	cells = make([][]slotCell, slots)
	for _, k := range keys {
		var nulls, words []uint64
		for s := range cells {
			c := slotCell{n: k.Lo + r.Int64N(3)}
			if k.Float {
				c.n = int64(math.Float64bits(float64(r.IntN(5) - 2)))
			}
			if k.Nullable && r.IntN(3) == 0 {
				c = slotCell{null: true}
			}
			nulls, words = append(nulls, uint64(boolInt(c.null))), append(words, uint64(c.n))
			cells[s] = append(cells[s], c)
		}
		if k.Nullable {
			columns = append(columns, nulls)
		}
		columns = append(columns, words)
	}
	return cells, columns
}
