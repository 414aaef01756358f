package sql

import (
	"testing"

	"gsdms/pushscan"
)

// The day and the time of day of a moment are conversions of it, as the text is which shows it,
// but they are not compared as the moment is. The answers are MySQL's.
func TestDaysCompared(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE m (id INT, x DATETIME, y DATETIME, z DATETIME(3))")
	mustRun(t, s, `INSERT INTO m VALUES (1, '2024-05-01 10:00:00', '2024-05-01 12:30:00', '2024-05-01 10:00:00.4'), (2, '2024-05-02 23:59:59', '2024-05-03 00:00:00', '2024-05-03 23:59:59.6'),
			(3, '2024-05-04 00:00:00', '2024-06-04 00:00:00', '2024-05-04 00:00:00'), (4, '2024-05-05 01:00:00', NULL, NULL)`)
	for _, f := range [][2]string{
		{"id, DATE(x) = DATE(y), DATE(x) < DATE(y), CAST(x AS DATE) <=> CAST(z AS DATE), DATE(y) IN (DATE(x), DATE(z)) FROM m ORDER BY id", "1\t1\t0\t1\t1|2\t0\t1\t0\t1|3\t0\t1\t1\t0|4\tNULL\tNULL\t0\tNULL"},
		{"id, TIME(x) = TIME(y), TIME(x) >= TIME(z), CAST(x AS TIME) <> CAST(z AS TIME) FROM m ORDER BY id", "1\t0\t0\t0|2\t0\t0\t1|3\t1\t1\t0|4\tNULL\tNULL\tNULL"},
		{"id, CAST(x AS CHAR(10)) = CAST(y AS CHAR(10)), CAST(x AS CHAR) = CAST(z AS DATETIME) FROM m ORDER BY id", "1\t1\t1|2\t0\t0|3\t0\t1|4\tNULL\tNULL"},
		{"id, DATE(x) = '2024-05-04 00:00:00', DATE(x) >= '2024-05-02 00:00:00', DATE(x) BETWEEN '2024-05-01 00:00:00' AND DATE(y) FROM m ORDER BY id", "1\t0\t0\t1|2\t0\t1\t1|3\t1\t1\t1|4\t0\t1\tNULL"},
		{"COUNT(*) FROM m a JOIN m b ON DATE(a.x) = DATE(b.y)", "1"},
		{"COUNT(*) FROM m a JOIN m b ON DATE(a.x) < DATE(b.y) AND a.id = b.id", "2"},
	} {
		checkFact(t, s, f)
	}
}
