package sql

import (
	"testing"

	"gsdms/pushscan"
)

// A lateral query that is joined to one of several tables may read those in front of a comma, too. The answers are
// MySQL 8.0.46's.
func TestLateralBehindAComma(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE p (id INT PRIMARY KEY, n INT); INSERT INTO p VALUES (1, 3), (2, 1), (3, NULL)")
	for _, f := range [][2]string{
		{"a.id, b.id, c.id FROM p a, p b JOIN LATERAL (SELECT id FROM p WHERE p.n <= a.n AND p.id >= b.id) c ON TRUE ORDER BY 1, 2, 3", "1\t1\t1|1\t1\t2|1\t2\t2|2\t1\t2|2\t2\t2"},
		{"a.id, b.id, c.id FROM p a, p b LEFT JOIN LATERAL (SELECT id FROM p WHERE p.n < a.n) c ON c.id > b.id WHERE a.id < 3 ORDER BY 1, 2, 3", "1\t1\t2|1\t2\tNULL|1\t3\tNULL|2\t1\tNULL|2\t2\tNULL|2\t3\tNULL"},
		{"COUNT(*), SUM(c.id), SUM(d.id) FROM p a, (p b LEFT JOIN LATERAL (SELECT id FROM p WHERE p.n < a.n) c ON c.id > b.id) LEFT JOIN p d ON d.n = c.id + b.id", "9\t2\t1"},
		{"* FROM (SELECT 1 a) x, (SELECT 2 b) y JOIN LATERAL (SELECT a + b c) z ON TRUE", "1\t2\t3"},
	} {
		checkFact(t, s, f)
	}
}
