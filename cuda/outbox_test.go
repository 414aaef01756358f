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

// Rows of a launch are told from what their buffer held before, wherever one lies and whatever its
// words are; of the others all words are as they were, without the stamp.
func TestRowsOfAnotherLaunchAreSeen(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	const words, stamp = 5, 2 * 77
	for _, rows := range []int{0, 1, 3, 40_000, 100_000} {
		want := make([]int64, rows*words)
		for i := range want {
			want[i] = r.Int64()
			if at := i % words; at == 2 || at == 4 {
				want[i] = r.Int64N(2)
			}
		}
		stamped := func() []int64 {
			out := slices.Clone(want)
			for i := range out {
				if at := i % words; at == 2 || at == 4 {
					out[i] += stamp
				}
			}
			return out
		}
		data := stamped()
		if at := unstamp(data, words, stamp); at != -1 || !slices.Equal(data, want) {
			t.Fatalf("%d rows: row %d is said to be another's, or words have changed", rows, at)
		}
		for range min(rows, 20) {
			data, row, word := stamped(), r.IntN(rows), 2+2*r.IntN(2)
			for _, other := range []int64{0, 1, stamp - 2, stamp + 2, stamp + 3, -1, r.Int64() &^ (2 * 255)} {
				data[row*words+word] = other
				if at := unstamp(slices.Clone(data), words, stamp); at != row {
					t.Fatalf("%d rows: word %d of row %d is %d, which is said of row %d", rows, word, row, other, at)
				}
			}
		}
	}
}
