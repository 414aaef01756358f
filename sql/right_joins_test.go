package sql

import (
	"testing"

	"gsdms/pushscan"
)

// An outer join within the right side of another one, both of whose conditions are of pairs of rows: a column
// of the inner one is what has taken its place twice. The answers are MySQL's.
func TestOuterJoinsWithinOuterJoins(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE r (id INT PRIMARY KEY, i INT, d DECIMAL(10,2), e DECIMAL(30,10))")
	mustRun(t, s, "INSERT INTO r VALUES (1, 1, 1.25, 1.25), (2, 2, 7.00, 12345678901234567890.5), (3, 1, 12.00, 12), (4, NULL, NULL, -1.25), (5, 3, -1.25, NULL), (6, 7, 7, 7)")
	mustRun(t, s, "CREATE TABLE n (id INT PRIMARY KEY, i INT, k BIGINT, d DECIMAL(10,2), e DECIMAL(30,10))")
	mustRun(t, s, "INSERT INTO n WITH RECURSIVE w AS (SELECT 1 x UNION ALL SELECT x + 1 FROM w WHERE x < 45) SELECT x, x % 7, x % 5, x, x + 12345678901234567890 FROM w")
	for _, f := range [][2]string{
		{"a.id, b.id, c.id FROM r a RIGHT JOIN r b ON a.e = b.d RIGHT JOIN r c ON NULLIF(c.e, c.d) >= a.d ORDER BY c.id, b.id",
			"NULL\tNULL\t1|1\t1\t2|6\t2\t2|3\t3\t2|6\t6\t2|NULL\tNULL\t3|NULL\tNULL\t4|NULL\tNULL\t5|NULL\tNULL\t6"},
		{"c.id, q.x, q.y FROM r c LEFT JOIN (SELECT a.d, a.id x, b.id y FROM r b LEFT JOIN r a ON a.e = b.d) q ON NULLIF(c.e, c.d) >= q.d ORDER BY c.id, q.y",
			"1\tNULL\tNULL|2\t1\t1|2\t6\t2|2\t3\t3|2\t6\t6|3\tNULL\tNULL|4\tNULL\tNULL|5\tNULL\tNULL|6\tNULL\tNULL"},
		{"COUNT(*), SUM(b.id), COUNT(b.id) FROM n a LEFT JOIN n b ON a.k = b.i RIGHT JOIN n c ON b.i + 1 = c.i AND (c.e + 0.5) <=> (c.d + 0.75)", "45\tNULL\t0"},
	} {
		checkFact(t, s, f)
	}
}
