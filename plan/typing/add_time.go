package typing

import (
	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// What a text is to ADDTIME, SUBTIME and TIMEDIFF, a time or a moment, goes by what is written in it,
// row by row.

// buildAddTime types ADDTIME and SUBTIME: the result is a time, a moment or a text, as the first
// argument is; of a number it is a text.
func buildAddTime(op plan.Op, onText plan.Op) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		by, err := coerce.Span(plan.Full(args[1]))
		if err != nil {
			return nil, err
		}
		x, shown := coerce.SpelledAs(plan.Full(args[0]), plan.Time), coerce.ShownFraction(args[1], by)
		if k := x.Type().Kind; k != plan.String && k != plan.Null && !k.Temporal() {
			if x, err = clockText(x); err != nil {
				return nil, err
			}
		}
		if x.Type().Kind == plan.String {
			by, err = coerce.To(by, plan.Type{Kind: plan.Time, Scale: value.MaxFraction})
			return plan.Call{Op: onText, Args: []plan.Expr{x, call.Ticks(by)}, Of: plan.Type{Kind: plan.String}}, err
		}
		if x, err = timeOrMoment(x); err != nil {
			return nil, err
		}
		if x.Type().Kind == plan.DateTime {
			sum, err := coerce.Moved(op, x, by)
			if err != nil {
				return nil, err
			}
			return coerce.InShown(sum, max(x.Type().Scale, shown)), nil
		}
		to := plan.Type{Kind: plan.Time, Scale: max(x.Type().Scale, by.Type().Scale)}
		both, err := coerce.All(to, x, by)
		if err != nil {
			return nil, err
		}
		return coerce.InShown(coerce.ClippedTime(call.Int(op, call.Ticks(both[0]), call.Ticks(both[1])), to), max(x.Type().Scale, shown)), nil
	}
}

// timeText gives an expression as a time, and that as a text.
func timeText(e plan.Expr) (plan.Expr, error) {
	t, err := coerce.Clock(e)
	if err != nil {
		return nil, err
	}
	return coerce.Text(t)
}

// clockText gives a number as the text of a time, or where it has the digits of one, of a moment.
func clockText(e plan.Expr) (plan.Expr, error) {
	if e.Type().Kind == plan.Unsigned {
		signed, err := coerce.Pattern(e)
		if err != nil {
			return nil, err
		}
		e = signed
	}
	t, err := timeText(e)
	if err != nil || !spellsMoments(e) {
		return t, err
	}
	m, err := coerce.To(e, plan.Type{Kind: plan.DateTime, Scale: value.MaxFraction})
	if err == nil {
		m, err = coerce.Text(m)
	}
	if err != nil {
		return nil, err
	}
	short, err := coerce.Comparison(plan.Lt, []plan.Expr{e, call.Num(firstMoment)})
	return call.If(short, t, m), err
}

// firstMoment is the least number that says a moment where a time is asked for.
const firstMoment = 1e10

// timeOrMoment reads an expression as a Time or a DateTime, whichever it is.
func timeOrMoment(e plan.Expr) (plan.Expr, error) {
	if coerce.IsDated(e) || coerce.SpellsMoment(e) {
		return coerce.Moment(e)
	}
	return coerce.Clock(e)
}

// buildTimeDiff types TIMEDIFF: of two times or two moments; of one of each it is NULL. Beside a date
// or a moment a text is one.
func buildTimeDiff(args []plan.Expr) (plan.Expr, error) {
	read := timeOrMoment
	switch {
	case coerce.IsDated(args[0]) && args[1].Type().Kind != plan.Time || coerce.IsDated(args[1]) && args[0].Type().Kind != plan.Time:
		read = coerce.Moment
	case coerce.IsDated(args[0]) || coerce.IsDated(args[1]):
	case coerce.IsAnyText(args[0]) || coerce.IsAnyText(args[1]):
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
	result := plan.Type{Kind: plan.Time, Scale: max(coerce.ShownFraction(args[0], a), coerce.ShownFraction(args[1], b))}
	if a.Type().Kind != b.Type().Kind {
		return plan.NullOf(result), nil
	}
	both, err := coerce.All(to, a, b)
	if err != nil {
		return nil, err
	}
	return coerce.InShown(coerce.ClippedTime(call.Int(plan.DateDiff, both...), plan.Type{Kind: plan.Time, Scale: to.Scale}), result.Scale), nil
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
