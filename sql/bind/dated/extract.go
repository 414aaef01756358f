package dated

import (
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// single are the units of one part. The first five are of a day.
var single = []string{"YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND", "MICROSECOND"}

// parts are those of units of several, coarse to fine.
var parts = map[string][]string{
	"YEAR_MONTH": {"YEAR", "MONTH"}, "DAY_HOUR": {"DAY", "HOUR"}, "DAY_MINUTE": {"DAY", "HOUR", "MINUTE"},
	"DAY_SECOND": {"DAY", "HOUR", "MINUTE", "SECOND"}, "DAY_MICROSECOND": {"DAY", "HOUR", "MINUTE", "SECOND", "MICROSECOND"},
	"HOUR_MINUTE": {"HOUR", "MINUTE"}, "HOUR_SECOND": {"HOUR", "MINUTE", "SECOND"},
	"HOUR_MICROSECOND": {"HOUR", "MINUTE", "SECOND", "MICROSECOND"}, "MINUTE_SECOND": {"MINUTE", "SECOND"},
	"MINUTE_MICROSECOND": {"MINUTE", "SECOND", "MICROSECOND"}, "SECOND_MICROSECOND": {"SECOND", "MICROSECOND"},
}

// Extract types EXTRACT(unit FROM x): of several parts the digits of one behind those of the other. Of what is no
// date and no moment the parts of a time have the sign of that, and its hours may be those of several days.
func Extract(unit string, x plan.Expr) (plan.Expr, error) {
	unit = strings.ToUpper(unit)
	of, ok := parts[unit]
	if !ok {
		of = []string{unit}
	}
	if !slices.Contains(single, of[len(of)-1]) {
		return nil, fault.Errorf(fault.CodeNotSupported, "EXTRACT of %s is not supported", unit)
	}
	if isDated(x) || slices.Index(single, of[len(of)-1]) < slices.Index(single, "HOUR") {
		return digitsOf(nil, of, x)
	}
	t, err := typing.Build("TIME", plan.Full(x))
	if err != nil {
		return nil, err
	}
	var day plan.Expr
	if of[0] == "DAY" {
		if day, err = dayBefore(x); err != nil {
			return nil, err
		}
		of = of[1:]
	}
	out, err := digitsOf(day, of, t)
	if err != nil {
		return nil, err
	}
	below := plan.Call{Op: plan.Lt, Args: []plan.Expr{call.Ticks(t), plan.Literal(value.OfInt(0))}, Of: plan.Type{Kind: plan.Bool}}
	negative, err := typing.Build(plan.Neg, out)
	if err != nil {
		return nil, err
	}
	return typing.Build(plan.If, below, negative, out)
}

// digitsOf gives the parts of a value as the digits of one number, behind others.
func digitsOf(before plan.Expr, of []string, x plan.Expr) (out plan.Expr, err error) {
	out = before
	for _, part := range of {
		n, err := typing.Build(plan.Op(part), x)
		if err != nil {
			return nil, err
		}
		width := int64(100)
		if part == "MICROSECOND" {
			width = 1e6
		}
		if out != nil {
			n = whole(plan.Add, whole(plan.Mul, out, plan.Literal(value.OfInt(width))), n)
		}
		out = n
	}
	return out, nil
}

// dayBefore gives the day of the month of a text or a number that says a moment, 0 of one that says a time, and nil
// where it is surely a time.
func dayBefore(x plan.Expr) (plan.Expr, error) {
	if isClock(x) {
		return nil, nil
	}
	var clock plan.Expr
	if isText(x) {
		span := plan.Call{Op: plan.SpanOf, Args: []plan.Expr{x}, Of: plan.Type{Kind: plan.Time, Scale: value.MaxFraction}}
		null, err := typing.Build(plan.IsNull, span)
		if err != nil {
			return nil, err
		}
		if clock, err = typing.Build(plan.Not, null); err != nil {
			return nil, err
		}
	} else {
		var err error
		if clock, err = typing.Build(plan.Le, x, plan.Literal(value.OfInt(longestTime))); err != nil {
			return nil, err
		}
	}
	date, err := coerce.To(x, plan.Type{Kind: plan.Date})
	if err != nil {
		return nil, err
	}
	day, err := typing.Build("DAY", date)
	if err != nil {
		return nil, err
	}
	return typing.Build(plan.If, clock, plan.Literal(value.OfInt(0)), day)
}

// longestTime is the greatest number that says a time.
const longestTime = 838_59_59

func whole(op plan.Op, args ...plan.Expr) plan.Expr {
	return plan.Call{Op: op, Args: args, Of: plan.Type{Kind: plan.Int}}
}
