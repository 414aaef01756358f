package sql

import (
	"fmt"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan"
)

// rowsOfKinds are rows of all types that a file has, of which some have NULLs.
const rowsOfKinds = `CREATE TABLE wide AS WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
	SELECT k, k * 7 MOD 1000003 AS big, CAST(k * 13 MOD 99991 AS UNSIGNED) AS un, CAST(k MOD 977 / 8 AS DECIMAL(10,3)) AS dec3, k / 7e0 AS flo, IF(k MOD 5 = 2, NULL, k / 3e0) AS gap,
		IF(k MOD 7 = 2, NULL, k MOD 11) AS small, DATE '2020-01-01' + INTERVAL k MOD 700 DAY AS day, TIMESTAMP '2020-01-01 00:00:00' + INTERVAL k * 1001 MICROSECOND AS ts,
		CONCAT('few ', k MOD 4) AS few, MD5(k) AS own, IF(k MOD 9 = 4, NULL, CONCAT('n', k MOD 5000)) AS word
	FROM (SELECT a.i * 300 + b.i AS k FROM n a, n b) x ORDER BY k`

// The columns of a row that a condition on another one finds, or an order, are read in that row alone.
func TestRowsOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	mustRun(t, s, "SET cte_max_recursion_depth = 1000")
	mustRun(t, s, rowsOfKinds)
	exported(t, s, "SELECT * FROM wide ORDER BY k", "f.parquet")
	for _, query := range []string{
		"SELECT * FROM %s WHERE big = 77", "SELECT * FROM %s WHERE un IN (5, 99990) ORDER BY k", "SELECT * FROM %s ORDER BY flo DESC LIMIT 7", "SELECT * FROM %s WHERE big BETWEEN 100 AND 350 ORDER BY big",
	} {
		e := openEngine(t, t.TempDir(), pushscan.Options{})
		want := flat(mustRun(t, s, fmt.Sprintf(query, "wide")))
		if got := flat(mustRun(t, e.NewSession(), fmt.Sprintf(query, "'f.parquet'"))); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", query, got, want)
		}
		table := fileRows(t, e, "f.parquet")
		for _, name := range []string{"dec3", "gap", "small", "day", "ts", "few", "own", "word"} {
			at := slices.IndexFunc(table.Columns, func(c plan.Column) bool { return c.Name == name })
			if !table.Data.(plan.Deferred).Lacks(at) {
				t.Errorf("%s: all rows of %s are read", query, name)
			}
		}
	}
}
