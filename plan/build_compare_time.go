package plan

import (
	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// comparableTimes converts expressions of which some are dates or times to the one type
// that they are compared in: texts and constant numbers are read as what the others are,
// dates are compared with moments as moments. A number that is no constant, or is no date,
// makes it a comparison of numbers.
func comparableTimes(args []Expr) ([]Expr, error) {
	kind, err := kindOfTimes(args)
	if err != nil {
		return nil, err
	}
	out, to := make([]Expr, len(args)), Type{Kind: kind}
	for i, a := range args {
		e, ok, err := timeOperand(a, kind)
		if err != nil {
			return nil, err
		}
		if !ok {
			args, _, err := aligned(args)
			return args, err
		}
		out[i] = e
		if t := e.Type(); t.Kind != Null {
			to.Kind, to.Scale = max(to.Kind, t.Kind), max(to.Scale, t.Scale)
		}
	}
	return convertAll(to, out...)
}

// kindOfTimes is what the dates and times among expressions are compared as.
func kindOfTimes(args []Expr) (Kind, error) {
	kind, clock, date := Date, false, false
	for _, a := range args {
		switch k := a.Type().Kind; k {
		case Time:
			kind, clock = Time, true
		case Date, DateTime:
			kind, date = max(kind, k), true
		}
	}
	if clock && date {
		return kind, noDate(nil)
	}
	return kind, nil
}

// timeOperand gives an expression as the date or time that it is; ok is false for a number
// that is not certainly one.
func timeOperand(a Expr, kind Kind) (e Expr, ok bool, err error) {
	k := a.Type().Kind
	if k.Temporal() || k == Null {
		return a, true, nil
	}
	c, constant := a.(Const)
	switch {
	case k == String && !constant && kind == Time:
		e, err = Convert(a, Type{Kind: Time, Scale: value.MaxFraction})
		return e, true, err
	case k == String && !constant:
		e, err = textMoment(a)
		return e, true, err
	case !constant:
		return nil, false, nil
	}
	v := value.TimeConstant(c.Value, kind)
	if v.IsNull() && !c.Value.IsNull() {
		if k == String {
			return nil, false, wrongTime(c, kind)
		}
		return nil, false, nil
	}
	if v.IsNull() {
		return NullOf(Type{Kind: kind}), true, nil
	}
	return Literal(v), true, nil
}

func wrongTime(c Const, kind Kind) error {
	written := map[Kind]string{Date: "a date is written 'YYYY-MM-DD'", DateTime: "a date and time is written 'YYYY-MM-DD hh:mm:ss'", Time: "a time is written 'hh:mm:ss'"}
	return fault.Errorf(fault.CodeWrongValue, "Incorrect %s value: %s (%s)", Type{Kind: kind}, c, written[kind])
}

// textMoment reads a text as a moment. One that is none lies before all, as MySQL's zero date.
func textMoment(a Expr) (Expr, error) {
	m, err := Convert(a, Type{Kind: DateTime, Scale: value.MaxFraction})
	if err != nil {
		return nil, err
	}
	isNull := func(e Expr) Expr { return Call{Op: IsNull, Args: []Expr{e}, Of: Type{Kind: Bool}} }
	lo, _ := value.TickBounds(DateTime, value.MaxFraction)
	wrong := Combine(And, []Expr{isNull(m), Call{Op: Not, Args: []Expr{isNull(a)}, Of: Type{Kind: Bool}}})
	return choice(wrong, Literal(value.OfDateTime(lo, value.MaxFraction)), m), nil
}
