package tail

import (
	"fmt"

	"gsdms/operators/tail/unfold"
	"gsdms/plan"
)

// unfold lists each row once for each row of the document in its last column, whose columns that of these
// take the place of.
func (r *runner) unfold(op plan.Unfold) error {
	if err := r.settle(); err != nil {
		return err
	}
	last := len(r.rows.Columns) - 1
	if last < 0 {
		return fmt.Errorf("unfold rows by documents: the rows have no columns")
	}
	of, columns, err := unfold.Rows(r.ctx, r.Team, op, &r.rows.Columns[last], r.rows.Len)
	if err != nil {
		return fmt.Errorf("unfold rows by documents: %w", err)
	}
	out := &plan.Rows{Len: len(of)}
	for i := range r.rows.Columns[:last] {
		v, err := r.gather(&r.rows.Columns[i], of)
		if err != nil {
			return err
		}
		out.Columns = append(out.Columns, v)
	}
	out.Columns = append(out.Columns, columns...)
	r.rows = out
	return nil
}
