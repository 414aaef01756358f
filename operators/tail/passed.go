package tail

import (
	"slices"

	"gsdms/operators/tail/selection"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// Where a limit behind a sort passes a small part of the rows, wherever they lie in the order, only
// these are put in order. A word of each row has the first bits of its keys: between which words the
// rows passed lie is found digit by digit, by counting, and who lies before or behind is dropped.

// passedPart says of how many rows a limit passes one at most, for only these to be ordered, and
// how small a part of the rows, beside those passed, is ordered without looking at more digits.
const (
	passedPart = 4
	smallPart  = 64
)

// passed leaves of the rows that are left those that a limit passes, and some beside them, in the
// order of keys; the limit skips as many less as it drops before them.
func (r *runner) passed(keys []plan.SortKey, l plan.Limit) error {
	if l.Count == 0 || l.Offset >= int64(r.count()) {
		r.left = []int32{}
		return nil
	}
	w, _, err := r.leadingWord(keys)
	if err != nil {
		return err
	}
	free, err := r.Scratch(8 * int64(r.count()))
	if err != nil {
		return err
	}
	defer free()
	numbers, err := r.numbersOf(w)
	if err != nil {
		return err
	}
	n := int64(len(numbers))
	parts := slices.Collect(slices.Chunk(numbers, team.ChunkRows))
	in, err := selection.Between(parts, w.width, l.Offset, l.Offset+min(l.Count, n-l.Offset), n/smallPart, r.Threads, r.Spread)
	if err != nil {
		return err
	}
	if err := r.within(in, numbers); err != nil {
		return err
	}
	if r.left, err = r.order(keys, nil); err == nil {
		r.dropped = in.Before
	}
	return err
}

// numbersOf gives a word of each row that is left.
func (r *runner) numbersOf(word *word) ([]uint64, error) {
	numbers, workers := make([]uint64, r.count()), r.workers(r.chunks())
	err := r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		s := w.scratch(w.n)
		word.load(numbers[w.lo:w.lo+w.n], s.bits[:w.n], w.rowsOf(s.rows))
		return nil
	})
	return numbers, err
}

// within leaves the rows whose numbers are in a span.
func (r *runner) within(s selection.Span, numbers []uint64) error {
	if err := r.Take(4 * s.Rows); err != nil {
		return err
	}
	kept, workers := make([][]int32, r.chunks()), r.workers(r.chunks())
	err := r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		var rows []int32
		for i, x := range numbers[w.lo : w.lo+w.n] {
			if s.Has(x) {
				rows = append(rows, w.row(i))
			}
		}
		kept[chunk] = rows
		return nil
	})
	r.left = concatenated(kept)
	return err
}
