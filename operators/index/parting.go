package index

import (
	"context"
	"math/bits"
	"sync/atomic"
	"unsafe"

	"gsdms/operators"
)

// Rows whose keys come in any order are dealt out before they are put into the buckets of a
// direct index: each part of the buckets, which a cache may hold, is then filled by one worker
// from its own rows, so that all workers together look at each row as often as one would.

// parts is how many parts of the buckets there are at most.
const parts = 64

// parting says which buckets the rows of a set, nil for all, are in, and in which part these
// are: lo is the stored number of the first bucket, and a part has 1 << shift buckets.
type parting struct {
	in    *operators.BitSet
	lo    uint64
	shift int
}

func newParting(in *operators.BitSet, all extent) parting {
	return parting{in, all.lo, max(0, bits.Len64(all.hi-all.lo)-bits.Len(parts-1))}
}

// dealt is a row and the bucket of its part that it is in.
type dealt struct{ bucket, row uint32 }

// dealtWords is the memory of one.
const dealtWords = 2

// dealtRows is the rows of all parts, side by side, those of each ascending.
type dealtRows struct {
	rows  []dealt
	shift int
	ends  [parts]int // of each part
}

// part gives the rows of a part, and the place of the first of them.
func (d *dealtRows) part(p int) (rows []dealt, at int) {
	if p > 0 {
		at = d.ends[p-1]
	}
	return d.rows[at:d.ends[p]], at
}

// deal deals out the rows of a column. Each worker counts its rows of each part, and knows then
// where they go.
func deal(ctx context.Context, column dense, rows int, of parting, from room) (*dealtRows, error) {
	workers := workersFor(rows)
	counts := make([][parts]int, workers)
	err := inShares(ctx, workers, rows, func(w, from, to int) { column.count(of, from, to, &counts[w]) })
	if err != nil {
		return nil, err
	}
	out, n := &dealtRows{shift: of.shift}, 0
	for p := range parts {
		for w := range counts {
			counts[w][p], n = n, n+counts[w][p]
		}
		out.ends[p] = n
	}
	words, err := from.dirtyWords(n * dealtWords)
	if err != nil || n == 0 {
		return out, err
	}
	out.rows = unsafe.Slice((*dealt)(unsafe.Pointer(unsafe.SliceData(words))), n)
	return out, inShares(ctx, workers, rows, func(w, from, to int) { column.deal(of, from, to, &counts[w], out.rows) })
}

// fill puts the rows of a column into the buckets: one in each if that will do, else those of
// each side by side.
func (x *Join) fill(ctx context.Context, column dense, of parting, from room) error {
	d, err := deal(ctx, column, x.Table.Rows, of, from)
	if err != nil {
		return err
	}
	var twice atomic.Bool
	err = d.each(ctx, len(x.Heads), func(rows []dealt, _, lo, hi int) {
		if !twice.Load() && !alone(rows, x.Heads[lo:hi]) {
			twice.Store(true)
		}
	})
	x.Distinct = len(d.rows)
	if x.Unique = !twice.Load(); err != nil || x.Unique {
		return err
	}
	return x.sideBySide(ctx, d, from)
}

// sideBySide puts the rows of each bucket side by side.
func (x *Join) sideBySide(ctx context.Context, d *dealtRows, from room) error {
	starts, err := from.dirtyWords(len(x.Heads) + 1)
	if err != nil {
		return err
	}
	order, err := from.dirtyWords(len(d.rows))
	if err != nil {
		return err
	}
	var some atomic.Int64
	err = d.each(ctx, len(x.Heads), func(rows []dealt, at, lo, hi int) {
		some.Add(int64(placeRows(rows, at, x.Heads[lo:hi], starts[lo:hi], order)))
	})
	starts[len(x.Heads)] = uint32(len(d.rows))
	x.Starts, x.Order = Words(x.Name, starts), Words(x.Name+" in order", order)
	x.Placed, x.Distinct = len(d.rows), int(some.Load())
	return err
}

// each runs work for each part of so many buckets: its rows, the place of the first of them, and
// its buckets. Workers take one part after another.
func (d *dealtRows) each(ctx context.Context, buckets int, work func(rows []dealt, at, lo, hi int)) error {
	workers, size := workersFor(len(d.rows)), 1<<d.shift
	var next atomic.Int64
	return InParallel(ctx, workers, workers, func(int, int) {
		for p := int(next.Add(1)) - 1; p*size < buckets && !over(ctx); p = int(next.Add(1)) - 1 {
			rows, at := d.part(p)
			work(rows, at, p*size, min((p+1)*size, buckets))
		}
	})
}

// alone notes for each bucket of a part the row that is in it, as 1 + its number; false where
// one has a second.
func alone(rows []dealt, heads []uint32) bool {
	for _, r := range rows {
		if heads[r.bucket] != 0 {
			return false
		}
		heads[r.bucket] = r.row + 1
	}
	return true
}

// placeRows puts the rows of each bucket of a part side by side, from a place on: they are
// counted, and then placed. It gives how many buckets have rows.
func placeRows(rows []dealt, at int, heads, starts, order []uint32) (some int) {
	clear(heads)
	for _, r := range rows {
		heads[r.bucket]++
	}
	next := uint32(at)
	for b, n := range heads {
		starts[b], heads[b] = next, next
		if next += n; n > 0 {
			some++
		}
	}
	for _, r := range rows {
		order[heads[r.bucket]] = r.row
		heads[r.bucket]++
	}
	for b, end := range heads {
		if heads[b] = 0; starts[b] < end {
			heads[b] = order[starts[b]] + 1
		}
	}
	return some
}
