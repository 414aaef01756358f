package truth

import (
	"cmp"
	"errors"
	"math"

	"gsdms/operators/sets"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// A predicate may read of a column nothing but a part that rises or falls with it and has few values, as
// the day of a moment. It is asked of each of these then, and what is found is as wide as the numbers of
// the column that have this part: steps. Within a step other parts may move, as the time of the day does,
// so that a comparison holds up to some number of the step or from it on.

// MostSteps is how many values of a part a predicate is asked of at most.
const MostSteps = 1 << 14

// InSteps gives a Prober that asks predicates of up to so many values of a part of the column.
func (p Prober) InSteps(most int) Prober {
	p.steps = min(most, MostSteps)
	return p
}

// inSteps is the truth of a predicate that has no simpler form.
func (p Prober) inSteps(e plan.Expr) (Verdict, bool) {
	if p.steps == 0 || p.ranks || p.column.Coded() || p.lo > p.hi {
		return Verdict{}, false
	}
	for _, part := range partsOf(e) {
		if t, ok := p.inStepsOf(part, e); ok {
			return t, true
		}
	}
	return p.byChoice(e)
}

// inStepsOf is inSteps by some part.
func (p Prober) inStepsOf(part, e plan.Expr) (Verdict, bool) {
	on := plan.Replace(e, func(x plan.Expr) plan.Expr {
		if plan.Equal(x, part) {
			return plan.Slot{Of: part.Type()}
		}
		return nil
	})
	whole := !hasColumn(on)
	c, isCall := e.(plan.Call)
	if !whole && !(isCall && isComparison(c.Op) && c.Op != plan.NullEq && areNumbers(c.Args)) {
		return Verdict{}, false
	}
	s, ok := p.stepsOf(part)
	if !ok {
		return Verdict{}, false
	}
	if whole {
		return s.whole(on, e)
	}
	return s.within(c)
}

// partsOf gives the parts of an expression that have the column in them, the outermost first, without the
// column itself.
func partsOf(e plan.Expr) (all []plan.Expr) {
	for level := plan.Children(e); len(level) > 0; {
		var next []plan.Expr
		for _, x := range level {
			if children := plan.Children(x); len(children) > 0 && hasColumn(x) {
				all, next = append(all, x), append(next, children...)
			}
		}
		level = next
	}
	return all
}

func hasColumn(e plan.Expr) (found bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		_, column := x.(plan.ColumnRef)
		found = found || column
		return !found
	})
	return found
}

func isComparison(op plan.Op) bool {
	switch op {
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq:
		return true
	}
	return false
}

// areNumbers reports whether expressions of one type compare by their numbers.
func areNumbers(args []plan.Expr) bool {
	t := args[0].Type()
	switch t.Kind {
	case plan.Int, plan.Date, plan.DateTime, plan.Time:
		return args[1].Type().Kind == t.Kind && args[1].Type().Scale == t.Scale
	}
	return false
}

// steps are the values of a part of a column, in the order of the column.
type steps struct {
	Prober
	part        plan.Expr
	of          *plan.Prepared // the part
	falls       bool           // the numbers of the part do, and are taken with the other sign
	first, last int64          // of these numbers
	known       [2]edge        // the latest that were found
}

// edge is where a step begins, as how far from the column's least number.
type edge struct {
	step int64
	at   uint64
}

// stepsOf gives the steps that a part makes, if there are not too many.
func (p Prober) stepsOf(part plan.Expr) (*steps, bool) {
	switch part.Type().Kind {
	case plan.Int, plan.Date, plan.DateTime:
	default:
		return nil, false
	}
	direction, ok := slopes{}.of(part)
	if !ok || direction == 0 || uint64(p.hi)-uint64(p.lo) == math.MaxUint64 || !p.defined(part) {
		return nil, false
	}
	s := &steps{Prober: p, part: part, of: plan.Prepare(fault.Telling(p.ctx, nil), part), falls: direction < 0}
	var errs [2]error
	s.first, errs[0] = s.stepAt(0)
	s.last, errs[1] = s.stepAt(uint64(p.hi) - uint64(p.lo))
	return s, errors.Join(errs[:]...) == nil && s.first <= s.last && uint64(s.last)-uint64(s.first) < uint64(p.steps)
}

// stepAt is the step of a number of the column.
func (s *steps) stepAt(offset uint64) (int64, error) {
	v, err := s.of.Eval(func(plan.Expr) (plan.Value, error) { return ColumnValue(s.column, s.lo+int64(offset)), nil })
	n, ok := v.Number()
	if s.falls {
		n = -n
	}
	if err == nil && !ok {
		err = errNoStep
	}
	return n, err
}

var errNoStep = errors.New("a part has no number")

// begin is where the steps from one on begin. Days are all as long, so that it mostly lies as far from
// the edges that were found before as these lie apart.
func (s *steps) begin(step int64) uint64 {
	all := uint64(s.hi) - uint64(s.lo) + 1
	switch {
	case step <= s.first:
		return 0
	case step > s.last:
		return all
	}
	isFrom := func(offset uint64) bool {
		n, err := s.stepAt(offset)
		return err != nil || n >= step
	}
	at, found := s.guess(step)
	if !found || at == 0 || at >= all || !isFrom(at) || isFrom(at-1) {
		at = firstOf(0, all, isFrom)
	}
	if s.known[1].step != step {
		s.known = [2]edge{s.known[1], {step, at}}
	}
	return at
}

