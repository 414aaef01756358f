package oracle

import "fmt"

// aggregateNames are those of hasAggregate.
var aggregateNames = []string{"COUNT", "SUM", "AVG", "MIN", "MAX"}

// aggregate makes the query one with groups, or one over all rows.
func (q *query) aggregate(g grammar) {
	var after []*expr
	for range g.IntN(4) {
		key := g.leaves[g.IntN(len(g.leaves))]
		if g.IntN(3) == 0 {
			if e := g.of(kind(g.IntN(int(kinds))), 2); hasColumn(e) {
				key = e
			}
		}
		q.groups = append(q.groups, group{key, -1})
		after = append(after, key)
	}
	for i, key := range after {
		if g.IntN(5) > 0 {
			q.items = append(q.items, key)
			if g.IntN(4) == 0 {
				q.groups[i].item = len(q.items) - 1
			}
		}
	}
	for range 1 + g.IntN(4) {
		after = append(after, g.fold())
	}
	inner := grammar{g.Rand, after}
	q.items = append(q.items, after[len(q.groups):]...)
	for range g.IntN(2) {
		if e := inner.of(kind(g.IntN(int(kinds))), 2); hasColumn(e) {
			q.items = append(q.items, e)
		}
	}
	if g.IntN(3) == 0 {
		q.having = append(q.having, inner.predicate(g.IntN(2)))
	}
}

// rowsMost bounds the rows that a query's joins give.
const rowsMost = 20000

// fold is one aggregate.
func (g grammar) fold() *expr {
	count := typ{kind: integer}
	x := g.of(kind(g.IntN(int(kinds))), g.IntN(3))
	switch g.IntN(9) {
	case 0, 1:
		return both(count, rowsMost, "COUNT(*)")
	case 2:
		return both(count, rowsMost, "COUNT($0)", x)
	case 3:
		return both(count, rowsMost, "COUNT(DISTINCT $0)", x)
	case 4, 5:
		return g.total()
	case 6:
		return g.average()
	case 7:
		return both(x.typ, x.size, "MIN($0)", x)
	default:
		return both(x.typ, x.size, "MAX($0)", x)
	}
}

// summand is a number to add up over the rows. Doubles are columns as they are, whose
// sums are exact.
func (g grammar) summand() *expr {
	if g.IntN(4) == 0 {
		return g.leaf(double)
	}
	return g.number(g.IntN(3), 1e12)
}

func (g grammar) total() *expr {
	x := g.summand()
	if x.kind == double {
		return both(x.typ, x.size*rowsMost, "SUM($0)", x)
	}
	return both(typ{decimal, x.scale}, x.size*rowsMost, "SUM($0)", x)
}

// average has four digits more than its argument.
func (g grammar) average() *expr {
	x := g.summand()
	if x.kind == double {
		return both(x.typ, x.size, "AVG($0)", x)
	}
	if x.size > 1e10 || x.scale > 4 {
		return both(typ{decimal, x.scale}, x.size*rowsMost, "SUM($0)", x)
	}
	// Rounded at once: without ROUND an operation on it would compute with more digits.
	return each(typ{decimal, x.scale + 4}, x.size*1e4, fmt.Sprintf("ROUND(AVG($0), %d)", x.scale+4), "ratio(SUM($0), COUNT($0), 4)", x)
}
