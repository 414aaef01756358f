package pass

import (
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
)

// fewValues is how many combinations of values the columns of a side may have at most to be
// grouped before they are stored, and by how much there must be more rows. The rows of a set
// operation cost several times as much behind their stage as in it.
const (
	fewValues    = 1 << 20
	rowsOfValue  = 4
	rowsOfMember = 2
)

// distinctSides lets a set operation for which a row counts once store each row of a side
// once, where surely few differ. What of a UNION is a UNION need not be without equal rows.
func (p *pusher) distinctSides(n *network.Set) network.Node {
	switch n.Kind {
	case network.IntersectAll, network.ExceptAll:
		return p.countedSides(n)
	case network.UnionAll:
		return n
	}
	out := *n
	out.Left, out.Right = p.distinctSide(n, n.Left), p.distinctSide(n, n.Right)
	return &out
}

// countedSides lets a set operation that counts rows store each row of a side once, with how often it is there,
// where surely few of a side differ: the other's rows are grouped in any case.
func (p *pusher) countedSides(n *network.Set) network.Node {
	rows, err := typing.NewAgg(plan.Count, nil)
	if n.Counted || err != nil || !p.differsLittle(n.Left) && !p.differsLittle(n.Right) {
		return n
	}
	out := *n
	out.Counted = true
	for _, s := range []*network.Side{&out.Left, &out.Right} {
		*s = p.groupedSide(*s, rows)
	}
	return &out
}

// differsLittle reports whether surely few rows of a side differ.
func (p *pusher) differsLittle(s network.Side) bool {
	values := p.combinations(part{s.In, s.Exprs()}.rooted().exprs)
	return flowing(s.In, p.readers) && fewFor(values, float64(p.net.MostRows(s.In)), rowsOfMember)
}

// groupedSide groups a side by its columns, with aggregates behind these.
func (p *pusher) groupedSide(s network.Side, aggs ...plan.Agg) network.Side {
	keys := s.Exprs()
	groups := &network.Aggregate{In: s.In, Table: p.grouped(keys, aggs), Keys: keys, Aggs: aggs}
	p.readers[groups] = 1
	return network.Side{In: groups, Columns: p.net.Refs(groups.Table)}
}

func (p *pusher) distinctSide(n *network.Set, s network.Side) network.Side {
	if in, ok := p.all(s.In); ok && n.Kind == network.Union {
		return network.Side{In: in, Columns: s.Columns}
	}
	if !p.differsLittle(s) {
		return s
	}
	return p.groupedSide(s)
}

// all gives a UNION that is read through projections with the rows that are equal; false of
// anything else.
func (p *pusher) all(n network.Node) (network.Node, bool) {
	if p.readers[n] > 1 {
		return n, false
	}
	switch x := n.(type) {
	case *network.Project:
		if in, ok := p.all(x.In); ok && !slices.ContainsFunc(x.Exprs, func(e plan.Expr) bool { return !network.Repeats(e) }) {
			return &network.Project{In: in, Table: x.Table, Exprs: x.Exprs}, true
		}
	case *network.Set:
		out := *x
		out.Kind = network.UnionAll
		return &out, x.Kind == network.Union
	}
	return n, false
}

// fewDiffer reports whether expressions of stored tables have surely few combinations of
// values for so many rows.
func (p *pusher) fewDiffer(exprs []plan.Expr, rows float64) bool {
	return fewFor(p.combinations(exprs), rows, rowsOfValue)
}

// fewFor reports whether so many different rows are few for so many rows, of which each is to have some.
func fewFor(values, rows, each float64) bool { return values <= fewValues && values <= rows/each }

// combinations bounds how many different rows expressions of stored tables have: those of one
// table no more than it has rows, and one of NULLs.
func (p *pusher) combinations(exprs []plan.Expr) float64 {
	values := 1.0
	ofTable := map[int]float64{}
	for i, e := range exprs {
		if slices.ContainsFunc(exprs[:i], func(x plan.Expr) bool { return plan.Equal(x, e) }) {
			continue
		}
		if plan.IsConstant(e) {
			continue
		}
		n := math.Inf(1)
		if lo, hi, ok := p.bounds(e); ok {
			n = float64(hi) - float64(lo) + 2 // NULL is one more
		}
		if t, ok := p.onlyTable(e); ok {
			if _, known := ofTable[t]; !known {
				ofTable[t] = 1
			}
			ofTable[t] = min(ofTable[t]*n, float64(p.net.Tables[t].Table.Rows)+1)
			continue
		}
		values *= n
	}
	for _, n := range ofTable {
		values *= n
	}
	return values
}

// onlyTable gives the one stored table whose columns an expression reads.
func (p *pusher) onlyTable(e plan.Expr) (int, bool) {
	of := network.ColumnsIn(e)
	if len(of) == 0 || !network.Repeats(e) || slices.ContainsFunc(of, func(r plan.ColumnRef) bool { return r.Table != of[0].Table }) {
		return 0, false
	}
	return of[0].Table, p.net.Tables[of[0].Table].Table.Data != nil
}
