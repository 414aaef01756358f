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
		if m = ofShown(x); m == nil {
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

// chosenMoment is shownMoment of a choice.
func chosenMoment(c plan.Call) (plan.Expr, bool) {
	if c.Op != plan.If {
		return nil, false
	}
	yes, ok := shownMoment(c.Args[1])
	if !ok {
		return nil, false
	}
	no, ok := shownMoment(c.Args[2])
	if !ok {
		return nil, false
	}
	test := c.Args[0]
	if null, ok := test.(plan.Call); ok && null.Op == plan.IsNull {
		if text, ok := null.Args[0].(plan.Cast); ok {
			if m := ofShown(text); m != nil {
				null.Args = []plan.Expr{m}
				test = null
			}
		}
	}
	return call.If(test, yes, no), true
}

// ofShown gives the date or the moment that a conversion shows as a text; nil of another conversion.
func ofShown(c plan.Cast) plan.Expr {
	if k := c.X.Type().Kind; c.To.Kind != plan.String || k != plan.Date && k != plan.DateTime {
		return nil
	}
	return c.X
}
