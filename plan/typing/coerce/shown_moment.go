package coerce

import (
	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// shownMoment gives the moment that a text shows which is chosen among those of moments, dates and
// constants, as COALESCE(m, '2024-05-01') is, without the texts; false of other texts, and of constants that
// are no moments.
func shownMoment(e plan.Expr) (plan.Expr, bool) {
	to := plan.Type{Kind: plan.DateTime, Scale: value.MaxFraction}
	var m plan.Expr
	var err error
	switch x := e.(type) {
	case plan.Const:
		if x.Value.IsNull() {
			return plan.NullOf(to), true
		}
		m, err = TimeLiteral(plan.DateTime, x.Value.Text)
	case plan.Cast:
		if m = Shown(x); m == nil {
			return nil, false
		}
	case plan.Call:
		return chosenMoment(x)
	default:
		return nil, false
	}
	if err == nil {
		m, err = To(m, to)
	}
	return m, err == nil
}

// firstDay gives the day that DATE_FORMAT shows of another one: itself, the first of its month, or of its year;
// false of other texts.
func firstDay(e plan.Expr) (plan.Expr, bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != "DATE_FORMAT" || c.Args[0].Type().Kind != plan.Date {
		return nil, false
	}
	format, ok := c.Args[1].(plan.Const)
	if !ok {
		return nil, false
	}
	day := c.Args[0]
	before := func(of plan.Op) plan.Expr { return call.Int(plan.Sub, call.Int(of, day), call.Num(1)) }
	first := call.Date(plan.Sub, day, before(plan.Day))
	switch format.Value.Text {
	case "%Y-%m-%d":
		return day, true
	case "%Y-%m-01":
		return first, true
	case "%Y-01-01":
		return call.Date(plan.AddMonths, first, call.Int(plan.Neg, before(plan.Month))), true
	}
	return nil, false
}

// momentOf gives the moment that a text is of, which moves one, is chosen among those of several, or shows a day;
// false of others.
func momentOf(e plan.Expr) (plan.Expr, bool) {
	if d, ok := firstDay(e); ok {
		return d, true
	}
	if m, ok := movedMoment(e); ok {
		return m, true
	}
	if c, ok := e.(plan.Call); ok && e.Type().Kind == plan.String {
		return chosenMoment(c)
	}
	return nil, false
}

// OrMoment gives the moment that a text shows in place of the text, which is NULL where it is; other expressions as they are.
func OrMoment(e plan.Expr) plan.Expr {
	if _, constant := e.(plan.Const); constant || e.Type().Kind != plan.String {
		return e
	}
	if m, ok := shownMoment(e); ok {
		return m
	}
	return e
}

// chosenMoment is shownMoment of a choice.
func chosenMoment(c plan.Call) (plan.Expr, bool) {
	test, yes, no, ok := choiceOf(c)
	if !ok {
		return nil, false
	}
	if yes, ok = shownMoment(yes); !ok {
		return nil, false
	}
	no, ok = shownMoment(no)
	return call.If(test, yes, no), ok
}

// Chosen gives the parts of a text that is chosen among those of moments, dates and constants that are moments, so
// that each can be taken by itself; false of other texts.
func Chosen(e plan.Expr) (test, yes, no plan.Expr, ok bool) {
	c, ok := e.(plan.Call)
	if !ok || e.Type().Kind != plan.String {
		return nil, nil, nil, false
	}
	if _, ok = chosenMoment(c); !ok {
		return nil, nil, nil, false
	}
	return choiceOf(c)
}

// choiceOf gives the parts of IF. Whether the text of a moment is NULL the moment tells.
func choiceOf(c plan.Call) (test, yes, no plan.Expr, ok bool) {
	if c.Op != plan.If {
		return nil, nil, nil, false
	}
	test = c.Args[0]
	if null, ok := test.(plan.Call); ok && null.Op == plan.IsNull {
		if m := Shown(null.Args[0]); m != nil {
			null.Args = []plan.Expr{m}
			test = null
		}
	}
	return test, c.Args[1], c.Args[2], true
}

// Shown gives the date or the moment that a text shows; nil of another expression.
func Shown(e plan.Expr) plan.Expr {
	c, ok := e.(plan.Cast)
	if !ok || c.To.Kind != plan.String {
		return nil
	}
	if k := c.X.Type().Kind; k != plan.Date && k != plan.DateTime {
		return nil
	}
	return c.X
}
