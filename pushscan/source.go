package pushscan

import (
	"context"
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/operators"
	"gsdms/plan"
)

// source cuts a snapshot, or its rows from one on, into chunks. The stream owns it.
type source struct {
	table   *plan.Table
	options Options
	first   int              // row of the table
	holder  operators.Holder // nil: the backend reads all from the table
}

// columnError says which column of a chunk could not be read.
type columnError struct {
	column int
	err    error
}

func (e *columnError) Error() string { return e.err.Error() }
func (e *columnError) Unwrap() error { return e.err }

func newSource(b operators.Backend, t *plan.Table, o Options, first int) source {
	holder, _ := b.(operators.Holder)
	return source{table: t, options: o, first: first, holder: holder}
}

// chunks is the number of chunks; an empty table has one, without rows, so that a query on
// it takes the same path.
func (s *source) chunks() int {
	return max(1, (s.table.Rows-s.first+s.options.ChunkRows-1)/s.options.ChunkRows)
}

// begin is the row of the table that chunk seq begins with; of the chunk behind the last one
// it is the number of rows.
func (s *source) begin(seq int) int { return min(s.first+seq*s.options.ChunkRows, s.table.Rows) }

// live gives the segments where the zone maps admit a row for a ride's program, or those that are its
// part, nil for all.
func (s *source) live(r *ride) *operators.BitSet {
	switch {
	case s.options.NoZones:
		return nil
	case r.part.Segments != nil:
		return r.part.Segments
	}
	return r.program().Live()
}

// ref says which segments of chunk seq anyone needs.
func (s *source) ref(seq int, riders []*ride) (operators.ChunkRef, step) {
	lo, hi := s.begin(seq), s.begin(seq+1)
	ref := operators.ChunkRef{Table: s.table, Seq: lo / s.options.ChunkRows, Row: lo, Rows: hi - lo}
	if words, all := union(riders); all || words != nil {
		ref.Segments = operators.SegmentsIn(words, ref.FirstSegment(), ref.EndSegment())
	}
	pushed := ref.Segments.Len()
	return ref, step{pushed: pushed, skipped: max(0, ref.EndSegment()-ref.FirstSegment()) - pushed, rows: ref.Needed(nil)}
}

// union gives the segments of the table that any of the riders needs, nil where there is no rider, or
// says that all are needed.
func union(riders []*ride) (needed []uint64, all bool) {
	for _, r := range riders {
		switch {
		case r.live == nil:
			return nil, true
		case needed == nil:
			needed = slices.Clone(r.live.Bits)
			continue
		}
		for i, bits := range r.live.Bits {
			needed[i] |= bits
		}
	}
	return needed, false
}

// columns is the union of the ordinals that the riders read, ascending.
func (s *source) columns(riders []*ride) []int {
	read := make([]bool, len(s.table.Columns))
	for _, r := range riders {
		for _, c := range r.program().Columns {
			read[c.Ordinal] = true
		}
	}
	all := make([]int, 0, len(read))
	for ordinal, is := range read {
		if is {
			all = append(all, ordinal)
		}
	}
	return all
}

func reads(p *operators.Program, ordinal int) bool {
	return slices.ContainsFunc(p.Columns, func(c operators.Column) bool { return c.Ordinal == ordinal })
}

// read gives the riders' columns of the chunk, without a copy. The caller releases them. An error is a
// *columnError.
func (s *source) read(ctx context.Context, ref operators.ChunkRef, riders []*ride) (operators.Columns, error) {
	ordinals, segments := s.columns(riders), s.deferred(ref)
	s.prefetch(ctx, ref, ordinals, segments)
	columns := operators.Columns{Ordinals: ordinals, Arrays: make([]arrow.Array, 0, len(ordinals))}
	for _, o := range ordinals {
		a, err := s.column(ctx, o, ref, segments)
		if err != nil {
			columns.Release()
			return operators.Columns{}, &columnError{o, fmt.Errorf("read chunk %d of table %s: %w", ref.Seq, s.table.Name, err)}
		}
		columns.Arrays = append(columns.Arrays, a)
	}
	return columns, nil
}

// deferred lists the segments that are read where somebody needs them; none where all rows are there.
func (s *source) deferred(ref operators.ChunkRef) []int {
	if _, ok := s.table.Data.(plan.Deferred); !ok {
		return nil
	}
	return ref.Segments.List()
}

// column gives a column of the chunk. What is deferred is read for the segments that somebody
// needs, unless prefetch has done that.
func (s *source) column(ctx context.Context, ordinal int, ref operators.ChunkRef, segments []int) (arrow.Array, error) {
	d, ok := s.table.Data.(plan.Deferred)
	if !ok {
		return s.table.Data.Rows(ctx, ordinal, ref.Row, ref.Row+ref.Rows)
	}
	return d.There(ctx, ordinal, ref.Row, ref.Row+ref.Rows, segments)
}

// prefetch asks for all columns of the chunk, which are then read one by one, mostly while
// the chunk before it is pushed. Asking for the next one already would keep a third chunk
// in memory, and where memory is short, put out pages that nobody has read yet. Deferred ones
// are read here, several at once; who asks for one that could not be read meets its error. Not
// asked for is what the backend holds: to be told that a gigabyte is in memory takes 0.1 ms.
func (s *source) prefetch(ctx context.Context, ref operators.ChunkRef, ordinals, segments []int) {
	if d, ok := s.table.Data.(plan.Deferred); ok {
		_ = d.Need(ctx, ordinals, segments) // column says it of its own
		return
	}
	for _, o := range ordinals {
		if s.holder == nil || !s.holder.Holds(ref, o) {
			s.table.Data.Prefetch(o, ref.Row, ref.Row+ref.Rows)
		}
	}
}

// staying gives those who will see the chunk after this one.
func staying(riders []*ride) []*ride {
	stay := make([]*ride, 0, len(riders))
	for _, r := range riders {
		if r.left > 1 {
			stay = append(stay, r)
		}
	}
	return stay
}
