package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// runningQuery asks for aggregates of the rows of one table that are before a bound that another
// one's rows have, as an as-of join does.
type runningQuery struct{ *rand.Rand }

func (q runningQuery) one(of ...string) string { return of[q.IntN(len(of))] }

// aggregate is what such a subquery has.
func (q runningQuery) aggregate() string {
	arg := q.one("y.a", "y.b", "y.c", "y.f", "y.b + y.c")
	switch q.IntN(8) {
	case 0:
		return "COUNT(*)"
	case 1:
		return "MAX(y.s)"
	case 2:
		return fmt.Sprintf("COUNT(*) * 10 + COALESCE(MIN(%s), -1)", q.one("y.a", "y.c"))
	}
	return fmt.Sprintf("%s(%s)", q.one("MIN", "MAX", "MAX", "SUM", "COUNT", "AVG"), arg)
}

// subquery gives one about a row x.
func (q runningQuery) subquery(aggregate string) string {
	where := []string{fmt.Sprintf("y.%s %s x.%s", q.one("b", "c"), q.one("<", "<=", ">", ">=", "<="), q.one("a", "b", "c"))}
	for range q.IntN(3) {
		where = append(where, q.one("y.a = x.a", "x.c = y.a", "y.s = x.s", "y.b = x.b", "y.c = x.a"))
	}
	if q.IntN(3) == 0 {
		where = append(where, q.one("y.c > 0", "y.a IS NOT NULL", "y.s <> 'a'", "y.c > 9"))
	}
	from := q.one("t1 y", "t1 y", "(SELECT a, b, c, f, s FROM t1 UNION ALL SELECT a, c, c, f, s FROM t2) y", "(SELECT t1.a, t1.b, t2.c, t2.f, t2.s FROM t1 JOIN t2 ON t1.c = t2.c) y")
	return fmt.Sprintf("(SELECT %s FROM %s WHERE %s)", aggregate, from, strings.Join(where, " AND "))
}

// last gives, of rows x, a table and the conditions, order and limit of the last row before a bound of
// theirs, which all columns decide.
func (q runningQuery) last() string {
	bound, op := q.one("b", "c"), q.one("<", "<=", ">", ">=")
	first, near := " DESC", fmt.Sprintf("y.%s > x.a - %d", bound, q.IntN(4))
	if op[0] == '>' {
		first, near = "", fmt.Sprintf("x.b + %d >= y.%s", q.IntN(4), bound)
	}
	where := []string{fmt.Sprintf("y.%s %s x.%s", bound, op, q.one("a", "b"))}
	for range q.IntN(3) {
		where = append(where, q.one("y.a = x.a", "y.s = x.s", "y.c > 0", "y.a IS NOT NULL", near))
	}
	order := []string{"y." + bound + first}
	for _, c := range q.Perm(5) {
		order = append(order, "y."+[]string{"a", "b", "c", "f", "s"}[c]+q.one("", " DESC"))
	}
	return fmt.Sprintf("FROM t1 y WHERE %s ORDER BY %s LIMIT 1", strings.Join(where, " AND "), strings.Join(order, ", "))
}

// lastText gives a query of the last rows before bounds: one for us and, behind a |, for SQLite.
func (q runningQuery) lastText() string {
	last := q.last()
	switch q.IntN(4) {
	case 0:
		return fmt.Sprintf("SELECT x.a, z.v, z.w, z.n FROM t0 x, LATERAL (SELECT y.a v, y.s w, 7 n %s) z|SELECT x.a, y.a, y.s, 7 FROM t0 x JOIN t1 y ON y.rowid = (SELECT y.rowid %s)", last, last)
	case 1:
		on := q.one("1 = 1", "%s.c > 2", "%s.c IS NULL", "x.b > %s.c", "x.b = 3")
		of := func(table string) string { return strings.ReplaceAll(on, "%s", table) }
		return fmt.Sprintf("SELECT x.a, z.a, z.s, z.n FROM t0 x LEFT JOIN LATERAL (SELECT y.a, y.c, y.s, 7 n %s) z ON %s|SELECT x.a, y.a, y.s, y.n FROM t0 x LEFT JOIN (SELECT *, rowid r, 7 n FROM t1) y ON y.r = (SELECT y.rowid %s) AND %s", last, of("z"), last, of("y"))
	case 2:
		return fmt.Sprintf("SELECT COUNT(*), SUM(x.c) FROM t0 x WHERE x.c > (SELECT %s %s)", q.one("y.a", "y.b - y.c", "y.f"), last)
	}
	return fmt.Sprintf("SELECT x.a, x.b, (SELECT %s %s), (SELECT y.s %s) FROM %s", q.one("y.a", "y.b + y.c", "y.f", "7"), last, q.last(), q.one("t0 x", "(SELECT a, MAX(b) b, c, s FROM t0 GROUP BY a, c, s) x"))
}

