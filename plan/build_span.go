package plan

import (
	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// TimeSpan types TIMESTAMPDIFF(unit, from, to): whole units, the last one only if it is
// over.
func TimeSpan(name string, from, to Expr) (Expr, error) {
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
		return intCall(IntDiv, wholeMonths(a, b), num(u.Months)), nil
	case u.Months == 1:
		return wholeMonths(a, b), nil
	case a.Type().Kind == Date:
		days := intCall(DateDiff, b, a)
		if u.Days > 0 {
			return quotientOf(days, u.Days), nil
		}
		return multiple(days, value.DaySeconds/u.Seconds), nil
	case u.Micros:
		return multiple(intCall(DateDiff, b, a), value.Ticks(value.MaxFraction-scale)), nil
	}
	return quotientOf(intCall(DateDiff, b, a), max(u.Seconds, u.Days*value.DaySeconds)*value.Ticks(scale)), nil
}

// quotientOf is n divided by a constant, toward 0.
func quotientOf(n Expr, by int64) Expr {
	if by == 1 {
		return n
	}
	return intCall(IntDiv, n, num(by))
}

// spanEnds gives both ends of a span as dates, if both are dates, else as moments of one
// scale.
func spanEnds(from, to Expr, u function.Unit) (a, b Expr, err error) {
	ends := [2]Expr{from, to}
	if !u.Micros && isDay(from) && isDay(to) {
		for i, e := range ends {
			if ends[i], err = date(e); err != nil {
				return nil, nil, err
			}
		}
		return ends[0], ends[1], nil
	}
	scale := 0
	for i, e := range ends {
		if ends[i], err = moment(e); err != nil {
			return nil, nil, err
		}
		scale = max(scale, ends[i].Type().Scale)
	}
	both, err := convertAll(Type{Kind: DateTime, Scale: scale}, ends[:]...)
	if err != nil {
		return nil, nil, err
	}
	return both[0], both[1], nil
}

// isDay reports whether an expression is a date without a time of day.
func isDay(e Expr) bool {
	c, ok := e.(Const)
	if !ok || c.Value.Kind != String {
		return e.Type().Kind == Date
	}
	m, ok := value.ReadDateTime(c.Value.Text)
	return ok && m.Micros == 0
}

// wholeMonths gives how many months lie between two dates or moments, the last one only if
// it is over.
func wholeMonths(a, b Expr) Expr {
	months := intCall(Sub, monthNumber(b), monthNumber(a))
	inA, inB := intoMonth(a), intoMonth(b)
	one := func(x, y, p, q Expr) Expr { return choice(below(x, y), choice(below(p, q), num(1), num(0)), num(0)) }
	started := one(num(0), months, inB, inA)
	ended := one(months, num(0), inA, inB)
	return intCall(Add, intCall(Sub, months, started), ended)
}

func monthNumber(e Expr) Expr {
	d := dayOf(e)
	return intCall(Add, intCall(Mul, intCall(Year, d), num(12)), intCall(Month, d))
}

// dayOf is the date of a date or moment.
func dayOf(e Expr) Expr {
	if e.Type().Kind == Date {
		return e
	}
	return Cast{X: e, To: Type{Kind: Date}}
}

// intoMonth says how far a date or moment is into its month.
func intoMonth(e Expr) Expr {
	day := intCall(Day, dayOf(e))
	if e.Type().Kind == Date {
		return day
	}
	scale := e.Type().Scale
	rest := Ticks(Cast{X: e, To: Type{Kind: Time, Scale: scale}})
	return intCall(Add, intCall(Mul, day, num(value.DayTicks(scale))), rest)
}
