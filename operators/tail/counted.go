package tail

import (
	"context"
	"fmt"

	"gsdms/plan"
)

// SetOperation is a set operation that keeps repetitions.
type SetOperation uint8

// The set operations of Counted.
const (
	IntersectAll SetOperation = iota // as often as in the side that has a row less often
	ExceptAll                        // as often as the left side has a row more often
)

// times is how often a row that the sides have l and r times is in the result.
func (s SetOperation) times(l, r int64) int64 {
	if s == ExceptAll {
		return max(0, l-r)
	}
	return min(l, r)
}

// Counted ends INTERSECT ALL and EXCEPT ALL. The rows are the different rows of both sides
// with two columns of counts behind them: how often the left and the right side have each
// (0 or NULL: it has not). It repeats each row and drops the counts. Context and memory
// are as for Run.
func Counted(ctx context.Context, op SetOperation, rows *plan.Rows, o Options) (*plan.Rows, error) {
	shown := len(rows.Columns) - 2
	if shown < 0 || rows.Columns[shown].Type.Kind != plan.Int || rows.Columns[shown+1].Type.Kind != plan.Int {
		return nil, fmt.Errorf("repeat rows by their counts: the last two of %d columns are no counts", len(rows.Columns))
	}
	r := newRunner(ctx, &plan.Rows{Len: rows.Len, Columns: rows.Columns[:shown]}, o)
	return r.end(r.repeat(op, &rows.Columns[shown], &rows.Columns[shown+1]), rows)
}

// repeat lists each row as often as the counts say.
func (r *runner) repeat(op SetOperation, left, right *plan.Vector) error {
	total := int64(0)
	for row := range r.rows.Len {
		total += op.times(countAt(left, row), countAt(right, row))
		if total > maxRows {
			return fmt.Errorf("repeat rows by their counts: %w", errTooManyRows)
		}
	}
	if err := r.take(4 * total); err != nil {
		return err
	}
	list := make([]int32, 0, total)
	for row := range r.rows.Len {
		for range op.times(countAt(left, row), countAt(right, row)) {
			if len(list)%chunkRows == 0 && r.stopped() != nil {
				return r.stopped()
			}
			list = append(list, int32(row))
		}
	}
	r.left = list
	return nil
}

// countAt is a count; NULL, of a side that does not have the row, is 0.
func countAt(v *plan.Vector, row int) int64 {
	if v.IsNull(row) {
		return 0
	}
	return v.Ints[row]
}
