package oracle

import (
	"math/rand/v2"
	"strconv"
)

// joins makes FROM: one to four tables, joined on declared keys from either side, on
// other columns or expressions, or not at all.
func joins(r *rand.Rand, db *database) []source {
	pick := func() *table {
		if r.IntN(2) == 0 {
			return db.tables[3] // fact
		}
		return db.tables[r.IntN(len(db.tables))]
	}
	from := []source{{table: pick(), alias: "t0"}}
	rows := len(from[0].table.rows)
	commas := false
	for len(from) < 4 && r.IntN(5) < 3 {
		next := source{table: db.tables[r.IntN(len(db.tables))], alias: "t" + strconv.Itoa(len(from))}
		next.join = []string{"JOIN", "LEFT JOIN", ","}[r.IntN(3)]
		if commas {
			next.join = "," // MySQL binds a later JOIN to the last table only
		}
		grown := next.connect(r, from, rows)
		if grown > rowsMost {
			break
		}
		rows, commas = max(grown, rows), next.join == ","
		from = append(from, next)
	}
	return from
}

// connect chooses the conditions of a join and estimates the rows after it.
func (s *source) connect(r *rand.Rand, from []source, rows int) int {
	mine := len(s.table.rows)
	for _, o := range r.Perm(len(from)) {
		other := from[o]
		if on, one := keyCondition(other, *s); on != nil && r.IntN(5) > 0 {
			s.on = []*expr{on}
			s.more(r, from)
			if one {
				return rows
			}
			return 2 * rows * max(1, mine/max(1, len(other.table.rows)))
		}
	}
	g := grammar{r, leaves(from, false)}
	h := grammar{r, leaves([]source{*s}, false)}
	if r.IntN(6) == 0 && s.join != "LEFT JOIN" {
		s.join = ","
		return rows * mine
	}
	for range 1 + r.IntN(4)/3 {
		k := []kind{integer, integer, decimal, double, date, moment, text, text, text}[r.IntN(9)]
		a, b, _ := matching(g.column(k), h.column(k))
		if r.IntN(5) == 0 {
			a, b, _ = matching(g.of(k, 1), h.of(k, 1))
		}
		if r.IntN(5) == 0 {
			s.on = append(s.on, each(typ{kind: boolean}, 1, "($0 <=> $1)", "($0 IS $1)", a, b))
			continue
		}
		s.on = append(s.on, both(typ{kind: boolean}, 1, "($0 = $1)", a, b))
	}
	s.more(r, from)
	return 1 + rows*mine/4
}

func matching(a, b *expr) (x, y *expr, t typ) {
	if a.numeric() {
		return aligned(a, b)
	}
	return a, b, a.typ
}

// more adds another condition to some joins.
func (s *source) more(r *rand.Rand, from []source) {
	if r.IntN(3) == 0 {
		if near := s.near(r, from); near != nil {
			s.on = append(s.on, near)
		}
	}
	if r.IntN(4) > 0 {
		return
	}
	all := append([]source{*s}, from...)
	s.on = append(s.on, grammar{r, leaves(all[:1+r.IntN(len(all))], false)}.of(boolean, 2))
}

// near bounds a number or a date of a new table by one of those before; nil where there are
// none that are small enough.
func (s *source) near(r *rand.Rand, from []source) *expr {
	g, h := grammar{r, leaves(from, false)}, grammar{r, leaves([]source{*s}, false)}
	t, by := typ{kind: boolean}, both(typ{kind: integer}, 1, strconv.Itoa([]int{0, 1, 3, 40, 1000}[r.IntN(5)]))
	if r.IntN(3) == 0 {
		a, b := g.column(date), h.column(date)
		if r.IntN(2) == 0 {
			a, b = b, a
		}
		days := each(typ{kind: integer}, 1e6, "DATEDIFF($0, $1)", "CAST(julianday($0) - julianday($1) AS INTEGER)", a, b)
		return both(t, 1, []string{"(ABS($0) <= $1)", "($0 < $1)", "($0 BETWEEN 0 AND $1)"}[r.IntN(3)], days, by)
	}
	k := []kind{integer, integer, decimal}[r.IntN(3)]
	c, b, _ := matching(h.column(k), h.column(k))
	a, b, _ := matching(g.column(k), b)
	c, b, _ = matching(c, b)
	if _, by, _ = aligned(b, by); a.size+b.size+c.size+by.size > sizeMost {
		return nil
	}
	return both(t, 1, []string{
		"(ABS($0 - $1) < $2)", "(ABS($1 - $0) <= $2)", "($1 BETWEEN $0 - $2 AND $0 + $2)", "($0 BETWEEN $1 AND $1 + $2)",
		"($1 - $0 < $2)", "($1 <= $0 AND $3 > $0)", "($0 BETWEEN $1 AND $3)",
	}[r.IntN(7)], a, b, by, c)
}

// keyCondition equates a foreign key with its target, if the tables have one; one says
// that the new table is the target.
func keyCondition(other, s source) (on *expr, one bool) {
	for i, c := range other.table.columns {
		if c.refers == s.table {
			return both(typ{kind: boolean}, 1, "($0 = $1)", other.column(i, false), s.column(0, false)), true
		}
	}
	for i, c := range s.table.columns {
		if c.refers == other.table {
			return both(typ{kind: boolean}, 1, "($0 = $1)", other.column(0, false), s.column(i, false)), false
		}
	}
	return nil, false
}
