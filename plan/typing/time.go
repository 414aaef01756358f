package typing

import (
	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// magnitudeOf is how many ticks a Time has, whatever its sign. That of a moment has none.
func magnitudeOf(t plan.Expr) plan.Expr {
	if c, ok := t.(plan.Cast); ok && c.X.Type().Kind == plan.DateTime {
		return call.Ticks(t)
	}
	return call.Int(plan.Abs, call.Ticks(t))
}

// clockPart makes a function that gives how many units of so many seconds a time has, less
// whole numbers of most of them (0: none).
func clockPart(seconds, most int64) func(t plan.Expr) plan.Expr {
	return func(t plan.Expr) plan.Expr {
		n := call.Int(plan.IntDiv, magnitudeOf(t), call.Num(seconds*value.Ticks(t.Type().Scale)))
		if most == 0 {
			return n
		}
		return call.Int(plan.Mod, n, call.Num(most))
	}
}

var (
	hourOf   = clockPart(3600, 0)
	minuteOf = clockPart(60, 60)
	secondOf = clockPart(1, 60)
)

func microOf(t plan.Expr) plan.Expr {
	scale := t.Type().Scale
	n := call.Int(plan.Mod, magnitudeOf(t), call.Num(value.Ticks(scale)))
	return call.Int(plan.Mul, n, call.Num(value.Ticks(value.MaxFraction-scale)))
}

// buildTime types TIME(x).
func buildTime(args []plan.Expr) (plan.Expr, error) { return coerce.Clock(args[0]) }

// onWholeClock makes the build of a function of one time, of which a quotient has all digits.
func onWholeClock(part func(t plan.Expr) plan.Expr) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		t, err := coerce.Clock(plan.Full(args[0]))
		if err != nil {
			return nil, err
		}
		return part(t), nil
	}
}

// buildTimeToSec types TIME_TO_SEC, which drops a fraction.
func buildTimeToSec(args []plan.Expr) (plan.Expr, error) {
	t, err := coerce.Clock(args[0])
	if err != nil {
		return nil, err
	}
	return call.Int(plan.IntDiv, call.Ticks(t), call.Num(value.Ticks(t.Type().Scale))), nil
}

// buildSecToTime types SEC_TO_TIME.
func buildSecToTime(args []plan.Expr) (plan.Expr, error) {
	n, scale, err := tickCount(args[0])
	return coerce.ClippedTime(n, plan.Type{Kind: plan.Time, Scale: scale}), err
}

// tickCount makes ticks of a number of seconds, and gives their scale.
func tickCount(seconds plan.Expr) (n plan.Expr, scale int, err error) {
	x, err := coerce.Number(plan.Full(seconds))
	if err != nil {
		return call.Num(0), 0, err
	}
	if scale = coerce.FractionOf(x.Type()); seconds.Type().Listed() { // it is a text
		scale = value.MaxFraction
	}
	if shown := seconds.Type().Scale; x.Type().Kind == plan.Decimal && seconds.Type().Kind == plan.Decimal && shown < scale { // of a quotient no more than it shows
		scale = shown
		if x, err = buildTruncate([]plan.Expr{x, call.Num(int64(scale))}); err != nil {
			return call.Num(0), 0, err
		}
	}
	n, err = ticksOf(x, scale)
	return n, scale, err
}

// ticksOf makes ticks of a number of seconds: the whole ones and the fraction apart, so
// that no product has more digits than it needs.
func ticksOf(x plan.Expr, scale int) (plan.Expr, error) {
	p := call.Num(value.Ticks(scale))
	x, err := coerce.Nearer(x, coerce.MostSeconds)
	if err != nil {
		return nil, err
	}
	if x.Type().Kind == plan.Int {
		return call.Int(plan.Mul, x, p), nil
	}
	x, err = coerce.To(x, value.DecimalType(value.MaxPrecision, scale))
	if err != nil || scale == 0 {
		return call.Int(plan.Floor, x), err
	}
	whole := call.Int(plan.Floor, x)
	rest, err := coerce.Sub([]plan.Expr{x, whole})
	if err == nil {
		rest, err = coerce.Mul([]plan.Expr{rest, p})
	}
	if err == nil {
		rest, err = coerce.To(rest, plan.Type{Kind: plan.Int})
	}
	return call.Int(plan.Add, call.Int(plan.Mul, whole, p), rest), err
}

// beyondHours leads out of what a TIME has room for, as hours and as minutes.
const beyondHours = 1000

// buildMakeTime types MAKETIME(hours, minutes, seconds).
func buildMakeTime(args []plan.Expr) (plan.Expr, error) {
	n, err := coerce.IntegersWithin(args[:2], beyondHours, beyondHours)
	if err != nil {
		return nil, err
	}
	seconds, scale, err := tickCount(args[2])
	if err != nil {
		return nil, err
	}
	h, m, minute := n[0], n[1], 60*value.Ticks(scale)
	rest := call.Int(plan.Add, call.Int(plan.Mul, m, call.Num(minute)), seconds)
	whole := call.Int(plan.Mul, h, call.Num(60*minute))
	all := call.If(call.Less(h, call.Num(0)), call.Int(plan.Sub, whole, rest), call.Int(plan.Add, whole, rest))
	within := plan.Combine(plan.And, []plan.Expr{call.Less(call.Num(-1), m), call.Less(m, call.Num(60)), call.Less(call.Num(-1), seconds), call.Less(seconds, call.Num(minute))})
	t := plan.Type{Kind: plan.Time, Scale: scale}
	return call.If(within, coerce.ClippedTime(all, t), plan.NullOf(t)), nil
}

// buildToSeconds types TO_SECONDS: since the year 0.
func buildToSeconds(args []plan.Expr) (plan.Expr, error) {
	m, err := coerce.Moment(args[0])
	if err != nil {
		return nil, err
	}
	return call.Int(plan.IntDiv, call.SinceZero(m), call.Num(value.Ticks(m.Type().Scale))), nil
}
