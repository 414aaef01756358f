package change

import (
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/bind/strict"
	"gsdms/sql/command"
	"gsdms/sql/parse"
)

// ignored takes what INSERT IGNORE gives a column that does not hold it: the nearest value that it
// does, of which a warning tells, with the number of the error that it is otherwise.
type ignored struct {
	*command.Call
	warned int
}

// value is a value in the place of one that was refused; the error stays where there is none.
func (x *ignored) value(v plan.Value, of *plan.Column, row int, refused error) (plan.Value, error) {
	known, ok := plan.Value{}, false
	switch {
	case !v.IsNull():
		if known, ok = strict.Nearest(v, of.Type); !ok {
			known, ok = plan.Value{}, of.Nullable
		}
	case !of.Nullable:
		known, ok = strict.Implicit(of.Type)
	}
	if !ok {
		return v, refused
	}
	e := parse.AsError(x.Text, refused)
	x.warn(e.Code, fmt.Sprintf("%s (column '%s' at row %d)", e.Message, of.Name, row+1))
	return known, nil
}

// written is value for one that is written in the statement. What cannot be computed stays an error.
func (x *ignored) written(e ast.ExprNode, of *plan.Column, row int, refused error) (plan.Value, error) {
	v, err := x.Constant(e)
	if err != nil {
		return v, refused
	}
	return x.value(v, of, row, refused)
}

// absent is the value of a column that a row gives nothing.
func (x *ignored) absent(of *plan.Column) (plan.Value, bool) {
	v, ok := strict.Implicit(of.Type)
	if ok {
		x.warn(parse.CodeNoDefault, fmt.Sprintf("Field '%s' doesn't have a default value", of.Name))
	}
	return v, ok
}

// warn has the session tell of the first ones.
func (x *ignored) warn(code int, message string) {
	if x.warned++; x.warned <= mostDuplicates {
		x.Session.Warn("Warning", code, message)
	}
}
