package sql

import (
	"fmt"
	"os"
	"slices"
	"strings"
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

// What a folder says holds for each row of its files, however many they have.
func TestFoldersOfManyRows(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	mustRun(t, s, "SET cte_max_recursion_depth = 100000")
	mustRun(t, s, "CREATE TABLE k AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i FROM n")
	folders := []string{"y=2023/m=01/c=a/d=2024-05-01", "y=2024/m=12/c=__HIVE_DEFAULT_PARTITION__/d=2024-05-02", "y=__HIVE_DEFAULT_PARTITION__/m=3/c=b%20c/d=__HIVE_DEFAULT_PARTITION__"}
	for i, folder := range folders {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, end := range []string{".parquet", ".csv"} {
			exported(t, s, fmt.Sprintf("SELECT i FROM k WHERE i > %d", 100*i), folder+"/f"+end)
		}
	}
	const want = "NULL 3 b c NULL 19800 199989900|2023 1 a 2024-05-01 20000 200010000|2024 12 NULL 2024-05-02 19900 200004950"
	for _, files := range []string{"**/*.parquet", "**/*.csv"} {
		got := mustRun(t, openEngine(t, t.TempDir(), pushscan.Options{}).NewSession(), "SELECT CONCAT_WS(' ', COALESCE(y, 'NULL'), m, COALESCE(c, 'NULL'), COALESCE(d, 'NULL'), COUNT(*), SUM(i)) FROM '"+files+"' GROUP BY y, m, c, d ORDER BY y")
		if out := strings.ReplaceAll(strings.TrimSpace(flat(got)), "\n", "|"); out != want {
			t.Errorf("%s: %s", files, out)
		}
	}
}
