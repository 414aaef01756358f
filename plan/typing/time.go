package typing

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// moment makes a DateTime of an expression. A constant text has the digits of a second that are
// written in it; one that is no moment has six, as texts of a column have, and those that are made.
func moment(e plan.Expr) (plan.Expr, error) {
	e = spelledAs(e, plan.DateTime)
	if m, ok := movedMoment(e); ok {
		return Convert(m, plan.Type{Kind: plan.DateTime, Scale: value.MaxFraction})
	}
	t := e.Type()
	if c, ok := e.(plan.Const); ok && t.Kind == plan.String && !c.Value.IsNull() {
		m, ok := value.ReadDateTime(c.Value.Text)
		return c.As(plan.Type{Kind: plan.DateTime, Scale: digitsIf(ok, m.Digits)})
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
	return Convert(e, plan.Type{Kind: plan.DateTime, Scale: fractionOf(t)})
}

// lostIn asks whether a value of something that is not NULL is NULL.
func lostIn(made, of plan.Expr) plan.Expr {
	null := func(e plan.Expr) plan.Expr {
		return plan.Call{Op: plan.IsNull, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Bool}}
	}
	return plan.Combine(plan.And, []plan.Expr{null(made), plan.Call{Op: plan.Not, Args: []plan.Expr{null(of)}, Of: plan.Type{Kind: plan.Bool}}})
}

// digitsIf is how many digits of a second a constant text has where it is one that says a time.
func digitsIf(read bool, digits int) int {
	if !read {
		return value.MaxFraction
	}
	return digits
}

// fractionOf is how many digits a fraction of a second has that comes from a type: of a double all, or those that the
// type shows, as that of a negative moment does.
func fractionOf(t plan.Type) int {
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

// clock makes a Time of an expression, with the digits that moment has.
func clock(e plan.Expr) (plan.Expr, error) {
	e = spelledAs(e, plan.Time)
	t := e.Type()
	if c, ok := e.(plan.Const); ok && t.Kind == plan.String && !c.Value.IsNull() {
		s, ok := value.ReadTime(c.Value.Text)
		return c.As(plan.Type{Kind: plan.Time, Scale: digitsIf(ok, s.Digits)})
	}
	return Convert(e, plan.Type{Kind: plan.Time, Scale: fractionOf(t)})
}

// asTime makes a Time of a number without a sign: past 63 bits it is one below zero, as MySQL reads it.
func asTime(e plan.Expr, to plan.Type) (plan.Expr, error) {
	signed, err := pattern(e)
	if err != nil {
		return nil, err
	}
	return Convert(signed, to)
}

// Ticks is the number of a DateTime or Time, as an integer.
func Ticks(e plan.Expr) plan.Expr {
	t := e.Type()
	return intCall(plan.DateDiff, e, plan.Const{Value: value.OfNumber(plan.Plain(t), 0), Of: plan.Plain(t)})
}

// sinceZero is ticks of a DateTime counted from the year 0, so that none is negative.
func sinceZero(e plan.Expr) plan.Expr {
	lo, _ := value.TickBounds(plan.DateTime, e.Type().Scale)
	return intCall(plan.DateDiff, e, plan.Literal(value.OfDateTime(lo, e.Type().Scale)))
}

// tickCall is an Add or Sub of ticks, or another call whose result is a DateTime or Time.
func tickCall(op plan.Op, t plan.Type, args ...plan.Expr) plan.Expr {
	return plan.Call{Op: op, Args: args, Of: plan.Plain(t)}
}

// magnitudeOf is how many ticks a Time has, whatever its sign. That of a moment has none.
func magnitudeOf(t plan.Expr) plan.Expr {
	if c, ok := t.(plan.Cast); ok && c.X.Type().Kind == plan.DateTime {
		return Ticks(t)
	}
	return intCall(plan.Abs, Ticks(t))
}

// clockPart makes a function that gives how many units of so many seconds a time has, less
// whole numbers of most of them (0: none).
func clockPart(seconds, most int64) func(t plan.Expr) plan.Expr {
	return func(t plan.Expr) plan.Expr {
		n := intCall(plan.IntDiv, magnitudeOf(t), num(seconds*value.Ticks(t.Type().Scale)))
		if most == 0 {
			return n
		}
		return intCall(plan.Mod, n, num(most))
	}
}

var (
	hourOf   = clockPart(3600, 0)
	minuteOf = clockPart(60, 60)
	secondOf = clockPart(1, 60)
)

func microOf(t plan.Expr) plan.Expr {
	scale := t.Type().Scale
	n := intCall(plan.Mod, magnitudeOf(t), num(value.Ticks(scale)))
	return intCall(plan.Mul, n, num(value.Ticks(value.MaxFraction-scale)))
}

// buildTime types TIME(x).
func buildTime(args []plan.Expr) (plan.Expr, error) { return clock(args[0]) }

// onWholeClock makes the build of a function of one time, of which a quotient has all digits.
func onWholeClock(part func(t plan.Expr) plan.Expr) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		t, err := clock(plan.Full(args[0]))
		if err != nil {
			return nil, err
		}
		return part(t), nil
	}
}

