package tail

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"

	"gsdms/plan"
)

// comparer orders two rows by one key: negative, zero or positive.
type comparer func(a, b int32) int

// sort orders the rows that are left; ties keep their order. When a limit follows
// that passes a small part only, no more than that part is ordered.
func (f *finisher) sort(keys []plan.SortKey, next *plan.Limit) {
	by := make([]comparer, len(keys))
	for i, k := range keys {
		by[i] = keyComparer(&f.rows.Columns[k.Slot], k.Desc)
	}
	rows := f.selected()
	if next != nil && next.Count >= 0 {
		if first := next.Offset + next.Count; first >= 0 && first < int64(len(rows))/4 {
			f.left = firstRows(rows, by, int(first))
			return
		}
	}
	if sortPacked(f.rows.Columns, keys, rows) {
		return
	}
	slices.SortStableFunc(rows, func(a, b int32) int { return compareRows(by, a, b) })
}

func compareRows(by []comparer, a, b int32) int {
	for _, c := range by {
		if d := c(a, b); d != 0 {
			return d
		}
	}
	return 0
}

// keyComparer compares the cells of a column: NULL is less than every value.
func keyComparer(v *plan.Vector, desc bool) comparer {
	c := valueComparer(v)
	if nulls := v.Nulls; nulls != nil {
		values := c
		c = func(a, b int32) int {
			if nulls[a] || nulls[b] {
				return compareNulls(nulls[a], nulls[b])
			}
			return values(a, b)
		}
	}
	if desc {
		return func(a, b int32) int { return c(b, a) }
	}
	return c
}

func compareNulls(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	default:
		return 1
	}
}

func valueComparer(v *plan.Vector) comparer {
	switch {
	case v.Floats != nil:
		return func(a, b int32) int { return cmp.Compare(v.Floats[a], v.Floats[b]) }
	case v.Texts != nil:
		return func(a, b int32) int { return strings.Compare(v.Texts[a], v.Texts[b]) }
	case v.Wide != nil:
		return func(a, b int32) int { return v.Wide[a].Cmp(v.Wide[b]) }
	case v.Ints != nil:
		return func(a, b int32) int { return cmp.Compare(v.Ints[a], v.Ints[b]) }
	}
	return func(int32, int32) int { return 0 } // a column of NULL literals
}

// firstRows gives the first n of rows in the order of the keys, ordered, in one pass
// with a heap of n rows whose top is the last of them. rows must ascend by position,
// which breaks ties.
func firstRows(rows []int32, by []comparer, n int) []int32 {
	h := &topHeap{by: by, rows: rows}
	for i := range rows {
		switch {
		case len(h.at) < n:
			heap.Push(h, i)
		case n > 0 && h.order(i, h.at[0]) < 0:
			h.at[0] = i
			heap.Fix(h, 0)
		}
	}
	slices.SortFunc(h.at, h.order)
	out := make([]int32, len(h.at))
	for i, at := range h.at {
		out[i] = rows[at]
	}
	return out
}

// topHeap holds positions in rows; the last in order is at the top.
type topHeap struct {
	by   []comparer
	rows []int32
	at   []int
}

func (h *topHeap) order(a, b int) int {
	if d := compareRows(h.by, h.rows[a], h.rows[b]); d != 0 {
		return d
	}
	return cmp.Compare(a, b)
}

func (h *topHeap) Len() int           { return len(h.at) }
func (h *topHeap) Less(i, j int) bool { return h.order(h.at[i], h.at[j]) > 0 }
func (h *topHeap) Swap(i, j int)      { h.at[i], h.at[j] = h.at[j], h.at[i] }
func (h *topHeap) Push(x any)         { h.at = append(h.at, x.(int)) }

func (h *topHeap) Pop() any {
	last := h.at[len(h.at)-1]
	h.at = h.at[:len(h.at)-1]
	return last
}
