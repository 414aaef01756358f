package cuda

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Rows come in the order of their words, whether or not the number of the table's row and the place
// are one number, and whether or not several have one row of the table.
func TestRowsComeInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, most := range []uint64{1, 5, 1000, 1 << 40, 1<<64 - 1} {
		for _, rows := range []int{0, 1, 2, 300} {
			const words = 3
			o := &outbox{}
			for range rows * words {
				o.data = append(o.data, int64(r.Uint64N(most)))
			}
			order := o.order(words)
			if len(order) != rows {
				t.Fatalf("%d of %d rows", len(order), rows)
			}
			for i := 1; i < rows; i++ {
				a, b := order[i-1], order[i]
				if slices.Compare(o.data[a:a+words], o.data[b:b+words]) > 0 {
					t.Fatalf("numbers below %d: row at %d before that at %d", most, a, b)
				}
			}
			if slices.Sort(order); len(slices.Compact(order)) != rows {
				t.Fatal("rows are lost")
			}
		}
	}
}
