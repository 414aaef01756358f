package sql

import (
	"testing"

	"gsdms/pushscan"
)

// Rows that a condition of their own leaves are looked for by what is computed of them: by numbers
// that come twice, by NULL, by numbers that only rows have which the condition drops, by two keys.
func TestComputedKeysUnderConditions(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, `CREATE TABLE a (x INT, y INT NOT NULL); INSERT INTO a VALUES (1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (NULL, 6);
		CREATE TABLE b (x INT, z INT NOT NULL); INSERT INTO b VALUES (0, 10), (0, 11), (1, 12), (2, 90), (4, 13), (4, 14), (6, 91)`)
	for _, fact := range [][2]string{
		{"y FROM a WHERE x NOT IN (SELECT x + 1 FROM b WHERE z < 50) ORDER BY y", "3|4"},
		{"y FROM a WHERE x NOT IN (SELECT NULLIF(x + 1, 5) FROM b WHERE z < 50) ORDER BY y", ""},
		{"y FROM a WHERE x NOT IN (SELECT NULLIF(x + 1, 3) FROM b WHERE z < 50) ORDER BY y", "3|4"},
		{"y, x IN (SELECT NULLIF(x + 1, 5) FROM b WHERE z < 50) FROM a ORDER BY y", "1\t1|2\t1|3\tNULL|4\tNULL|5\tNULL|6\tNULL"},
		{"y FROM a WHERE x NOT IN (SELECT x + 1 FROM b WHERE z < 0) ORDER BY y", "1|2|3|4|5|6"},
		{"y, z FROM a LEFT JOIN b ON a.x = b.x + 1 AND z < 50 ORDER BY y, z", "1\t10|1\t11|2\t12|3\tNULL|4\tNULL|5\t13|5\t14|6\tNULL"},
		{"y, z FROM a JOIN b ON a.x = b.x + 1 AND a.y = b.x + 1 WHERE z < 50 ORDER BY y, z", "1\t10|1\t11|2\t12|5\t13|5\t14"},
		{"y FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.x + 1 = a.x AND z < 12) ORDER BY y", "1"},
	} {
		checkFact(t, s, fact)
	}
}
