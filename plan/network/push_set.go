package network

import (
	"math"

	"gsdms/plan"
)

// fewValues is how many combinations of values the columns of a side may have at most to be
// grouped before they are stored, and by how much there must be more rows.
const (
	fewValues   = 1 << 20
	rowsOfValue = 4
)

// distinctSides lets a set operation for which a row counts once store each row of a side
// once, where surely few differ.
func (p *pusher) distinctSides(n *Set) Node {
	if n.Kind != Union && n.Kind != Intersect && n.Kind != Except {
		return n
	}
	out := *n
	out.Left, out.Right = p.distinctSide(n.Left), p.distinctSide(n.Right)
	return &out
}

func (p *pusher) distinctSide(s Side) Side {
	keys := make([]plan.Expr, len(s.Columns))
	for i, c := range s.Columns {
		keys[i] = c
	}
	if !p.fewDiffer(part{s.In, keys}.rooted().exprs) {
		return s
	}
	groups := &Aggregate{In: s.In, Table: p.grouped(keys, nil), Keys: keys}
	p.readers[groups] = 1
	return Side{In: groups, Columns: p.net.refs(groups.Table)}
}

// fewDiffer reports whether expressions of stored tables have surely few combinations of
// values for the rows of the largest of these.
func (p *pusher) fewDiffer(exprs []plan.Expr) bool {
	values, rows := p.combinations(exprs)
	return values <= fewValues && values <= rows/rowsOfValue
}

// combinations bounds how many different rows expressions of stored tables have, and gives
// how many rows the largest of these tables has.
func (p *pusher) combinations(exprs []plan.Expr) (values, rows float64) {
	values = 1
	for _, e := range exprs {
		lo, hi, ok := p.bounds(e)
		if !ok {
			return math.Inf(1), 0
		}
		values *= float64(hi) - float64(lo) + 2 // NULL is one more
		for _, r := range columnsIn(e) {
			rows = max(rows, float64(p.net.Tables[r.Table].Table.Rows))
		}
	}
	return values, rows
}
