package engine

import (
	"context"
	"errors"

	"gsdms/operators/compile"
	"gsdms/plan"
)

// Wider makes the plan that a query has where decimals leave 64 bits between its steps: what is
// computed of these is computed behind the scans. It is nil unless err says so.
func (q *Query) Wider(ctx context.Context, err error) (*Query, error) {
	if !outgrows(err) || q.wider == nil {
		return nil, nil
	}
	return q.wider(ctx)
}

// outgrows reports whether a decimal leaves 64 bits.
func outgrows(err error) bool {
	var outside *plan.RangeError
	return isWide(err) || errors.As(err, &outside) && outside.Kind == plan.Decimal
}

// isWide reports whether a program would have to compute with numbers past 64 bits.
func isWide(err error) bool {
	var unsupported *compile.UnsupportedError
	return errors.As(err, &unsupported) && unsupported.Wide
}
