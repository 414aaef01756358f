package plan

import (
	"strings"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// moment makes a DateTime of an expression. A constant text with a fraction of a second
// has six digits, as results of functions of texts do in MySQL; so have texts of a column.
func moment(e Expr) (Expr, error) {
	t := e.Type()
	if c, ok := e.(Const); ok && t.Kind == String && !c.Value.IsNull() {
		m, ok := value.ReadDateTime(c.Value.Text)
		if !ok {
			return NullOf(Type{Kind: DateTime}), nil
		}
		scale := 0
		if m.Digits > 0 {
			scale = value.MaxFraction
		}
		return Literal(value.OfDateTime(m.In(scale), scale)), nil
	}
	switch t.Kind {
	case DateTime:
		return e, nil
	case Time:
		return nil, noDate(e)
	}
	return Convert(e, Type{Kind: DateTime, Scale: fractionOf(t)})
}

// fractionOf is how many digits a fraction of a second has that comes from a type.
func fractionOf(t Type) int {
	switch t.Kind {
	case String, Double:
		return value.MaxFraction
	case Decimal, DateTime, Time:
		return min(t.Scale, value.MaxFraction)
	}
	return 0
}

// clock makes a Time of an expression.
func clock(e Expr) (Expr, error) {
	t := e.Type()
	if c, ok := e.(Const); ok && t.Kind == String && !c.Value.IsNull() {
		s, ok := value.ReadTime(c.Value.Text)
		if !ok {
			return NullOf(Type{Kind: Time}), nil
		}
		scale := 0
		if s.Digits > 0 {
			scale = value.MaxFraction
		}
		return Literal(value.OfTime(s.In(scale), scale)), nil
	}
	return Convert(e, Type{Kind: Time, Scale: fractionOf(t)})
}

// Ticks is the number of a DateTime or Time, as an integer.
func Ticks(e Expr) Expr {
	t := e.Type()
	return intCall(DateDiff, e, Const{Value: value.OfNumber(Plain(t), 0), Of: Plain(t)})
}

// sinceZero is ticks of a DateTime counted from the year 0, so that none is negative.
func sinceZero(e Expr) Expr {
	lo, _ := value.TickBounds(DateTime, e.Type().Scale)
	return intCall(DateDiff, e, Literal(value.OfDateTime(lo, e.Type().Scale)))
}

// tickCall is an Add or Sub of ticks, or another call whose result is a DateTime or Time.
func tickCall(op Op, t Type, args ...Expr) Expr { return Call{Op: op, Args: args, Of: Plain(t)} }

// magnitudeOf is how many ticks a Time has, whatever its sign. That of a moment has none.
func magnitudeOf(t Expr) Expr {
	if c, ok := t.(Cast); ok && c.X.Type().Kind == DateTime {
		return Ticks(t)
	}
	return intCall(Abs, Ticks(t))
}

// clockPart makes a function that gives how many units of so many seconds a time has, less
// whole numbers of most of them (0: none).
func clockPart(seconds, most int64) func(t Expr) Expr {
	return func(t Expr) Expr {
		n := intCall(IntDiv, magnitudeOf(t), num(seconds*value.Ticks(t.Type().Scale)))
		if most == 0 {
			return n
		}
		return intCall(Mod, n, num(most))
	}
}

var (
	hourOf   = clockPart(3600, 0)
	minuteOf = clockPart(60, 60)
	secondOf = clockPart(1, 60)
)

func microOf(t Expr) Expr {
	scale := t.Type().Scale
	n := intCall(Mod, magnitudeOf(t), num(value.Ticks(scale)))
	return intCall(Mul, n, num(value.Ticks(value.MaxFraction-scale)))
}

// onClock makes the build of a function of one time.
func onClock(part func(t Expr) Expr) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		t, err := clock(args[0])
		if err != nil {
			return nil, err
		}
		return part(t), nil
	}
}

// clockShown is the number hhmmss of a time that is not negative, given in seconds.
func clockShown(seconds Expr) Expr {
	minutes := intCall(Mul, intCall(IntDiv, seconds, num(60)), num(40))
	hours := intCall(Mul, intCall(IntDiv, seconds, num(3600)), num(4000))
	return intCall(Add, intCall(Add, seconds, minutes), hours)
}

