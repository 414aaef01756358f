package sql

import (
	"testing"

	"gsdms/pushscan"
)

// A column of a UNION has room for the numbers of all its queries, whichever comes first: what is made of it knows how
// long they are. The answers are MySQL's.
func TestUnionsOfDecimals(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, `CREATE TABLE u (a DECIMAL(4,2), b DECIMAL(8,2), n INT); INSERT INTO u VALUES (12.34, 123456.78, 1000000), (NULL, NULL, NULL);
		CREATE TABLE v AS SELECT a FROM u UNION ALL SELECT b FROM u UNION ALL SELECT n FROM u`)
	for _, f := range [][2]string{
		{"q FROM (SELECT 0.5 q UNION DISTINCT SELECT -128 UNION ALL SELECT -1.25) r ORDER BY q", "-128.00|-1.25|0.50"},
		{"q + 0.001, COALESCE(q, 1.25) FROM (SELECT 0.5 q UNION SELECT 128) r ORDER BY q", "0.501\t0.50|128.001\t128.00"},
		{"q FROM (SELECT 0.5 q UNION SELECT n FROM u UNION ALL SELECT 1.25) r WHERE q IS NOT NULL ORDER BY q", "0.50|1.25|1000000.00"},
		{"a * 2, a + 0.12345, ROUND(a, 1) FROM (SELECT a FROM u UNION ALL SELECT b FROM u) r WHERE a > 0 ORDER BY a", "24.68\t12.46345\t12.3|246913.56\t123456.90345\t123456.8"},
		{"a FROM v ORDER BY a", "NULL|NULL|NULL|12.34|123456.78|1000000.00"},
	} {
		checkFact(t, s, f)
	}
}
