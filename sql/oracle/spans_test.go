package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// spanQuery asks for pairs of spans that have something to do with each other, on two bounds of
// different columns.
type spanQuery struct{ *rand.Rand }

func (q spanQuery) one(of ...string) string { return of[q.IntN(len(of))] }

// meets is a condition of spans x and y.
func (q spanQuery) meets() string {
	first, second := q.one("<", "<="), q.one("<", "<=")
	conditions := []string{
		q.one(
			fmt.Sprintf("x.b %s y.c AND y.b %s x.c", first, second),
			fmt.Sprintf("y.b %s x.b AND x.c %s y.c", first, second),
			fmt.Sprintf("x.b %s y.b AND y.c %s x.c", first, second),
			fmt.Sprintf("x.b %s y.c + 1 AND y.b - 1 %s x.c", first, second),
			fmt.Sprintf("(y.c IS NULL OR x.b %s y.c) AND (x.c IS NULL OR y.b %s x.c)", first, second),
			fmt.Sprintf("(x.b %s y.c OR y.c IS NULL) AND (y.b IS NULL OR x.c %s y.b)", first, q.one(">", ">=")),
		)}
	if q.IntN(3) == 0 {
		conditions = append(conditions, q.one("x.a = y.a", "x.s = y.s"))
	}
	if q.IntN(4) == 0 {
		conditions = append(conditions, q.one("x.f <> y.f", "y.a > 0", "x.a IS NOT NULL"))
	}
	q.Shuffle(len(conditions), func(i, j int) { conditions[i], conditions[j] = conditions[j], conditions[i] })
	return strings.Join(conditions, " AND ")
}

func (q spanQuery) text() string {
	meets := q.meets()
	switch q.IntN(5) {
	case 0:
		return "SELECT x.a, x.b, x.c, y.b, y.c FROM t0 x JOIN t1 y ON " + meets
	case 1:
		return "SELECT x.a, x.b, x.c, COUNT(y.b), SUM(y.c) FROM t0 x LEFT JOIN t1 y ON " + meets + " GROUP BY x.a, x.b, x.c"
	case 2:
		return fmt.Sprintf("SELECT x.a, x.b, x.c FROM t0 x WHERE %s EXISTS (SELECT 1 FROM t1 y WHERE %s)", q.one("", "NOT"), meets)
	case 3:
		return fmt.Sprintf("SELECT x.b, x.c FROM t0 x WHERE x.a > 1 OR EXISTS (SELECT 1 FROM t1 y WHERE %s)", meets)
	}
	return fmt.Sprintf("SELECT COUNT(*), SUM(x.b) FROM t0 x, t1 y WHERE %s", meets)
}

// TestSpansEqualSQLite compares joins of spans, which lie in no order of both their ends.
func TestSpansEqualSQLite(t *testing.T) {
	t.Parallel()
	for i := range max(3, *seeds/4) {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 103))
		db := earTables(r)
		l, err := openLite(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		e := loaded(t, db)
		for range *queries {
			sameRows(t, e, l, spanQuery{r}.text())
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
