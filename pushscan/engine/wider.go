package engine

import (
	"context"
	"errors"

	"gsdms/operators/compile"
	"gsdms/operators/compile/scalar"
	"gsdms/operators/index"
	"gsdms/plan"
)

// form is how much a plan takes for granted of the values that it will meet.
type form uint8

const (
	presuming form = iota // functions of many texts refuse none that counts, and give numbers of 64 bits, which nobody tries before
	trying                // what is computed of numbers fits 64 bits
	widest                // neither
)

// after gives the form of the plan that follows one with an error; presumed says that this one took
// functions for granted. ok is false where no other plan helps.
func (f form) after(err error, presumed bool) (next form, ok bool) {
	switch {
	case f == presuming && presumed && (plan.IsOfValue(err) || errors.As(err, new(*compile.UnsupportedError))):
		return trying, true
	case f < widest && outgrows(err):
		return widest, true
	}
	return f, false
}

// computes reports whether programs compute an expression, as far as a form tries that.
func (f form) computes(ctx context.Context, tables []*plan.TableRef, e plan.Expr, cache *index.Cache) (bool, error) {
	if f == widest {
		return scalar.ComputableWide(ctx, tables, e, cache)
	}
	return scalar.Computable(ctx, tables, e, cache)
}

// Under makes the plan that a query has where the one that it has took too much for granted, as an error
// says: where decimals leave 64 bits between its steps, what is computed of these is computed behind the
// scans, and where a function refuses a text, that function is. It is nil unless err says so.
func (q *Query) Under(ctx context.Context, err error) (*Query, error) {
	if q.under == nil || err == nil {
		return nil, nil
	}
	return q.under(ctx, err)
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
