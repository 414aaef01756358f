package sql

import (
	"testing"

	"gsdms/pushscan"
)

// What a set operation of several queries makes texts is the text of its own type, whatever types the queries before
// have in common. The answers are MariaDB's.
func TestTextsOfUnions(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE r (n INT, m DECIMAL(8,2), da DATE, dt DATETIME, s VARCHAR(9), x DOUBLE); INSERT INTO r VALUES (10, 1.5, '2024-01-31', '2024-01-31 10:00:00', 'q', 0.25)")
	for _, f := range [][2]string{
		{"n FROM r UNION ALL SELECT m FROM r UNION ALL SELECT s FROM r", "10|1.50|q"}, {"da FROM r UNION ALL SELECT dt FROM r UNION ALL SELECT s FROM r", "2024-01-31|2024-01-31 10:00:00|q"},
		{"da FROM r UNION ALL SELECT dt FROM r UNION ALL SELECT 5", "2024-01-31|2024-01-31 10:00:00|5"}, {"1 UNION SELECT 1.0 UNION SELECT '1' ORDER BY 1", "1|1.0"},
		{"* FROM (SELECT 1 a, 'x' b UNION ALL SELECT 2.50, 3 UNION ALL SELECT DATE'2024-01-01', 4.5 UNION ALL SELECT NULL, NULL) q ORDER BY a", "NULL\tNULL|1\tx|2.50\t3|2024-01-01\t4.5"},
		{"n FROM r UNION SELECT x FROM r UNION SELECT da FROM r EXCEPT SELECT '10' ORDER BY 1", "0.25|2024-01-31"}, {"1 UNION ALL SELECT 2.50 UNION ALL SELECT 1e0", "1|2.5|1"},
		{"COUNT(*) FROM (SELECT n a FROM r UNION SELECT m FROM r UNION SELECT s FROM r) q JOIN r ON q.a = r.n", "1"},
	} {
		checkFact(t, s, f)
	}
	mustRun(t, s, "CREATE TABLE c AS SELECT n a FROM r UNION ALL SELECT m FROM r UNION ALL SELECT s FROM r")
	checkFact(t, s, [2]string{"a FROM c ORDER BY a", "1.50|10|q"})
}

// A text past the greatest double is out of range of a column, and with IGNORE the greatest. The answers are MariaDB's.
func TestTextsPastDoubles(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE t (id INT, x DOUBLE, f FLOAT); INSERT INTO t VALUES (1, '1e308', '1e38')")
	for _, text := range []string{
		"INSERT INTO t VALUES (2, '1e400', 1)", "INSERT INTO t VALUES (2, '-1e400', 1)", "INSERT INTO t VALUES (2, 1, '1e400')", "INSERT INTO t VALUES (2, CONCAT('1e40', '0'), 1)",
		"INSERT INTO t SELECT 3, CONCAT('1e40', id - 1), 1 FROM t", "UPDATE t SET x = CONCAT('1e40', id)", "UPDATE t SET x = '1e500' WHERE id = 1",
	} {
		if _, err := s.Query(t.Context(), text); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
	mustRun(t, s, "INSERT IGNORE INTO t VALUES (4, '1e400', 1), (5, '-1e400', 2)")
	checkFact(t, s, [2]string{"x FROM t ORDER BY id", "1e308|1.7976931348623157e308|-1.7976931348623157e308"})
}
