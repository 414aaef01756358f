package truth

import (
	"context"
	"errors"
	"math"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// Verdict says for every value a column can hold whether a predicate is true or false;
// what is in neither set gives NULL.
type Verdict struct {
	Yes, No sets.Values
	Lost    []fault.Warning // of the values, while it was found, where that is kept
}

// Want picks the values for which the predicate is true, or false.
func (t Verdict) Want(b bool) sets.Values {
	if b {
		return t.Yes
	}
	return t.No
}

// Prober computes truths of predicates over one column by the numbers it can hold.
type Prober struct {
	ctx    context.Context
	column *plan.Column // the values' type, bounds and dictionary
	lo, hi int64        // all numbers that occur lie between
	ranks  bool         // they are those of doubles, by plan.RankOf
	steps  int          // how many values of a part of the column predicates are asked of at most
}

// NewProber makes one for the values that a column may hold by its bounds.
func NewProber(ctx context.Context, c *plan.Column) Prober {
	return Prober{ctx: ctx, column: c, lo: c.Min, hi: c.Max}
}

// SmallDomain is how many values of a column a predicate or function is evaluated on,
// when it has no simpler form. Strings have no limit: there is no other way for them.
const SmallDomain = 4096

func (p Prober) domain() sets.Ranges { return sets.Span(p.lo, p.hi) }

// Truth evaluates a predicate whose only leaves are the column and constants. False
// when it has no form as a set: the body computes it then.
func (p Prober) Truth(e plan.Expr) (Verdict, bool) {
	switch e := e.(type) {
	case plan.Const:
		return p.constant(e.Value), true
	case plan.Call:
		if t, ok := p.call(e); ok {
			return t, true
		}
	case plan.In:
		if t, ok := p.in(e); ok {
			return t, true
		}
	case plan.Like:
		if t, ok := p.like(e); ok {
			return t, true
		}
	}
	if plan.AsksOnlyForNull(e) {
		return p.ofNull(e)
	}
	if t, ok := p.evaluate(e); ok {
		return t, true
	}
	return p.inSteps(e)
}

// ofNull is of a predicate that has one value for all that is not NULL.
func (p Prober) ofNull(e plan.Expr) (Verdict, bool) {
	some, err := p.at(e, value.OfString(""))
	if err != nil {
		return Verdict{}, false
	}
	t := p.constant(some)
	null, err := p.at(e, plan.Value{})
	t.Yes.Null, t.No.Null = null.True(), !null.IsNull() && !null.True()
	return t, err == nil
}

func (p Prober) constant(v plan.Value) Verdict {
	all := sets.Values{In: p.domain(), Null: true}
	switch {
	case v.IsNull():
		return Verdict{}
	case v.True():
		return Verdict{Yes: all}
	}
	return Verdict{No: all}
}

func (p Prober) call(e plan.Call) (Verdict, bool) {
	switch e.Op {
	case plan.And, plan.Or, plan.Xor, plan.Not:
		return p.connective(e)
	case plan.IsNull:
		if _, ok := e.Args[0].(plan.ColumnRef); ok {
			return Verdict{Yes: sets.Values{Null: true}, No: sets.Values{In: p.domain()}}, true
		}
	}
	if isComparison(e.Op) {
		return p.comparison(e)
	}
	return Verdict{}, false
}

func (p Prober) connective(e plan.Call) (Verdict, bool) {
	if p.column.Unsorted != nil && e.Op == plan.And {
		if t, ok := p.betweenTexts(plan.Conjuncts(e)); ok {
			return t, true
		}
	}
	out, ok := p.Truth(e.Args[0])
	if e.Op == plan.Not {
		return Verdict{Yes: out.No, No: out.Yes}, ok
	}
	for _, a := range e.Args[1:] {
		t, more := p.Truth(a)
		ok = ok && more
		switch e.Op {
		case plan.And:
			out = Verdict{Yes: out.Yes.Intersect(t.Yes), No: out.No.Union(t.No)}
		case plan.Or:
			out = Verdict{Yes: out.Yes.Union(t.Yes), No: out.No.Intersect(t.No)}
		default:
			out = Verdict{
				Yes: out.Yes.Intersect(t.No).Union(out.No.Intersect(t.Yes)),
				No:  out.Yes.Intersect(t.Yes).Union(out.No.Intersect(t.No)),
			}
		}
	}
	return out, ok
}

// Mirrored gives the comparison with its arguments exchanged.
func Mirrored(op plan.Op) plan.Op {
	switch op {
	case plan.Lt:
		return plan.Gt
	case plan.Le:
		return plan.Ge
	case plan.Gt:
		return plan.Lt
	case plan.Ge:
		return plan.Le
	}
	return op
}

func (p Prober) comparison(e plan.Call) (Verdict, bool) {
	x, y, op := e.Args[0], e.Args[1], e.Op
	if _, ok := x.(plan.Const); ok {
		x, y, op = y, x, Mirrored(op)
	}
	c, ok := y.(plan.Const)
	if !ok || p.unranked() {
		return Verdict{}, false
	}
	if _, direct := x.(plan.ColumnRef); !direct {
		return p.monotone(x, op, c)
	}
	if c.Value.IsNull() {
		return p.withNull(op), true
	}
	if p.column.Unsorted != nil {
		if c.Value.Kind != plan.String {
			return Verdict{}, false
		}
		return p.comparedTexts([]compared{{op, c.Value.Text}})
	}
	below, upTo, ok := p.cut(c)
	if !ok {
		return Verdict{}, false
	}
	return p.compared(op, below, upTo), true
}

// withNull is the truth of a comparison with NULL.
func (p Prober) withNull(op plan.Op) Verdict {
	if op == plan.NullEq {
		return Verdict{Yes: sets.Values{Null: true}, No: sets.Values{In: p.domain()}}
	}
	return Verdict{}
}

// compared gives the truth of a comparison by the values that are less than the
// constant and those that are not greater.
func (p Prober) compared(op plan.Op, less, notGreater sets.Ranges) Verdict {
	d := p.domain()
	var yes sets.Ranges
	switch op {
	case plan.Lt:
		yes = less
	case plan.Le:
		yes = notGreater
	case plan.Gt:
		yes = notGreater.Complement(p.lo, p.hi)
	case plan.Ge:
		yes = less.Complement(p.lo, p.hi)
	case plan.Ne:
		yes = notGreater.Intersect(less.Complement(p.lo, p.hi)).Complement(p.lo, p.hi)
	default:
		yes = notGreater.Intersect(less.Complement(p.lo, p.hi))
	}
	t := Verdict{Yes: sets.Values{In: yes.Intersect(d)}, No: sets.Values{In: yes.Complement(p.lo, p.hi)}}
	t.No.Null = op == plan.NullEq
	return t
}

// cut gives the column's values less than a constant, and those not greater.
func (p Prober) cut(c plan.Const) (less, notGreater sets.Ranges, ok bool) {
	if p.ranks {
		return p.cutRanks(c.Value)
	}
	if p.column.Coded() {
		entry, ok := EntryOf(c.Value, p.column.Type)
		if !ok || p.column.Dict == nil {
			return nil, nil, false
		}
		code, exact := p.column.Dict.Find(entry)
		less = sets.Span(p.lo, int64(code)-1)
		if exact {
			return less, sets.Span(p.lo, int64(code)), true
		}
		return less, less, true
	}
	n, side := NumberOf(c.Value, p.column.Type)
	switch {
	case side < 0:
		return nil, nil, true
	case side > 0:
		return p.domain(), p.domain(), true
	case n == math.MinInt64:
		return nil, sets.Span(p.lo, n), true
	}
	return sets.Span(p.lo, n-1), sets.Span(p.lo, n), c.Value.Kind == p.column.Type.Kind
}

// NumberOf gives a constant's number in the units of a type of the same kind. Side
// is -1 or 1 when it lies below or above all numbers of 64 bits.
func NumberOf(v plan.Value, t plan.Type) (n int64, side int) {
	if v.Kind == plan.Decimal && t.Kind == plan.Decimal && int(-v.Dec.Exponent) != t.Scale {
		w, err := plan.Eval(plan.Cast{X: plan.Const{Value: v}, To: plan.Type{Kind: plan.Decimal, Scale: t.Scale}}, nil)
		if err != nil {
			return 0, v.Dec.Sign()
		}
		v = w
	}
	n, ok := v.Number()
	if !ok && v.Kind == plan.Decimal {
		return 0, v.Dec.Sign()
	}
	return n, 0
}

func (p Prober) in(e plan.In) (Verdict, bool) {
	if p.unranked() {
		return Verdict{}, false
	}
	if _, ok := e.X.(plan.ColumnRef); !ok {
		return p.inMonotone(e)
	}
	if p.column.Unsorted != nil {
		return p.listed(e)
	}
	var yes []sets.Interval
	null := false
	for _, v := range e.List {
		if v.IsNull() {
			null = true
			continue
		}
		below, upTo, ok := p.cut(plan.Const{Value: v})
		if !ok {
			return Verdict{}, false
		}
		yes = append(yes, upTo.Intersect(below.Complement(p.lo, p.hi))...)
	}
	t := Verdict{Yes: sets.Values{In: sets.NewRanges(yes).Intersect(p.domain())}}
	if !null {
		t.No.In = t.Yes.In.Complement(p.lo, p.hi)
	}
	return t, true
}

// evaluate computes the predicate for each value of a small domain and for NULL.
func (p Prober) evaluate(e plan.Expr) (Verdict, bool) {
	if p.column.Type.Float() || !p.enumerable() {
		return Verdict{}, false
	}
	t, ok := Verdict{}, false
	if p.column.Unsorted != nil {
		t, ok = p.inParts(func(t *piece, texts *plan.Texts, first int64) error {
			return t.evaluate(p, e, first, first+int64(texts.Len())-1, func(n int64) plan.Value {
				return value.OfString(unsafeText(texts.Bytes(int(n - first))))
			})
		})
	} else {
		t, ok = p.inPieces(func(t *piece, lo, hi int64) error {
			return t.evaluate(p, e, lo, hi, func(n int64) plan.Value { return ColumnValue(p.column, n) })
		})
	}
	if !ok {
		return Verdict{}, false
	}
	v, err := p.at(e, plan.Value{})
	t.Yes.Null = v.True()
	t.No.Null = !v.IsNull() && !v.True()
	return t, err == nil
}

// inPieces puts together what work finds of the domain, piece by piece, by all threads; false
// if it fails anywhere.
func (p Prober) inPieces(work func(t *piece, lo, hi int64) error) (t Verdict, ok bool) {
	if p.lo > p.hi {
		return Verdict{}, true
	}
	all := newMarks(p.lo, p.hi-p.lo+1)
	errs := operators.SpreadIn(p.ctx, int((p.hi-p.lo)/FewNumbers+1), func(_ context.Context, i int) error {
		lo := p.lo + int64(i)*FewNumbers
		hi := min(p.hi, lo+FewNumbers-1)
		t := all.piece(lo, hi-lo+1)
		defer all.put(t)
		return work(t, lo, hi)
	})
	return all.verdict(), errors.Join(errs...) == nil
}

func (p Prober) enumerable() bool {
	if p.lo > p.hi || p.column.Coded() {
		return p.lo > p.hi || p.column.Dict != nil || p.column.Unsorted != nil
	}
	return uint64(p.hi)-uint64(p.lo) < SmallDomain
}

// at evaluates an expression of the column at one of its values.
func (p Prober) at(e plan.Expr, v plan.Value) (plan.Value, error) {
	return plan.Eval(e, func(plan.Expr) (plan.Value, error) { return v, nil })
}
