package coerce

import (
	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// Moment makes a DateTime of an expression. A constant text has the digits of a second that are
// written in it; one that is no moment has six, as texts of a column have, and those that are made.
func Moment(e plan.Expr) (plan.Expr, error) {
	e = SpelledAs(e, plan.DateTime)
	if m, ok := movedMoment(e); ok {
		return To(m, plan.Type{Kind: plan.DateTime, Scale: value.MaxFraction})
	}
	t := e.Type()
	if c, ok := e.(plan.Const); ok && t.Kind == plan.String && !c.Value.IsNull() {
		m, ok := value.ReadDateTime(c.Value.Text)
		return c.As(plan.Type{Kind: plan.DateTime, Scale: DigitsIf(ok, m.Digits)})
	}
	switch t.Kind {
	case plan.DateTime:
		return e, nil
	case plan.Time:
		return nil, NoDate(e)
	}
	if IsMovedText(e) {
		return nil, NoDate(e)
	}
	return To(e, plan.Type{Kind: plan.DateTime, Scale: FractionOf(t)})
}

// DigitsIf is how many digits of a second a constant text has where it is one that says a time.
func DigitsIf(read bool, digits int) int {
	if !read {
		return value.MaxFraction
	}
	return digits
}

// FractionOf is how many digits a fraction of a second has that comes from a type: of a double all, or those that the
// type shows, as that of a negative moment does.
func FractionOf(t plan.Type) int {
	_, after, fixed := t.Fixed()
	switch t.Kind {
	case plan.Double:
		if fixed {
			return min(after, value.MaxFraction)
		}
		return value.MaxFraction
	case plan.String:
		return value.MaxFraction
	case plan.Decimal, plan.DateTime, plan.Time:
		return min(t.Scale, value.MaxFraction)
	}
	return 0
}

// Clock makes a Time of an expression, with the digits that moment has.
func Clock(e plan.Expr) (plan.Expr, error) {
	e = SpelledAs(e, plan.Time)
	t := e.Type()
	if c, ok := e.(plan.Const); ok && t.Kind == plan.String && !c.Value.IsNull() {
		s, ok := value.ReadTime(c.Value.Text)
		return c.As(plan.Type{Kind: plan.Time, Scale: DigitsIf(ok, s.Digits)})
	}
	return To(e, plan.Type{Kind: plan.Time, Scale: FractionOf(t)})
}

// asTime makes a Time of a number without a sign: past 63 bits it is one below zero, as MySQL reads it.
func asTime(e plan.Expr, to plan.Type) (plan.Expr, error) {
	signed, err := Pattern(e)
	if err != nil {
		return nil, err
	}
	return To(signed, to)
}

// clockShown is the number hhmmss of a time that is not negative, given in seconds.
func clockShown(seconds plan.Expr) plan.Expr {
	minutes := call.Int(plan.Mul, call.Int(plan.IntDiv, seconds, call.Num(60)), call.Num(40))
	hours := call.Int(plan.Mul, call.Int(plan.IntDiv, seconds, call.Num(3600)), call.Num(4000))
	return call.Int(plan.Add, call.Int(plan.Add, seconds, minutes), hours)
}

// clockDigits converts a DateTime or Time to the number whose digits it shows.
func clockDigits(e plan.Expr, to plan.Type) (plan.Expr, error) {
	t := e.Type()
	if to.Kind == plan.Int && t.Scale > 0 {
		rounded, err := To(e, plan.Type{Kind: t.Kind})
		if err != nil {
			return nil, err
		}
		return clockDigits(rounded, to)
	}
	if to.Kind == plan.Decimal && t.Kind == plan.DateTime && t.Scale > 4 { // more digits than a program's numbers
		return plan.Cast{X: e, To: to}, nil
	}
	whole, ticks := shownClock(e)
	if t.Scale == 0 {
		return To(whole, to)
	}
	fraction, err := Mul([]plan.Expr{ticks, plan.Literal(value.OfDecimal(1, t.Scale))})
	if err != nil {
		return nil, err
	}
	if to.Kind == plan.Decimal {
		whole = plan.Cast{X: whole, To: value.DecimalType(14+t.Scale, t.Scale)}
	}
	sum, err := Add([]plan.Expr{whole, fraction})
	if to.Kind == plan.Double && err == nil {
		sum, err = doubleSum(whole, fraction)
	}
	if err != nil {
		return nil, err
	}
	return To(sum, to)
}

// shownClock gives the digits before the point that a DateTime or Time shows, and those behind it, each
// as a whole number.
func shownClock(e plan.Expr) (whole, fraction plan.Expr) {
	t := e.Type()
	p := call.Num(value.Ticks(t.Scale))
	if t.Kind == plan.Time {
		rest := call.Ticks(e)
		return clockShown(call.Int(plan.IntDiv, rest, p)), call.Int(plan.Mod, rest, p)
	}
	rest := call.Ticks(plan.Cast{X: e, To: plan.Type{Kind: plan.Time, Scale: t.Scale}})
	day := plan.Cast{X: plan.Cast{X: e, To: plan.Type{Kind: plan.Date}}, To: plan.Type{Kind: plan.Int}}
	return call.Int(plan.Add, call.Int(plan.Mul, day, call.Num(1e6)), clockShown(call.Int(plan.IntDiv, rest, p))), call.Int(plan.Mod, rest, p)
}

// momentsApart gives the difference of two moments, as numbers of more digits than programs have, as
// that of their digits before the point and of those behind it: it mostly has few digits. It is for
// moments that are there, which it has several times; false for what is no such difference.
func momentsApart(op plan.Op, args []plan.Expr, t plan.Type) (plan.Expr, bool) {
	a, ok := momentDigits(args[0])
	b, also := momentDigits(args[1])
	if op != plan.Sub || !ok || !also || a.Type().Scale != t.Scale || b.Type().Scale != t.Scale {
		return nil, false
	}
	whole, fraction := shownClock(a)
	less, lessFraction := shownClock(b)
	units := call.Int(plan.Sub, fraction, lessFraction)
	return plan.Call{Op: plan.Add, Of: t, Args: []plan.Expr{
		plan.Cast{X: call.Int(plan.Sub, whole, less), To: t},
		plan.Cast{X: Exactly(plan.Mul, units, plan.Const{Value: value.OfDecimal(1, t.Scale), Of: value.DecimalType(t.Scale, t.Scale)}), To: t},
	}}, true
}

// momentDigits gives the moment that a decimal has all digits of, and that nothing has to be computed for.
func momentDigits(e plan.Expr) (plan.Expr, bool) {
	c, ok := e.(plan.Cast)
	if !ok || c.To.Kind != plan.Decimal || c.X.Type().Kind != plan.DateTime || c.X.Type().Scale != c.To.Scale {
		return nil, false
	}
	return c.X, len(plan.Children(c.X)) == 0
}

// doubleSum adds as doubles what might be too many digits for a program's decimals.
func doubleSum(args ...plan.Expr) (plan.Expr, error) {
	out, err := All(plan.Type{Kind: plan.Double}, args...)
	return plan.Call{Op: plan.Add, Args: out, Of: plan.Type{Kind: plan.Double}}, err
}

// Timestamp types TIMESTAMP(x) and TIMESTAMP(x, time).
func Timestamp(args []plan.Expr) (plan.Expr, error) {
	m, err := Moment(args[0])
	if err != nil || len(args) == 1 {
		return m, err
	}
	t, err := Span(plan.Full(args[1]))
	if err != nil {
		return nil, err
	}
	sum, err := Moved(plan.Add, m, t)
	if err != nil {
		return nil, err
	}
	return InShown(sum, max(m.Type().Scale, ShownFraction(args[1], t))), nil
}

// Moved adds a Time to a DateTime or Time, or takes it off.
func Moved(op plan.Op, x, by plan.Expr) (plan.Expr, error) {
	to := plan.Type{Kind: x.Type().Kind, Scale: max(x.Type().Scale, by.Type().Scale)}
	x, err := To(x, to)
	if err == nil {
		by, err = To(by, plan.Type{Kind: plan.Time, Scale: to.Scale})
	}
	if err != nil {
		return nil, err
	}
	return call.Ticking(op, to, x, call.Ticks(by)), nil
}

// ClippedTime makes a Time of ticks: at most the longest.
func ClippedTime(n plan.Expr, t plan.Type) plan.Expr {
	lo, hi := value.TickBounds(plan.Time, t.Scale)
	n = call.If(call.Less(n, call.Num(lo)), call.Num(lo), call.If(call.Less(call.Num(hi), n), call.Num(hi), n))
	return call.Ticking(plan.Add, t, plan.Const{Value: value.OfTime(0, t.Scale), Of: t}, n)
}

// TimeLiteral makes the constant of DATE 'text', TIMESTAMP 'text' or TIME 'text'.
func TimeLiteral(kind plan.Kind, s string) (plan.Expr, error) {
	c := plan.Literal(value.OfString(s))
	if kind == plan.Time {
		t, ok := value.ReadTime(s)
		if !ok || t.Rest {
			return nil, wrongTime(c, kind)
		}
		return plan.Literal(value.OfTime(t.In(t.Digits), t.Digits)), nil
	}
	m, ok := value.ReadDateTime(s)
	switch {
	case !ok || m.Rest:
		return nil, wrongTime(c, kind)
	case kind == plan.Date:
		return plan.Literal(value.OfDate(m.Days)), nil
	}
	return plan.Literal(value.OfDateTime(m.In(m.Digits), m.Digits)), nil
}

// Date makes a date of an expression.
func Date(e plan.Expr) (plan.Expr, error) {
	e = SpelledAs(e, plan.Date)
	if c, ok := e.(plan.Const); ok && c.Value.Kind == plan.String {
		return c.As(plan.Type{Kind: plan.Date})
	}
	if e.Type().Kind == plan.Time || IsMovedText(e) {
		return nil, NoDate(e)
	}
	return To(e, plan.Type{Kind: plan.Date})
}

// IsAnyText reports whether an expression is a text that is not known.
func IsAnyText(e plan.Expr) bool {
	_, constant := e.(plan.Const)
	return !constant && e.Type().Kind == plan.String
}

// SpellsMoment reports whether an expression is a text that is known to be a moment.
func SpellsMoment(e plan.Expr) bool {
	c, ok := e.(plan.Const)
	return ok && c.Value.Kind == plan.String && value.SpellsMoment(c.Value.Text)
}

// Span makes a Time of an expression: NULL of a text that is a moment.
func Span(e plan.Expr) (plan.Expr, error) {
	e = Written(e)
	switch {
	case SpellsMoment(e):
		return plan.NullOf(plan.Type{Kind: plan.Time}), nil
	case IsAnyText(e):
		return plan.Call{Op: plan.SpanOf, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Time, Scale: value.MaxFraction}}, nil
	}
	return Clock(e)
}

// IsDated reports whether an expression is a date or a moment.
func IsDated(e plan.Expr) bool { return e.Type().Kind == plan.Date || e.Type().Kind == plan.DateTime }
