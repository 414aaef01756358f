package compile

import (
	"context"
	"errors"
	"math"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
)

// verdict says for every value a column can hold whether a predicate is true or false;
// what is in neither set gives NULL.
type verdict struct{ yes, no numberSet }

// want picks the values for which the predicate is true, or false.
func (t verdict) want(b bool) numberSet {
	if b {
		return t.yes
	}
	return t.no
}

// prober computes truths of predicates over one column by the numbers it can hold.
type prober struct {
	ctx    context.Context
	column *plan.Column // the values' type, bounds and dictionary
	lo, hi int64        // all numbers that occur lie between
}

func newProber(ctx context.Context, c *plan.Column) prober {
	return prober{ctx: ctx, column: c, lo: c.Min, hi: c.Max}
}

// smallDomain is how many values of a column a predicate or function is evaluated on,
// when it has no simpler form. Strings have no limit: there is no other way for them.
const smallDomain = 4096

func (p prober) domain() rangeSet { return span(p.lo, p.hi) }

// truth evaluates a predicate whose only leaves are the column and constants. False
// when it has no form as a set: the body computes it then.
func (p prober) truth(e plan.Expr) (verdict, bool) {
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
	return p.evaluate(e)
}

func (p prober) constant(v plan.Value) verdict {
	all := numberSet{in: p.domain(), null: true}
	switch {
	case v.IsNull():
		return verdict{}
	case v.True():
		return verdict{yes: all}
	}
	return verdict{no: all}
}

func (p prober) call(e plan.Call) (verdict, bool) {
	switch e.Op {
	case plan.And, plan.Or, plan.Xor, plan.Not:
		return p.connective(e)
	case plan.IsNull:
		if _, ok := e.Args[0].(plan.ColumnRef); ok {
			return verdict{yes: numberSet{null: true}, no: numberSet{in: p.domain()}}, true
		}
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq:
		return p.comparison(e)
	}
	return verdict{}, false
}

func (p prober) connective(e plan.Call) (verdict, bool) {
	out, ok := p.truth(e.Args[0])
	if e.Op == plan.Not {
		return verdict{out.no, out.yes}, ok
	}
	for _, a := range e.Args[1:] {
		t, more := p.truth(a)
		ok = ok && more
		switch e.Op {
		case plan.And:
			out = verdict{out.yes.intersect(t.yes), out.no.union(t.no)}
		case plan.Or:
			out = verdict{out.yes.union(t.yes), out.no.intersect(t.no)}
		default:
			out = verdict{
				out.yes.intersect(t.no).union(out.no.intersect(t.yes)),
				out.yes.intersect(t.yes).union(out.no.intersect(t.no)),
			}
		}
	}
	return out, ok
}

