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
	var outside *plan.RangeError
	wide := isWide(err) || errors.As(err, &outside) && outside.Kind == plan.Decimal
	if !wide || q.wider == nil {
		return nil, nil
	}
	return q.wider(ctx)
}

// isWide reports whether a program would have to compute with numbers past 64 bits.
func isWide(err error) bool {
	var unsupported *compile.UnsupportedError
	return errors.As(err, &unsupported) && unsupported.Wide
}
