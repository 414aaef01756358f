package plan

import "gsdms/plan/value"

// Sums of linear expressions of one value are all known from its sum and its count:
//
//	SUM(a*x + b) = a*SUM(x) + b*COUNT(x)
//
// NULLs are the same rows on both sides, and over no values both are NULL. It holds for
// integers and decimals, whose sums are exact, where no row can leave 64 bits: the bounds
// of the columns say so, for else error 1690 would be lost. Doubles are left alone, because
// x+b is rounded in each row: the sum of what was rounded is another number than what the
// right side gives.

// linear is an expression of integers or decimals as a number, which is what the engine
// holds: times * (the number of atom) + plus. It has bounds, all of which fit 64 bits.
type linear struct {
	atom        Expr // nil: a constant
	times, plus int64
	lo, hi      int64
}

// linearOf takes an expression apart; false where its bounds are not known, or it may
// fail.
func linearOf(tables []*TableRef, e Expr) (linear, bool) {
	if k := e.Type().Kind; k != Int && k != Decimal {
		return linear{}, false
	}
	switch e := e.(type) {
	case ColumnRef:
		return linearColumn(tables, e)
	case Const:
		return linearConst(e)
	case Cast:
		return linearCast(tables, e)
	case Call:
		return linearCall(tables, e)
	}
	return linear{}, false
}

func linearColumn(tables []*TableRef, e ColumnRef) (linear, bool) {
	t := tables[e.Table].Table
	c := &t.Columns[e.Column]
	for c.Ref != nil {
		t = c.Ref.Table
		c = &t.Columns[c.Ref.Column]
	}
	if t.Data == nil || c.Dict != nil {
		return linear{}, false // a schema, or a mark; numbers past 64 bits
	}
	l := linear{atom: e, times: 1, lo: c.Min, hi: c.Max}
	if c.Min > c.Max {
		l.lo, l.hi = 0, 0
	}
	return l, true
}

func linearConst(e Const) (linear, bool) {
	if e.Value.Kind != e.Of.Kind || e.Digits != nil || e.Of.Kind == Decimal && value.ScaleOf(e.Value.Dec) != e.Of.Scale {
		return linear{}, false
	}
	n, ok := e.Value.Number()
	return linear{plus: n, lo: n, hi: n}, ok
}

// linearCast follows conversions that lose no digit.
func linearCast(tables []*TableRef, e Cast) (linear, bool) {
	x, ok := linearOf(tables, e.X)
	more := e.To.Scale - e.X.Type().Scale
	if !ok || e.Shown || more < 0 || more > maxPower {
		return linear{}, false
	}
	x, ok = x.scaled(power(more))
	if e.To.Min < e.To.Max {
		ok = ok && x.lo >= e.To.Min && x.hi <= e.To.Max
	}
	if p := e.To.Precision; e.To.Kind == Decimal && p > 0 && p <= maxPower {
		ok = ok && x.lo > -power(p) && x.hi < power(p)
	}
	return x, ok
}

// maxPower is the largest power of ten in 64 bits.
const maxPower = 18

// power gives 10^n for 0 <= n <= maxPower.
func power(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

func linearCall(tables []*TableRef, e Call) (linear, bool) {
	if e.Op == DateDiff {
		return linearSpan(e)
	}
	var args [2]linear
	if len(e.Args) > len(args) {
		return linear{}, false
	}
	for i, a := range e.Args {
		var ok bool
		if args[i], ok = linearOf(tables, a); !ok {
			return linear{}, false
		}
	}
	x, y := args[0], args[1]
	switch e.Op {
	case Neg:
		return x.scaled(-1)
	case Sub:
		minus, ok := y.scaled(-1)
		if !ok {
			return linear{}, false
		}
		return sumOf(e, x, minus)
	case Add:
		return sumOf(e, x, y)
	case Mul:
		return productOf(e, x, y)
	}
	return linear{}, false
}

// linearSpan takes the span between two moments, which their types bound, for an atom.
func linearSpan(e Call) (linear, bool) {
	lo, hi := int64(value.MinDate), int64(value.MaxDate)
	if t := e.Args[0].Type(); t.Kind.Ticking() {
		lo, hi = value.TickBounds(t.Kind, t.Scale)
	}
	return linear{atom: e, times: 1, lo: lo - hi, hi: hi - lo}, true
}

// sumOf adds two parts of an expression, which is an atom itself where theirs differ.
func sumOf(e Expr, x, y linear) (linear, bool) {
	var c counter
	lo, hi := c.add(x.lo, y.lo), c.add(x.hi, y.hi)
	out := linear{atom: e, times: 1, lo: lo, hi: hi}
	if x.atom == nil || y.atom == nil || Equal(x.atom, y.atom) {
		out.times, out.plus = c.add(x.times, y.times), c.add(x.plus, y.plus)
		if out.atom = x.atom; x.atom == nil {
			out.atom = y.atom
		}
	}
	return out, !c.over
}

// productOf multiplies: by a constant, or two values to a new atom.
func productOf(e Expr, x, y linear) (linear, bool) {
	switch {
	case x.atom == nil:
		return y.scaled(x.plus)
	case y.atom == nil:
		return x.scaled(y.plus)
	}
	var c counter
	ends := []int64{c.mul(x.lo, y.lo), c.mul(x.lo, y.hi), c.mul(x.hi, y.lo), c.mul(x.hi, y.hi)}
	out := linear{atom: e, times: 1, lo: ends[0], hi: ends[0]}
	for _, n := range ends {
		out.lo, out.hi = min(out.lo, n), max(out.hi, n)
	}
	return out, !c.over
}

// scaled multiplies by a number.
func (l linear) scaled(by int64) (linear, bool) {
	var c counter
	l.times, l.plus = c.mul(l.times, by), c.mul(l.plus, by)
	a, b := c.mul(l.lo, by), c.mul(l.hi, by)
	l.lo, l.hi = min(a, b), max(a, b)
	return l, !c.over
}

// counter computes in 64 bits and notes when that does not do.
type counter struct{ over bool }

func (c *counter) add(a, b int64) int64 {
	n, ok := value.AddInt(a, b)
	c.over = c.over || !ok
	return n
}

func (c *counter) mul(a, b int64) int64 {
	n, ok := value.MulInt(a, b)
	c.over = c.over || !ok
	return n
}