// text gives a query whose rows may come in any order.
func (q runningQuery) text() string {
	from := q.one("t0 x", "t0 x", "(SELECT t0.a, t0.b, t3.c, t3.s FROM t0 LEFT JOIN t3 ON t0.a = t3.b) x", "(SELECT a, MAX(b) b, c, s FROM t0 GROUP BY a, c, s) x")
	last := fmt.Sprintf("x.%s = %s", q.one("b", "c"), q.subquery(q.one("MAX(y.b)", "MIN(y.b)", "MAX(y.c)", "MIN(y.c)")))
	switch q.IntN(6) {
	case 0:
		return fmt.Sprintf("SELECT x.a, x.b, x.s FROM %s WHERE %s", from, last)
	case 5:
		return q.ofPairs(from)
	case 1:
		return fmt.Sprintf("SELECT COUNT(*), SUM(x.c) FROM %s WHERE NOT %s", from, last)
	case 2:
		return fmt.Sprintf("SELECT x.a, z.b, z.c FROM %s JOIN t4 z ON z.a = x.a AND z.b = %s", from, q.subquery("MAX(y.b)"))
	case 3:
		return fmt.Sprintf("SELECT x.a, COUNT(*), SUM(%s) FROM %s GROUP BY x.a", q.subquery(q.one("MAX(y.b)", "COUNT(*)", "SUM(y.c)")), from)
	}
	return fmt.Sprintf("SELECT x.a, x.b, x.c, %s, %s FROM %s", q.subquery(q.aggregate()), q.subquery(q.aggregate()), from)
}

// ofPairs gives a query of pairs of rows, whose subqueries read and compute something of both of each.
func (q runningQuery) ofPairs(from string) string {
	bound := q.one("x.b", "ABS(x.c)", "x.b + x.a", "ABS(z.b)", "x.b - z.b")
	where := fmt.Sprintf("y.%s %s %s AND %s", q.one("b", "c"), q.one("<", "<=", ">", ">="), bound,
		q.one("y.a = z.a", "y.s = z.s", "y.b <> z.b", "y.a = z.a AND y.c >= x.a", "(y.a = z.a OR z.a IS NULL)"))
	value := fmt.Sprintf("(SELECT %s FROM t1 y WHERE %s)", q.aggregate(), where)
	pairs := q.one(" CROSS JOIN t4 z", " CROSS JOIN (SELECT a, b, s FROM t4 WHERE b > 1) z", " JOIN t4 z ON x.c > 0", " JOIN t4 z ON x.c = z.b", " JOIN t4 z ON x.c > 0 AND z.b < 3", " LEFT JOIN t4 z ON x.a = 1")
	if q.IntN(2) == 0 {
		return fmt.Sprintf("SELECT COUNT(*), SUM(z.b), SUM(x.c) FROM %s%s WHERE z.b = (SELECT %s(y.%s) FROM t1 y WHERE %s)", from, pairs, q.one("MIN", "MAX"), q.one("b", "c"), where)
	}
	return fmt.Sprintf("SELECT x.a, x.b, z.b, %s FROM %s%s WHERE x.a %s 2", value, from, pairs, q.one("<", ">", "<>"))
}

// TestRunningAggregatesEqualSQLite compares aggregates of what is before a bound, and the last row of
// it, as windows wherever they can be, and as joins.
func TestRunningAggregatesEqualSQLite(t *testing.T) {
	t.Parallel()
	for i := range max(3, *seeds/4) {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 101))
		db := earTables(r)
		l, err := openLite(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		forced, err := openGrouping(t.Context(), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		engines := []*engine{forced.with(t, db), loaded(t, db)}
		for range *queries {
			for _, text := range []string{runningQuery{r}.text(), runningQuery{r}.lastText()} {
				for _, e := range engines {
					sameRows(t, e, l, text)
				}
			}
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
