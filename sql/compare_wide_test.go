package sql

import (
	"testing"

	"gsdms/pushscan"
)

// Decimals of many digits before the point are compared with such of many behind it, where 65 digits have no
// room for both. The answers are MariaDB's.
func TestComparedPastDecimal(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE w (n INT, ub DECIMAL(40,0), q DECIMAL(29,28), r DECIMAL(65,0), z DECIMAL(60,30))")
	mustRun(t, s, "INSERT INTO w VALUES (3, -1234567890123456789012345678901234567890, 5.0000000000000000000000000001, 12345678901234567890123456789012345678901234567890123456789012345, 12.5), "+
		"(5, 5, 5, 5, 5), (6, NULL, NULL, NULL, NULL), (9, 7, -7.5, -12345678901234567890123456789012345678901234567890123456789012345, 8)")
	for _, f := range [][2]string{
		{"ub < q, ub = q, ub > q, r < q, r = q, r > q, r <=> q, ub < z, n < r FROM w ORDER BY n", "1\t0\t0\t0\t0\t1\t0\t1\t1|0\t1\t0\t0\t1\t0\t1\t0\t0|NULL\tNULL\tNULL\tNULL\tNULL\tNULL\t1\tNULL\tNULL|0\t0\t1\t1\t0\t0\t0\t1\t0"},
		{"n FROM w WHERE ub >= -431.3070445738329756161332493494 ORDER BY n", "5|9"}, {"n FROM w WHERE ub BETWEEN -431.3070445738329756161332493494 AND 5 ORDER BY n", "5"},
		{"n FROM w WHERE NOT (ub NOT IN (0, 5) AND ub BETWEEN -431.3070445738329756161332493494 AND -1) ORDER BY n", "3|5|9"},
		{"ub IN (-431.3070445738329756161332493494, 5) FROM w ORDER BY n", "0|1|NULL|0"}, {"n FROM w WHERE r > 0.5 ORDER BY n", "3|5"}, {"n FROM w WHERE -r >= 0.5 ORDER BY n", "9"},
		{"CASE ub WHEN -431.3070445738329756161332493494 THEN 1 WHEN 5 THEN 2 END FROM w ORDER BY n", "NULL|2|NULL|NULL"}, {"r BETWEEN q AND z FROM w ORDER BY n", "0|1|NULL|0"},
		{"a.n FROM w a JOIN w b ON a.r = b.q", "5"}, {"a.n FROM w a JOIN w b ON a.ub = b.z", "5"}, {"n FROM w WHERE r IN (SELECT q FROM w)", "5"},
		{"COUNT(DISTINCT NULL, -1 * r * r) FROM w", "0"}, {"COUNT(DISTINCT r * r, NULLIF(1, 1)) FROM w", "0"},
	} {
		checkFact(t, s, f)
	}
}
