package coerce

import (
	"cmp"
	"slices"
	"sort"

	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// ShownOrder is the order of texts that dates and moments show, and of texts that are chosen among such and constants,
// as COALESCE(m, 'never') is, by numbers. The text of a date begins that of its midnight, and the text of a moment
// that of the same one with more digits, so they are in the order of the moments and then of their lengths. A constant
// that is none of these texts lies behind one of them and before the next, whatever it says.
type ShownOrder struct {
	of     plan.Type // the finest of the types that are shown: a moment is of this type
	places []place   // those that there are, in order; a text's second number is that of its place
	null   place     // of NULL, so that all NULLs are alike
}

// place is where a text lies among those that begin the same moment.
type place struct {
	digits int    // of the text, or of the one that it lies behind: an index of formsOf
	behind bool   // it lies behind it, and is the constant text
	text   string // of the constant
}

func (p place) compare(q place) int {
	if c := cmp.Compare(p.digits, q.digits); c != 0 || p.behind != q.behind {
		return cmp.Or(c, map[bool]int{false: -1, true: 1}[p.behind])
	}
	return cmp.Compare(p.text, q.text)
}

// OrderOfShown gives the order that several texts have in common; false where one of them is no such text, or none
// shows anything. Whoever takes the numbers of a text may compute what it is chosen by twice.
func OrderOfShown(texts ...plan.Expr) (*ShownOrder, bool) {
	var shown []plan.Expr
	var constants []string
	ok := true
	for _, e := range texts {
		eachChosen(e, func(x plan.Expr) {
			if m := shownPlainly(x); m != nil {
				shown = append(shown, m)
			} else if IsWritten(x) && !x.Type().Bytes() && !x.Type().Caseless() {
				constants = append(constants, x.(plan.Const).Value.Text)
			} else if !call.IsNull(x) {
				ok = false
			}
		})
	}
	if !ok || len(shown) == 0 {
		return nil, false
	}
	o := &ShownOrder{of: plan.Plain(shown[0].Type())}
	for _, m := range shown {
		if digitsOf(m.Type()) > digitsOf(o.of) {
			o.of = plan.Plain(m.Type())
		}
		o.places = append(o.places, place{digits: digitsOf(m.Type())})
	}
	o.null = o.places[max(0, slices.IndexFunc(shown, plan.Expr.Nullable))]
	slices.SortFunc(o.places, place.compare)
	for _, text := range constants {
		_, at := o.constant(text)
		o.places = append(o.places, at)
	}
	slices.SortFunc(o.places, place.compare)
	o.places = slices.Compact(o.places)
	return o, true
}

// eachChosen calls a function with what a text is chosen among.
func eachChosen(e plan.Expr, f func(plan.Expr)) {
	if c, ok := e.(plan.Call); ok && e.Type().Kind == plan.String {
		if _, yes, no, ok := choiceOf(c); ok {
			eachChosen(yes, f)
			eachChosen(no, f)
			return
		}
	}
	f(e)
}

// shownPlainly gives the date or the moment that a text shows as a whole; nil of another expression.
func shownPlainly(e plan.Expr) plan.Expr {
	if e.Type() != (plan.Type{Kind: plan.String}) {
		return nil
	}
	return Shown(e)
}

// digitsOf numbers the forms in which dates and moments are shown, from the shortest on: a date, a moment, and one
// with each number of digits behind its second.
func digitsOf(t plan.Type) int {
	if t.Kind == plan.Date {
		return 0
	}
	return 1 + t.Scale
}

// formOf is the type that digitsOf numbers.
func formOf(digits int) plan.Type {
	if digits == 0 {
		return plan.Type{Kind: plan.Date}
	}
	return plan.Type{Kind: plan.DateTime, Scale: digits - 1}
}

// constant gives the moment and the place of a constant text.
func (o *ShownOrder) constant(text string) (moment plan.Expr, at place) {
	of, lo, hi := shownBetween(o.of)
	i := lo + int64(sort.Search(int(hi-lo+1), func(i int) bool { return of(lo+int64(i)).String() >= text }))
	if i > hi {
		return plan.Literal(of(hi)), place{digits: digitsOf(o.of), behind: true, text: text}
	}
	at = place{digits: -1, behind: true, text: text}
	for _, p := range o.places {
		if p.behind {
			continue
		}
		if begins := of(i).String()[:lengthOf(p.digits)]; begins <= text {
			at = place{digits: p.digits, behind: begins != text, text: text}
		}
	}
	if !at.behind {
		at.text = ""
	}
	return plan.Literal(of(i)), at
}

// lengthOf is how many bytes a form shows.
func lengthOf(digits int) int {
	if digits <= 1 {
		return [...]int{len("YYYY-MM-DD"), len("YYYY-MM-DD hh:mm:ss")}[digits]
	}
	return len("YYYY-MM-DD hh:mm:ss.") + digits - 1
}

// Numbers gives what a text is ordered by: the moment, and the number of its place where there are several. Texts
// that are equal have equal numbers; where the text is NULL the moment is.
func (o *ShownOrder) Numbers(e plan.Expr) ([]plan.Expr, error) {
	moment, at, err := o.numbers(e)
	if len(o.places) == 1 {
		return []plan.Expr{moment}, err
	}
	return []plan.Expr{moment, at}, err
}

func (o *ShownOrder) numbers(e plan.Expr) (moment, at plan.Expr, err error) {
	if m := shownPlainly(e); m != nil {
		moment, err = To(m, o.of)
		at = o.number(place{digits: digitsOf(m.Type())})
		if null := o.number(o.null); m.Nullable() && !plan.Equal(at, null) {
			at = call.If(plan.Call{Op: plan.IsNull, Args: []plan.Expr{m}, Of: plan.Type{Kind: plan.Bool}}, null, at)
		}
		return moment, at, err
	}
	if call.IsNull(e) {
		return plan.NullOf(o.of), o.number(o.null), nil
	}
	if c, ok := e.(plan.Const); ok {
		moment, p := o.constant(c.Value.Text)
		return moment, o.number(p), nil
	}
	test, yes, no, _ := choiceOf(e.(plan.Call))
	yesMoment, yesAt, err := o.numbers(yes)
	if err != nil {
		return nil, nil, err
	}
	noMoment, noAt, err := o.numbers(no)
	if at = call.If(test, yesAt, noAt); err == nil && plan.Equal(yesAt, noAt) {
		at = yesAt
	}
	return call.If(test, yesMoment, noMoment), at, err
}

// Places is how many places there are, of which Text has the numbers.
func (o *ShownOrder) Places() int { return len(o.places) }

// Shows reports whether a place is one of shown moments, and not that of a constant.
func (o *ShownOrder) Shows(at int) bool { return !o.places[at].behind }

// Constant gives the moment of the constant whose place it is.
func (o *ShownOrder) Constant(at int) plan.Expr {
	moment, _ := o.constant(o.places[at].text)
	return moment
}

// At gives the moment of a text where it has a place of shown moments, and NULL where it has another one.
func (o *ShownOrder) At(e plan.Expr, at int) (plan.Expr, error) {
	if c, ok := e.(plan.Call); ok {
		test, yes, no, _ := choiceOf(c)
		yes, err := o.At(yes, at)
		if err != nil {
			return nil, err
		}
		no, err = o.At(no, at)
		null, _ := test.(plan.Call)
		if err != nil || plan.Equal(yes, no) || null.Op == plan.IsNull && call.IsNull(yes) && plan.Equal(null.Args[0], no) {
			return no, err
		}
		return call.If(test, yes, no), nil
	}
	if o.placeOf(e) != o.places[at] {
		return plan.NullOf(o.of), nil
	}
	moment, _, err := o.numbers(e)
	return moment, err
}

// Is asks whether a text has the place of a constant.
func (o *ShownOrder) Is(e plan.Expr, at int) plan.Expr {
	c, ok := e.(plan.Call)
	if !ok {
		return truth(o.placeOf(e) == o.places[at])
	}
	test, yes, no, _ := choiceOf(c)
	yes, no = o.Is(yes, at), o.Is(no, at)
	if plan.Equal(yes, truth(true)) && plan.Equal(no, truth(false)) {
		return test
	}
	return call.If(test, yes, no)
}

func truth(is bool) plan.Expr { return plan.Literal(value.OfBool(is)) }

// placeOf gives the place of one of what a text is chosen among.
func (o *ShownOrder) placeOf(e plan.Expr) place {
	if m := shownPlainly(e); m != nil {
		return place{digits: digitsOf(m.Type())}
	}
	if call.IsNull(e) {
		return o.null
	}
	_, at := o.constant(e.(plan.Const).Value.Text)
	return at
}

func (o *ShownOrder) number(p place) plan.Expr {
	return call.Num(int64(slices.Index(o.places, p)))
}

// Text gives the text that has such numbers.
func (o *ShownOrder) Text(numbers []plan.Expr) (plan.Expr, error) {
	var text plan.Expr
	for i, p := range o.places {
		t, err := o.textAt(p, numbers[0])
		if err != nil {
			return nil, err
		}
		if text == nil {
			text = t
			continue
		}
		is := plan.Call{Op: plan.Eq, Args: []plan.Expr{numbers[1], call.Num(int64(i))}, Of: plan.Type{Kind: plan.Bool}}
		text = plan.Call{Op: plan.If, Args: []plan.Expr{is, t, text}, Of: plan.Type{Kind: plan.String}}
	}
	return text, nil
}

func (o *ShownOrder) textAt(p place, moment plan.Expr) (plan.Expr, error) {
	if p.behind {
		return plan.Literal(value.OfString(p.text)), nil
	}
	m, err := To(moment, formOf(p.digits))
	if err != nil {
		return nil, err
	}
	return To(m, plan.Type{Kind: plan.String})
}

// compare compares two such texts: NULL where one of them is.
func (o *ShownOrder) compare(op plan.Op, a, b plan.Expr) (plan.Expr, error) {
	x, err := o.Numbers(a)
	if err != nil {
		return nil, err
	}
	y, err := o.Numbers(b)
	if err != nil {
		return nil, err
	}
	is := func(op plan.Op, i int) plan.Expr {
		return plan.Call{Op: op, Args: []plan.Expr{x[i], y[i]}, Of: plan.Type{Kind: plan.Bool}}
	}
	if len(x) == 1 {
		return is(op, 0), nil
	}
	x[1], y[1] = call.UnlessNull(x[0], x[1]), call.UnlessNull(y[0], y[1])
	switch op {
	case plan.Eq:
		return plan.Combine(plan.And, []plan.Expr{is(plan.Eq, 0), is(plan.Eq, 1)}), nil
	case plan.Ne:
		return plan.Combine(plan.Or, []plan.Expr{is(plan.Ne, 0), is(plan.Ne, 1)}), nil
	}
	strict := map[plan.Op]plan.Op{plan.Lt: plan.Lt, plan.Le: plan.Lt, plan.Gt: plan.Gt, plan.Ge: plan.Gt}[op]
	tied := plan.Combine(plan.And, []plan.Expr{is(plan.Eq, 0), is(op, 1)})
	return plan.Combine(plan.Or, []plan.Expr{is(strict, 0), tied}), nil
}
