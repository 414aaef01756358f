package index

import (
	"context"
	"iter"
	"math"
	"runtime"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/sets"
)

// unsigned is what a column of whole numbers is stored as.
type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

// dense is a column that a direct index is built of, as it is stored.
type dense interface {
	// extent gives the least and the greatest stored number, but NULL, of those rows of
	// [from, to) that are in a set, nil for all.
	extent(in *operators.BitSet, from, to int) extent
	// once notes for each bucket the row that is in it, as 1 + its number; false where one has
	// a second.
	once(ctx context.Context, heads []uint32, of bucketRange) bool
	// count counts the rows of each bucket.
	count(ctx context.Context, counts []uint32, of bucketRange)
	// place puts the rows of each bucket side by side, ascending; next is the place of the
	// bucket's next row.
	place(ctx context.Context, next, order []uint32, of bucketRange)
	// mark sets the bits of the buckets that have rows.
	mark(ctx context.Context, buckets []uint64, of bucketRange)
	// runs gives the rows of [from, to) whose stored numbers are in a set.
	runs(s sets.Stored, from, to int) sets.Ranges
}

// extent is where the stored numbers of some rows lie.
type extent struct {
	lo, hi uint64
	some   bool // there are any
}

// with is where the numbers of both lie.
func (x extent) with(y extent) extent {
	if !x.some || !y.some {
		if x.some {
			return x
		}
		return y
	}
	return extent{min(x.lo, y.lo), max(x.hi, y.hi), true}
}

// blockRows is how many rows one extent tells of.
const blockRows = 1 << 13

// extents gives where the numbers of each block of rows lie, and those of all.
func extents(ctx context.Context, column dense, rows int, in *operators.BitSet) (blocks []extent, all extent, err error) {
	blocks = make([]extent, (rows+blockRows-1)/blockRows)
	err = InParallel(ctx, workersFor(rows), len(blocks), func(lo, hi int) {
		for b := lo; b < hi && !ends(ctx, b*blockRows); b++ {
			blocks[b] = column.extent(in, b*blockRows, min(rows, (b+1)*blockRows))
		}
	})
	for _, x := range blocks {
		all = all.with(x)
	}
	return blocks, all, err
}

// workersFor is by how many goroutines a pass over rows is made.
func workersFor(rows int) int {
	const fewRows = 1 << 16
	if rows < fewRows {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// bucketRange is the part of the buckets that one worker fills: [from, to), counted from the stored
// number lo, with the rows of a set, nil for all. Blocks of rows that have none of them are
// passed over: where rows are in the order of their keys, each worker looks at its own.
type bucketRange struct {
	in           *operators.BitSet
	blocks       []extent
	lo, from, to uint64
}

// rows gives the parts of as many rows that may be in the buckets.
func (r bucketRange) rows(rows int) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for b, x := range r.blocks {
			if x.some && x.hi-r.lo >= r.from && x.lo-r.lo < r.to && !yield(b*blockRows, min(rows, (b+1)*blockRows)) {
				return
			}
		}
	}
}

// numbers is a dense column by the type of its stored numbers.
type numbers[T unsigned] struct {
	of       []T
	nullable bool
}

func denseOf(a *operators.Array) dense {
	switch a.Storage.Width {
	case 1:
		return numbers[uint8]{storedNumbers[uint8](a), a.Storage.Nullable}
	case 2:
		return numbers[uint16]{storedNumbers[uint16](a), a.Storage.Nullable}
	case 4:
		return numbers[uint32]{storedNumbers[uint32](a), a.Storage.Nullable}
	}
	return numbers[uint64]{storedNumbers[uint64](a), a.Storage.Nullable}
}

func storedNumbers[T unsigned](a *operators.Array) []T {
	if a.Len == 0 {
		return nil
	}
	_ = a.Data[a.Len*a.Storage.Width-1]
	return unsafe.Slice((*T)(unsafe.Pointer(&a.Data[0])), a.Len)
}

func (c numbers[T]) extent(in *operators.BitSet, from, to int) (x extent) {
	x.lo = math.MaxUint64
	for i, n := range c.of[from:to] {
		if n := uint64(n); (n != 0 || !c.nullable) && Has(in, from+i) {
			x.lo, x.hi, x.some = min(x.lo, n), max(x.hi, n), true
		}
	}
	return x
}

// bucket gives the bucket of a row; false of one that is in none of those of a range.
func (c numbers[T]) bucket(row int, of bucketRange) (uint64, bool) {
	n := uint64(c.of[row])
	b := n - of.lo
	return b, b-of.from < of.to-of.from && !(n == 0 && c.nullable) && Has(of.in, row)
}

func (c numbers[T]) once(ctx context.Context, heads []uint32, of bucketRange) bool {
	for from, to := range of.rows(len(c.of)) {
		for row := from; row < to && !ends(ctx, row); row++ {
			if b, ok := c.bucket(row, of); ok {
				if heads[b] != 0 {
					return false
				}
				heads[b] = uint32(row) + 1
			}
		}
	}
	return true
}

func (c numbers[T]) count(ctx context.Context, counts []uint32, of bucketRange) {
	for from, to := range of.rows(len(c.of)) {
		for row := from; row < to && !ends(ctx, row); row++ {
			if b, ok := c.bucket(row, of); ok {
				counts[b]++
			}
		}
	}
}

func (c numbers[T]) place(ctx context.Context, next, order []uint32, of bucketRange) {
	for from, to := range of.rows(len(c.of)) {
		for row := from; row < to && !ends(ctx, row); row++ {
			if b, ok := c.bucket(row, of); ok {
				order[next[b]] = uint32(row)
				next[b]++
			}
		}
	}
}

func (c numbers[T]) mark(ctx context.Context, buckets []uint64, of bucketRange) {
	for from, to := range of.rows(len(c.of)) {
		for row := from; row < to && !ends(ctx, row); row++ {
			if b, ok := c.bucket(row, of); ok {
				buckets[b/64] |= 1 << (b % 64)
			}
		}
	}
}

func (c numbers[T]) runs(s sets.Stored, from, to int) (out sets.Ranges) {
	test := s.Has
	if len(s) == 1 {
		lo, wide := s[0].Lo, s[0].Hi-s[0].Lo
		test = func(n uint64) bool { return n-lo <= wide }
	} else if member := s.Table(); member != nil {
		test = func(n uint64) bool { return n < uint64(len(member)) && member[n] }
	}
	before := false
	for row, n := range c.of[from:to] {
		now := test(uint64(n))
		switch {
		case now && before:
			out[len(out)-1].Hi++
		case now:
			out = append(out, sets.Interval{Lo: int64(from + row), Hi: int64(from + row)})
		}
		before = now
	}
	return out
}
