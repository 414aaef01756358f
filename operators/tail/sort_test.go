package tail

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/plan"
)

// TestSortsFewRows orders as many rows as are compared, ordered by bytes and by digits, by keys of one
// word and of several, with NULLs and many ties, of which each stays where it was.
func TestSortsFewRows(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	for _, n := range []int{1, 2, comparedRows, comparedRows + 1, 255, 256, 257, 800, fewRows, fewRows + 1} {
		for _, below := range []int64{1, 3, 300, 1 << 40, 1 << 62} {
			rows := &plan.Rows{Len: n, Columns: []plan.Vector{randomInts(r, n, 3), randomInts(r, n, below), randomInts(r, n, below)}}
			for c := range rows.Columns[1:] {
				v := &rows.Columns[c+1]
				v.Nulls = make([]bool, n)
				for i := range n {
					v.Ints[i] -= below / 2
					if v.Nulls[i] = r.IntN(4) == 0; v.Nulls[i] {
						v.Ints[i] = 0
					}
				}
			}
			checkSorted(t, rows, r.IntN(2) == 0)
		}
	}
}

func checkSorted(t *testing.T, rows *plan.Rows, desc bool) {
	t.Helper()
	checkSortedBy(t, rows, plan.SortKey{Slot: 0}, plan.SortKey{Slot: 1, Desc: desc}, plan.SortKey{Slot: 2, Desc: !desc})
}

func checkSortedBy(t *testing.T, rows *plan.Rows, keys ...plan.SortKey) {
	t.Helper()
	want := make([]int, rows.Len)
	for i := range want {
		want[i] = i
	}
	compare := func(c, a, b int) int {
		v := rows.Columns[c]
		if v.IsNull(a) || v.IsNull(b) {
			return cmp.Compare(flag(v.IsNull(b)), flag(v.IsNull(a)))
		}
		return cmp.Compare(v.Ints[a], v.Ints[b])
	}
	slices.SortStableFunc(want, func(a, b int) int {
		for _, k := range keys {
			if c := compare(k.Slot, a, b); c != 0 {
				if k.Desc {
					return -c
				}
				return c
			}
		}
		return 0
	})
	numbered := &plan.Rows{Len: rows.Len, Columns: append(slices.Clone(rows.Columns), plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, rows.Len)})}
	for i := range rows.Len {
		numbered.Columns[3].Ints[i] = int64(i)
	}
	got, err := Run(t.Context(), []plan.Operator{plan.Sort{Keys: keys}}, numbered, Options{Threads: 2})
	must(t, err)
	for at, row := range got.Columns[3].Ints {
		if row != int64(want[at]) {
			t.Fatalf("%d rows, by %v: place %d has row %d, want %d", rows.Len, keys, at, row, want[at])
		}
	}
}
