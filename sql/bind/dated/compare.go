package dated

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// A TIME is compared with a text as the text that it shows, and so is what is made of TIMEs: '9:00:00' is more
// than '10:00:00'. A column of times is compared as a time with a constant that says one and nothing else.

// Comparison types a comparison.
func Comparison(op plan.Op, args []plan.Expr) (plan.Expr, error) {
	args = beside(args)
	if clock := clockOfYear(args); clock != nil {
		return nil, coerce.NoDate(clock)
	}
	for i, a := range args {
		if coerce.IsMovedText(a) && isDated(args[1-i]) {
			return nil, coerce.NoDate(a)
		}
	}
	if isYear(args[0]) && isDated(args[1]) && !isConstant(args[1]) {
		return withYear(coerce.Turned[op], args[1], args[0])
	}
	if isYear(args[1]) && isDated(args[0]) && !isConstant(args[0]) {
		return withYear(op, args[0], args[1])
	}
	if op, args, ok := besideText(op, args); ok {
		return typing.Build(op, args...)
	}
	if e, ok, err := coerce.BesideText(op, args); ok || err != nil {
		return e, err
	}
	args, err := Pair(op, asMoments(args))
	if err != nil {
		return nil, err
	}
	return typing.Build(op, args...)
}

// asMoments gives texts that show moments, beside constants that do, as what they show.
func asMoments(args []plan.Expr) []plan.Expr {
	out := slices.Clone(args)
	for i, a := range args {
		if c, ok := a.(plan.Const); ok && isText(a) && !c.Value.IsNull() {
			m, ok := value.ReadDateTime(c.Value.Text)
			if k := value.OfDateTime(m.In(0), 0); ok && k.String() == c.Value.Text {
				out[i] = plan.Literal(k)
				continue
			}
		}
		m, ok := coerce.ShownMoment(a)
		if !ok {
			return args
		}
		out[i] = m
	}
	return out
}

// Pair gives the operands of a comparison.
func Pair(op plan.Op, args []plan.Expr) ([]plan.Expr, error) {
	if asNumber(args[0], args[1]) || asNumber(args[1], args[0]) {
		return numbers(args)
	}
	clock, text := args[0], args[1]
	if isClock(text) {
		clock, text = text, clock
	}
	switch equality := op == plan.Eq || op == plan.Ne || op == plan.NullEq; {
	case !isClock(clock) || !isText(text), isClockColumn(clock) && spellsTime(text):
		return args, nil
	case isShownTime(text, clock) && (equality || isOfDay(clock)): // the times are in the order of their texts
		return args, nil
	}
	return shown(args)
}

// asNumber reports whether a date or a time is compared with a constant number as a number: what is no column is, unless
// the constant is the number of a date or a time, which is in the same order.
func asNumber(x, of plan.Expr) bool {
	c, constant := of.(plan.Const)
	if _, column := x.(plan.ColumnRef); column || !constant || !isNumber(of) || !x.Type().Kind.Temporal() || c.Value.IsNull() {
		return false
	}
	says := value.TimeConstant(c.Value, x.Type().Kind)
	n, err := typing.Build(plan.Add, plan.Literal(says), plan.Literal(value.OfInt(0)))
	if says.IsNull() || says.Kind != x.Type().Kind || err != nil {
		return true
	}
	same, err := typing.Build(plan.Eq, n, of)
	if err == nil {
		same, err = plan.FoldAll(same)
	}
	is, ok := same.(plan.Const)
	return err != nil || !ok || is.Value.Int != 1
}

// Case gives a CASE of a value that has dates, moments or times in it as one of conditions. Each is built on today, by
// itself: a TIME beside a date is still one beside a number.
func Case(value plan.Expr, whens []plan.Expr, onToday func(build func([]plan.Expr) (plan.Expr, error), args ...plan.Expr) (plan.Expr, error)) (plan.Expr, []plan.Expr, error) {
	temporal := func(e plan.Expr) bool { return e.Type().Kind.Temporal() }
	if value == nil || !temporal(value) && !slices.ContainsFunc(whens, temporal) {
		return value, whens, nil
	}
	out := make([]plan.Expr, len(whens))
	for i, w := range whens {
		var err error
		out[i], err = onToday(func(args []plan.Expr) (plan.Expr, error) {
			args, err := One(plan.Eq, args)
			if err != nil {
				return nil, err
			}
			return typing.CaseCondition(args[0], args[1])
		}, value, w)
		if err != nil {
			return nil, nil, err
		}
	}
	return nil, out, nil
}

