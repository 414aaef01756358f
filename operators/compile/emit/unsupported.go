package emit

import (
	"fmt"

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
