package tail

import (
	"context"
	"fmt"

	"gsdms/plan"
)

// reader evaluates an expression on the rows of a set, one row at a time.
type reader struct {
	rows *plan.Rows
	expr *plan.Prepared
	row  int32
	leaf func(plan.Expr) (plan.Value, error)
}

func newReader(ctx context.Context, rows *plan.Rows, e plan.Expr) *reader {
	r := &reader{rows: rows, expr: plan.Prepare(ctx, e)}
	r.leaf = r.slot
	return r
}

func (r *reader) eval(row int32) (plan.Value, error) {
	r.row = row
	return r.expr.Eval(r.leaf)
}

func (r *reader) slot(e plan.Expr) (plan.Value, error) {
	s, ok := e.(plan.Slot)
	if !ok || s.Index >= len(r.rows.Columns) {
		return plan.Value{}, fmt.Errorf("%s is not among the %d columns of the rows", e, len(r.rows.Columns))
	}
	return r.rows.Columns[s.Index].Value(int(r.row)), nil
}
