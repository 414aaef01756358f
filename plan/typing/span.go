package typing

import (
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// TimeSpan types TIMESTAMPDIFF(unit, from, to): whole units, the last one only if it is
// over.
func TimeSpan(name string, from, to plan.Expr) (plan.Expr, error) {
	from, to = coerce.Written(from), coerce.Written(to)
	u, err := function.UnitOf(name)
	if err != nil || u.Parts != nil {
		return nil, fault.Errorf(fault.CodeNotSupported, "TIMESTAMPDIFF in units of %s is not supported", name)
	}
	a, b, err := spanEnds(from, to, u)
	if err != nil {
		return nil, err
	}
	scale := a.Type().Scale
	switch {
	case u.Months > 1:
		return call.Int(plan.IntDiv, wholeMonths(a, b), call.Num(u.Months)), nil
	case u.Months == 1:
		return wholeMonths(a, b), nil
	case a.Type().Kind == plan.Date:
		days := call.Int(plan.DateDiff, b, a)
		if u.Days > 0 {
			return quotientOf(days, u.Days), nil
		}
		return call.Times(days, value.DaySeconds/u.Seconds), nil
	case u.Micros:
		return call.Times(call.Int(plan.DateDiff, b, a), value.Ticks(value.MaxFraction-scale)), nil
	}
	return quotientOf(call.Int(plan.DateDiff, b, a), max(u.Seconds, u.Days*value.DaySeconds)*value.Ticks(scale)), nil
}

// quotientOf is n divided by a constant, toward 0.
func quotientOf(n plan.Expr, by int64) plan.Expr {
	if by == 1 {
		return n
	}
	return call.Int(plan.IntDiv, n, call.Num(by))
}

// spanEnds gives both ends of a span as dates, if both are dates, else as moments of one
// scale.
func spanEnds(from, to plan.Expr, u function.Unit) (a, b plan.Expr, err error) {
	ends := [2]plan.Expr{from, to}
	if !u.Micros && isDay(from) && isDay(to) {
		for i, e := range ends {
			if ends[i], err = coerce.Date(e); err != nil {
				return nil, nil, err
			}
		}
		return ends[0], ends[1], nil
	}
	scale := 0
	for i, e := range ends {
		if ends[i], err = coerce.Moment(e); err != nil {
			return nil, nil, err
		}
		scale = max(scale, ends[i].Type().Scale)
	}
	both, err := coerce.All(plan.Type{Kind: plan.DateTime, Scale: scale}, ends[:]...)
	if err != nil {
		return nil, nil, err
	}
	return both[0], both[1], nil
}

// isDay reports whether an expression is a date without a time of day.
func isDay(e plan.Expr) bool {
	c, ok := e.(plan.Const)
	if !ok || c.Value.Kind != plan.String {
		return e.Type().Kind == plan.Date
	}
	m, ok := value.ReadDateTime(c.Value.Text)
	return ok && m.Micros == 0
}

// wholeMonths gives how many months lie between two dates or moments, the last one only if
// it is over.
func wholeMonths(a, b plan.Expr) plan.Expr {
	months := call.Int(plan.Sub, monthNumber(b), monthNumber(a))
	inA, inB := intoMonth(a), intoMonth(b)
	one := func(x, y, p, q plan.Expr) plan.Expr {
		return call.If(call.Less(x, y), call.If(call.Less(p, q), call.Num(1), call.Num(0)), call.Num(0))
	}
	started := one(call.Num(0), months, inB, inA)
	ended := one(months, call.Num(0), inA, inB)
	return call.Int(plan.Add, call.Int(plan.Sub, months, started), ended)
}

func monthNumber(e plan.Expr) plan.Expr {
	d := dayOf(e)
	return call.Int(plan.Add, call.Int(plan.Mul, call.Int(plan.Year, d), call.Num(12)), call.Int(plan.Month, d))
}

// dayOf is the date of a date or moment.
func dayOf(e plan.Expr) plan.Expr {
	if e.Type().Kind == plan.Date {
		return e
	}
	return plan.Cast{X: e, To: plan.Type{Kind: plan.Date}}
}

// intoMonth says how far a date or moment is into its month.
func intoMonth(e plan.Expr) plan.Expr {
	day := call.Int(plan.Day, dayOf(e))
	if e.Type().Kind == plan.Date {
		return day
	}
	scale := e.Type().Scale
	rest := call.Ticks(plan.Cast{X: e, To: plan.Type{Kind: plan.Time, Scale: scale}})
	return call.Int(plan.Add, call.Int(plan.Mul, day, call.Num(value.DayTicks(scale))), rest)
}
