package tail

import (
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
	free, err := r.scratch(8 * int64(r.count()))
	if err != nil {
		return err
	}
	defer free()
	numbers, err := r.numbersOf(w)
	if err != nil {
		return err
	}
	in, err := r.between(numbers, w.width, l)
	if err != nil {
		return err
	}
	if err := r.within(in, numbers); err != nil {
		return err
	}
	if r.left, err = r.order(keys, nil); err == nil {
		r.dropped = in.before
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

// span is the numbers whose bits from shift on are from first to last. before is how many of all
// numbers are less.
type span struct {
	shift       int
	first, last uint64
	before      int64
	rows        int64
}

// between gives a span of numbers of so many bits that has all rows which a limit passes: it ends
// where it has little more than these, or where these lie on both sides of a bound between digits.
func (r *runner) between(numbers []uint64, width int, l plan.Limit) (span, error) {
	n := int64(len(numbers))
	s := span{shift: width, rows: n}
	lo, hi := l.Offset, l.Offset+min(l.Count, n-l.Offset)
	for s.first == s.last && s.shift > 0 && s.rows-(hi-lo) > n/smallPart {
		bits := min(digitBits, s.shift)
		counts, err := r.digitsIn(numbers, s, bits)
		if err != nil {
			return s, err
		}
		s = s.part(counts, bits, lo, hi)
	}
	return s, nil
}

// digitsIn counts, of the numbers in a span, the digits behind those that they have in common.
func (r *runner) digitsIn(numbers []uint64, s span, bits int) (*digits, error) {
	blocks := r.blocks(len(numbers))
	counts := make([]digits, blocks)
	shift, mask := s.shift-bits, uint64(1)<<bits-1
	err := r.spread(blocks, func(_, block int) error {
		c := &counts[block]
		return r.inBlock(block, blocks, len(numbers), func(lo, hi int) {
			for _, x := range numbers[lo:hi] {
				if x>>s.shift == s.first {
					c[x>>shift&mask&(1<<digitBits-1)]++
				}
			}
		})
	})
	for i := range counts[1:] {
		for d, n := range counts[1+i] {
			counts[0][d] += n
		}
	}
	return &counts[0], err
}

// part is the span within s, by the counts of its next digit of so many bits, of the rows from place
// lo to hi of all.
func (s span) part(counts *digits, bits int, lo, hi int64) span {
	out := span{shift: s.shift - bits, before: s.before}
	digit := uint64(0)
	for ; out.before+int64(counts[digit]) <= lo; digit++ {
		out.before += int64(counts[digit])
	}
	out.first, out.rows = s.first<<bits|digit, int64(counts[digit])
	for ; out.before+out.rows < hi; out.rows += int64(counts[digit]) {
		digit++
	}
	out.last = s.first<<bits | digit
	return out
}

// within leaves the rows whose numbers are in a span.
func (r *runner) within(s span, numbers []uint64) error {
	if err := r.take(4 * s.rows); err != nil {
		return err
	}
	kept, workers := make([][]int32, r.chunks()), r.workers(r.chunks())
	err := r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		var rows []int32
		for i, x := range numbers[w.lo : w.lo+w.n] {
			if x>>s.shift-s.first <= s.last-s.first {
				rows = append(rows, w.row(i))
			}
		}
		kept[chunk] = rows
		return nil
	})
	r.left = concatenated(kept)
	return err
}
