package index

import (
	"cmp"
	"context"
	"math/bits"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// ends reports, now and then, whether a build is given up, and pauses when its turn is over.
func ends(ctx context.Context, row int) bool {
	const often = 1 << 14
	return row%often == 0 && over(ctx)
}

// over reports whether a build is given up, and pauses when its turn is over. It is asked
// every few thousand rows.
func over(ctx context.Context) bool {
	operators.TurnsOf(ctx).Pause()
	return ctx.Err() != nil
}

// InBlocks calls work for the rows of [0, n), a block at a time, and pauses between blocks when
// its turn is over. All are done, whatever becomes of ctx.
func InBlocks(ctx context.Context, n int, work func(from, to int)) {
	for from := 0; from < n; from += blockRows {
		work(from, min(n, from+blockRows))
		operators.TurnsOf(ctx).Pause()
	}
}

// InParallel runs work over parts of [0, n), one per worker, each in a turn of ctx that work
// looks for the end of. A panic in a part, also that of a file that was cut short under its
// mapping, is an error.
func InParallel(ctx context.Context, workers, n int, work func(lo, hi int)) error {
	ctx, leave := operators.InTurn(ctx)
	defer leave()
	for _, err := range operators.SpreadIn(ctx, workers, func(_ context.Context, w int) error {
		work(n*w/workers, n*(w+1)/workers)
		return ctx.Err()
	}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// inShares has each of several goroutines go over its share of the rows of [0, n), a block at a time: those
// of a share lie behind those of the one before. Called twice in the same way, rows are counted and then placed.
func inShares(ctx context.Context, workers, n int, work func(w, from, to int)) error {
	blocks := blocksOf(n)
	return InParallel(ctx, workers, workers, func(w, _ int) {
		for b := blocks * w / workers; b < blocks*(w+1)/workers && !over(ctx); b++ {
			work(w, b*blockRows, min(n, (b+1)*blockRows))
		}
	})
}

// AllOf calls work for the rows of [0, n), a block at a time, by several goroutines where there are many. All
// are done, whatever becomes of ctx.
func AllOf(ctx context.Context, n int, work func(from, to int)) {
	workers := workersFor(n)
	if workers == 1 {
		InBlocks(ctx, n, work)
		return
	}
	_ = InParallel(ctx, workers, blocksOf(n), func(lo, hi int) { // its error is that of ctx
		for b := lo; b < hi; b++ {
			work(b*blockRows, min(n, (b+1)*blockRows))
			operators.TurnsOf(ctx).Pause()
		}
	})
}

// Members is how many numbers a set has.
func Members(s *operators.BitSet) (n int) {
	for _, w := range s.Bits {
		n += bits.OnesCount64(w)
	}
	return n
}

// outermost gives the first and the last row of [from, to) that are in a set, nil for all; -1 where none is. from
// is a multiple of 64.
func outermost(in *operators.BitSet, from, to int) (first, last int) {
	if in == nil {
		return from, to - 1
	}
	lo, hi := from/64, (to+63)/64
	for lo < hi && in.Bits[lo] == 0 {
		lo++
	}
	if lo == hi {
		return -1, -1
	}
	for in.Bits[hi-1] == 0 {
		hi--
	}
	return lo*64 + bits.TrailingZeros64(in.Bits[lo]), hi*64 - 1 - bits.LeadingZeros64(in.Bits[hi-1])
}

// Common is the rows that are in both of two sets; nil is the set of all.
func Common(a, b *operators.BitSet) *operators.BitSet {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	out := &operators.BitSet{Name: a.Name, Len: a.Len, Bits: make([]uint64, len(a.Bits))}
	for i := range out.Bits {
		out.Bits[i] = a.Bits[i] & b.Bits[i]
	}
	return out
}

// Among gives the rows of a table that have in a column of numbers one whose stored number is in a set. Of
// segments whose bounds say that they have none nothing is read.
func Among(ctx context.Context, t *plan.Table, column int, s sets.Stored) (*operators.BitSet, error) {
	out := &operators.BitSet{Name: t.Name, Len: t.Rows, Bits: make([]uint64, (t.Rows+63)/64)}
	member := s.Table()
	for from := 0; from < t.Segments(); from++ {
		to := from
		for to < t.Segments() && s.Meets(t.Data.Zone(column, to)) {
			to++
		}
		if to == from {
			continue
		}
		e, err := readExcerpt(ctx, t, column, from*plan.SegmentRows, min(to*plan.SegmentRows, t.Rows))
		if err != nil {
			return nil, err
		}
		column, rows := denseOf(e.Array), out.Bits[e.first/64:]
		err = eachBlock(ctx, e.Len, func(_, lo, hi int) { column.among(s, member, lo, hi, rows) })
		if e.rows.Release(); err != nil {
			return nil, err
		}
		from = to
	}
	return out, nil
}

// EachMember calls f for the rows of a set, of n rows where it is nil, in order.
func EachMember(s *operators.BitSet, n int, f func(row int)) {
	if s == nil {
		for row := range n {
			f(row)
		}
		return
	}
	for i, w := range s.Bits {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// Has reports whether a row is in a set; nil is the set of all.
func Has(s *operators.BitSet, row int) bool {
	return s == nil || s.Bits[row/64]>>(row%64)&1 == 1
}
