package truth

import (
	"math"

	"gsdms/operators/sets"
	"gsdms/plan"
)

// monotone compares a function of the column that only rises or only falls with a
// constant: the values up to where it passes the constant are found by bisection.
func (p Prober) monotone(x plan.Expr, op plan.Op, c plan.Const) (Verdict, bool) {
	whole := uint64(p.hi)-uint64(p.lo) == math.MaxUint64
	if c.Value.IsNull() || p.lo > p.hi || whole || p.ranks || p.column.Type.Kind == plan.String {
		return Verdict{}, false
	}
	direction, ok := slopes{}.of(x)
	if !ok || direction == 0 || !p.defined(x) {
		return Verdict{}, false
	}
	less := p.bisect(plan.Call{Op: plan.Lt, Args: []plan.Expr{x, c}, Of: plan.Type{Kind: plan.Bool}}, direction)
	notGreater := p.bisect(plan.Call{Op: plan.Le, Args: []plan.Expr{x, c}, Of: plan.Type{Kind: plan.Bool}}, direction)
	if v, err := p.at(x, plan.Value{}); err != nil || !v.IsNull() {
		return Verdict{}, false
	}
	return p.compared(op, less, notGreater), true
}

// mostListed is for how many constants of a list it is found one by one where a function passes them.
const mostListed = 16

// inMonotone is IN of a function of the column that only rises or only falls, among few constants.
func (p Prober) inMonotone(e plan.In) (out Verdict, ok bool) {
	if len(e.List) > mostListed {
		return out, false
	}
	null := false
	for _, v := range e.List {
		if v.IsNull() {
			null = true
			continue
		}
		t, ok := p.monotone(e.X, plan.Eq, plan.Const{Value: v, Of: e.X.Type()})
		if !ok {
			return out, false
		}
		out.Yes = out.Yes.Union(t.Yes)
	}
	if !null {
		out.No.In = out.Yes.In.Complement(p.lo, p.hi)
	}
	return out, true
}

// defined reports whether x has a value, without an error, at both ends of the domain
// (hence between them).
func (p Prober) defined(x plan.Expr) bool {
	for _, n := range []int64{p.lo, p.hi} {
		if v, err := p.at(x, ColumnValue(p.column, n)); err != nil || v.IsNull() {
			return false
		}
	}
	return true
}

// bisect gives the values for which a comparison "function < constant" holds: the
// first ones of the domain if the function rises, the last ones if it falls.
func (p Prober) bisect(e plan.Expr, direction int) sets.Ranges {
	holds := func(n int64) bool {
		v, err := p.at(e, ColumnValue(p.column, n))
		return err == nil && v.True()
	}
	at := firstOf(0, uint64(p.hi)-uint64(p.lo)+1, func(at uint64) bool { return holds(p.lo+int64(at)) != (direction > 0) })
	if direction > 0 {
		return sets.Span(p.lo, p.hi).Intersect(headOf(p.lo, at))
	}
	return headOf(p.lo, at).Complement(p.lo, p.hi)
}

// firstOf is the first number of [lo, hi) of which something is true that is true of all behind it, or hi.
func firstOf(lo, hi uint64, is func(at uint64) bool) uint64 {
	for lo < hi {
		if mid := lo + (hi-lo)/2; is(mid) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// headOf is the first count numbers from lo.
func headOf(lo int64, count uint64) sets.Ranges {
	if count == 0 {
		return nil
	}
	return sets.Ranges{{Lo: lo, Hi: lo + int64(count-1)}}
}