// clockDigits converts a DateTime or Time to the number whose digits it shows.
func clockDigits(e Expr, to Type) (Expr, error) {
	t := e.Type()
	if to.Kind == Int && t.Scale > 0 {
		rounded, err := Convert(e, Type{Kind: t.Kind})
		if err != nil {
			return nil, err
		}
		return clockDigits(rounded, to)
	}
	if to.Kind == Decimal && t.Kind == DateTime && t.Scale > 4 { // more digits than a program's numbers
		return Cast{X: e, To: to}, nil
	}
	p := num(value.Ticks(t.Scale))
	var whole, rest Expr
	if t.Kind == Time {
		rest = Ticks(e)
		whole = clockShown(intCall(IntDiv, rest, p))
	} else {
		rest = Ticks(Cast{X: e, To: Type{Kind: Time, Scale: t.Scale}})
		day := Cast{X: Cast{X: e, To: Type{Kind: Date}}, To: Type{Kind: Int}}
		whole = intCall(Add, intCall(Mul, day, num(1e6)), clockShown(intCall(IntDiv, rest, p)))
	}
	if t.Scale == 0 {
		return Convert(whole, to)
	}
	fraction, err := buildMul([]Expr{intCall(Mod, rest, p), Literal(value.OfDecimal(1, t.Scale))})
	if err != nil {
		return nil, err
	}
	if to.Kind == Decimal {
		whole = Cast{X: whole, To: value.DecimalType(14+t.Scale, t.Scale)}
	}
	sum, err := buildAdd([]Expr{whole, fraction})
	if to.Kind == Double && err == nil {
		sum, err = doubleSum(whole, fraction)
	}
	if err != nil {
		return nil, err
	}
	return Convert(sum, to)
}

// doubleSum adds as doubles what might be too many digits for a program's decimals.
func doubleSum(args ...Expr) (Expr, error) {
	out, err := convertAll(Type{Kind: Double}, args...)
	return Call{Op: Add, Args: out, Of: Type{Kind: Double}}, err
}

// buildTimestamp types TIMESTAMP(x) and TIMESTAMP(x, time).
func buildTimestamp(args []Expr) (Expr, error) {
	m, err := moment(args[0])
	if err != nil || len(args) == 1 {
		return m, err
	}
	t, err := clock(args[1])
	if err != nil {
		return nil, err
	}
	return moved(Add, m, t)
}

// moved adds a Time to a DateTime or Time, or takes it off.
func moved(op Op, x, by Expr) (Expr, error) {
	to := Type{Kind: x.Type().Kind, Scale: max(x.Type().Scale, by.Type().Scale)}
	x, err := Convert(x, to)
	if err == nil {
		by, err = Convert(by, Type{Kind: Time, Scale: to.Scale})
	}
	if err != nil {
		return nil, err
	}
	return tickCall(op, to, x, Ticks(by)), nil
}

// buildAddTime types ADDTIME and SUBTIME.
func buildAddTime(op Op) func([]Expr) (Expr, error) {
	return func(args []Expr) (Expr, error) {
		x, err := timeOrMoment(args[0])
		if err != nil {
			return nil, err
		}
		by, err := clock(args[1])
		if err != nil {
			return nil, err
		}
		if x.Type().Kind == DateTime {
			return moved(op, x, by)
		}
		to := Type{Kind: Time, Scale: max(x.Type().Scale, by.Type().Scale)}
		both, err := convertAll(to, x, by)
		if err != nil {
			return nil, err
		}
		return clippedTime(intCall(op, Ticks(both[0]), Ticks(both[1])), to), nil
	}
}

// timeOrMoment reads an expression as a Time or a DateTime, whichever it is.
func timeOrMoment(e Expr) (Expr, error) {
	c, constant := e.(Const)
	switch k := e.Type().Kind; {
	case k == Date || k == DateTime:
		return moment(e)
	case k == String && !constant:
		return nil, fault.Errorf(fault.CodeNotSupported, "a text that may be a time or a moment is not supported here: write TIME(x) or TIMESTAMP(x) of %s", e)
	case k == String:
		if _, ok := value.ReadDateTime(c.Value.Text); ok && strings.ContainsAny(c.Value.Text, " T-/") {
			return moment(e)
		}
	}
	return clock(e)
}

// buildTimeDiff types TIMEDIFF: of two times or two moments; of one of each it is NULL.
func buildTimeDiff(args []Expr) (Expr, error) {
	a, err := timeOrMoment(args[0])
	if err != nil {
		return nil, err
	}
	b, err := timeOrMoment(args[1])
	if err != nil {
		return nil, err
	}
	to := Type{Kind: a.Type().Kind, Scale: max(a.Type().Scale, b.Type().Scale)}
	result := Type{Kind: Time, Scale: to.Scale}
	if a.Type().Kind != b.Type().Kind {
		return NullOf(result), nil
	}
	both, err := convertAll(to, a, b)
	if err != nil {
		return nil, err
	}
	return clippedTime(intCall(DateDiff, both...), result), nil
}

