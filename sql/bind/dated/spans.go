package dated

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// Difference types TIMEDIFF. Dates, moments and times are subtracted from their like, and others give NULL; a text or
// a number beside a date or a moment is one or the other by how much of it is written.
func Difference(args []plan.Expr) (plan.Expr, error) {
	diff, err := typing.Build("TIMEDIFF", args...)
	if err != nil || !slices.ContainsFunc(args, isDated) || slices.ContainsFunc(args, isClock) {
		return diff, err
	}
	none := plan.NullOf(diff.Type())
	for i, a := range args {
		other := args[1-i]
		if !isDated(a) {
			continue
		}
		if isDated(other) {
			if a.Type().Kind != other.Type().Kind {
				return none, nil
			}
			return diff, nil
		}
		timed, err := hasTime(other)
		if err != nil || timed == nil {
			return diff, err
		}
		if a.Type().Kind == plan.Date {
			return typing.Build(plan.If, timed, none, diff)
		}
		return typing.Build(plan.If, timed, diff, none)
	}
	return diff, nil
}

// hasTime asks whether a text or a number is written as a moment, and not as a day; nil for what is neither.
func hasTime(e plan.Expr) (plan.Expr, error) {
	switch {
	case isText(e):
		return typing.Build(plan.Gt, whole(plan.PartsOfMoment, e), plan.Literal(value.OfInt(partsOfDay)))
	case isNumber(e):
		return typing.Build(plan.Gt, e, plan.Literal(value.OfInt(lastDay)))
	}
	return nil, nil
}

// partsOfDay are how many parts a day has: year, month and day.
const partsOfDay = 3

// lastDay is the greatest number that says a day.
const lastDay = 9999_12_31

// Moved types ADDTIME, SUBTIME and TIMESTAMP of two arguments. A column of dates or moments is no time that is added.
func Moved(op plan.Op, args []plan.Expr) (plan.Expr, error) {
	sum, err := typing.Build(op, args...)
	if err != nil || len(args) != 2 || !isDated(args[1]) {
		return sum, err
	}
	if _, column := args[1].(plan.ColumnRef); !column || args[1].Type().Kind == plan.Date && !isDated(args[0]) {
		return sum, nil
	}
	return plan.NullOf(sum.Type()), nil
}

// Ordered types STRCMP, which refuses a constant that is no date beside one, as comparisons do.
func Ordered(args []plan.Expr) (plan.Expr, error) {
	if len(args) == 2 && slices.ContainsFunc(args, isDated) && slices.ContainsFunc(args, isText) {
		if _, err := typing.Build(plan.Eq, args...); err != nil {
			return nil, err
		}
	}
	return typing.Build("STRCMP", args...)
}
