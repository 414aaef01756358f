package tail

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

// TestSortsByFewValues orders rows by keys of few bits, both ways, with NULLs and without,
// also those that a filter left: ties stay as they were, and windows see where values change.
func TestSortsByFewValues(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	for turn := 62 - tries(62); turn < 62; turn++ { // the last are the largest
		n, most := fewRows+1+r.IntN(4*team.ChunkRows), int64(40)
		if turn >= 60 {
			n, most = 40*team.ChunkRows+r.IntN(team.ChunkRows), 127 // keys of more than one digit
		}
		rows := &plan.Rows{Len: n, Columns: make([]plan.Vector, 3)}
		for c, values := range []int64{1 + r.Int64N(most), 1 + r.Int64N(most), int64(n)} {
			rows.Columns[c] = plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n)}
			for i := range n {
				rows.Columns[c].Ints[i] = r.Int64N(values) - values/2
			}
		}
		if turn%2 == 0 {
			rows.Columns[0].Nulls = make([]bool, n)
			for i := range n {
				rows.Columns[0].Nulls[i] = r.IntN(5) == 0
			}
		}
		checkFewValues(t, rows, turn%3 == 0, turn%4 < 2, 1+turn%5)
	}
}

func checkFewValues(t *testing.T, rows *plan.Rows, desc, filtered bool, threads int) {
	t.Helper()
	var ops []plan.Operator
	left := make([]int, 0, rows.Len)
	for i := range rows.Len {
		if !filtered || rows.Columns[2].Ints[i] > 0 {
			left = append(left, i)
		}
	}
	if filtered {
		pred, err := typing.Build(plan.Gt, slotOf(rows, 2), plan.Literal(value.OfInt(0)))
		must(t, err)
		ops = append(ops, plan.Filter{Pred: pred})
	}
	rank, err := window.New(plan.DenseRank, nil, plan.Over{Partition: []plan.Slot{slotOf(rows, 0)}, Order: []plan.WindowOrder{{Slot: slotOf(rows, 1), Desc: desc}}})
	must(t, err)
	keys := []plan.SortKey{{Slot: 0}, {Slot: 1, Desc: desc}}
	got, err := Run(t.Context(), append(ops, plan.Sort{Keys: keys}, plan.Window{Funcs: []plan.WindowFunc{rank}}), rows, Options{Threads: threads})
	must(t, err)
	key := func(i int) int64 { // NULL is the least
		if rows.Columns[0].IsNull(i) {
			return -1000
		}
		return rows.Columns[0].Ints[i]
	}
	slices.SortStableFunc(left, func(a, b int) int {
		if d := key(a) - key(b); d != 0 {
			return int(d)
		}
		d := int(rows.Columns[1].Ints[a] - rows.Columns[1].Ints[b])
		if desc {
			return -d
		}
		return d
	})
	at := int64(1)
	for i, row := range left {
		switch {
		case i == 0 || key(row) != key(left[i-1]):
			at = 1
		case rows.Columns[1].Ints[row] != rows.Columns[1].Ints[left[i-1]]:
			at++
		}
		want := fmt.Sprint(rows.Columns[0].Value(row), rows.Columns[1].Ints[row], rows.Columns[2].Ints[row], at)
		if have := fmt.Sprint(got.Columns[0].Value(i), got.Columns[1].Ints[i], got.Columns[2].Ints[i], got.Columns[3].Ints[i]); have != want {
			t.Fatalf("%d threads, filtered %v: row %d of %d is %s, want %s", threads, filtered, i, len(left), have, want)
		}
	}
}
