package coding

import (
	"context"

	"gsdms/plan"
)

// Reader gives a column's numbers segment by segment, of a stored column or of a Spill. The
// slices have room for the rows of the segment.
type Reader func(segment int, n []int64, null []bool) (rows int, err error)

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