// clockShown is the number hhmmss of a time that is not negative, given in seconds.
func clockShown(seconds plan.Expr) plan.Expr {
	minutes := intCall(plan.Mul, intCall(plan.IntDiv, seconds, num(60)), num(40))
	hours := intCall(plan.Mul, intCall(plan.IntDiv, seconds, num(3600)), num(4000))
	return intCall(plan.Add, intCall(plan.Add, seconds, minutes), hours)
}

// clockDigits converts a DateTime or Time to the number whose digits it shows.
func clockDigits(e plan.Expr, to plan.Type) (plan.Expr, error) {
	t := e.Type()
	if to.Kind == plan.Int && t.Scale > 0 {
		rounded, err := Convert(e, plan.Type{Kind: t.Kind})
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
		return Convert(whole, to)
	}
	fraction, err := buildMul([]plan.Expr{ticks, plan.Literal(value.OfDecimal(1, t.Scale))})
	if err != nil {
		return nil, err
	}
	if to.Kind == plan.Decimal {
		whole = plan.Cast{X: whole, To: value.DecimalType(14+t.Scale, t.Scale)}
	}
	sum, err := buildAdd([]plan.Expr{whole, fraction})
	if to.Kind == plan.Double && err == nil {
		sum, err = doubleSum(whole, fraction)
	}
	if err != nil {
		return nil, err
	}
	return Convert(sum, to)
}

