package sql

import (
	"fmt"
	"path/filepath"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan"
)

// allForms are rows of columns of all forms that are stored, with NULLs in most.
const allForms = `CREATE TABLE kinds AS SELECT k, IF(k MOD 5 = 1, NULL, k * 7919 MOD 10007 / 4.0e0) AS d, k * 7919 MOD 10007 / 8.0e0 AS whole,
		IF(k MOD 3 = 0, NULL, CAST(k AS DECIMAL(20, 2)) / 7) AS money, IF(k MOD 4 = 1, NULL, DATE '2020-01-01' + INTERVAL k MOD 900 DAY) AS day,
		CONCAT('few ', k MOD 4) AS few, IF(k MOD 7 = 2, NULL, MD5(k)) AS own, IF(k < 60000, NULL, CONCAT(k)) AS later, CAST(k * 100000000000 AS UNSIGNED) AS large
	FROM (SELECT a.i * 450 + b.i AS k FROM n a, n b WHERE a.i < 156) x ORDER BY k`

// lateQueries show columns of few rows that are found by others: by ranges, truths of computed
// values, limits and orders, alone and joined.
var lateQueries = []string{
	"SELECT * FROM %s WHERE k = 66666", "SELECT * FROM %s WHERE k IN (0, 64999, 65000, 65535, 65536, 69999) ORDER BY k", "SELECT * FROM %s WHERE k = -1",
	"SELECT * FROM %s WHERE whole = 1250.875 LIMIT 5", "SELECT * FROM %s WHERE d + 0 > 2501 LIMIT 7", "SELECT * FROM %s WHERE whole < 0 LIMIT 3", "SELECT own, later, d FROM %s WHERE day = '2021-05-05' AND k > 50000 LIMIT 4 OFFSET 3",
	"SELECT * FROM %s ORDER BY whole, k LIMIT 9", "SELECT * FROM %s ORDER BY day DESC, k DESC LIMIT 9 OFFSET 4", "SELECT few, own, large FROM %s ORDER BY d LIMIT 1", "SELECT UPPER(own), large + 1, few FROM %s WHERE k BETWEEN 65530 AND 65540 ORDER BY k",
	"SELECT own, few FROM %s WHERE own LIKE '%%abcd%%' ORDER BY k LIMIT 6", "SELECT k, d, own, own FROM %s WHERE own = MD5(69001)", "SELECT COUNT(later), MAX(own), SUM(money) FROM (SELECT * FROM %s WHERE k > 60000 LIMIT 900) t",
	"SELECT a.own, b.own, a.few FROM %[1]s a JOIN %[1]s b ON a.k = b.k + 1 WHERE a.k BETWEEN 64998 AND 65002 ORDER BY a.k", "SELECT a.own, b.few FROM %[1]s a LEFT JOIN %[1]s b ON b.k = a.k * 1000 WHERE a.k < 200 ORDER BY a.k LIMIT 150",
	"SELECT * FROM %s WHERE few = 'few 9' LIMIT 2", "SELECT * FROM %s WHERE k > 70190 LIMIT 100", "SELECT DISTINCT few, day FROM %s WHERE k < 12 ORDER BY few, day",
	"SELECT * FROM %s ORDER BY few DESC, k LIMIT 3", "SELECT * FROM %s ORDER BY later, money DESC, k LIMIT 4 OFFSET 2", "SELECT own, large, k FROM %s ORDER BY day, d DESC, k DESC LIMIT 6", "SELECT own, money, few FROM %s WHERE k < 60000 ORDER BY day DESC, few, k LIMIT 5",
}

// Columns that are read for the rows of a result alone are those of these rows: files answer as the
// table does that they were written of, when they are asked first and when all of them is there.
func TestColumnsReadLate(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, "SET cte_max_recursion_depth = 1000")
	mustRun(t, s, "CREATE TABLE n AS WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 449) SELECT i FROM n")
	mustRun(t, s, allForms)
	for part, lo := range []int{0, 65000, 65001, 68000} {
		hi := []int{65000, 65001, 68000, 70200}[part]
		exported(t, s, fmt.Sprintf("SELECT * FROM kinds WHERE k >= %d AND k < %d ORDER BY k", lo, hi), filepath.Join(dir, fmt.Sprintf("part%d.parquet", part)))
	}
	files := "'" + filepath.Join(dir, "part*.parquet") + "'"
	for i := 0; i < len(lateQueries); i += len(lateQueries) / tries(len(lateQueries)) {
		query := lateQueries[i]
		want := flat(mustRun(t, s, asked(query, "kinds")))
		again := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
		for _, before := range []string{"", asked(query, files), "SELECT MAX(k), SUM(d), SUM(whole), SUM(money), MIN(day), MIN(few), MAX(own), MAX(later), SUM(large) FROM " + files} {
			if before != "" {
				mustRun(t, again, before)
			}
			if got := flat(mustRun(t, again, asked(query, files))); got != want {
				t.Errorf("%s after %q:\n%s\nwant\n%s", query, before, got, want)
			}
		}
	}
}

// What no row is left of is not read.
func TestColumnsOfNoRowStay(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	write(t, "n.csv", "k,v,w\n"+threeFields(2000))
	exported(t, s, "SELECT * FROM 'n.csv'", "n.parquet")
	mustRun(t, s, "SELECT * FROM 'n.parquet' WHERE k + w = 1 LIMIT 5")
	table := fileRows(t, e, "n.parquet")
	for ordinal, lacks := range []bool{false, true, false} {
		if d := table.Data.(plan.Deferred); d.Lacks(ordinal) != lacks {
			t.Errorf("column %s: rows are still to be read: %t", table.Columns[ordinal].Name, !lacks)
		}
	}
}

// threeFields are lines of a number, a text that differs, and the number again.
func threeFields(rows int) string {
	var out []byte
	for i := range rows {
		out = fmt.Appendf(out, "%d,text %d,%d\n", i, i, i)
	}
	return string(out)
}
