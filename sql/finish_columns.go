package sql

import (
	"cmp"
	"math/bits"

	"gsdms/plan"
)

// computeColumns gives an expression's values a column at a time, for the expressions
// that most HAVING and AVG are made of: comparisons, casts to more digits, and division
// of numbers of 64 bits. It reports false for any other expression, or when a value
// would not fit, and then the expression has to be evaluated row by row.
//
// Measured on 14,000 groups with an AVG, a HAVING and a sort: 7 ms instead of 87.
func computeColumns(rows *plan.Rows, e plan.Expr) (plan.Vector, bool) {
	switch e := e.(type) {
	case plan.Slot:
		v := rows.Columns[e.Index]
		return v, v.Ints != nil && v.Dict == nil && v.Type.Scale == e.Of.Scale
	case plan.Const:
		return constColumn(e, rows.Len)
	case plan.Cast:
		if division, ok := e.Shortened(); ok {
			return callColumns(rows, division)
		}
		x, ok := computeColumns(rows, e.X)
		if !ok || !exact(x.Type) || e.To.Kind != plan.Decimal {
			return x, false
		}
		return scaleUp(x, e.To)
	case plan.Call:
		return callColumns(rows, e)
	}
	return plan.Vector{}, false
}

func exact(t plan.Type) bool { return t.Kind == plan.Int || t.Kind == plan.Decimal }

func constColumn(c plan.Const, n int) (plan.Vector, bool) {
	number, ok := c.Value.Number()
	if !ok || c.Value.IsNull() || c.Value.Kind == plan.Decimal && -int(c.Value.Dec.Exponent) != c.Of.Scale {
		return plan.Vector{}, false
	}
	v := plan.Vector{Type: c.Of, Ints: make([]int64, n)}
	for i := range v.Ints {
		v.Ints[i] = number
	}
	return v, true
}

func callColumns(rows *plan.Rows, e plan.Call) (plan.Vector, bool) {
	holds, compares := comparisons[e.Op]
	if len(e.Args) != 2 || !compares && e.Op != plan.Div && e.Op != plan.Quotient {
		return plan.Vector{}, false
	}
	a, ok := computeColumns(rows, e.Args[0])
	if !ok {
		return a, false
	}
	b, ok := computeColumns(rows, e.Args[1])
	if !ok {
		return b, false
	}
	if compares {
		return compareColumns(a, b, e.Of, holds)
	}
	return divideColumns(a, b, e)
}

// comparisons say for which of less, equal and greater an operator holds.
var comparisons = map[plan.Op][3]bool{
	plan.Eq: {false, true, false},
	plan.Ne: {true, false, true},
	plan.Lt: {true, false, false},
	plan.Le: {true, true, false},
	plan.Gt: {false, false, true},
	plan.Ge: {false, true, true},
}

func compareColumns(a, b plan.Vector, to plan.Type, holds [3]bool) (plan.Vector, bool) {
	if a.Type.Kind != b.Type.Kind || a.Type.Scale != b.Type.Scale {
		return plan.Vector{}, false
	}
	out := plan.Vector{Type: to, Ints: make([]int64, len(a.Ints)), Nulls: eitherNull(a.Nulls, b.Nulls)}
	for i := range out.Ints {
		if holds[1+cmp.Compare(a.Ints[i], b.Ints[i])] {
			out.Ints[i] = 1
		}
	}
	return out, true
}

func eitherNull(a, b []bool) []bool {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := make([]bool, len(a))
	for i := range a {
		out[i] = a[i] || b[i]
	}
	return out
}

// powers are 10^0 to 10^18.
var powers = func() (p [19]int64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * 10
	}
	return p
}()

// scaleUp gives numbers more digits after the point.
func scaleUp(x plan.Vector, to plan.Type) (plan.Vector, bool) {
	by := to.Scale - x.Type.Scale
	if by < 0 || by >= len(powers) || to.Precision-to.Scale < 19-x.Type.Scale {
		return x, false // it rounds, or may be out of range
	}
	out := plan.Vector{Type: to, Ints: make([]int64, len(x.Ints)), Nulls: x.Nulls}
	for i, n := range x.Ints {
		product := n * powers[by]
		if product/powers[by] != n {
			return x, false
		}
		out.Ints[i] = product
	}
	return out, true
}

// divideColumns is a / b to the scale of the result, rounded half away from zero or, as
// a Quotient, truncated; NULL where b is 0.
func divideColumns(a, b plan.Vector, e plan.Call) (plan.Vector, bool) {
	to := e.Of
	by := to.Scale + b.Type.Scale - a.Type.Scale
	if to.Kind != plan.Decimal || !exact(a.Type) || !exact(b.Type) || by < 0 || by >= len(powers) {
		return plan.Vector{}, false
	}
	n := len(a.Ints)
	out := plan.Vector{Type: to, Ints: make([]int64, n), Nulls: make([]bool, n)}
	copy(out.Nulls, eitherNull(a.Nulls, b.Nulls))
	for i := range n {
		if b.Ints[i] == 0 {
			out.Nulls[i] = true
		}
		if out.Nulls[i] {
			continue
		}
		q, ok := divide(a.Ints[i], b.Ints[i], uint64(powers[by]), e.Op == plan.Div)
		if !ok {
			return out, false
		}
		out.Ints[i] = q
	}
	return out, true
}

// divide is a * scale / b, rounded half away from zero or truncated, unless it has more
// than 62 bits.
func divide(a, b int64, scale uint64, rounded bool) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), scale)
	divisor := magnitude(b)
	if hi >= divisor || divisor > 1<<62 {
		return 0, false
	}
	q, r := bits.Div64(hi, lo, divisor)
	if q >= 1<<62 {
		return 0, false
	}
	if rounded && 2*r >= divisor {
		q++
	}
	if (a < 0) != (b < 0) {
		return -int64(q), true
	}
	return int64(q), true
}

// magnitude is |n|, right for the smallest number too.
func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}
