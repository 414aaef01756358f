package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
)

// A span without an end goes on: b.e IS NULL OR a.s < b.e. That is a bound as well, of what is NULL
// taken for a value that lies beyond all others, which finds rows in an order.

// mostEnd is what the bounds of ends may be, that there are values beyond them.
const mostEnd = 1 << 60

// ended gives a node whose conditions have a bound in place of an OR of it with IS NULL.
func (s *splitter) ended(n network.Node) network.Node {
	var pred plan.Expr
	switch n := n.(type) {
	case *network.Filter:
		pred = n.Pred
	case *network.Join:
		pred = n.On
	}
	on, changed := network.Conjuncts(pred), false
	for i, e := range on {
		if bound, ok := s.endless(e); ok {
			on[i], changed = bound, true
		}
	}
	if !changed {
		return n
	}
	with := func(plan.Expr) plan.Expr { return plan.Combine(plan.And, on) }
	return network.Change{Input: network.Same[network.Node], Expr: with}.Rebuild(n)
}

// endless gives x IS NULL OR y < x, of different tables, as a comparison of what is never NULL: it is
// true of the same rows.
func (s *splitter) endless(e plan.Expr) (bound plan.Expr, ok bool) {
	or := plan.Disjuncts(e)
	if len(or) != 2 {
		return nil, false
	}
	null, isNull := or[0].(plan.Call)
	c, compares := or[1].(plan.Call)
	if isNull && null.Op != plan.IsNull {
		null, c = c, null
	}
	if !isNull || !compares || null.Op != plan.IsNull || !slices.Contains([]plan.Op{plan.Lt, plan.Le, plan.Gt, plan.Ge}, c.Op) {
		return nil, false
	}
	for side, x := range c.Args {
		y := c.Args[1-side]
		if of, with := oneTable(x), oneTable(y); !isEnd(x, null.Args[0]) || of < 0 || with < 0 || of == with {
			continue
		}
		if toX, toY, known := s.beyond(x, y, below(c.Op) == (side == 1)); known {
			args := []plan.Expr{toX, toX}
			args[1-side] = toY
			return plan.Call{Op: c.Op, Args: args, Of: c.Of}, true
		}
	}
	return nil, false
}

// oneTable gives the one table whose columns an expression reads, -1 where there are none or several.
func oneTable(e plan.Expr) int {
	of := -1
	for i, c := range network.ColumnsIn(e) {
		if i > 0 && c.Table != of {
			return -1
		}
		of = c.Table
	}
	return of
}

// isEnd reports whether an expression is what is asked for NULL, perhaps as a moment of more digits.
func isEnd(x, asked plan.Expr) bool {
	if c, ok := x.(plan.Cast); ok && c.To.Kind.Temporal() && c.X.Type().Kind.Temporal() {
		x = c.X
	}
	return plan.Equal(x, asked)
}

// beyond gives two expressions of one type with values beyond all of both in place of NULLs, that of
// the first beyond that of the second: above them, or else below.
func (s *splitter) beyond(x, y plan.Expr, above bool) (toX, toY plan.Expr, ok bool) {
	of, other := x.Type(), y.Type()
	lo, hi, known := s.bounds(x)
	otherLo, otherHi, both := s.bounds(y)
	if lo, hi = min(lo, otherLo), max(hi, otherHi); !known || !both { // as of what other steps leave
		lo, hi, known = value.DayBounds(of)
	}
	if !known || of.Kind != plan.Int && of.Kind != plan.Date && of.Kind != plan.DateTime || of.Kind != other.Kind || of.Scale != other.Scale || lo < -mostEnd || hi > mostEnd {
		return nil, nil, false
	}
	at, step := hi+(hi-lo), int64(1) // so far that bounds tell of long spans
	if !above {
		at, step = lo-(hi-lo), -1
	}
	return s.or(x, value.OfNumber(of, at+2*step)), s.or(y, value.OfNumber(of, at+step)), true
}

// or gives an expression with a value in place of NULL; the expression where it has none.
func (s *splitter) or(e plan.Expr, v plan.Value) plan.Expr {
	null := plan.Call{Op: plan.IsNull, Args: []plan.Expr{e}, Of: plan.Type{Kind: plan.Bool}}
	if _, most, known := s.bounds(null); known && most == 0 {
		return e
	}
	return plan.Call{Op: plan.If, Args: []plan.Expr{null, plan.Literal(v), e}, Of: plan.Plain(e.Type())}
}
