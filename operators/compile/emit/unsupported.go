package emit

import (
	"context"
	"fmt"
	"math"

	"gsdms/operators"
	"gsdms/operators/index"
	"gsdms/plan"
)

// UnsupportedError says that the engine has no way to compute an expression where it
// stands.
type UnsupportedError struct {
	Expr plan.Expr // nil when no expression is to blame
	Why  string
	Wide bool // it has numbers of more than 64 bits
}

// unsupportedCode is the error code of an UnsupportedError.
const unsupportedCode = 1235

// SQLCode gives MySQL's number.
func (e *UnsupportedError) SQLCode() int { return unsupportedCode }

// Error names the expression and the reason.
func (e *UnsupportedError) Error() string {
	if e.Expr == nil {
		return e.Why
	}
	return fmt.Sprintf("%s is not supported here: %s", e.Expr, e.Why)
}

// NullableNumbers gives an array of numbers that may be any of 64 bits, which leave none for NULL.
func NullableNumbers(ctx context.Context, name string, numbers []int64, null []bool) (*operators.Array, operators.Reg, error) {
	a, r := index.Numbers(ctx, name, numbers, null)
	if a.Storage.Nullable && r.Lo == math.MinInt64 && r.Hi == math.MaxInt64 {
		return nil, r, &UnsupportedError{Why: index.ErrNoNull.Error(), Wide: true}
	}
	return a, r, nil
}
