package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// sizeMost bounds what arithmetic may reach, so that sums over all rows stay exact in
// 64 bits.
const sizeMost = 1e14

// grammar makes random expressions over leaves: columns, or after grouping the keys and
// aggregates.
type grammar struct {
	*rand.Rand
	leaves []*expr
}

// leaf is a leaf of a kind, or now and then a literal.
func (g grammar) leaf(k kind) *expr {
	if g.IntN(8) == 0 {
		return literal(g.Rand, k)
	}
	return g.column(k)
}

// column is a leaf of a kind, or a literal if there is none.
func (g grammar) column(k kind) *expr {
	var fit []*expr
	for _, l := range g.leaves {
		if l.kind == k {
			fit = append(fit, l)
		}
	}
	if len(fit) == 0 {
		return literal(g.Rand, k)
	}
	return fit[g.IntN(len(fit))]
}

// of is an expression of a kind.
func (g grammar) of(k kind, depth int) *expr {
	if depth <= 0 || g.IntN(4) == 0 {
		return g.leaf(k)
	}
	if g.IntN(6) == 0 {
		return g.choice(k, depth-1)
	}
	switch k {
	case boolean:
		return g.predicate(depth - 1)
	case integer:
		return g.integer(depth - 1)
	case decimal:
		return g.decimal(depth - 1)
	case double:
		return g.double(depth - 1)
	case date:
		return g.date(depth - 1)
	case moment:
		return g.moment()
	default:
		return g.text(depth - 1)
	}
}

// small is an expression of a kind whose numbers stay below a bound: a literal if the
// leaves are larger.
func (g grammar) small(k kind, depth int, bound float64) *expr {
	for range 4 {
		if e := g.of(k, depth); e.size <= bound {
			return e
		}
	}
	return literal(g.Rand, k)
}

// number is an expression of any exact kind.
func (g grammar) number(depth int, bound float64) *expr {
	return g.small(kind(g.IntN(int(double))), depth, bound)
}

// choice is CASE, IF, COALESCE and their like.
func (g grammar) choice(k kind, depth int) *expr {
	a, b := g.pair(k, depth)
	t, size := b.typ, max(a.size, b.size)
	switch g.IntN(7) {
	case 0:
		return each(t, size, "IF($0, $1, $2)", "CASE WHEN $0 THEN $1 ELSE $2 END", g.of(boolean, depth), a, b)
	case 1:
		return both(t, size, "COALESCE($0, $1)", a, b)
	case 2:
		return g.nullIf(g.small(k, depth, sizeMost), b)
	case 3:
		return each(t, size, "GREATEST($0, $1)", "max($0, $1)", a, b)
	case 4:
		return each(t, size, "LEAST($0, $1)", "min($0, $1)", a, b)
	case 5:
		return both(t, size, "CASE WHEN $0 THEN $1 WHEN $2 THEN $3 END", g.of(boolean, depth), a, g.of(boolean, depth), b)
	default:
		v, w := g.pair(kind(g.IntN(int(kinds))), depth)
		return both(t, size, "CASE $0 WHEN $1 THEN $2 ELSE $3 END", v, w, a, b)
	}
}

// nullIf has the type of its first argument, whatever it is compared with.
func (g grammar) nullIf(a, b *expr) *expr {
	if a.kind != decimal {
		return both(a.typ, a.size, "NULLIF($0, $1)", a, b)
	}
	x, y, _ := aligned(a, b)
	return each(a.typ, a.size, "NULLIF($0, $1)", "CASE WHEN $2 = $3 THEN NULL ELSE $0 END", a, b, x, y)
}

// pair is two expressions of a kind, of one type.
func (g grammar) pair(k kind, depth int) (a, b *expr) {
	a, b = g.small(k, depth, sizeMost), g.small(k, depth, sizeMost)
	if k == decimal {
		a, b, _ = aligned(a, b)
	}
	return a, b
}

// comparable is two expressions that compare: numbers of any kinds, or one kind.
func (g grammar) comparable(depth int) (a, b *expr) {
	k := kind(g.IntN(int(kinds)))
	if k >= date || k == boolean {
		return g.of(k, depth), g.of(k, depth)
	}
	other := kind(int(integer) + g.IntN(3))
	a, b, _ = aligned(g.small(k, depth, sizeMost/1e4), g.small(other, depth, sizeMost/1e4))
	return a, b
}

var comparisons = []string{"=", "<>", "<", "<=", ">", ">="}

func (g grammar) predicate(depth int) *expr {
	t := typ{kind: boolean}
	switch g.IntN(15) {
	case 0:
		return both(t, 1, "($0 AND $1)", g.of(boolean, depth), g.of(boolean, depth))
	case 1, 2, 3:
		return both(t, 1, "($0 OR $1)", g.of(boolean, depth), g.of(boolean, depth))
	case 4:
		return both(t, 1, "(NOT $0)", g.of(boolean, depth))
	case 5:
		return each(t, 1, "($0 XOR $1)", "(($0 <> 0) <> ($1 <> 0))", g.of(boolean, depth), g.of(boolean, depth))
	case 6:
		return both(t, 1, "($0 IS"+g.not()+" NULL)", g.of(kind(g.IntN(int(kinds))), depth))
	case 7:
		return g.like(depth)
	case 8:
		return g.in(depth)
	case 9:
		return g.between(depth)
	case 10:
		a, b := g.comparable(depth)
		return each(t, 1, "($0 <=> $1)", "($0 IS $1)", a, b)
	default:
		a, b := g.comparable(depth)
		return both(t, 1, "($0 "+comparisons[g.IntN(len(comparisons))]+" $1)", a, b)
	}
}

func (g grammar) not() string {
	if g.IntN(3) == 0 {
		return " NOT"
	}
	return ""
}

func (g grammar) between(depth int) *expr {
	k := kind(1 + g.IntN(int(kinds)-1))
	x, lo := g.pair(k, depth)
	hi := g.small(k, depth, sizeMost)
	if k == decimal {
		x, hi, _ = aligned(x, hi)
		lo = scaled(lo, hi.scale)
	}
	return both(typ{kind: boolean}, 1, "($0"+g.not()+" BETWEEN $1 AND $2)", x, lo, hi)
}

// in has two to five constants, now and then NULL among them.
func (g grammar) in(depth int) *expr {
	k := kind(1 + g.IntN(int(kinds)-1))
	x := g.small(k, depth, sizeMost/1e4)
	args := []*expr{x}
	if x.kind == decimal {
		args[0] = scaled(x, 3)
	}
	var items []string
	for range 2 + g.IntN(4) {
		e := literal(g.Rand, k)
		if x.kind == decimal { // also of whole ones
			e = scaled(e, args[0].scale)
		}
		items = append(items, fmt.Sprintf("$%d", len(args)))
		args = append(args, e)
	}
	if g.IntN(6) == 0 {
		items = append(items, "NULL")
	}
	return both(typ{kind: boolean}, 1, "($0"+g.not()+" IN ("+strings.Join(items, ", ")+"))", args...)
}

func (g grammar) like(depth int) *expr {
	var pattern strings.Builder
	for range 1 + g.IntN(3) {
		pattern.WriteString([]string{"%", "_", "a", "b", "A", "%", "o", "日"}[g.IntN(8)])
	}
	return both(typ{kind: boolean}, 1, "($0"+g.not()+" LIKE "+quoted(pattern.String())+")", g.of(text, depth))
}
