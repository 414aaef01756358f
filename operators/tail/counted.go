package tail

import (
	"fmt"

	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// times is how often a row that the sides have l and r times is in the result.
func times(op plan.Repeat, l, r int64) int64 {
	if op.Except {
		return max(0, l-r)
	}
	return min(l, r)
}

// repeat lists each row as often as its counts say, and drops these.
func (r *runner) repeat(op plan.Repeat) error {
	columns := r.rows.Columns
	shown := len(columns) - 2
	if shown < 0 || columns[shown].Type.Kind != plan.Int || columns[shown+1].Type.Kind != plan.Int {
		return fmt.Errorf("repeat rows by their counts: the last two of %d columns are no counts", len(columns))
	}
	list, err := r.repeated(op, &columns[shown], &columns[shown+1])
	if err == nil {
		r.left, r.rows = list, &plan.Rows{Len: r.rows.Len, Columns: columns[:shown]}
	}
	return err
}

// repeated gives the numbers of the rows, each as often as it is in the result.
func (r *runner) repeated(op plan.Repeat, left, right *plan.Vector) ([]int32, error) {
	n := func(i int) (row int32, n int64) {
		row = int32(i)
		if r.left != nil {
			row = r.left[i]
		}
		return row, times(op, countAt(left, row), countAt(right, row))
	}
	total := int64(0)
	for i := range r.count() {
		_, times := n(i)
		if total += times; total > maxRows {
			return nil, fmt.Errorf("repeat rows by their counts: %w", errTooManyRows)
		}
	}
	if err := r.Take(4 * total); err != nil {
		return nil, err
	}
	list := make([]int32, 0, total)
	for i := range r.count() {
		row, times := n(i)
		for range times {
			if len(list)%team.ChunkRows == 0 && r.Stopped() != nil {
				return nil, r.Stopped()
			}
			list = append(list, row)
		}
	}
	return list, nil
}

// countAt is a count; NULL, of a side that does not have the row, is 0.
func countAt(v *plan.Vector, row int32) int64 {
	if v.IsNull(int(row)) {
		return 0
	}
	return v.Ints[row]
}
