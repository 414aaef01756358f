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
	direction := slope(x)
	if direction == 0 || !p.defined(x) {
		return Verdict{}, false
	}
	less := p.bisect(plan.Call{Op: plan.Lt, Args: []plan.Expr{x, c}, Of: plan.Type{Kind: plan.Bool}}, direction)
	notGreater := p.bisect(plan.Call{Op: plan.Le, Args: []plan.Expr{x, c}, Of: plan.Type{Kind: plan.Bool}}, direction)
	if v, err := p.at(x, plan.Value{}); err != nil || !v.IsNull() {
		return Verdict{}, false
	}
	return p.compared(op, less, notGreater), true
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
	lo, hi := uint64(0), uint64(p.hi)-uint64(p.lo)+1
	for lo < hi {
		mid := lo + (hi-lo)/2
		if holds(p.lo+int64(mid)) == (direction > 0) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if direction > 0 {
		return sets.Span(p.lo, p.hi).Intersect(headOf(p.lo, lo))
	}
	return headOf(p.lo, lo).Complement(p.lo, p.hi)
}

// headOf is the first count numbers from lo.
func headOf(lo int64, count uint64) sets.Ranges {
	if count == 0 {
		return nil
	}
	return sets.Ranges{{Lo: lo, Hi: lo + int64(count-1)}}
}

// slope says how an expression of one column moves with the column: 1 when it never
// falls, -1 when it never rises, 0 when that is not known.
func slope(e plan.Expr) int {
	switch e := e.(type) {
	case plan.ColumnRef:
		return 1
	case plan.Cast:
		if rises(e.X.Type().Kind, e.To.Kind) {
			return slope(e.X)
		}
	case plan.Call:
		return callSlope(e)
	}
	return 0
}

// rises reports whether a cast never falls where its argument rises: numbers are no dates
// in between, and every day begins with the same times.
func rises(from, to plan.Kind) bool {
	switch {
	case !numeric(from) || !numeric(to) || to == plan.Bool:
		return false
	case to == plan.Time:
		return from == plan.Time
	case to.Temporal():
		return from == plan.Date || from == plan.DateTime
	}
	return true
}

func numeric(k plan.Kind) bool { return k != plan.Null && k != plan.String }

func callSlope(e plan.Call) int {
	switch e.Op {
	case plan.Neg:
		return -slope(e.Args[0])
	case plan.Floor, plan.Ceil, plan.Year:
		return slope(e.Args[0])
	case plan.Round:
		if len(e.Args) == 1 {
			return slope(e.Args[0])
		}
	case plan.Add, plan.Sub, plan.Mul, plan.DateDiff:
		return arithmeticSlope(e)
	case plan.IntDiv, plan.FloorDiv:
		if c, ok := e.Args[1].(plan.Const); ok {
			return slope(e.Args[0]) * signOf(c.Value)
		}
	}
	return 0
}

// arithmeticSlope is the slope of an operator with one constant argument.
func arithmeticSlope(e plan.Call) int {
	x, y := e.Args[0], e.Args[1]
	if c, ok := y.(plan.Const); ok {
		if e.Op == plan.Mul {
			return slope(x) * signOf(c.Value)
		}
		return slope(x)
	}
	c, ok := x.(plan.Const)
	switch {
	case !ok:
		return 0
	case e.Op == plan.Mul:
		return slope(y) * signOf(c.Value)
	case e.Op == plan.Sub || e.Op == plan.DateDiff:
		return -slope(y)
	}
	return slope(y)
}

// signOf is the sign of a constant number.
func signOf(v plan.Value) int {
	switch {
	case !v.True():
		return 0
	case v.Kind == plan.Decimal:
		return v.Dec.Sign()
	case v.Kind == plan.Double && v.Float < 0, v.Kind != plan.Double && v.Int < 0:
		return -1
	}
	return 1
}
