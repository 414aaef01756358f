package typing

import (
	"math"
	"strings"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Assign gives an expression the type that is declared for what it is to be, a parameter of a
// function or its result: it converts as CAST does, cuts texts to the declared length, and has
// a number past the range of the type be error 1690. What has the type stays as it is.
func Assign(e plan.Expr, to plan.Type) (plan.Expr, error) {
	if within(e.Type(), to) {
		return e, nil
	}
	switch {
	case to.Kind == plan.String:
		return assignText(e, to)
	case to.Kind.Temporal() || to.Kind == plan.Double:
		to = plan.Plain(to)
	}
	return coerce.To(plan.Full(coerce.Bits(e)), to)
}

// within reports whether all values of a type are values of another one. A truth is a number.
func within(from, to plan.Type) bool {
	switch {
	case from.Kind == plan.Bool && to.Kind == plan.Int:
		return true
	case from.Kind != to.Kind || from.Guard > 0 || to.Kind.Scaled() && from.Scale != to.Scale:
		return false
	case to.Kind == plan.String && (to.Listed() || from.Bytes() != to.Bytes()):
		return from.Name == to.Name
	case to.Kind == plan.String:
		return to.Precision == 0 || from.Precision > 0 && from.Precision <= to.Precision && isChar(from) == isChar(to)
	case to.Kind == plan.Int && to.Min == math.MinInt64 && to.Max == math.MaxInt64:
		return true
	case to.Kind == plan.Int || to.Kind == plan.Decimal:
		return to.Min >= to.Max || from.Min < from.Max && from.Min >= to.Min && from.Max <= to.Max
	}
	return true
}

func isChar(t plan.Type) bool { return strings.HasPrefix(t.Name, "CHAR(") }

// assignText makes a text of as many characters as a type holds; CHAR has no blanks at the end.
func assignText(e plan.Expr, to plan.Type) (plan.Expr, error) {
	of := plan.Type{Kind: plan.String}
	switch {
	case to.Listed():
		return nil, fault.Errorf(fault.CodeNotSupported, "parameters and results of functions cannot be of the type %s: declare a VARCHAR", to)
	case to.Bytes():
		of = plan.BytesType()
	}
	x, err := coerce.To(e, of)
	if err == nil && to.Precision > 0 {
		x, err = Build("LEFT", x, plan.Literal(value.OfInt(int64(to.Precision))))
	}
	if err == nil && isChar(to) {
		x, err = Build("RTRIM", x)
	}
	return x, err
}
