package dated

import (
	"sort"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Times of a day that have as many digits show texts of one length, which are in the order of the times. So what is
// before or behind a text, whatever it says, is before or behind a time.

// isOfDay reports whether a time is surely one of a day, or the end of one, to which a moment is rounded.
func isOfDay(e plan.Expr) bool {
	c, ok := e.(plan.Cast)
	return ok && isClock(e) && c.X.Type().Kind == plan.DateTime
}

// besideText gives the operator and the operands, two times, that compare a time of a day with a constant text as its
// own text does; false of other operands, and of an equality.
func besideText(op plan.Op, args []plan.Expr) (plan.Op, []plan.Expr, bool) {
	clock, text := args[0], args[1]
	if isClock(text) {
		clock, text, op = text, clock, coerce.Turned[op]
	}
	if !isOfDay(clock) || !coerce.IsWritten(text) {
		return op, nil, false
	}
	bound, shown := notBefore(text, clock)
	switch {
	case op == plan.Lt, op == plan.Le && !shown:
		return plan.Lt, []plan.Expr{clock, bound}, true
	case op == plan.Ge, op == plan.Gt && !shown:
		return plan.Ge, []plan.Expr{clock, bound}, true
	}
	return op, []plan.Expr{clock, bound}, op == plan.Le || op == plan.Gt
}

// betweenTexts gives the operands of BETWEEN of a time of a day and two constant texts as times.
func betweenTexts(args []plan.Expr) ([]plan.Expr, bool) {
	clock := args[0]
	if !isOfDay(clock) || !coerce.IsWritten(args[1]) || !coerce.IsWritten(args[2]) {
		return nil, false
	}
	lo, _ := notBefore(args[1], clock)
	hi, shown := notBefore(args[2], clock)
	if !shown {
		hi = plan.Literal(value.OfTime(hi.Value.Int-1, clock.Type().Scale))
	}
	return []plan.Expr{clock, lo, hi}, true
}

// notBefore gives the first time of the digits of a clock that shows the text, or one behind it, and whether it shows
// this one. Where no time of a day does it is one behind all of them.
func notBefore(text, clock plan.Expr) (bound plan.Const, shown bool) {
	const day = 24 * 60 * 60
	scale, s := clock.Type().Scale, text.(plan.Const).Value.Text
	end := day * value.Pow10(scale)
	of := func(ticks int64) value.Value { return value.OfTime(ticks, scale) }
	first := of(int64(sort.Search(int(end+1), func(i int) bool { return of(int64(i)).String() >= s })))
	return plan.Literal(first), first.Int <= end && first.String() == s
}
