package typing

import (
	"strings"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// amountOf gives how many months or days an interval has that is added to x or taken from it, or how many ticks, and of
// which scale.
func amountOf(u function.Unit, name string, x, n plan.Expr, sub bool) (amount plan.Expr, scale int, err error) {
	if n.Type().Kind == plan.Unsigned && u.Parts == nil { // past 63 bits it is one below zero, as MySQL reads it
		n, err = coerce.Pattern(n)
	}
	switch {
	case err != nil:
	case u.Parts != nil:
		n, err = coerce.To(n, plan.Type{Kind: plan.String})
		amount = call.Int(plan.IntervalParts, n, plan.Literal(value.OfString(strings.ToUpper(name))))
	case u.Seconds == 1:
		return secondsOf(x, n, sub)
	default:
		var all []plan.Expr
		if all, err = integers([]plan.Expr{n}); err == nil {
			amount = all[0]
		}
	}
	if err != nil {
		return call.Num(0), 0, err
	}
	if u.Micros {
		return amount, value.MaxFraction, nil
	}
	if amount, err = coerce.Nearer(amount, coerce.MostSeconds/max(1, u.Seconds, u.Days*value.DaySeconds)); err != nil {
		return call.Num(0), 0, err
	}
	return call.Times(amount, u.Size()), 0, nil
}

// secondsOf gives the ticks of an interval of seconds. A text has six digits, as a member has. The moment has the digits that the number
// shows or x has, and is the last one of those before the one that all digits lead to.
func secondsOf(x, n plan.Expr, sub bool) (amount plan.Expr, scale int, err error) {
	c, ok := n.(plan.Const)
	written := ok && c.Value.Kind == plan.String
	if written {
		d, _ := value.ToDecimal(c.Value)
		n = plan.Literal(plan.Value{Kind: plan.Decimal, Dec: d})
	}
	shown, member := n.Type().Scale, n.Type().Listed()
	if n = plan.Full(n); n.Type().Kind == plan.Decimal {
		n, err = buildTruncate([]plan.Expr{n, call.Num(value.MaxFraction)})
	}
	if err == nil && written {
		n, err = coerce.To(n, value.DecimalType(value.MaxPrecision, value.MaxFraction))
	}
	if err != nil {
		return nil, 0, err
	}
	amount, scale, err = tickCount(n)
	if x.Type().Kind.Ticking() {
		shown = max(shown, x.Type().Scale)
	}
	switch {
	case err == nil && member: // it is a text
		return call.Times(amount, value.Ticks(value.MaxFraction-scale)), value.MaxFraction, nil
	case written || n.Type().Kind != plan.Decimal || shown >= scale || err != nil:
		return amount, scale, err
	}
	unit := call.Num(value.Ticks(scale - shown))
	if sub {
		return call.Int(plan.Neg, call.Int(plan.FloorDiv, call.Int(plan.Neg, amount), unit)), shown, nil
	}
	return call.Int(plan.FloorDiv, amount, unit), shown, nil
}

// DateAdd types DATE_ADD(x, INTERVAL n unit), or DATE_SUB.
func DateAdd(x, n plan.Expr, unit string, sub bool) (plan.Expr, error) {
	x = coerce.Written(x)
	u, err := function.UnitOf(unit)
	if err != nil {
		return nil, err
	}
	amount, scale, err := amountOf(u, unit, x, n, sub)
	fold := plan.FoldAll
	if _, constant := n.(plan.Const); constant {
		fold = plan.FoldNow
	}
	if err == nil {
		amount, err = fold(amount)
	}
	switch {
	case plan.IsOutOfRange(err): // of a constant: it leads out of the calendar
		amount = plan.NullOf(plan.Type{Kind: plan.Int})
	case err != nil:
		return nil, err
	}
	op := plan.Add
	if sub {
		op = plan.Sub
	}
	_, constant := x.(plan.Const)
	if x.Type().Kind == plan.Null {
		return plan.NullOf(plan.Type{Kind: plan.String}), nil
	}
	if coerce.IsMovedText(x) {
		return nil, coerce.NoDate(x)
	}
	x = coerce.SpelledAs(x, plan.DateTime)
	if x.Type().Kind == plan.String && !constant && u.Whole() {
		if test, yes, no, ok := coerce.Chosen(x); ok {
			return addToChosen(test, yes, no, func(x plan.Expr) (plan.Expr, error) { return DateAdd(x, n, unit, sub) })
		}
		return addToText(op, x, amount, u)
	}
	if !constant && u.Whole() && spellsMoments(x) {
		return addToNumber(op, x, amount, u)
	}
	from := x.Type().Kind
	if x, err = startOf(u, x); err != nil {
		return nil, err
	}
	sum, err := addAmount(op, x, amount, scale, u)
	switch {
	case err == nil && constant && !from.Temporal():
		return constantText(sum)
	case err == nil && !from.Temporal() && sum.Type().Kind == plan.DateTime: // of a number or a text a text
		return ExactText(sum)
	}
	return sum, err
}

// constantText gives a date or a moment as a text if it is a constant: what is no date or time itself,
// but spells one, and is moved becomes a text.
func constantText(e plan.Expr) (plan.Expr, error) {
	e, err := plan.FoldAll(e)
	c, ok := e.(plan.Const)
	switch {
	case err != nil || !ok:
		return e, err
	case c.Value.IsNull():
		return plan.Const{Of: plan.Type{Kind: plan.String}, Lost: c.Lost}, nil
	case c.Value.Kind == plan.DateTime:
		return plan.Literal(value.OfString(function.ClockText(plan.DateTime, c.Value.Int*value.Ticks(value.MaxFraction-c.Of.Scale)))), nil
	}
	return coerce.To(c, plan.Type{Kind: plan.String})
}

// partsOfDay are how many parts a day has: year, month and day.
const partsOfDay = 3

// startOf gives what an interval is added to as a date, if the result is one, else as a
// moment or a time.
func startOf(u function.Unit, x plan.Expr) (plan.Expr, error) {
	c, constant := x.(plan.Const)
	switch k := x.Type().Kind; {
	case k == plan.Time && u.Dated():
		return nil, coerce.NoDate(x)
	case k == plan.Time || k == plan.DateTime:
		return x, nil
	case k == plan.Date || k == plan.Null:
	case k == plan.String && constant:
		if _, ok := value.ReadDateTime(c.Value.Text); ok && value.PartsOfMoment(c.Value.Text) > partsOfDay {
			return coerce.Moment(x) // also of midnight
		}
	case constant && !value.TimeConstant(c.Value, plan.DateTime).IsNull() && value.TimeConstant(c.Value, plan.Date).Kind == plan.DateTime:
		return coerce.Moment(x)
	}
	if u.Whole() {
		return coerce.Date(x)
	}
	return coerce.Moment(x)
}

// addToChosen moves a text that is chosen among two, which are moved each by itself.
func addToChosen(test, yes, no plan.Expr, add func(x plan.Expr) (plan.Expr, error)) (plan.Expr, error) {
	both := []plan.Expr{yes, no}
	for i, x := range both {
		moved, err := add(x)
		if err != nil {
			return nil, err
		}
		switch moved.Type().Kind { // of a constant it is none yet
		case plan.Date:
			moved, err = coerce.Text(moved)
		case plan.DateTime:
			moved, err = ExactText(moved)
		}
		if both[i] = moved; err != nil {
			return nil, err
		}
	}
	return call.If(test, both[0], both[1]), nil
}

// addToText adds whole days or months to a text, which is a date or a moment: so is the
// result, which is a text.
func addToText(op plan.Op, x, amount plan.Expr, u function.Unit) (plan.Expr, error) {
	if m := coerce.Shown(x); m != nil {
		moved, err := addAmount(op, m, amount, 0, u)
		switch {
		case err != nil:
			return nil, err
		case m.Type().Kind == plan.Date:
			return coerce.Text(moved)
		}
		return ExactText(moved)
	}
	asDate, err := coerce.To(x, plan.Type{Kind: plan.Date})
	if err == nil {
		asDate, err = addAmount(op, asDate, amount, 0, u)
	}
	if err != nil {
		return nil, err
	}
	exact, err := addAmount(op, plan.Cast{X: x, To: plan.Type{Kind: plan.DateTime, Scale: value.MaxFraction}}, amount, 0, u)
	if err != nil {
		return nil, err
	}
	short := call.Less(call.Int(plan.PartsOfMoment, x), call.Num(partsOfDay+1))
	return movedText(short, asDate, exact)
}

// movedText is the text of a moved moment: a day where the moment was written as one.
func movedText(short, day, exact plan.Expr) (plan.Expr, error) {
	days, err := coerce.Text(day)
	if err != nil {
		return nil, err
	}
	moments, err := ExactText(exact)
	return call.If(short, days, moments), err
}

// ExactText is the text of a moved moment, with six digits of a second or none.
func ExactText(m plan.Expr) (plan.Expr, error) {
	exact, err := coerce.To(m, plan.Type{Kind: plan.DateTime, Scale: value.MaxFraction})
	if err != nil {
		return nil, err
	}
	texts, err := coerce.All(plan.Type{Kind: plan.String}, plan.Cast{X: exact, To: plan.Type{Kind: plan.DateTime}}, exact)
	if err != nil {
		return nil, err
	}
	whole := call.Less(call.Int(plan.Mod, call.SinceZero(exact), call.Num(value.Ticks(value.MaxFraction))), call.Num(1))
	return call.If(whole, texts[0], texts[1]), nil
}

// addAmount moves a date, a moment or a time.
func addAmount(op plan.Op, x, amount plan.Expr, scale int, u function.Unit) (plan.Expr, error) {
	switch k := x.Type().Kind; {
	case u.Months > 0 && k == plan.Date:
		return addMonths(op, x, amount), nil
	case u.Months > 0:
		t := x.Type()
		day := addMonths(op, plan.Cast{X: x, To: plan.Type{Kind: plan.Date}}, amount)
		rest := call.Ticks(plan.Cast{X: x, To: plan.Type{Kind: plan.Time, Scale: t.Scale}})
		return call.Ticking(plan.Add, t, plan.Cast{X: day, To: plan.Plain(t)}, rest), nil
	case k == plan.Date: // by days
		return call.Date(op, x, amount), nil
	case u.Days > 0:
		return call.Ticking(op, x.Type(), x, call.Times(amount, value.DayTicks(x.Type().Scale))), nil
	}
	to := plan.Type{Kind: x.Type().Kind, Scale: max(x.Type().Scale, scale)}
	x, err := coerce.To(x, to)
	if err != nil {
		return nil, err
	}
	return call.Ticking(op, to, x, call.Times(amount, value.Ticks(to.Scale-scale))), nil
}

func addMonths(op plan.Op, day, months plan.Expr) plan.Expr {
	if op == plan.Sub {
		months = call.Int(plan.Neg, months)
	}
	return call.Date(plan.AddMonths, day, months)
}
