package typing

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// What a text is to ADDTIME, SUBTIME and TIMEDIFF, a time or a moment, goes by what is written in it,
// row by row.

// buildAddTime types ADDTIME and SUBTIME: the result is a time, a moment or a text, as the first
// argument is; of a number it is a text.
func buildAddTime(op plan.Op, onText plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		by, err := span(plan.Full(args[1]))
		if err != nil {
			return nil, err
		}
		x, shown := spelledAs(plan.Full(args[0]), plan.Time), shownFraction(args[1], by)
		if k := x.Type().Kind; k != plan.String && k != plan.Null && !k.Temporal() {
			if x, err = clockText(x); err != nil {
				return nil, err
			}
		}
		if x.Type().Kind == plan.String {
			by, err = Convert(by, plan.Type{Kind: plan.Time, Scale: value.MaxFraction})
			return plan.Call{Op: onText, Args: []plan.Expr{x, Ticks(by)}, Of: plan.Type{Kind: plan.String}}, err
		}
		if x, err = timeOrMoment(x); err != nil {
			return nil, err
		}
		if x.Type().Kind == plan.DateTime {
			sum, err := moved(op, x, by)
			if err != nil {
				return nil, err
			}
			return inShown(sum, max(x.Type().Scale, shown)), nil
		}
		to := plan.Type{Kind: plan.Time, Scale: max(x.Type().Scale, by.Type().Scale)}
		both, err := convertAll(to, x, by)
		if err != nil {
			return nil, err
		}
		return inShown(clippedTime(intCall(op, Ticks(both[0]), Ticks(both[1])), to), max(x.Type().Scale, shown)), nil
	}
}

// timeText gives an expression as a time, and that as a text.
func timeText(e plan.Expr) (plan.Expr, error) {
	t, err := clock(e)
	if err != nil {
		return nil, err
	}
	return text(t)
}

// clockText gives a number as the text of a time, or where it has the digits of one, of a moment.
func clockText(e plan.Expr) (plan.Expr, error) {
	if e.Type().Kind == plan.Unsigned {
		signed, err := pattern(e)
		if err != nil {
			return nil, err
		}
		e = signed
	}
	t, err := timeText(e)
	if err != nil || !spellsMoments(e) {
		return t, err
	}
	m, err := Convert(e, plan.Type{Kind: plan.DateTime, Scale: value.MaxFraction})
	if err == nil {
		m, err = text(m)
	}
	if err != nil {
		return nil, err
	}
	short, err := comparison(plan.Lt, []plan.Expr{e, num(firstMoment)})
	return choice(short, t, m), err
}

// firstMoment is the least number that says a moment where a time is asked for.
const firstMoment = 1e10

// isAnyText reports whether an expression is a text that is not known.
func isAnyText(e plan.Expr) bool {
	_, constant := e.(plan.Const)
	return !constant && e.Type().Kind == plan.String
}

// spellsMoment reports whether an expression is a text that is known to be a moment.
func spellsMoment(e plan.Expr) bool {
	c, ok := e.(plan.Const)
	return ok && c.Value.Kind == plan.String && value.SpellsMoment(c.Value.Text)
}

// span makes a Time of an expression: NULL of a text that is a moment.
func span(e plan.Expr) (plan.Expr, error) {
	switch {
	case spellsMoment(e):
		return plan.NullOf(plan.Type{Kind: plan.Time}), nil
	case isAnyText(e):
		return plan.Call{Op: plan.SpanOf, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Time, Scale: value.MaxFraction}}, nil
	}
	return clock(e)
}

// timeOrMoment reads an expression as a Time or a DateTime, whichever it is.
func timeOrMoment(e plan.Expr) (plan.Expr, error) {
	if isDated(e) || spellsMoment(e) {
		return moment(e)
	}
	return clock(e)
}

func isDated(e plan.Expr) bool { return e.Type().Kind == plan.Date || e.Type().Kind == plan.DateTime }

// buildTimeDiff types TIMEDIFF: of two times or two moments; of one of each it is NULL. Beside a date
// or a moment a text is one.
func buildTimeDiff(args []plan.Expr) (plan.Expr, error) {
	read := timeOrMoment
	switch {
	case isDated(args[0]) && args[1].Type().Kind != plan.Time || isDated(args[1]) && args[0].Type().Kind != plan.Time:
		read = moment
	case isDated(args[0]) || isDated(args[1]):
	case isAnyText(args[0]) || isAnyText(args[1]):
		return timeDiffOfTexts(args)
	}
	a, err := read(plan.Full(args[0]))
	if err != nil {
		return nil, err
	}
	b, err := read(plan.Full(args[1]))
	if err != nil {
		return nil, err
	}
	to := plan.Type{Kind: a.Type().Kind, Scale: max(a.Type().Scale, b.Type().Scale)}
	result := plan.Type{Kind: plan.Time, Scale: max(shownFraction(args[0], a), shownFraction(args[1], b))}
	if a.Type().Kind != b.Type().Kind {
		return plan.NullOf(result), nil
	}
	both, err := convertAll(to, a, b)
	if err != nil {
		return nil, err
	}
	return inShown(clippedTime(intCall(plan.DateDiff, both...), plan.Type{Kind: plan.Time, Scale: to.Scale}), result.Scale), nil
}

// timeDiffOfTexts types TIMEDIFF where a text is not known.
func timeDiffOfTexts(args []plan.Expr) (plan.Expr, error) {
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		var err error
		if out[i] = a; a.Type().Kind == plan.String {
			continue
		}
		if out[i], err = timeText(a); err != nil {
			return nil, err
		}
	}
	return plan.Call{Op: plan.TimeDiff, Args: out, Of: plan.Type{Kind: plan.Time, Scale: value.MaxFraction}}, nil
}
