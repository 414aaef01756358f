package truth

import (
	"context"
	"math"

	"gsdms/operators/sets"
	"gsdms/plan"
)

// NewRankProber makes a Prober for a column of doubles, whose numbers are their ranks: those of all
// finite doubles.
func NewRankProber(ctx context.Context, c *plan.Column) Prober {
	lo, hi := Ranks()
	return Prober{ctx: ctx, column: c, lo: lo, hi: hi, ranks: true}
}

// Ranks are those of the least and the greatest finite double.
func Ranks() (lo, hi int64) {
	return plan.RankOf(-math.MaxFloat64), plan.RankOf(math.MaxFloat64)
}

// unranked reports whether the column has doubles that have no numbers.
func (p Prober) unranked() bool { return p.column.Type.Float() && !p.ranks }

// cutRanks is cut for doubles. A constant of another kind is none that they are compared with as it is.
func (p Prober) cutRanks(v plan.Value) (less, notGreater sets.Ranges, ok bool) {
	if v.Kind != plan.Double || math.IsNaN(v.Float) {
		return nil, nil, false
	}
	rank := plan.RankOf(v.Float + 0) // columns have one zero
	return sets.Span(p.lo, min(p.hi, rank-1)), sets.Span(p.lo, min(p.hi, rank)), true
}
