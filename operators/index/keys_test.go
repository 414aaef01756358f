package index

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// The keys of some rows, and the rows of each key in an index of them, are those that looking at
// every row finds: of rows in the order of their keys, of which each worker looks at its own,
// in none, and of such as lie together; with NULLs, and with rows left out.
func TestKeysAndRowsOfParts(t *testing.T) {
	const rows = 100_000 // more than one goroutine and many blocks
	r := rand.New(rand.NewPCG(3, 4))
	for name, key := range map[string]func(row int) int64{
		"ascending": func(row int) int64 { return int64(row / 3) },
		"random":    func(int) int64 { return r.Int64N(rows) },
		"clustered": func(row int) int64 { return int64(row/5000*7919%rows) + r.Int64N(500) },
		"one":       func(int) int64 { return -7 },
	} {
		numbers, null := make([]int64, rows), make([]bool, rows)
		in := &operators.BitSet{Bits: make([]uint64, rows/64+1)}
		want := map[int64][]int{}
		for row := range rows {
			numbers[row], null[row] = key(row), row%11 == 0
			if row%5 != 0 {
				in.Bits[row/64] |= 1 << (row % 64)
			}
			if row%5 != 0 && !null[row] {
				want[numbers[row]] = append(want[numbers[row]], row)
			}
		}
		a, _ := Numbers(t.Context(), "k", numbers, null)
		var all []sets.Interval
		for k := range want {
			all = append(all, sets.Interval{Lo: k, Hi: k})
		}
		if got, ok, err := Keys(t.Context(), a, in); err != nil || !ok || !slices.Equal(got, sets.NewRanges(all)) {
			t.Errorf("%s: %d ranges of keys, %v, %v", name, len(got), ok, err)
		}
		x, err := newJoin(t.Context(), "x", &plan.Table{Name: "t", Rows: rows}, []*operators.Array{a}, in, 1<<30, room{})
		if err != nil || !x.Direct {
			t.Fatal(name, err)
		}
		for k, rows := range want {
			if got := chainOf(x, k); !slices.Equal(got, rows) {
				t.Fatalf("%s: key %d has the rows %v, want %v", name, k, got, rows)
			}
		}
	}
	none := &operators.BitSet{Bits: make([]uint64, 1)}
	a, _ := Numbers(t.Context(), "k", []int64{1, 2}, []bool{false, false})
	if got, ok, err := Keys(t.Context(), a, none); ok || err != nil {
		t.Errorf("of no rows: %v, %v, %v", got, ok, err)
	}
	sparse, _ := Numbers(t.Context(), "k", []int64{1, 1 << 40}, []bool{false, false})
	if got, ok, err := Keys(t.Context(), sparse, nil); ok || err != nil {
		t.Errorf("of sparse numbers: %v, %v, %v", got, ok, err)
	}
}
