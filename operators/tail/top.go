package tail

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/merge"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// topMost is the largest n of a top n: more rows are sorted all.
const topMost = 1 << 16

// candidate is a row that may be among the first, with the first bits of its first key.
type candidate struct {
	bits  uint64
	place int32 // among the rows left: breaks ties
}

// best holds the first rows that one worker has seen, and others behind them.
type best struct {
	rows   []candidate
	limit  uint64 // a row whose bits are above is not among the first
	full   bool   // there are n rows, the last of them is last
	last   candidate
	sorted func(a, b candidate) int
}

// top keeps the first n of the rows that are left, in order. Each worker collects the rows
// whose first key is not above that of the last of its first n, and now and then drops all
// but the first n.
func (r *runner) top(keys []plan.SortKey, n int) error {
	room := 2*n + 1024
	free, err := r.Scratch(int64(r.Threads) * int64(16*room+20*team.ChunkRows))
	if err != nil {
		return err
	}
	defer free()
	first := &r.rows.Columns[keys[0].Slot]
	load := cell.Leading(first, keys[0].Desc)
	exact := len(keys) == 1 && first.Nulls == nil && first.Texts == nil && first.Wide == nil
	sorted := r.candidates(keys)
	workers, of := r.workers(r.Threads), make([]*best, r.Threads)
	err = r.each(func(worker, chunk int) error {
		b, w := of[worker], workers[worker].at(chunk)
		if b == nil {
			b = &best{rows: make([]candidate, 0, room), limit: math.MaxUint64, sorted: sorted}
			of[worker] = b
		}
		s := w.scratch(w.n)
		load(s.bits[:w.n], w.rowsOf(s.rows))
		for lo := 0; lo < w.n; lo += 1024 {
			b.collect(w.lo+lo, s.bits[lo:min(lo+1024, w.n)], exact)
			if len(b.rows) > 2*n {
				b.cut(n)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.left, err = r.firstOf(of, n, sorted)
	return err
}

// candidates orders candidates by the keys, ties by their places.
func (r *runner) candidates(keys []plan.SortKey) func(a, b candidate) int {
	by := r.comparers(keys)
	return func(a, b candidate) int {
		if c := cmp.Compare(a.bits, b.bits); c != 0 {
			return c
		}
		if c := cell.CompareRows(by, r.rowAt(a.place), r.rowAt(b.place)); c != 0 {
			return c
		}
		return cmp.Compare(a.place, b.place)
	}
}

// rowAt is the row number at a place among the rows left.
func (r *runner) rowAt(place int32) int32 {
	if r.left == nil {
		return place
	}
	return r.left[place]
}

// rowsOf is the row numbers of the worker's chunk.
func (w *worker) rowsOf(scratch []int32) []int32 {
	if w.left != nil {
		return w.left
	}
	for i := range w.n {
		scratch[i] = int32(w.lo + i)
	}
	return scratch[:w.n]
}

// collect takes the rows that may be among the first. Where the bits say all about the
// order, an equal row is behind those seen, since places ascend.
func (b *best) collect(lo int, words []uint64, exact bool) {
	for i, bits := range words {
		if bits > b.limit {
			continue
		}
		c := candidate{bits, int32(lo + i)}
		if b.full && bits == b.limit && (exact || b.sorted(c, b.last) > 0) {
			continue
		}
		b.rows = append(b.rows, c)
	}
}

// cut drops all but the first n.
func (b *best) cut(n int) {
	slices.SortFunc(b.rows, b.sorted)
	b.rows = b.rows[:n]
	if n > 0 {
		b.full, b.last = true, b.rows[n-1]
		b.limit = b.last.bits
	}
}

// manyCandidates is how many rows the workers sort together, of large limits, where there is room for them
// once more.
const manyCandidates = 1 << 14

// firstOf merges what the workers have.
func (r *runner) firstOf(of []*best, n int, sorted func(a, b candidate) int) ([]int32, error) {
	var all []candidate
	for _, b := range of {
		if b != nil {
			all = append(all, b.rows...)
		}
	}
	free, err := r.Scratch(int64(len(all)) * int64(unsafe.Sizeof(candidate{})))
	if err == nil {
		defer free()
	}
	if err != nil || len(all) < manyCandidates {
		slices.SortFunc(all, sorted)
	} else if all, err = merge.Sort(r.Spread, all, sorted); err != nil {
		return nil, err
	}
	out := make([]int32, min(n, len(all)))
	for i := range out {
		out[i] = r.rowAt(all[i].place)
	}
	return out, nil
}
