package coerce

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// comparableTimes converts expressions of which some are dates or times to the one type
// that they are compared in: texts and constant numbers are read as what the others are,
// dates are compared with moments as moments. A number that is no constant, or is no date,
// makes it a comparison of numbers, but for one beside dates and texts.
func comparableTimes(args []plan.Expr) ([]plan.Expr, error) {
	kind, err := kindOfTimes(args)
	if err != nil {
		return nil, err
	}
	if kind != plan.Time && slices.ContainsFunc(args, isText) {
		if args, err = numbersAsMoments(args); err != nil {
			return nil, err
		}
	}
	out, to := make([]plan.Expr, len(args)), plan.Type{Kind: kind}
	for i, a := range args {
		e, ok, err := timeOperand(a, kind)
		if err != nil {
			return nil, err
		}
		if !ok {
			args, _, err := Aligned(args)
			return args, err
		}
		out[i] = e
		if t := e.Type(); t.Kind != plan.Null {
			to.Kind, to.Scale = max(to.Kind, t.Kind), max(to.Scale, t.Scale)
		}
	}
	return All(to, out...)
}

func isText(e plan.Expr) bool { return e.Type().Kind == plan.String }

// numbersAsMoments reads numbers as moments, as texts are read.
func numbersAsMoments(args []plan.Expr) ([]plan.Expr, error) {
	out := slices.Clone(args)
	for i, a := range args {
		if k := a.Type().Kind; k.Temporal() || k == plan.String || k == plan.Null {
			continue
		}
		x, err := Number(a)
		if err == nil {
			out[i], err = textMoment(x)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// kindOfTimes is what the dates and times among expressions are compared as.
func kindOfTimes(args []plan.Expr) (plan.Kind, error) {
	kind, clock, date := plan.Date, false, false
	for _, a := range args {
		switch k := a.Type().Kind; k {
		case plan.Time:
			kind, clock = plan.Time, true
		case plan.Date, plan.DateTime:
			kind, date = max(kind, k), true
		}
	}
	if clock && date {
		return kind, NoDate(args...)
	}
	return kind, nil
}

// timeOperand gives an expression as the date or time that it is; ok is false for a number
// that is not certainly one.
func timeOperand(a plan.Expr, kind plan.Kind) (e plan.Expr, ok bool, err error) {
	k := a.Type().Kind
	if k.Temporal() || k == plan.Null {
		return a, true, nil
	}
	c, constant := a.(plan.Const)
	switch {
	case k == plan.String && !constant && kind == plan.Time:
		e, err = To(a, plan.Type{Kind: plan.Time, Scale: value.MaxFraction})
		return e, true, err
	case k == plan.String && !constant:
		e, err = textMoment(a)
		return e, true, err
	case !constant:
		return nil, false, nil
	}
	v := value.TimeConstant(c.Value, kind)
	if v.IsNull() && !c.Value.IsNull() {
		if k == plan.String {
			return nil, false, wrongTime(c, kind)
		}
		return nil, false, nil
	}
	if v.IsNull() {
		return plan.NullOf(plan.Type{Kind: kind}), true, nil
	}
	return plan.Literal(v), true, nil
}

func wrongTime(c plan.Const, kind plan.Kind) error {
	written := map[plan.Kind]string{plan.Date: "a date is written 'YYYY-MM-DD'", plan.DateTime: "a date and time is written 'YYYY-MM-DD hh:mm:ss'", plan.Time: "a time is written 'hh:mm:ss'"}
	return fault.Errorf(fault.CodeWrongValue, "Incorrect %s value: %s (%s)", plan.Type{Kind: kind}, c, written[kind])
}

// textMoment reads a text, or a number, as a moment. One that is none lies before all, as MySQL's zero date.
func textMoment(a plan.Expr) (plan.Expr, error) {
	if m, ok := shownMoment(a); ok {
		return m, nil
	}
	m, err := To(a, plan.Type{Kind: plan.DateTime, Scale: value.MaxFraction})
	if err != nil {
		return nil, err
	}
	lo, _ := value.TickBounds(plan.DateTime, value.MaxFraction)
	return call.If(call.LostIn(m, a), plan.Literal(value.OfDateTime(lo, value.MaxFraction)), m), nil
}
