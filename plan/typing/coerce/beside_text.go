package coerce

import (
	"sort"

	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// Texts that show dates, or moments with as many digits, have one length and are in the order of what they show. So
// such a text is compared with a constant one as what it shows, whatever the constant says, and a text that is chosen
// among some, as COALESCE(m, '2024-05-01') is, as each of these. No text is made.

// BesideText types a comparison of such a text with a constant one or another such text; ok is false of other operands.
func BesideText(op plan.Op, args []plan.Expr) (e plan.Expr, ok bool, err error) {
	x, text := args[0], args[1]
	if IsWritten(x) {
		x, text, op = text, x, Turned[op]
	}
	if op == plan.NullEq {
		return nil, false, nil
	}
	if !IsWritten(text) {
		return shownBoth(op, x, text)
	}
	if m := Shown(x); m != nil {
		e, err = besideShown(op, m, text.(plan.Const).Value.Text)
		return e, true, err
	}
	test, yes, no, ok := Chosen(x)
	if !ok {
		return nil, false, nil
	}
	if yes, err = besideText(op, yes, text); err != nil {
		return nil, false, err
	}
	if no, err = besideText(op, no, text); err != nil {
		return nil, false, err
	}
	return call.If(test, yes, no), true, nil
}

// shownBoth is BesideText of two texts of which none is a constant.
func shownBoth(op plan.Op, a, b plan.Expr) (e plan.Expr, ok bool, err error) {
	if call.IsNull(a) || call.IsNull(b) {
		return nil, false, nil
	}
	o, ok := OrderOfShown(a, b)
	if !ok {
		return nil, false, nil
	}
	e, err = o.compare(op, a, b)
	return e, true, err
}

// besideText is BesideText of one of what a text is chosen among, which may be a constant.
func besideText(op plan.Op, x, text plan.Expr) (plan.Expr, error) {
	if e, ok, err := BesideText(op, []plan.Expr{x, text}); ok || err != nil {
		return e, err
	}
	return Comparison(op, []plan.Expr{x, text})
}

// IsWritten reports whether an expression is a constant text, and not NULL.
func IsWritten(e plan.Expr) bool {
	c, ok := e.(plan.Const)
	return ok && e.Type().Kind == plan.String && !c.Value.IsNull()
}

// Turned has for each comparison the one of the same operands in the other order.
var Turned = map[plan.Op]plan.Op{plan.Eq: plan.Eq, plan.Ne: plan.Ne, plan.NullEq: plan.NullEq, plan.Lt: plan.Gt, plan.Le: plan.Ge, plan.Gt: plan.Lt, plan.Ge: plan.Le}

// BetweenTexts types x BETWEEN lo AND hi of such a text x and constant ones; ok is false of other operands.
func BetweenTexts(args []plan.Expr) (e plan.Expr, ok bool, err error) {
	if IsWritten(args[0]) || !IsWritten(args[1]) || !IsWritten(args[2]) {
		return nil, false, nil
	}
	from, ok, err := BesideText(plan.Ge, []plan.Expr{args[0], args[1]})
	if !ok || err != nil {
		return nil, false, err
	}
	to, _, err := BesideText(plan.Le, []plan.Expr{args[0], args[2]})
	return plan.Combine(plan.And, []plan.Expr{from, to}), err == nil, err
}

// besideShown compares the text that a date or a moment shows with a constant one.
func besideShown(op plan.Op, m plan.Expr, text string) (plan.Expr, error) {
	of, lo, hi := shownBetween(m.Type())
	first := lo + int64(sort.Search(int(hi-lo+1), func(i int) bool { return of(lo+int64(i)).String() >= text }))
	switch {
	case first <= hi && of(first).String() == text:
	case op == plan.Eq: // which none is
		op, first = plan.Lt, lo
	case op == plan.Ne:
		op, first = plan.Ge, lo
	case first > hi && (op == plan.Lt || op == plan.Le):
		op, first = plan.Le, hi
	case first > hi:
		op, first = plan.Gt, hi
	case op == plan.Le:
		op = plan.Lt
	case op == plan.Gt:
		op = plan.Ge
	}
	return Comparison(op, []plan.Expr{m, plan.Literal(of(first))})
}

// shownBetween gives the dates, or the moments, of a type by their numbers, which lie between two.
func shownBetween(t plan.Type) (of func(n int64) value.Value, lo, hi int64) {
	if t.Kind == plan.Date {
		return value.OfDate, value.MinDate, value.MaxDate
	}
	lo, hi = value.TickBounds(plan.DateTime, t.Scale)
	return func(n int64) value.Value { return value.OfDateTime(n, t.Scale) }, lo, hi
}
