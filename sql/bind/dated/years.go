package dated

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// A constant that is compared with a column of YEAR is what it would be in the column: of a date, a moment or a time of
// today its year.

// ofYears reports whether a constant that is a date, a moment or a time is compared with a column of YEAR.
func ofYears(year, constant plan.Expr) bool {
	return isYear(year) && isConstant(constant) && constant.Type().Kind.Temporal()
}

// asYear gives a constant date or moment as the year that a column would have of it. Of a time the day has to be known.
func asYear(constant plan.Expr) (plan.Expr, error) {
	if isClock(constant) {
		return nil, coerce.NoDate(constant)
	}
	return coerce.StoredYear(constant), nil
}

// betweenYears gives the bounds of a column of YEAR as years where they are constants.
func betweenYears(args []plan.Expr) ([]plan.Expr, error) {
	out := slices.Clone(args)
	for i, bound := range args[1:] {
		if !ofYears(args[0], bound) {
			continue
		}
		year, err := asYear(bound)
		if err != nil {
			return nil, err
		}
		out[i+1] = year
	}
	return out, nil
}

// clockOfYear gives a time that is written beside a column of YEAR, which is the year of today, nil where there is none.
func clockOfYear(args []plan.Expr) plan.Expr {
	for i, a := range args {
		if isClock(a) && ofYears(args[1-i], a) {
			return a
		}
	}
	return nil
}

// withYear compares a date or a moment with a year, which is before all of its days.
func withYear(op plan.Op, moment, year plan.Expr) (plan.Expr, error) {
	first, err := typing.Build("MAKEDATE", year, plan.Literal(value.OfInt(1)))
	if err != nil {
		return nil, err
	}
	before, err := typing.Build(plan.Lt, moment, first)
	if err != nil {
		return nil, err
	}
	behind, err := typing.Build(plan.Ge, moment, first)
	if err != nil {
		return nil, err
	}
	switch op {
	case plan.Lt, plan.Le:
		return before, nil
	case plan.Gt, plan.Ge:
		return behind, nil
	case plan.Ne:
		return typing.Build(plan.Or, before, behind)
	case plan.NullEq:
		return typing.Build(op, moment, year)
	}
	return typing.Build(plan.And, before, behind)
}

// zeroDates gives the bounds of a column of dates or moments which are the number 0 as the least one: it stands for the
// zero date, so that the other bound is no number.
func zeroDates(args []plan.Expr) []plan.Expr {
	text := func(e plan.Expr) bool { return isText(e) && !isConstant(e) }
	if _, column := args[0].(plan.ColumnRef); !column || !isDated(args[0]) || slices.ContainsFunc(args, text) {
		return args
	}
	out := slices.Clone(args)
	for i, a := range args[1:] {
		if c, ok := a.(plan.Const); ok && isNumber(a) && !c.Value.IsNull() && value.ToFloat(c.Value) == 0 {
			out[i+1] = least(args[0].Type().Kind)
		}
	}
	return out
}
