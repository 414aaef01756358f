package pushscan

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/operators"
	"gsdms/plan"
)

// source cuts a snapshot into chunks. The stream owns it.
type source struct {
	table   *plan.Table
	options Options
	warm    map[columnChunk]struct{} // what has been read and checked before
	fields  map[int]arrow.Field      // by ordinal
}

type columnChunk struct{ column, seq int }

// columnError says which column of a chunk could not be read.
type columnError struct {
	column int
	err    error
}

func (e *columnError) Error() string { return e.err.Error() }
func (e *columnError) Unwrap() error { return e.err }

func newSource(t *plan.Table, o Options) source {
	return source{table: t, options: o, warm: map[columnChunk]struct{}{}, fields: map[int]arrow.Field{}}
}

// chunks is the number of chunks of the table; an empty table has one, without rows,
// so that a query on it takes the same path.
func (s *source) chunks() int {
	return max(1, (s.table.Rows+s.options.ChunkRows-1)/s.options.ChunkRows)
}

// live says, for each segment, whether the zone maps admit a row for the program.
func (s *source) live(p *operators.Program) []bool {
	live := make([]bool, s.table.Segments())
	for i := range live {
		live[i] = s.options.NoZones || !p.Skips(i)
	}
	return live
}

// ref says which segments of chunk seq anyone needs.
func (s *source) ref(seq int, riders []*ride) (operators.ChunkRef, step) {
	lo := seq * s.options.ChunkRows
	hi := min(lo+s.options.ChunkRows, s.table.Rows)
	ref := operators.ChunkRef{Table: s.table, Seq: seq, Row: lo, Rows: hi - lo}
	var st step
	for seg := lo / plan.SegmentRows; seg*plan.SegmentRows < hi; seg++ {
		if !needed(riders, seg) {
			st.skipped++
			continue
		}
		ref.Segments = append(ref.Segments, seg)
		st.pushed++
		st.rows += min(hi, (seg+1)*plan.SegmentRows) - max(lo, seg*plan.SegmentRows)
	}
	return ref, st
}

func needed(riders []*ride, segment int) bool {
	return slices.ContainsFunc(riders, func(r *ride) bool { return r.live[segment] })
}

// columns is the union of the ordinals that the riders read, ascending.
func columns(riders []*ride) []int {
	var all []int
	for _, r := range riders {
		for _, c := range r.program().Columns {
			if !slices.Contains(all, c.Ordinal) {
				all = append(all, c.Ordinal)
			}
		}
	}
	slices.Sort(all)
	return all
}

func reads(p *operators.Program, ordinal int) bool {
	return slices.ContainsFunc(p.Columns, func(c operators.Column) bool { return c.Ordinal == ordinal })
}

// record wraps the riders' columns of the chunk, without a copy. The caller releases
// it. An error is a *columnError.
func (s *source) record(ctx context.Context, ref operators.ChunkRef, riders []*ride) (arrow.Record, error) {
	ordinals := columns(riders)
	arrays := make([]arrow.Array, 0, len(ordinals))
	defer func() {
		for _, a := range arrays {
			a.Release()
		}
	}()
	fields := make([]arrow.Field, 0, len(ordinals))
	for _, o := range ordinals {
		a, err := s.table.Data.Rows(ctx, o, ref.Row, ref.Row+ref.Rows)
		if err != nil {
			return nil, &columnError{o, fmt.Errorf("read chunk %d of table %s: %w", ref.Seq, s.table.Name, err)}
		}
		s.warm[columnChunk{o, ref.Seq}] = struct{}{}
		arrays = append(arrays, a)
		fields = append(fields, s.field(o, a.DataType()))
	}
	return array.NewRecord(arrow.NewSchema(fields, nil), arrays, int64(ref.Rows)), nil
}

func (s *source) field(ordinal int, t arrow.DataType) arrow.Field {
	f, ok := s.fields[ordinal]
	if !ok {
		f = arrow.Field{
			Name: s.table.Columns[ordinal].Name, Type: t,
			Metadata: arrow.NewMetadata([]string{"ordinal"}, []string{strconv.Itoa(ordinal)}),
		}
		s.fields[ordinal] = f
	}
	return f
}

// prefetch reads and checks the columns of chunk seq that riders who stay for it need
// and that have not been read before, while the caller's wave runs; the function it returns waits for that. What goes
// wrong is found again, and reported, when the chunk is loaded.
func (s *source) prefetch(ctx context.Context, seq int, riders []*ride) (wait func()) {
	riders = staying(riders)
	ref, _ := s.ref(seq, riders)
	var cold []int
	for _, o := range columns(riders) {
		if _, ok := s.warm[columnChunk{o, seq}]; !ok && len(ref.Segments) > 0 {
			cold = append(cold, o)
		}
	}
	if len(cold) == 0 {
		return func() {}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.touch(ctx, ref, cold)
	}()
	return func() { <-done }
}

func staying(riders []*ride) []*ride {
	stay := make([]*ride, 0, len(riders))
	for _, r := range riders {
		if r.left > 1 {
			stay = append(stay, r)
		}
	}
	return stay
}

// touch has the segments of the chunk read and checked.
func (s *source) touch(ctx context.Context, ref operators.ChunkRef, ordinals []int) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { _ = recover() }() // loading the chunk meets it again, and reports it
	for _, o := range ordinals {
		s.table.Data.Prefetch(o, ref.Row, ref.Row+ref.Rows)
	}
	for _, o := range ordinals {
		if a, err := s.table.Data.Rows(ctx, o, ref.Row, ref.Row+ref.Rows); err == nil {
			a.Release()
		}
	}
}