// clippedTime makes a Time of ticks: at most the longest.
func clippedTime(n Expr, t Type) Expr {
	lo, hi := value.TickBounds(Time, t.Scale)
	n = choice(below(n, num(lo)), num(lo), choice(below(num(hi), n), num(hi), n))
	return tickCall(Add, t, Const{Value: value.OfTime(0, t.Scale), Of: t}, n)
}

// buildTimeToSec types TIME_TO_SEC, which drops a fraction.
func buildTimeToSec(args []Expr) (Expr, error) {
	t, err := clock(args[0])
	if err != nil {
		return nil, err
	}
	return intCall(IntDiv, Ticks(t), num(value.Ticks(t.Type().Scale))), nil
}

// buildSecToTime types SEC_TO_TIME.
func buildSecToTime(args []Expr) (Expr, error) {
	n, scale, err := tickCount(args[0])
	return clippedTime(n, Type{Kind: Time, Scale: scale}), err
}

// tickCount makes ticks of a number of seconds, and gives their scale.
func tickCount(seconds Expr) (n Expr, scale int, err error) {
	x, err := number(full(seconds))
	if err != nil {
		return num(0), 0, err
	}
	scale = fractionOf(x.Type())
	n, err = ticksOf(x, scale)
	return n, scale, err
}

// ticksOf makes ticks of a number of seconds: the whole ones and the fraction apart, so
// that no product has more digits than it needs.
func ticksOf(x Expr, scale int) (Expr, error) {
	p := num(value.Ticks(scale))
	x, err := withinCalendars(x)
	if err != nil {
		return nil, err
	}
	if x.Type().Kind == Int {
		return intCall(Mul, x, p), nil
	}
	x, err = Convert(x, value.DecimalType(value.MaxPrecision, scale))
	if err != nil || scale == 0 {
		return intCall(Floor, x), err
	}
	whole := intCall(Floor, x)
	rest, err := buildSub([]Expr{x, whole})
	if err == nil {
		rest, err = buildMul([]Expr{rest, p})
	}
	if err == nil {
		rest, err = Convert(rest, Type{Kind: Int})
	}
	return intCall(Add, intCall(Mul, whole, p), rest), err
}

// mostSeconds leads out of any calendar.
const mostSeconds = 400e9

// withinCalendars brings numbers of seconds that 64 bits have no room for as ticks nearer.
func withinCalendars(x Expr) (Expr, error) {
	if x.Type().Kind != Double {
		if before, _ := digitsOf(x); before <= len("400000000000")-1 {
			return x, nil
		}
	}
	most, err := Convert(num(mostSeconds), Plain(x.Type()))
	if err != nil {
		return nil, err
	}
	least, err := Convert(num(-mostSeconds), Plain(x.Type()))
	if err != nil {
		return nil, err
	}
	return choice(below(most, x), most, choice(below(x, least), least, x)), nil
}

// buildMakeTime types MAKETIME(hours, minutes, seconds).
func buildMakeTime(args []Expr) (Expr, error) {
	n, err := integers(args[:2])
	if err != nil {
		return nil, err
	}
	seconds, scale, err := tickCount(args[2])
	if err != nil {
		return nil, err
	}
	h, m, minute := n[0], n[1], 60*value.Ticks(scale)
	rest := intCall(Add, intCall(Mul, m, num(minute)), seconds)
	whole := intCall(Mul, h, num(60*minute))
	all := choice(below(h, num(0)), intCall(Sub, whole, rest), intCall(Add, whole, rest))
	within := Combine(And, []Expr{below(num(-1), m), below(m, num(60)), below(num(-1), seconds), below(seconds, num(minute))})
	t := Type{Kind: Time, Scale: scale}
	return choice(within, clippedTime(all, t), NullOf(t)), nil
}

// buildToSeconds types TO_SECONDS: since the year 0.
func buildToSeconds(args []Expr) (Expr, error) {
	m, err := moment(args[0])
	if err != nil {
		return nil, err
	}
	return intCall(IntDiv, sinceZero(m), num(value.Ticks(m.Type().Scale))), nil
}

// TimeLiteral makes the constant of DATE 'text', TIMESTAMP 'text' or TIME 'text'.
func TimeLiteral(kind Kind, s string) (Expr, error) {
	c := Literal(value.OfString(s))
	if kind == Time {
		t, ok := value.ReadTime(s)
		if !ok || t.Rest {
			return nil, wrongTime(c, kind)
		}
		return Literal(value.OfTime(t.In(t.Digits), t.Digits)), nil
	}
	m, ok := value.ReadDateTime(s)
	switch {
	case !ok || m.Rest:
		return nil, wrongTime(c, kind)
	case kind == Date:
		return Literal(value.OfDate(m.Days)), nil
	}
	return Literal(value.OfDateTime(m.In(m.Digits), m.Digits)), nil
}
