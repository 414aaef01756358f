package join

import (
	"math"

	"gsdms/plan"
)

// distinct is how many values an expression is expected to have, at least 1: of one of a
// column as many as that has, or as many as what is computed of it can be.
func (s *estimates) distinct(e plan.Expr) float64 {
	switch e := e.(type) {
	case plan.ColumnRef:
		return max(1, s.values(e))
	case plan.Call:
		return s.distinctOfCall(e)
	case plan.Cast:
		return s.distinct(e.X)
	}
	most := 1.0
	plan.Visit(e, func(x plan.Expr) bool {
		if r, ok := x.(plan.ColumnRef); ok {
			most = max(most, s.values(r))
		}
		return true
	})
	return most
}

// distinctOfCall is distinct of an expression that gives few values whatever it is of, such as a remainder.
func (s *estimates) distinctOfCall(c plan.Call) float64 {
	of := 1.0
	for _, a := range c.Args {
		of = max(of, s.distinct(a))
	}
	switch c.Op {
	case plan.Mod:
		if n, ok := wholeConst(c.Args[1]); ok {
			return min(of, n)
		}
	case plan.IntDiv:
		if n, ok := wholeConst(c.Args[1]); ok {
			return max(1, of/n)
		}
	case plan.Month:
		return min(of, monthsOfYear)
	case plan.Day:
		return min(of, daysOfMonth)
	case plan.Year:
		return max(1, of/daysOfYear)
	case plan.If:
		return s.distinct(c.Args[1]) + s.distinct(c.Args[2])
	}
	if c.Of.Kind == plan.Bool {
		return min(of, 2)
	}
	return of
}

const (
	monthsOfYear = 12
	daysOfMonth  = 31
	daysOfYear   = 365
)

// wholeConst gives the size of a whole number that is constant and not 0.
func wholeConst(e plan.Expr) (float64, bool) {
	k, ok := e.(plan.Const)
	if !ok || k.Value.Kind != plan.Int || k.Value.Int == 0 {
		return 0, false
	}
	return math.Abs(float64(k.Value.Int)), true
}

// values is how many values a column has at most.
func (s *estimates) values(r plan.ColumnRef) float64 {
	t := s.tables[r.Table].Table
	c := &t.Columns[r.Column]
	rows := float64(t.Rows)
	switch {
	case len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == r.Column:
		return rows
	case c.Dict != nil:
		return min(rows, float64(c.Dict.Len()))
	case c.Storage.Float || c.Min > c.Max:
		return rows
	}
	return min(rows, float64(c.Max)-float64(c.Min)+1)
}

// distinctOf is how many combinations of values expressions have, of a table of so many
// rows.
func (s *estimates) distinctOf(exprs []plan.Expr, rows float64) float64 {
	n := 1.0
	for _, e := range exprs {
		n *= s.distinct(e)
	}
	return min(n, max(1, rows))
}
