package tail

import (
	"sync/atomic"

	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// Rows often come in the order that is asked for: groups by position in that of their keys, rows of a
// table in that of its sorted columns. To see that takes less than to sort and to gather them.

// peekedRows are looked at before all: rows in no order are seen to be so by these.
const peekedRows = 64

// ascending reports whether the rows that are left are in the order of words, ties as they are.
func (r *runner) ascending(words []word) (bool, error) {
	n := r.count()
	workers := r.workers(team.Chunks(n))
	if !workers[0].ascending(words, 0, min(n, peekedRows)) {
		return false, nil
	}
	var broken atomic.Bool
	err := r.Spread(team.Chunks(n), func(worker, chunk int) error {
		lo := max(0, chunk*team.ChunkRows-1) // the last of the chunk before, too
		if !broken.Load() && !workers[worker].ascending(words, lo, min((chunk+1)*team.ChunkRows, n)) {
			broken.Store(true)
		}
		return nil
	})
	return !broken.Load(), err
}

// ascending reports whether the rows at places lo to hi are in the order of words.
func (w *worker) ascending(words []word, lo, hi int) bool {
	places := make([]int32, hi-lo)
	for i := range places {
		places[i] = int32(lo + i)
	}
	numbers, decided := make([]uint64, len(places)), []bool(nil)
	for i := range words {
		w.load(numbers, &words[i], places)
		if decided == nil && strictly(numbers) {
			return true
		}
		if decided == nil {
			decided = make([]bool, len(places))
		}
		if !follow(numbers, decided) {
			return false
		}
	}
	return true
}

// strictly reports whether each number is above the one before.
func strictly(numbers []uint64) bool {
	for i, n := range numbers[1:] {
		if n <= numbers[i] {
			return false
		}
	}
	return true
}

// follow reports whether each number is no less than the one before, but where words before have decided
// the order of the two, and notes where this one does.
func follow(numbers []uint64, decided []bool) bool {
	for i, n := range numbers[1:] {
		if decided[i] {
			continue
		}
		if n < numbers[i] {
			return false
		}
		decided[i] = n > numbers[i]
	}
	return true
}

// plainlyAscending reports whether few rows are in the order of keys that are numbers here and never
// NULL: groups mostly are, and come to that without their keys being normalised.
func (r *runner) plainlyAscending(keys []plan.SortKey) bool {
	n := r.count()
	if r.left != nil || n > fewRows {
		return false
	}
	columns := make([][]int64, len(keys))
	for i, k := range keys {
		v := &r.rows.Columns[k.Slot]
		if columns[i] = v.Ints; k.Desc || len(v.Ints) != n || v.Nulls != nil || v.Texts != nil || v.Wide != nil || v.Floats != nil {
			return false
		}
	}
	for row := 1; row < n; row++ {
		for _, ints := range columns {
			if ints[row] < ints[row-1] {
				return false
			}
			if ints[row] > ints[row-1] {
				break
			}
		}
	}
	return true
}