// guess is where a step begins if all are as long as those between the edges that are known.
func (s *steps) guess(step int64) (at uint64, ok bool) {
	a, b := s.known[0], s.known[1]
	if a.at == 0 || b.step == a.step {
		return 0, false
	}
	each := (int64(b.at) - int64(a.at)) / (b.step - a.step)
	return uint64(int64(b.at) + (step-b.step)*each), true
}

// end is where the steps behind one begin.
func (s *steps) end(step int64) uint64 {
	if step >= s.last {
		return uint64(s.hi) - uint64(s.lo) + 1
	}
	return s.begin(step + 1)
}

// widen gives the numbers of the column whose part is one of some numbers.
func (s *steps) widen(parts sets.Ranges) sets.Ranges {
	out := make([]sets.Interval, 0, len(parts))
	for _, r := range parts {
		if s.falls {
			r.Lo, r.Hi = -r.Hi, -r.Lo
		}
		if from, to := s.begin(r.Lo), s.end(r.Hi); from < to {
			out = append(out, sets.Interval{Lo: s.lo + int64(from), Hi: s.lo + int64(to-1)})
		}
	}
	return sets.NewRanges(out)
}

// whole is the truth of a predicate of the part alone, on is it with a Slot in place of the part.
func (s *steps) whole(on, e plan.Expr) (Verdict, bool) {
	values := plan.Column{Type: s.part.Type(), Min: s.first, Max: s.last}
	if s.falls {
		values.Min, values.Max = -s.last, -s.first
	}
	p := NewProber(s.ctx, &values)
	t, ok := p.inPieces(func(t *piece, lo, hi int64) error {
		return t.evaluate(p, on, lo, hi, func(n int64) plan.Value { return ColumnValue(&values, n) })
	})
	if !ok {
		return Verdict{}, false
	}
	null, err := s.at(e, plan.Value{})
	t.Yes = sets.Values{In: s.widen(t.Yes.In), Null: null.True()}
	t.No = sets.Values{In: s.widen(t.No.In), Null: !null.IsNull() && !null.True()}
	return t, err == nil
}

// within is the truth of a comparison that is true up to some number of each step, or from it on.
func (s *steps) within(e plan.Call) (Verdict, bool) {
	x, okX := slopes{still: s.part}.of(e.Args[0])
	y, okY := slopes{still: s.part}.of(e.Args[1])
	direction, ok := together(x, -y)
	if null, err := s.at(e, plan.Value{}); !okX || !okY || !ok || err != nil || !null.IsNull() {
		return Verdict{}, false
	}
	d := difference{s: s, falls: direction < 0}
	for i, a := range e.Args {
		d.of[i] = plan.Prepare(fault.Telling(s.ctx, nil), a)
	}
	work := Effort{Ctx: s.ctx}
	for i, from := int64(0), uint64(0); i <= s.last-s.first; i++ {
		to := s.end(s.first + i)
		if from < to && !d.add(from, to) || work.Add(plan.Value{}) != nil {
			return Verdict{}, false
		}
		from = to
	}
	return s.compared(e.Op, sets.NewRanges(d.less), sets.NewRanges(d.notGreater)), true
}

// difference is how two numbers of the column compare, of which one passes the other at most once in a step.
type difference struct {
	s                *steps
	of               [2]*plan.Prepared
	falls            bool // what the first is more than the second does
	less, notGreater []sets.Interval
}

// side is 1 where the first number is greater, -1 where the second is; false where one of them is none.
func (d *difference) side(offset uint64) (side int, ok bool) {
	var n [2]int64
	for i, x := range d.of {
		v, err := x.Eval(func(plan.Expr) (plan.Value, error) { return ColumnValue(d.s.column, d.s.lo+int64(offset)), nil })
		if n[i], ok = v.Number(); err != nil || !ok {
			return 0, false
		}
	}
	return cmp.Compare(n[0], n[1]), true
}

// add finds what is less and what is not greater in the step of some numbers.
func (d *difference) add(from, to uint64) bool {
	begins, ok := d.side(from)
	ends, okToo := d.side(to - 1)
	if !ok || !okToo || begins != ends && (begins > ends) != d.falls {
		return false
	}
	for _, test := range []struct {
		most int
		into *[]sets.Interval
	}{{-1, &d.less}, {0, &d.notGreater}} {
		first, last := begins <= test.most, ends <= test.most
		lo, hi := from, to
		switch change := func(at uint64) bool {
			side, known := d.side(at)
			ok = ok && known
			return (side <= test.most) == last
		}; {
		case !first && !last:
			continue
		case first && !last:
			hi = firstOf(from, to, change)
		case !first:
			lo = firstOf(from, to, change)
		}
		*test.into = append(*test.into, sets.Interval{Lo: d.s.lo + int64(lo), Hi: d.s.lo + int64(hi-1)})
	}
	return ok
}
