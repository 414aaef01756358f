package sql

import (
	"testing"

	"gsdms/pushscan"
)

// A key that is an ENUM or a SET is a text behind WITH ROLLUP: rows are ordered by it as by one, and its number is
// what it was in expressions of the same query alone. The answers are MySQL 8.0.46's.
func TestListedKeysBehindRollup(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE e (id INT PRIMARY KEY, en ENUM('z','b','a'), se SET('z','b')); INSERT INTO e VALUES (1, 'z', 'b'), (2, 'b', 'z'), (3, 'a', 'z,b'), (4, 'z', '')")
	for _, f := range [][2]string{
		{"en, COUNT(*) FROM e GROUP BY en WITH ROLLUP ORDER BY en", "NULL\t4|a\t1|b\t1|z\t2"},
		{"en, COUNT(*) FROM e GROUP BY en WITH ROLLUP ORDER BY en DESC LIMIT 2", "z\t2|b\t1"},
		{"en q, COUNT(*) FROM e GROUP BY q WITH ROLLUP ORDER BY q", "NULL\t4|a\t1|b\t1|z\t2"},
		{"en, COUNT(*) FROM e GROUP BY en WITH ROLLUP", "z\t2|b\t1|a\t1|NULL\t4"},
		{"en, en + 0 FROM e GROUP BY en WITH ROLLUP ORDER BY en + 0", "NULL\tNULL|z\t1|b\t2|a\t3"},
		{"q, q + 0 FROM (SELECT en q FROM e GROUP BY en WITH ROLLUP) r ORDER BY q", "NULL\tNULL|a\t0|b\t0|z\t0"},
		{"DISTINCT en FROM e GROUP BY en WITH ROLLUP ORDER BY en", "NULL|a|b|z"},
		{"en, ROW_NUMBER() OVER (ORDER BY en) FROM e GROUP BY en WITH ROLLUP ORDER BY 2", "NULL\t1|a\t2|b\t3|z\t4"},
		{"se, COUNT(*) FROM e GROUP BY se WITH ROLLUP ORDER BY se", "NULL\t4|\t1|b\t1|z\t1|z,b\t1"},
		{"MAX(en) q, COUNT(*) FROM e GROUP BY en WITH ROLLUP ORDER BY q, 2", "z\t2|z\t4|b\t1|a\t1"},
		{"en FROM e WHERE id > 1 GROUP BY en WITH ROLLUP HAVING en > 1 ORDER BY en", "a|b"},
	} {
		checkFact(t, s, f)
	}
}
