package join

import (
	"math"

	"gsdms/plan"
)

// crowd is how likely it is that a row of what is joined and one of a table that a probe joins
// to it by one column match, where both have values that many rows have, as the same few are
// popular everywhere: the most that it can be, by the inequality of Cauchy and Schwarz. 0 where
// the rows are spread, or nothing is known.
func (s *estimates) crowd(p plan.HashProbe, joined plan.TableSet) float64 {
	if len(p.Match) != 1 || s.repeats == nil {
		return 0
	}
	there, here := s.crowding(p.Match[0]), 0.0
	if there == 0 {
		return 0
	}
	for _, k := range equals(p.Keys[0], s.where) {
		if plan.TablesOf(k).Within(joined) {
			here = max(here, s.crowding(k))
		}
	}
	return math.Sqrt(there * here)
}

// crowding is how likely two rows of a column's table are alike in it, 0 where that is not more
// than twice as likely as if all values were as frequent.
func (s *estimates) crowding(e plan.Expr) float64 {
	c, ok := e.(plan.ColumnRef)
	if !ok || c.Type().Kind == plan.Double {
		return 0
	}
	const spread = 2
	share := s.repeats(s.tables[c.Table].Table, c.Column)
	if share < spread/s.values(c) {
		return 0
	}
	return share
}

// frequent is how many values a column has whose bounds are far apart, as those of whole hours are in
// microseconds: as many as leave two rows alike as often, if all are as frequent. It is all rows
// where they are hardly alike.
func (s *estimates) frequent(e plan.Expr, rows float64) float64 {
	if s.repeats == nil {
		return rows
	}
	if share := s.crowding(e); share > 0 {
		return min(rows, 1/share)
	}
	return rows
}

// tableOf is the table that a probe joins.
func tableOf(p plan.Operator) int {
	if k, ok := p.(plan.KeyProbe); ok {
		return k.Table
	}
	return p.(plan.HashProbe).Table
}
