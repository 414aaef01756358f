package tail

import (
	"math/rand/v2"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// Rows that come in order are given as they came, and those of which two have changed places, in a
// chunk or over the border of two, are put in order. The keys are of one word and of several, with ties.
func TestSortsWhatIsInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	for _, n := range []int{comparedRows + 1, peekedRows + 1, 800, fewRows + 1, 3*team.ChunkRows + 5} {
		for _, below := range []int64{2, 300, 1 << 62} {
			rows := &plan.Rows{Len: n, Columns: []plan.Vector{randomInts(r, n, 4), randomInts(r, n, below), randomInts(r, n, below)}}
			for _, desc := range []bool{true, false} {
				keys := []plan.SortKey{{Slot: 0}, {Slot: 1, Desc: desc}, {Slot: 2}}
				sorted := runSort(t, rows, keys)
				if again := runSort(t, sorted, keys); &again.Columns[1].Ints[0] != &sorted.Columns[1].Ints[0] {
					t.Errorf("%d rows below %d, in order, are gathered again", n, below)
				}
				for _, at := range []int{1, peekedRows, team.ChunkRows - 1, team.ChunkRows, n - 1} {
					if at < n {
						checkSortedBy(t, swapped(sorted, at), keys...)
					}
				}
			}
		}
	}
}

func runSort(t *testing.T, rows *plan.Rows, keys []plan.SortKey) *plan.Rows {
	t.Helper()
	out, err := Run(t.Context(), []plan.Operator{plan.Sort{Keys: keys}}, rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// swapped gives rows of which one and the one before have changed places.
func swapped(rows *plan.Rows, at int) *plan.Rows {
	order := make([]int32, rows.Len)
	for i := range order {
		order[i] = int32(i)
	}
	order[at-1], order[at] = order[at], order[at-1]
	out := &plan.Rows{Len: rows.Len}
	for _, v := range rows.Columns {
		ints := make([]int64, rows.Len)
		pick(ints, v.Ints, order, 0, rows.Len)
		out.Columns = append(out.Columns, plan.Vector{Type: v.Type, Ints: ints})
	}
	return out
}