// One gives the operands of a comparison that is one of several, as CASE has them and rows in a list: a text that
// says no date or no time is equal to none, and no error.
func One(_ plan.Op, args []plan.Expr) ([]plan.Expr, error) {
	switch x, when := args[0], args[1]; {
	case isText(x) && when.Type().Kind.Temporal():
		return shown(args)
	case isClock(x) && isText(when) && isConstant(when) && !saysTime(when):
		return shown(args)
	}
	return LeastOfNone(args)
}

// Between gives the operands of x BETWEEN lo AND hi.
func Between(args []plan.Expr) ([]plan.Expr, error) {
	args, err := betweenYears(beside(args))
	if err != nil {
		return nil, err
	}
	args = asMoments(zeroDates(args))
	switch clocks, texts := count(args, isClock), count(args, isText)+count(args, isNull); { // NULL is a text
	case asNumbers(args):
		return numbers(args)
	case slices.ContainsFunc(args, isDated):
		return LeastOfNone(args)
	case clocks == 0 || texts == 0 || clocks+texts < len(args):
		return args, nil
	case isClockColumn(args[0]) && slices.ContainsFunc(args[1:], spellsTime):
		return numbered(args)
	}
	if times, ok := betweenTexts(args); ok {
		return times, nil
	}
	return shown(args)
}

// asNumbers reports whether what stands in BETWEEN is compared as numbers: numbers and dates or times are, but for a
// column of dates beside constants, and a column of times beside constants that say times or numbers alone.
func asNumbers(args []plan.Expr) bool {
	temporal := count(args, func(e plan.Expr) bool { return e.Type().Kind.Temporal() })
	if temporal == 0 || !slices.ContainsFunc(args, isNumber) || slices.ContainsFunc(args, coerce.IsJSON) {
		return false
	}
	_, column := args[0].(plan.ColumnRef)
	switch {
	case !column || !args[0].Type().Kind.Temporal():
		return true
	case isDated(args[0]) && !slices.ContainsFunc(args, isClock):
		return !slices.ContainsFunc(args, isConstant)
	}
	others := func(e plan.Expr) bool { return isDated(e) || isText(e) && !saysTime(e) }
	return slices.ContainsFunc(args, isClock) && slices.ContainsFunc(args, others)
}

