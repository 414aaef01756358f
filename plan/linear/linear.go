// Package linear takes expressions of numbers apart into a multiple of one value and a
// number, with bounds that show that nothing leaves 64 bits.
package linear

import (
	"math"

	"gsdms/plan"
	"gsdms/plan/value"
)

// Form is an expression of integers or decimals as a number, which is what the engine
// holds: times * (the number of atom) + plus. It has bounds, all of which fit 64 bits.
type Form struct {
	Atom        plan.Expr // nil: a constant
	Times, Plus int64
	lo, hi      int64
}

// Within reports whether the number is surely not below lo and not above hi.
func (f Form) Within(lo, hi int64) bool { return f.lo >= lo && f.hi <= hi }

// Of takes an expression apart; false where its bounds are not known, or it may
// fail.
func Of(tables []*plan.TableRef, e plan.Expr) (Form, bool) {
	if k := e.Type().Kind; k != plan.Int && k != plan.Decimal {
		return Form{}, false
	}
	switch e := e.(type) {
	case plan.ColumnRef:
		return ofColumn(tables, e)
	case plan.Const:
		return ofConst(e)
	case plan.Cast:
		return ofCast(tables, e)
	case plan.Call:
		return ofCall(tables, e)
	}
	return Form{}, false
}

func ofColumn(tables []*plan.TableRef, e plan.ColumnRef) (Form, bool) {
	t := tables[e.Table].Table
	c := &t.Columns[e.Column]
	for c.Ref != nil {
		t = c.Ref.Table
		c = &t.Columns[c.Ref.Column]
	}
	if t.Data == nil || c.Dict != nil {
		return Form{}, false // a schema, or a mark; numbers past 64 bits
	}
	l := Form{Atom: e, Times: 1, lo: c.Min, hi: c.Max}
	if c.Min > c.Max {
		l.lo, l.hi = 0, 0
	}
	return l, true
}

func ofConst(e plan.Const) (Form, bool) {
	if e.Value.Kind != e.Of.Kind || e.Digits != nil || e.Of.Kind == plan.Decimal && value.ScaleOf(e.Value.Dec) != e.Of.Scale {
		return Form{}, false
	}
	n, ok := e.Value.Number()
	return Form{Plus: n, lo: n, hi: n}, ok
}

// ofCast follows conversions that lose no digit.
func ofCast(tables []*plan.TableRef, e plan.Cast) (Form, bool) {
	x, ok := Of(tables, e.X)
	if e.X.Type().Kind == plan.Unsigned {
		x, ok = ofUnsigned(tables, e)
	}
	more := e.To.Scale - e.X.Type().Scale
	if !ok || e.Shown || more < 0 || more > maxPower {
		return Form{}, false
	}
	x, ok = x.scaled(power(more))
	if e.To.Min < e.To.Max {
		ok = ok && x.lo >= e.To.Min && x.hi <= e.To.Max
	}
	if p := e.To.Precision; e.To.Kind == plan.Decimal && p > 0 && p <= maxPower {
		ok = ok && x.lo > -power(p) && x.hi < power(p)
	}
	return x, ok
}

// ofUnsigned takes the number of an Unsigned apart: of a column, or of an expression that became
// one, which it may as it is not negative.
func ofUnsigned(tables []*plan.TableRef, e plan.Cast) (Form, bool) {
	switch x := e.X.(type) {
	case plan.ColumnRef:
		f, ok := ofColumn(tables, x)
		f.Atom, f.lo, f.hi = e, f.lo^math.MinInt64, f.hi^math.MinInt64 // the number is 2^63 less
		return f, ok && f.lo <= f.hi && f.lo >= 0
	case plan.Cast:
		f, ok := Of(tables, x.X)
		return f, ok && !x.Shown && x.X.Type().Scale == 0 && f.lo >= 0
	}
	return Form{}, false
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

func ofCall(tables []*plan.TableRef, e plan.Call) (Form, bool) {
	if e.Op == plan.DateDiff {
		return ofSpan(e)
	}
	var args [2]Form
	if len(e.Args) > len(args) {
		return Form{}, false
	}
	for i, a := range e.Args {
		var ok bool
		if args[i], ok = Of(tables, a); !ok {
			return Form{}, false
		}
	}
	x, y := args[0], args[1]
	switch e.Op {
	case plan.Neg:
		return x.scaled(-1)
	case plan.Sub:
		minus, ok := y.scaled(-1)
		if !ok {
			return Form{}, false
		}
		return sumOf(e, x, minus)
	case plan.Add:
		return sumOf(e, x, y)
	case plan.Mul:
		return productOf(e, x, y)
	}
	return Form{}, false
}

// ofSpan takes the span between two moments, which their types bound, for an atom.
func ofSpan(e plan.Call) (Form, bool) {
	lo, hi := int64(value.MinDate), int64(value.MaxDate)
	if t := e.Args[0].Type(); t.Kind.Ticking() {
		lo, hi = value.TickBounds(t.Kind, t.Scale)
	}
	return Form{Atom: e, Times: 1, lo: lo - hi, hi: hi - lo}, true
}

// sumOf adds two parts of an expression, which is an atom itself where theirs differ.
func sumOf(e plan.Expr, x, y Form) (Form, bool) {
	var c counter
	lo, hi := c.add(x.lo, y.lo), c.add(x.hi, y.hi)
	out := Form{Atom: e, Times: 1, lo: lo, hi: hi}
	if x.Atom == nil || y.Atom == nil || plan.Equal(x.Atom, y.Atom) {
		out.Times, out.Plus = c.add(x.Times, y.Times), c.add(x.Plus, y.Plus)
		if out.Atom = x.Atom; x.Atom == nil {
			out.Atom = y.Atom
		}
	}
	return out, !c.over
}

// productOf multiplies: by a constant, or two values to a new atom.
func productOf(e plan.Expr, x, y Form) (Form, bool) {
	switch {
	case x.Atom == nil:
		return y.scaled(x.Plus)
	case y.Atom == nil:
		return x.scaled(y.Plus)
	}
	var c counter
	ends := []int64{c.mul(x.lo, y.lo), c.mul(x.lo, y.hi), c.mul(x.hi, y.lo), c.mul(x.hi, y.hi)}
	out := Form{Atom: e, Times: 1, lo: ends[0], hi: ends[0]}
	for _, n := range ends {
		out.lo, out.hi = min(out.lo, n), max(out.hi, n)
	}
	return out, !c.over
}

// scaled multiplies by a number.
func (l Form) scaled(by int64) (Form, bool) {
	var c counter
	l.Times, l.Plus = c.mul(l.Times, by), c.mul(l.Plus, by)
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
