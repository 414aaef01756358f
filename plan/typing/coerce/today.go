package coerce

import (
	"errors"
	"fmt"
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing/call"
)

// ErrNeedsDay says that an expression takes a TIME for a moment: one of the day of the statement,
// which only who binds it knows. OnDay makes that of the TIMEs among its arguments.
type ErrNeedsDay struct{ of []plan.Expr }

// Error implements error.
func (e *ErrNeedsDay) Error() string {
	return "a TIME is taken for a moment of the day of the statement, which is not known here: TIME(x) is the time of a moment"
}

// SQLCode gives MySQL's number.
func (e *ErrNeedsDay) SQLCode() int { return fault.CodeNotSupported }

// NeedsDay reports whether an error is an ErrNeedsDay.
func NeedsDay(err error) bool {
	var needs *ErrNeedsDay
	return errors.As(err, &needs)
}

// NoDate says so of the TIMEs among some expressions.
func NoDate(of ...plan.Expr) error { return &ErrNeedsDay{of: of} }

// OnDay gives arguments with the moments of a day in place of the TIMEs for which an ErrNeedsDay
// asks.
func OnDay(day plan.Const, args []plan.Expr, needs error) ([]plan.Expr, error) {
	var asked *ErrNeedsDay
	if !errors.As(needs, &asked) {
		return nil, needs
	}
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		out[i] = a
		if a == nil || a.Type().Kind != plan.Time && !IsMovedText(a) || !slices.ContainsFunc(asked.of, func(e plan.Expr) bool { return plan.Equal(a, e) }) {
			continue
		}
		m, err := Timestamp([]plan.Expr{day, a})
		if err == nil && IsMovedText(a) {
			m, err = timeOfDay(m, a)
		}
		if err == nil {
			m, err = plan.FoldAll(m)
		}
		if err != nil {
			return nil, fmt.Errorf("moment of %s: %w", a, err)
		}
		out[i] = m
	}
	return out, nil
}

// IsMovedText reports whether an expression is the text that ADDTIME or SUBTIME has made of a text or a number. Where it
// says a time, a function of moments takes it for one of the day of the statement.
func IsMovedText(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	return ok && (c.Op == plan.AddTime || c.Op == plan.SubTime) && c.Of.Kind == plan.String
}

// timeOfDay gives a moment of a day where a text says a time, and else the moment that the text says.
func timeOfDay(ofDay, text plan.Expr) (plan.Expr, error) {
	said, err := To(text, ofDay.Type())
	if err != nil {
		return nil, err
	}
	time, err := Span(text)
	if err != nil {
		return nil, err
	}
	none := plan.Call{Op: plan.IsNull, Args: []plan.Expr{time}, Of: plan.Type{Kind: plan.Bool}}
	return call.If(none, said, ofDay), nil
}