// shownClock gives the digits before the point that a DateTime or Time shows, and those behind it, each
// as a whole number.
func shownClock(e plan.Expr) (whole, fraction plan.Expr) {
	t := e.Type()
	p := num(value.Ticks(t.Scale))
	if t.Kind == plan.Time {
		rest := Ticks(e)
		return clockShown(intCall(plan.IntDiv, rest, p)), intCall(plan.Mod, rest, p)
	}
	rest := Ticks(plan.Cast{X: e, To: plan.Type{Kind: plan.Time, Scale: t.Scale}})
	day := plan.Cast{X: plan.Cast{X: e, To: plan.Type{Kind: plan.Date}}, To: plan.Type{Kind: plan.Int}}
	return intCall(plan.Add, intCall(plan.Mul, day, num(1e6)), clockShown(intCall(plan.IntDiv, rest, p))), intCall(plan.Mod, rest, p)
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
	units := intCall(plan.Sub, fraction, lessFraction)
	return plan.Call{Op: plan.Add, Of: t, Args: []plan.Expr{
		plan.Cast{X: intCall(plan.Sub, whole, less), To: t},
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
	out, err := convertAll(plan.Type{Kind: plan.Double}, args...)
	return plan.Call{Op: plan.Add, Args: out, Of: plan.Type{Kind: plan.Double}}, err
}

// buildTimestamp types TIMESTAMP(x) and TIMESTAMP(x, time).
func buildTimestamp(args []plan.Expr) (plan.Expr, error) {
	m, err := moment(args[0])
	if err != nil || len(args) == 1 {
		return m, err
	}
	t, err := span(plan.Full(args[1]))
	if err != nil {
		return nil, err
	}
	sum, err := moved(plan.Add, m, t)
	if err != nil {
		return nil, err
	}
	return inShown(sum, max(m.Type().Scale, shownFraction(args[1], t))), nil
}

// moved adds a Time to a DateTime or Time, or takes it off.
func moved(op plan.Op, x, by plan.Expr) (plan.Expr, error) {
	to := plan.Type{Kind: x.Type().Kind, Scale: max(x.Type().Scale, by.Type().Scale)}
	x, err := Convert(x, to)
	if err == nil {
		by, err = Convert(by, plan.Type{Kind: plan.Time, Scale: to.Scale})
	}
	if err != nil {
		return nil, err
	}
	return tickCall(op, to, x, Ticks(by)), nil
}

// clippedTime makes a Time of ticks: at most the longest.
func clippedTime(n plan.Expr, t plan.Type) plan.Expr {
	lo, hi := value.TickBounds(plan.Time, t.Scale)
	n = choice(below(n, num(lo)), num(lo), choice(below(num(hi), n), num(hi), n))
	return tickCall(plan.Add, t, plan.Const{Value: value.OfTime(0, t.Scale), Of: t}, n)
}

// buildTimeToSec types TIME_TO_SEC, which drops a fraction.
func buildTimeToSec(args []plan.Expr) (plan.Expr, error) {
	t, err := clock(args[0])
	if err != nil {
		return nil, err
	}
	return intCall(plan.IntDiv, Ticks(t), num(value.Ticks(t.Type().Scale))), nil
}

// buildSecToTime types SEC_TO_TIME.
func buildSecToTime(args []plan.Expr) (plan.Expr, error) {
	n, scale, err := tickCount(args[0])
	return clippedTime(n, plan.Type{Kind: plan.Time, Scale: scale}), err
}

// tickCount makes ticks of a number of seconds, and gives their scale.
func tickCount(seconds plan.Expr) (n plan.Expr, scale int, err error) {
	x, err := number(plan.Full(seconds))
	if err != nil {
		return num(0), 0, err
	}
	if scale = fractionOf(x.Type()); seconds.Type().Listed() { // it is a text
		scale = value.MaxFraction
	}
	if shown := seconds.Type().Scale; x.Type().Kind == plan.Decimal && seconds.Type().Kind == plan.Decimal && shown < scale { // of a quotient no more than it shows
		scale = shown
		if x, err = buildTruncate([]plan.Expr{x, num(int64(scale))}); err != nil {
			return num(0), 0, err
		}
	}
	n, err = ticksOf(x, scale)
	return n, scale, err
}

// ticksOf makes ticks of a number of seconds: the whole ones and the fraction apart, so
// that no product has more digits than it needs.
func ticksOf(x plan.Expr, scale int) (plan.Expr, error) {
	p := num(value.Ticks(scale))
	x, err := nearer(x, mostSeconds)
	if err != nil {
		return nil, err
	}
	if x.Type().Kind == plan.Int {
		return intCall(plan.Mul, x, p), nil
	}
	x, err = Convert(x, value.DecimalType(value.MaxPrecision, scale))
	if err != nil || scale == 0 {
		return intCall(plan.Floor, x), err
	}
	whole := intCall(plan.Floor, x)
	rest, err := buildSub([]plan.Expr{x, whole})
	if err == nil {
		rest, err = buildMul([]plan.Expr{rest, p})
	}
	if err == nil {
		rest, err = Convert(rest, plan.Type{Kind: plan.Int})
	}
	return intCall(plan.Add, intCall(plan.Mul, whole, p), rest), err
}

// beyondHours leads out of what a TIME has room for, as hours and as minutes.
const beyondHours = 1000

// buildMakeTime types MAKETIME(hours, minutes, seconds).
func buildMakeTime(args []plan.Expr) (plan.Expr, error) {
	n, err := integersWithin(args[:2], beyondHours, beyondHours)
	if err != nil {
		return nil, err
	}
	seconds, scale, err := tickCount(args[2])
	if err != nil {
		return nil, err
	}
	h, m, minute := n[0], n[1], 60*value.Ticks(scale)
	rest := intCall(plan.Add, intCall(plan.Mul, m, num(minute)), seconds)
	whole := intCall(plan.Mul, h, num(60*minute))
	all := choice(below(h, num(0)), intCall(plan.Sub, whole, rest), intCall(plan.Add, whole, rest))
	within := plan.Combine(plan.And, []plan.Expr{below(num(-1), m), below(m, num(60)), below(num(-1), seconds), below(seconds, num(minute))})
	t := plan.Type{Kind: plan.Time, Scale: scale}
	return choice(within, clippedTime(all, t), plan.NullOf(t)), nil
}

// buildToSeconds types TO_SECONDS: since the year 0.
func buildToSeconds(args []plan.Expr) (plan.Expr, error) {
	m, err := moment(args[0])
	if err != nil {
		return nil, err
	}
	return intCall(plan.IntDiv, sinceZero(m), num(value.Ticks(m.Type().Scale))), nil
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
