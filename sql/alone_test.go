package sql

import (
	"testing"

	"gsdms/pushscan"
)

// A query without rows of its own, (SELECT x), is the expression that it selects. The answers are MySQL 8.0.46's.
func TestQueriesThatAreExpressions(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE y (id INT PRIMARY KEY, y YEAR, d DECIMAL(5,2)); INSERT INTO y VALUES (1, 2005, 1), (2, 2010, 2), (3, 2012, 10), (4, 1971, 7)")
	for _, f := range [][2]string{
		{"(SELECT y) <= 10, (SELECT y) <= '10', (SELECT y) IN (10), (SELECT y) BETWEEN 5 AND 10, (SELECT y) <=> 10, (SELECT (SELECT y)) = 10 FROM y ORDER BY id", "1\t1\t0\t1\t0\t0|1\t1\t1\t1\t1\t1|0\t0\t0\t0\t0\t0|1\t1\t0\t0\t0\t0"},
		{"(SELECT t.y FROM y t WHERE t.id = y.id) <= 10, (SELECT MAX(t.y) FROM y t WHERE t.id = y.id) <= 10, (SELECT IFNULL(y, y)) <= 10 FROM y ORDER BY id", "0\t0\t0|0\t0\t0|0\t0\t0|0\t0\t0"},
		{"id q FROM y HAVING (SELECT q) > 2 ORDER BY (SELECT -q)", "4|3"},
		{"COUNT(*), (SELECT MAX(y)), (SELECT 1/3) * 3 FROM y", "4\t2012\t1.0000"},
		{"(SELECT id WHERE id > 2), (SELECT id a HAVING a > 2), (SELECT d / 3) * 3 FROM y WHERE id > 1 ORDER BY id", "NULL\tNULL\t2.000000|3\t3\t10.000000|4\t4\t7.000000"},
		{"(SELECT y) FROM y GROUP BY d", "error 1055"},
	} {
		checkFact(t, s, f)
	}
}

// What COALESCE gives of a YEAR that is never NULL and a number is a number, beside which constants are none of its
// years, in a query in FROM too. The answers are MySQL 8.0.46's.
func TestYearAmongNumbers(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE y (y YEAR NOT NULL); INSERT INTO y VALUES (1999), (2020)")
	checkFact(t, s, [2]string{"IF(c > 1, c, 5), c > 1 FROM (SELECT COALESCE(y, 0) c FROM y GROUP BY c) q ORDER BY c", "1999\t1|2020\t1"})
	checkFact(t, s, [2]string{"IF(c > 1, c, 5), c > 1 FROM (SELECT y c FROM y GROUP BY c) q ORDER BY c", "5\t0|2020\t1"})
}
