package oracle

import (
	"math/rand/v2"
	"testing"
)

// pivotQueries pick what conditions on few values let pass, of as many rows as are grouped by
// these values first.
var pivotQueries = []string{
	"SELECT a, SUM(CASE WHEN c = 0 THEN b END), SUM(CASE WHEN c = 1 THEN b END), SUM(CASE WHEN c = 2 THEN b ELSE 0 END), SUM(CASE WHEN c > 7 THEN b END), SUM(CASE WHEN c > 7 THEN b ELSE 0 END) FROM t GROUP BY a",
	"SELECT s, COUNT(CASE WHEN a = 0 THEN b END), COUNT(CASE WHEN a = 1 THEN b END), COUNT(CASE WHEN a IS NULL THEN b END), COUNT(CASE WHEN a = $d THEN 1 END), COUNT(*) FROM t GROUP BY s",
	"SELECT SUM(CASE WHEN s > 'b' THEN c END), SUM(CASE WHEN s IS NULL THEN c END), SUM(CASE WHEN s < 'm' AND a > $d THEN c ELSE 0 END), MIN(CASE WHEN a = 1 THEN c END), MAX(CASE WHEN a < 0 THEN c END) FROM t WHERE id > $d",
	"SELECT SUM(CASE WHEN c = 0 THEN b END), SUM(CASE WHEN c = 1 THEN b END), COUNT(CASE WHEN c = 2 THEN b END), SUM(CASE WHEN c = $d THEN b ELSE 0 END), SUM(b), COUNT(*) FROM t WHERE b > 1000",
	"SELECT u.a, SUM(CASE u.c WHEN 0 THEN t.b END), SUM(CASE u.c WHEN 1 THEN t.b END), SUM(CASE WHEN u.b IS NULL THEN t.b ELSE 0 END), AVG(CASE WHEN u.b = $d THEN t.b END) FROM t, u WHERE t.c = u.id GROUP BY u.a",
	"SELECT u.a, SUM(CASE u.c WHEN 0 THEN t.b END), SUM(CASE u.c WHEN 1 THEN t.b END), SUM(CASE WHEN u.b IS NULL THEN t.b ELSE 0 END), COUNT(CASE WHEN u.id IS NULL THEN t.b END) FROM t LEFT JOIN u ON t.b = u.id GROUP BY u.a",
	"SELECT k, SUM(CASE WHEN c = 0 THEN b END), SUM(CASE WHEN c = 1 THEN b END), SUM(CASE WHEN c = 2 THEN b END) FROM (SELECT a k, c, b FROM t UNION ALL SELECT c, a, 5 FROM t) v GROUP BY k",
	"SELECT a, SUM(CASE WHEN c = 0 THEN f END), SUM(CASE WHEN c = 1 THEN f END), SUM(CASE WHEN c = 2 THEN f END), VAR_POP(CASE WHEN c = 1 THEN 2 END) FROM t GROUP BY a|SELECT a, SUM(CASE WHEN c = 0 THEN f END), SUM(CASE WHEN c = 1 THEN f END), SUM(CASE WHEN c = 2 THEN f END), MIN(CASE WHEN c = 1 THEN 0 END) FROM t GROUP BY a",
	"SELECT a, SUM(c = 0), SUM(c = 1), SUM(c > $d), SUM(c BETWEEN 2 AND 4), SUM(c IS NULL), SUM(s = 'b' AND c < 5), SUM(b) FROM t GROUP BY a",
	"SELECT SUM(a = 0), SUM(a = 1), SUM(a IS NULL), SUM(a > $d), SUM(a NOT IN (1, 2)) FROM t WHERE a IS NULL OR id > $d",
	"SELECT SUM(a = 0), SUM(a = 1), SUM(a > $d), SUM(NOT a = 1) FROM t WHERE a IS NULL",
}

// TestPivotsEqualSQLite compares picks of a table that is large enough for them.
func TestPivotsEqualSQLite(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 98))
	db := graphTables(r)
	for i, rows := range []int{70000, 9} {
		one := db.tables[i]
		one.rows = nil
		maker{r}.fill(one, rows)
		for i, row := range one.rows {
			row[0] = value{number: int64(i)}
		}
	}
	l, err := openLite(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	e := loaded(t, db)
	for _, template := range pivotQueries {
		for range 3 {
			sameRows(t, e, l, fillIn(r, template))
		}
	}
}
