package sql

import (
	"testing"

	"gsdms/pushscan"
)

// An average of numbers of more than 64 bits has more digits before the point than a whole number has. The
// answers are MySQL's.
func TestWideAveragesCompared(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE r (id INT PRIMARY KEY, i INT, e DECIMAL(30,10))")
	mustRun(t, s, "INSERT INTO r VALUES (1, 1, 1.25), (2, 2, 12345678901234567890.5), (3, 1, 12), (4, NULL, -1.25), (5, 3, NULL), (6, 7, 7)")
	for _, f := range [][2]string{
		{"i, AVG(e) FROM r GROUP BY i HAVING AVG(e) > 3 ORDER BY i", "1\t6.62500000000000|2\t12345678901234567890.50000000000000|7\t7.00000000000000"},
		{"i, AVG(e) FROM r GROUP BY i HAVING AVG(e) <> 7 ORDER BY i", "NULL\t-1.25000000000000|1\t6.62500000000000|2\t12345678901234567890.50000000000000"},
		{"COUNT(*) FROM (SELECT i, SUM(e) s, COUNT(e) n FROM r GROUP BY i) g WHERE s / n > 3", "3"},
	} {
		checkFact(t, s, f)
	}
}