// mirrored gives the comparison with its arguments exchanged.
func mirrored(op plan.Op) plan.Op {
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

func (p prober) comparison(e plan.Call) (verdict, bool) {
	x, y, op := e.Args[0], e.Args[1], e.Op
	if _, ok := x.(plan.Const); ok {
		x, y, op = y, x, mirrored(op)
	}
	c, ok := y.(plan.Const)
	if !ok || p.column.Type.Float() {
		return verdict{}, false
	}
	if _, direct := x.(plan.ColumnRef); !direct {
		return p.monotone(x, op, c)
	}
	if c.Value.IsNull() {
		return p.withNull(op), true
	}
	below, upTo, ok := p.cut(c)
	if !ok {
		return verdict{}, false
	}
	return p.compared(op, below, upTo), true
}

// withNull is the truth of a comparison with NULL.
func (p prober) withNull(op plan.Op) verdict {
	if op == plan.NullEq {
		return verdict{yes: numberSet{null: true}, no: numberSet{in: p.domain()}}
	}
	return verdict{}
}

// compared gives the truth of a comparison by the values that are less than the
// constant and those that are not greater.
func (p prober) compared(op plan.Op, less, notGreater rangeSet) verdict {
	d := p.domain()
	var yes rangeSet
	switch op {
	case plan.Lt:
		yes = less
	case plan.Le:
		yes = notGreater
	case plan.Gt:
		yes = notGreater.complement(p.lo, p.hi)
	case plan.Ge:
		yes = less.complement(p.lo, p.hi)
	case plan.Ne:
		yes = notGreater.intersect(less.complement(p.lo, p.hi)).complement(p.lo, p.hi)
	default:
		yes = notGreater.intersect(less.complement(p.lo, p.hi))
	}
	t := verdict{yes: numberSet{in: yes.intersect(d)}, no: numberSet{in: yes.complement(p.lo, p.hi)}}
	t.no.null = op == plan.NullEq
	return t
}

// cut gives the column's values less than a constant, and those not greater.
func (p prober) cut(c plan.Const) (less, notGreater rangeSet, ok bool) {
	if p.column.Coded() {
		entry, ok := entryOf(c.Value, p.column.Type)
		if !ok || p.column.Dict == nil {
			return nil, nil, false
		}
		code, exact := p.column.Dict.Find(entry)
		less = span(p.lo, int64(code)-1)
		if exact {
			return less, span(p.lo, int64(code)), true
		}
		return less, less, true
	}
	n, side := constNumber(c.Value, p.column.Type)
	switch {
	case side < 0:
		return nil, nil, true
	case side > 0:
		return p.domain(), p.domain(), true
	case n == math.MinInt64:
		return nil, span(p.lo, n), true
	}
	return span(p.lo, n-1), span(p.lo, n), c.Value.Kind == p.column.Type.Kind
}

// constNumber gives a constant's number in the units of a type of the same kind. Side
// is -1 or 1 when it lies below or above all numbers of 64 bits.
func constNumber(v plan.Value, t plan.Type) (n int64, side int) {
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

func (p prober) in(e plan.In) (verdict, bool) {
	if _, ok := e.X.(plan.ColumnRef); !ok || p.column.Type.Float() {
		return verdict{}, false
	}
	var yes []interval
	null := false
	for _, v := range e.List {
		if v.IsNull() {
			null = true
			continue
		}
		below, upTo, ok := p.cut(plan.Const{Value: v})
		if !ok {
			return verdict{}, false
		}
		yes = append(yes, upTo.intersect(below.complement(p.lo, p.hi))...)
	}
	t := verdict{yes: numberSet{in: newRangeSet(yes).intersect(p.domain())}}
	if !null {
		t.no.in = t.yes.in.complement(p.lo, p.hi)
	}
	return t, true
}

// evaluate computes the predicate for each value of a small domain and for NULL.
func (p prober) evaluate(e plan.Expr) (verdict, bool) {
	if p.column.Type.Float() || !p.enumerable() {
		return verdict{}, false
	}
	t, ok := p.inPieces(func(t *piece, lo, hi int64) error { return t.evaluate(p, e, lo, hi) })
	if !ok {
		return verdict{}, false
	}
	v, err := p.at(e, plan.Value{})
	t.yes.null = v.True()
	t.no.null = !v.IsNull() && !v.True()
	return t, err == nil
}

// inPieces puts together what work finds of the domain, piece by piece, by all threads; false
// if it fails anywhere.
func (p prober) inPieces(work func(t *piece, lo, hi int64) error) (t verdict, ok bool) {
	var pieces []piece
	if p.lo <= p.hi {
		pieces = make([]piece, (p.hi-p.lo)/pieceNumbers+1)
	}
	errs := operators.Spread(len(pieces), func(i int) error {
		lo := p.lo + int64(i)*pieceNumbers
		return work(&pieces[i], lo, min(p.hi, lo+pieceNumbers-1))
	})
	for _, piece := range pieces {
		t.yes.in, t.no.in = appendIntervals(t.yes.in, piece.yes), appendIntervals(t.no.in, piece.no)
	}
	return t, errors.Join(errs...) == nil
}

// pieceNumbers is how many numbers of a domain one goroutine evaluates at a time.
const pieceNumbers = 1 << 14

// piece is the truth for a part of a domain.
type piece struct{ yes, no []interval }

func (t *piece) evaluate(p prober, e plan.Expr, lo, hi int64) error {
	work := effort{ctx: p.ctx}
	for n := lo; n <= hi; n++ {
		of := columnValue(p.column, n)
		v, err := p.at(e, of)
		if err == nil {
			err = work.add(of)
		}
		switch {
		case err != nil:
			return err
		case v.True():
			t.yes = appendNumber(t.yes, n)
		case !v.IsNull():
			t.no = appendNumber(t.no, n)
		}
	}
	return nil
}

// appendIntervals puts intervals behind others that all lie below them.
func appendIntervals(in rangeSet, more []interval) rangeSet {
	if k := len(in); k > 0 && len(more) > 0 && in[k-1].hi == more[0].lo-1 {
		in[k-1].hi, more = more[0].hi, more[1:]
	}
	return append(in, more...)
}

func (p prober) enumerable() bool {
	if p.lo > p.hi || p.column.Coded() {
		return p.lo > p.hi || p.column.Dict != nil
	}
	return uint64(p.hi)-uint64(p.lo) < smallDomain
}

func appendNumber(in []interval, n int64) []interval {
	if k := len(in); k > 0 && in[k-1].hi == n-1 {
		in[k-1].hi = n
		return in
	}
	return append(in, interval{n, n})
}

// at evaluates an expression of the column at one of its values.
func (p prober) at(e plan.Expr, v plan.Value) (plan.Value, error) {
	return plan.Eval(e, func(plan.Expr) (plan.Value, error) { return v, nil })
}

// columnValue is the value that a number of a column stands for.
func columnValue(c *plan.Column, n int64) plan.Value { return numberValue(c.Type, c.Dict, n) }

// numberValue is the value of a number of a type.
// A text refers to the dictionary's bytes: what is kept beyond the query is copied from it.
func numberValue(t plan.Type, d *plan.Dictionary, n int64) plan.Value {
	if t.Kind == plan.String {
		return value.OfString(unsafeText(d.Bytes(int(n))))
	}
	if d != nil {
		return value.OfCode(t, d.Bytes(int(n)))
	}
	return value.OfNumber(t, n)
}

// unsafeText gives bytes that nobody changes as a text, without a copy.
func unsafeText(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
