package coerce

import (
	"strings"

	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// LastDay is the greatest number that spells a day, and no moment.
const LastDay = 99991231

// movedMoment gives the moment that a moved number or text is, of which the text is not made where a day
// or a moment is asked for: one that is written as a day is that at midnight.
func movedMoment(e plan.Expr) (plan.Expr, bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.If || c.Of.Kind != plan.String {
		return nil, false
	}
	day, ok := c.Args[1].(plan.Cast)
	if !ok {
		return nil, false
	}
	if day.X.Type().Kind == plan.DateTime {
		return exactMoment(c)
	}
	exact, ok := exactMoment(c.Args[2])
	of, also := day.X.(plan.Cast)
	if !ok || !also || day.X.Type().Kind != plan.Date || !plan.Equal(of.X, exact) {
		return nil, false
	}
	return exact, true
}

// movedClock gives the time of a moved number or text, which is 0 of one that is written as a day.
func movedClock(e plan.Expr, to plan.Type) (t plan.Expr, ok bool, err error) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.If || c.Of.Kind != plan.String {
		return nil, false, nil
	}
	day, ok := c.Args[1].(plan.Cast)
	exact, moved := exactMoment(c.Args[2])
	if !ok || !moved || day.X.Type().Kind != plan.Date {
		return nil, false, nil
	}
	both, err := All(to, day.X, exact)
	if err != nil {
		return nil, false, err
	}
	return call.If(c.Args[0], both[0], both[1]), true, nil
}

// ShownMoment gives the moment that a text is of which shows it to the second, with six digits behind that or none:
// such texts are in the order of the moments.
func ShownMoment(e plan.Expr) (plan.Expr, bool) {
	m, ok := exactMoment(e)
	if _, chosen := e.(plan.Call); !ok || e.Type().Kind != plan.String || !chosen && m.Type().Scale > 0 {
		return nil, false // the day of a moment is a cast of it, too
	}
	return m, true
}

// exactMoment gives the moment that a text is of, whether or not the digits of its second are chosen.
func exactMoment(e plan.Expr) (plan.Expr, bool) {
	var whole plan.Cast
	digits, chosen := e.(plan.Call)
	if chosen {
		if digits.Op != plan.If {
			return nil, false
		}
		whole, _ = digits.Args[1].(plan.Cast)
		e = digits.Args[2]
	}
	exact, ok := e.(plan.Cast)
	if !ok || exact.X.Type().Kind != plan.DateTime {
		return nil, false
	}
	of, _ := whole.X.(plan.Cast)
	return exact.X, !chosen || of.X != nil && plan.Equal(of.X, exact.X)
}

// SpelledNumber gives the number of a moved moment, day or time whose text it is, as a decimal: it has
// all digits, where what the text begins with is its year or its hours.
func SpelledNumber(e plan.Expr) (plan.Expr, bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Of.Kind != plan.String {
		return nil, false
	}
	if c.Op == plan.AddTime || c.Op == plan.SubTime {
		return plan.Call{Op: plan.ClockNumber, Args: []plan.Expr{e}, Of: spelled()}, true
	}
	if c.Op != plan.If {
		return nil, false
	}
	m, ok := exactMoment(c)
	day, short := c.Args[1].(plan.Cast)
	if ok && short && day.X.Type().Kind == plan.DateTime {
		return spelledBy(m)
	}
	if m, ok = exactMoment(c.Args[2]); !ok || !short || day.X.Type().Kind != plan.Date || !asksForDay(c.Args[0]) {
		return nil, false
	}
	days, ok1 := spelledBy(day.X)
	moments, ok2 := spelledBy(m)
	return call.If(c.Args[0], days, moments), ok1 && ok2
}

// SpelledBy gives the number of a moved moment, day or time, as SpelledNumber, of the constant that its text has become.
func SpelledBy(c plan.Const) (plan.Expr, error) {
	if strings.Contains(c.Value.Text, ":") {
		return plan.Call{Op: plan.ClockNumber, Args: []plan.Expr{c}, Of: spelled()}, nil
	}
	day, err := To(c, plan.Type{Kind: plan.Date})
	if err == nil {
		day, err = Number(day)
	}
	if err == nil {
		day, err = To(day, spelled())
	}
	return day, err
}

// spelled is the type of what moments and times are as numbers.
func spelled() plan.Type {
	return value.DecimalType(len("YYYYMMDDhhmmss")+value.MaxFraction, value.MaxFraction)
}

// spelledBy gives the number of a day or a moment.
func spelledBy(e plan.Expr) (plan.Expr, bool) {
	n, err := Number(e)
	if err == nil {
		n, err = To(n, spelled())
	}
	return n, err == nil
}

// asksForDay reports whether a condition asks whether a text or a number that is moved spells a day.
func asksForDay(e plan.Expr) bool {
	c, ok := e.(plan.Call)
	if !ok || len(c.Args) != 2 {
		return false
	}
	parts, ok := c.Args[0].(plan.Call)
	last, known := c.Args[1].(plan.Const)
	return ok && parts.Op == plan.PartsOfMoment || c.Op == plan.Le && known && plan.Equal(plan.Full(last), call.Num(LastDay))
}
