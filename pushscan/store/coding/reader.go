package coding

import (
	"context"

	"gsdms/plan"
)

// Reader gives a column's numbers segment by segment, of a stored column or of a Spill. The
// slices have room for the rows of the segment.
type Reader func(segment int, n []int64, null []bool) (rows int, err error)

// Stored gives a column segment by segment in the form that it is stored in: how many bytes of out
// its rows take, and the bounds of the stored numbers. out is aligned to 8 and has room for them.
type Stored func(segment int, out []byte) (bytes int, lo, hi uint64, err error)

// Encoded is a column of a table of so many rows in a form that holds its numbers. One goroutine
// uses it.
func Encoded(read Reader, form plan.Storage, rows int) Stored {
	n, null := NewSegment(rows)
	return func(segment int, out []byte) (int, uint64, uint64, error) {
		count, err := read(segment, n, null)
		if err != nil {
			return 0, 0, 0, err
		}
		var nulls []bool // NULL has a number only in a form that says so
		if form.Nullable {
			nulls = null[:count]
		}
		out = out[:count*form.Width]
		lo, hi := Encode(out, n[:count], nulls, form)
		return len(out), lo, hi, nil
	}
}

// NewSegment makes room for the numbers of any segment of a table of so many rows.
func NewSegment(rows int) (n []int64, null []bool) {
	rows = min(rows, plan.SegmentRows)
	return make([]int64, rows), make([]bool, rows)
}

// SummarizeAll bounds a whole column.
func SummarizeAll(ctx context.Context, read Reader, rows int) (Summary, error) {
	total := Empty()
	n, null := NewSegment(rows)
	for s := range SegmentsOf(rows) {
		if err := ctx.Err(); err != nil {
			return total, err
		}
		count, err := read(s, n, null)
		if err != nil {
			return total, err
		}
		total.Merge(Summarize(n[:count], null[:count]))
	}
	return total, nil
}

// SegmentsOf is how many segments so many rows take.
func SegmentsOf(rows int) int { return (rows + plan.SegmentRows - 1) / plan.SegmentRows }

// ReadAll reads a whole column.
func ReadAll(ctx context.Context, read Reader, rows int) ([]int64, []bool, error) {
	n, null := make([]int64, rows), make([]bool, rows)
	for s := range SegmentsOf(rows) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		lo, hi := s*plan.SegmentRows, min((s+1)*plan.SegmentRows, rows)
		if _, err := read(s, n[lo:hi], null[lo:hi]); err != nil {
			return nil, nil, err
		}
	}
	return n, null, nil
}