// numbers gives dates, times and texts as numbers.
func numbers(args []plan.Expr) ([]plan.Expr, error) {
	out := slices.Clone(args)
	for i, a := range args {
		if isNumber(a) || a.Type().Kind == plan.Null {
			continue
		}
		var err error
		if out[i], err = typing.Build(plan.Add, a, plan.Literal(value.OfInt(0))); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// In types x IN (list).
func In(x plan.Expr, list []plan.Expr) (plan.Expr, error) {
	operands := beside(append([]plan.Expr{x}, list...))
	x, list = operands[0], operands[1:]
	if len(list) == 1 {
		args, err := Pair(plan.Eq, []plan.Expr{x, list[0]})
		if err != nil {
			return nil, err
		}
		return typing.BuildIn(args[0], args[1:])
	}
	alike, asTexts, asTimes := parted(x, list)
	dates := LeastOfNone
	if isNumber(x) { // a text beside it is a number
		dates = func(args []plan.Expr) ([]plan.Expr, error) { return args, nil }
	}
	var all []plan.Expr
	for _, e := range asTimes {
		is, err := equalTime(x, e)
		if err != nil {
			return nil, err
		}
		all = append(all, is)
	}
	for _, some := range []struct {
		list []plan.Expr
		as   func([]plan.Expr) ([]plan.Expr, error)
	}{{alike, dates}, {asTexts, shown}} {
		if len(some.list) == 0 {
			continue
		}
		args, err := some.as(append([]plan.Expr{x}, some.list...))
		if err != nil {
			return nil, err
		}
		in, err := typing.BuildIn(args[0], args[1:])
		if err != nil {
			return nil, err
		}
		all = append(all, in)
	}
	return plan.Combine(plan.Or, all), nil
}

// parted parts a list by what its elements are compared with x as: what they are, or texts. Texts of rows that are
// compared with a time are times. A text beside texts is compared as it is, beside a date as what that is.
func parted(x plan.Expr, list []plan.Expr) (alike, asTexts, asTimes []plan.Expr) {
	dates := slices.ContainsFunc(list, isDated)
	onlyTexts := !slices.ContainsFunc(list, func(e plan.Expr) bool { return !isText(e) || !isConstant(e) })
	spelled := isClockColumn(x) && !slices.ContainsFunc(list, func(e plan.Expr) bool { return !spellsTime(e) })
	for _, e := range list {
		switch {
		case isText(x) && (isClock(e) || isText(e) && dates):
			asTexts = append(asTexts, e)
		case !isClock(x) || !isText(e):
			alike = append(alike, e)
		case !isConstant(e):
			asTimes = append(asTimes, e)
		case onlyTexts && !spelled && !isShownTime(e, x) || !saysTime(e):
			asTexts = append(asTexts, e)
		default:
			alike = append(alike, e)
		}
	}
	return alike, asTexts, asTimes
}

// Lists parts a list that a time is looked for in: beside a date or a moment it is one of today, and so it is beside
// texts among those, but not beside numbers.
func Lists(x plan.Expr, list []plan.Expr) (out [][]plan.Expr) {
	if !isClock(x) || !slices.ContainsFunc(list, isDated) {
		return [][]plan.Expr{list}
	}
	var days, others []plan.Expr
	for _, e := range list {
		if isNumber(e) {
			others = append(others, e)
		} else {
			days = append(days, e)
		}
	}
	for _, some := range [][]plan.Expr{others, days} {
		if len(some) > 0 {
			out = append(out, some)
		}
	}
	return out
}

// equalTime asks whether a time is the one that a text says. One that says none is equal to no time.
func equalTime(x, of plan.Expr) (plan.Expr, error) {
	t, err := typing.Build("TIME", of)
	if err != nil {
		return nil, err
	}
	none, err := isNone(t, of)
	if err != nil {
		return nil, err
	}
	equal, err := typing.Build(plan.Eq, x, t)
	if err != nil {
		return nil, err
	}
	never, err := typing.Build(plan.Ne, x, x)
	if err != nil {
		return nil, err
	}
	return typing.Build(plan.If, none, never, equal)
}

// shown gives dates, moments and times as the texts that they show.
func shown(args []plan.Expr) ([]plan.Expr, error) {
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		var err error
		switch c, constant := a.(plan.Const); {
		case a.Type().Kind.Temporal():
			if out[i], err = coerce.To(a, plan.Type{Kind: plan.String}); err != nil {
				return nil, err
			}
		case constant && slices.ContainsFunc(args, isClockColumn):
			out[i] = plan.Const{Value: c.Value, Of: c.Of, Digits: c.Digits, Lost: lostOf(c, plan.Time)}
		default:
			out[i] = a
		}
	}
	return out, nil
}

// numbered gives texts that say no time as the whole numbers that they begin with, where one of them does, and
// what they are compared with as whole numbers, too.
func numbered(args []plan.Expr) ([]plan.Expr, error) {
	if !slices.ContainsFunc(args, func(e plan.Expr) bool { return isText(e) && !spellsTime(e) }) {
		return args, nil
	}
	out := make([]plan.Expr, len(args))
	for i, a := range args {
		x, whole := a, plan.Type{Kind: plan.Int}
		if spellsTime(a) {
			t, err := coerce.To(a, plan.Type{Kind: plan.Time})
			if err != nil {
				return nil, err
			}
			x = t
		}
		e, err := coerce.Cast(x, whole)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

// LeastOfNone gives constant texts that say no date, beside dates and moments, as the least moment.
func LeastOfNone(args []plan.Expr) ([]plan.Expr, error) {
	kind := plan.Null
	for _, a := range args {
		if isDated(a) {
			kind = max(kind, a.Type().Kind)
		}
	}
	if kind == plan.Null {
		return args, nil
	}
	out := slices.Clone(args)
	for i, a := range args {
		if c, ok := a.(plan.Const); ok && isText(a) && !c.Value.IsNull() && value.TimeConstant(c.Value, kind).IsNull() {
			least := least(kind)
			least.Lost = lostOf(c, kind)
			out[i] = least
		}
	}
	return out, nil
}

// lostOf is what a constant text loses as a date, a moment or a time. An empty one is no time without a word.
func lostOf(c plan.Const, kind plan.Kind) *fault.Told {
	as, err := c.As(plan.Type{Kind: kind})
	if err != nil || kind == plan.Time && c.Value.Text == "" {
		return c.Lost
	}
	return plan.LostOf([]plan.Expr{as})
}

// least is the first day, or the first moment, that no date is.
func least(kind plan.Kind) plan.Const {
	if kind == plan.Date {
		return plan.Literal(value.OfDate(value.MinDate))
	}
	lo, _ := value.TickBounds(plan.DateTime, 0)
	return plan.Literal(value.OfDateTime(lo, 0))
}
