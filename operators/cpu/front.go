package cpu

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/cpu/budget"
	"gsdms/plan"
)

// front is the pieces of the morsels that are done, in the order of the table. With a
// Limit it also says how far the table is needed: the rows of a morsel behind bound are
// not in the answer, because the pieces up to there give enough. With an Offset every morsel
// that is done has a piece, and those that surely lie among the rows skipped are only counted.
type front struct {
	mu     sync.Mutex
	pieces []*piece
	bound  atomic.Int64 // row that the last needed piece begins at

	done    int   // of the pieces the first: they have all rows of the table before end
	end     int   // a row of the table
	skipped int64 // rows of the pieces that are done
}

// put adds a piece, behind those of the same morsel, and drops those that are not needed any more.
func (f *front) put(p *piece, of *operators.Program, b *budget.Budget) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if p.row < f.end {
		return // of a segment that is ruled out
	}
	at, _ := slices.BinarySearchFunc(f.pieces, p.row, func(q *piece, row int) int { return cmp.Or(cmp.Compare(q.row, row), -1) })
	f.pieces = slices.Insert(f.pieces, at, p)
	if of.Offset > 0 {
		f.advance(of)
	}
	if of.Limit < 0 {
		return
	}
	rows := f.skipped
	for i, q := range f.pieces[f.done:] {
		if rows += int64(q.rows); rows >= of.Limit {
			f.cut(f.done+i, b)
			return
		}
	}
}

// cut drops the pieces behind the last that is needed.
func (f *front) cut(last int, b *budget.Budget) {
	f.bound.Store(int64(f.pieces[last].row))
	for _, late := range f.pieces[last+1:] {
		b.Used.Add(-late.bytes)
	}
	f.pieces = slices.Delete(f.pieces, last+1, len(f.pieces))
}

// advance counts the pieces that follow those which are done without a gap. Segments that zone maps
// rule out have none. As long as the rows skipped are more than these, they are done.
func (f *front) advance(of *operators.Program) {
	for f.done < len(f.pieces) {
		p := f.pieces[f.done]
		if f.end = f.passing(of, p.row); f.end < p.row || f.skipped+int64(p.rows) > of.Offset {
			return
		}
		f.end = max(f.end, p.row+p.of)
		f.skipped += int64(p.rows)
		f.done++
	}
}

// passing gives where the rows end, before a row of the table, that are done with the segments which
// are ruled out behind them.
func (f *front) passing(of *operators.Program, row int) int {
	end := f.end
	for end < row && of.Skips(end/plan.SegmentRows) {
		end = min(row, (end/plan.SegmentRows+1)*plan.SegmentRows)
	}
	return end
}

// bounds gives, of the rows that a morsel may give which begins at a row of the table, how many of the
// first are skipped in any case, and how many can be needed, where each row of the table gives one at
// most.
func (f *front) bounds(row int, of *operators.Program) (skipped, needed int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	least, open := f.skipped, max(0, row-f.passing(of, row))
	for _, p := range f.pieces[f.done:] {
		if p.row >= row {
			break
		}
		least += int64(p.rows)
		open -= p.of
	}
	return of.Offset - least - int64(open), of.Limit - least
}

// needs reports whether the morsel that begins at a row of the table can be in the
// answer.
func (f *front) needs(row int) bool { return int64(row) <= f.bound.Load() }
