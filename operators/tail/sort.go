package tail

import (
	"fmt"
	"math/bits"
	"slices"

	"gsdms/operators/large"
	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// Very few rows are sorted by comparing their keys, few by the bytes of these on the caller's goroutine,
// and more by longer digits on many: 800 rows by two keys take less than half of what either of the
// others takes.
const (
	comparedRows = 32
	fewRows      = 2048
)

// sparedRows are so few that none is dropped before they are sorted.
const sparedRows = 512

// sort orders the rows that are left; ties keep their order. When a limit follows that
// passes a small part only, no more than that part is ordered, and others are dropped.
func (r *runner) sort(keys []plan.SortKey, next *plan.Limit) error {
	for _, k := range keys {
		if k.Slot < 0 || k.Slot >= len(r.rows.Columns) {
			return fmt.Errorf("sort by #%d: it is not among the %d columns of the rows", k.Slot, len(r.rows.Columns))
		}
	}
	n := int64(r.count())
	if next != nil && next.Count >= 0 {
		first := next.Offset + next.Count
		if first >= 0 && first <= topMost && first < n/4 && n > sparedRows {
			return r.top(keys, int(first))
		}
		if first >= 0 && next.Count <= n/passedPart && n > fewRows {
			return r.passed(keys, *next)
		}
	}
	return r.arrange(keys)
}

// arrange puts the rows that are left in the order of keys, unless they are in it.
func (r *runner) arrange(keys []plan.SortKey) (err error) {
	if r.count() <= comparedRows {
		r.left, err = r.compared(keys)
		return err
	}
	if r.plainlyAscending(keys) {
		return nil
	}
	words, _, err := r.words(keys)
	if err != nil {
		return err
	}
	if there, err := r.ascending(words); there || err != nil {
		return err
	}
	r.left, err = r.byWords(words, nil)
	return err
}

// looker is shown the first words of the sorted keys, which are whole where there is no other,
// and how many bits each key has.
type looker func(s *sorter, widths []int, whole bool) error

func (look looker) by(widths []int, whole bool) func(*sorter) error {
	if look == nil {
		return nil
	}
	return func(s *sorter) error { return look(s, widths, whole) }
}

// order gives the row numbers that are left in the order of keys. look is shown the first words of
// their keys, if there are any and it is not nil.
func (r *runner) order(keys []plan.SortKey, look looker) ([]int32, error) {
	if r.count() <= comparedRows {
		return r.compared(keys)
	}
	words, widths, err := r.words(keys)
	if err != nil {
		return nil, err
	}
	return r.byWords(words, look.by(widths, len(words) == 1))
}

// compared is order for very few rows.
func (r *runner) compared(keys []plan.SortKey) ([]int32, error) {
	order, err := r.unordered()
	if err != nil {
		return nil, err
	}
	r.toRows(order)
	by := r.comparers(keys)
	slices.SortStableFunc(order, func(a, b int32) int { return cell.CompareRows(by, a, b) })
	return order, nil
}

// byWords is order by the words of keys.
func (r *runner) byWords(words []word, look func(*sorter) error) ([]int32, error) {
	order, err := r.unordered()
	if err != nil {
		return nil, err
	}
	if len(order) <= fewRows && look == nil {
		r.few(order, words)
	} else if err := r.radix(order, words, look); err != nil {
		return nil, err
	}
	r.toRows(order)
	return order, nil
}

// unordered gives the places of the rows that are left, which are to be put in order.
func (r *runner) unordered() ([]int32, error) {
	n := r.count()
	if err := r.Take(4 * int64(n)); err != nil {
		return nil, err
	}
	order := large.Make[int32](n)
	return order, r.places(order)
}

// few orders places by words, ties as they are: from the last word to the first, digit by digit on
// the caller's goroutine.
func (r *runner) few(order []int32, words []word) {
	w, low := &worker{r: r}, bits.Len(uint(len(order)))
	numbers, before, to := make([]uint64, len(order)), make([]int32, len(order)), make([]uint64, len(order))
	for i := len(words) - 1; i >= 0; i-- {
		w.load(numbers, &words[i], order)
		for at := range numbers {
			numbers[at] = numbers[at]<<low | uint64(at)
		}
		numbers, to = byBytes(numbers, to, low, low+words[i].width)
		copy(before, order)
		for at, n := range numbers {
			order[at] = before[n&(1<<low-1)]
		}
	}
}

// byBytes orders numbers by their bits from low to high, ties as they are. It gives where they are
// then, and the other slice.
func byBytes(from, to []uint64, low, high int) (sorted, other []uint64) {
	var counts [256]int32
	for ; low < high; low += 8 {
		clear(counts[:])
		for _, n := range from {
			counts[uint8(n>>low)]++
		}
		if begin([][]int32{counts[:]}, len(counts), len(from)) {
			continue
		}
		for _, n := range from {
			at := &counts[uint8(n>>low)]
			to[*at] = n
			*at++
		}
		from, to = to, from
	}
	return from, to
}

// places writes 0, 1, 2, … .
func (r *runner) places(order []int32) error {
	return r.Spread(team.Chunks(len(order)), func(_, chunk int) error {
		lo := chunk * team.ChunkRows
		for i := range order[lo:min(lo+team.ChunkRows, len(order))] {
			order[lo+i] = int32(lo + i)
		}
		return nil
	})
}

// toRows makes row numbers of places among the rows left.
func (r *runner) toRows(order []int32) {
	if r.left == nil {
		return
	}
	for i, place := range order {
		order[i] = r.left[place]
	}
}

// comparers orders rows by all keys.
func (r *runner) comparers(keys []plan.SortKey) []cell.Comparer {
	by := make([]cell.Comparer, len(keys))
	for i, k := range keys {
		by[i] = cell.ByKey(&r.rows.Columns[k.Slot], k.Desc)
	}
	return by
}
