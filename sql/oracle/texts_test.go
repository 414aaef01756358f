package oracle

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// textQueries are templates as graphQueries are, with {x, y} for the texts of x and y one
// behind the other: no dictionary knows them before the query runs.
var textQueries = []string{
	"SELECT id, {s, a, b} FROM t",
	"SELECT id FROM t WHERE {s, $K, b} LIKE '%1%' OR c > 1",
	"SELECT {s, $K, b} k, COUNT(*), MIN({b, s, a}), MAX({s, c, id}) FROM t GROUP BY {s, $K, b}",
	"SELECT COUNT(DISTINCT {s, $K, $K}), COUNT({s, a, b}) FROM t",
	"SELECT $K, COUNT(DISTINCT {s, a, c}) n FROM t GROUP BY $K HAVING MAX({s, a, id}) > '3'",
	"SELECT c, {COUNT(*), MIN(s), MAX(s)} x FROM t GROUP BY c HAVING {COUNT(*), MIN(s), c} LIKE '%a%'",
	"SELECT DISTINCT {s, $K, b} FROM t WHERE {c, b, s} > '1' AND id > $D",
	"SELECT x, COUNT(*) FROM (SELECT DISTINCT {s, a, b} x, c FROM t) d GROUP BY x",
	"SELECT t.id, u.id FROM t JOIN u ON {t.s, t.a, t.c} = {u.s, u.a, u.c}",
	"SELECT t.id, u.id FROM t JOIN u ON t.$K = u.$K WHERE {t.s, u.s, t.c} LIKE '%a%1'",
	"SELECT t.id, u.id FROM t LEFT JOIN u ON {t.s, t.a, t.c} = {u.s, u.$K, u.c}",
	"SELECT t.id, u.id, u.s FROM t LEFT JOIN u ON t.$K = u.$K AND {t.s, u.s, t.c} LIKE '%a%1'",
	"SELECT t.id, COUNT(u.id), MAX({u.s, t.s, u.id}) FROM t LEFT JOIN u ON {t.s, u.s, u.c} LIKE '%b%1' GROUP BY t.id",
	"SELECT t.id, {u.s, t.s, u.id} FROM t LEFT JOIN u ON t.$K = u.$K WHERE {u.s, t.s, u.a} IS NULL OR {u.s, t.c, t.s} > 'b'",
	"SELECT x.id, v.id, w FROM t x LEFT JOIN (SELECT id, a, {s, a, b} w FROM u) v ON x.a = v.a AND {x.s, v.w, x.c} LIKE '%2'",
	"SELECT id FROM t WHERE {s, a, c} IN (SELECT {s, a, c} FROM u)",
	"SELECT id FROM t WHERE {s, a, c} NOT IN (SELECT {s, b, c} FROM u WHERE s IS NOT NULL AND b IS NOT NULL)",
	"SELECT id, EXISTS (SELECT * FROM u WHERE {u.s, t.s, u.c} LIKE '%ab%1') FROM t",
	"SELECT id FROM t WHERE NOT EXISTS (SELECT * FROM u WHERE u.$K = t.$K AND {u.s, t.s, u.c} LIKE '%a%')",
	"SELECT id, (SELECT MAX({u.s, t.s, u.c}) FROM u WHERE u.a = t.a) FROM t",
	"SELECT id, (SELECT COUNT(*) FROM u WHERE {u.s, u.a, u.c} = {t.s, t.a, t.c}) FROM t",
	"SELECT id, RANK() OVER (PARTITION BY {s, $K, c} ORDER BY {c, b, s}) FROM t",
	"SELECT {s, a, b} x FROM t UNION SELECT {s, b, a} FROM u",
	"SELECT {x, x, id} FROM (SELECT id, {s, $K, b} x FROM t) y WHERE x > '0' AND {x, 'q', id} LIKE '%q1%'",
	"SELECT SUM(INSTR({s, a, b}, 'b')), COUNT(*) FROM t WHERE CASE WHEN c > 1 THEN {s, a, b} ELSE {b, s, c} END > '1'",
	"SELECT CASE WHEN c > 1 THEN {s, a, b} WHEN a > 2 THEN s ELSE {b, s, c} END x, COUNT(*) FROM t GROUP BY x",
	"SELECT UPPER(SUBSTR(s, 1 + ABS(c), ABS(c))), SUBSTR({s, s, b}, 2, ABS(c)) FROM t WHERE REPLACE({s, a, c}, 'a', 'x') LIKE '%x%'",
	"SELECT LOWER(SUBSTR({s, a, b}, 2)), TRIM(SUBSTR({' ', s, ' '}, ABS(c) + 1)), UPPER({s, LOWER(s), b}), CAST(c AS CHAR) FROM t",
	"SELECT RTRIM(SUBSTR({s, ' ', b, ' '}, ABS(c) + 1)), LTRIM(SUBSTR({' ', b, s}, 1, ABS(c))) FROM t",
	"SELECT MIN({s, a, b}), MAX({b, s}), COUNT(*), COUNT({a, b, s}) FROM t",
	"SELECT $K, MIN({s, a, b}), MAX(UPPER({s, c})), COUNT({a, b, s}), MIN($x) FROM t GROUP BY $K",
	"SELECT MAX(SUBSTR({s, a, b}, 1 + ABS(c), 3)) FROM t WHERE c > $d",
	"SELECT t.c, MAX({t.s, u.b}), MIN({u.s, u.a}) FROM t LEFT JOIN u ON t.$K = u.$K GROUP BY t.c HAVING MIN({u.s, u.a}) > '1'",
	"SELECT {s, a, b} x, id FROM t ORDER BY x, id LIMIT 5",
	"WITH w AS (SELECT id, {s, $K, b} x FROM t) SELECT p.id, q.id FROM w p JOIN w q ON p.x = q.x AND p.id < q.id",
	"SELECT t.id, {v.s, v.a, v.b} FROM t JOIN u v ON t.c = v.c JOIN u w ON w.id = v.id WHERE {v.s, w.a, w.b} < 'm'",
}

var concatenation = regexp.MustCompile(`\{([^}]*)\}`)

// inDialects spells a template's concatenations, ours and SQLite's.
func inDialects(text string) string {
	ours := concatenation.ReplaceAllString(text, "CONCAT($1)")
	theirs := concatenation.ReplaceAllStringFunc(text, func(s string) string {
		return "(" + strings.ReplaceAll(strings.Trim(s, "{}"), ", ", " || ") + ")"
	})
	return ours + "|" + theirs
}

// TestTextsEqualSQLite compares queries over texts that the query itself makes, in every
// place where an expression can stand.
func TestTextsEqualSQLite(t *testing.T) {
	t.Parallel()
	for turn := range max(3, *seeds/5) {
		r := rand.New(rand.NewPCG(*seed+uint64(turn), 98))
		db := graphTables(r)
		l, err := openLite(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		e := loaded(t, db)
		for _, template := range textQueries {
			sameRows(t, e, l, inDialects(fillIn(r, template)))
		}
		l.Close()
	}
}
