package sql

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/sql/files"
)

// differing are rows most of whose texts differ, with NULLs among them, and some that begin or end
// as others do.
const differing = `CREATE TABLE differing AS WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
	SELECT k, CONCAT(MD5(k), IF(k MOD 3 = 0, '', k MOD 10)) AS own, IF(k MOD 7 = 2, NULL, CONCAT('Ä', k * 7919 MOD 40009, '-', k MOD 5)) AS some,
		IF(k < 30000, NULL, HEX(k)) AS late, CONCAT('few ', k MOD 4) AS few, IF(k = 5, '', CONCAT(k, IF(k MOD 2 = 0, 'a', 'B'))) AS twin
	FROM (SELECT a.i * 1000 + b.i * 5 + c.i AS k FROM n a, n b, (SELECT i FROM n WHERE i < 5) c WHERE a.i < 80) x ORDER BY k`

// textQueries ask for texts by predicates, functions, extremes, order, groups and rows. x, y and z
// are what a view calls own, some and twin, whose use does not show where it is bound.
var textQueries = []string{
	"SELECT COUNT(*), COUNT(own), COUNT(some), COUNT(late) FROM %s",
	"SELECT COUNT(*), MIN(k) FROM %s WHERE some IS NULL", "SELECT COUNT(*), MAX(k) FROM %s WHERE late IS NOT NULL AND some IS NULL",
	"SELECT COUNT(*), MIN(k) FROM %s WHERE own = 'c4ca4238a0b923820dcc509a6f75849b1'", "SELECT COUNT(*) FROM %s WHERE own <> 'c4ca4238a0b923820dcc509a6f75849b1'",
	"SELECT COUNT(*), SUM(k) FROM %s WHERE some <> 'Ä0-0'", "SELECT COUNT(*), SUM(k) FROM %s WHERE some <=> NULL", "SELECT COUNT(*), SUM(k) FROM %s WHERE NOT some <=> 'Ä0-0'",
	"SELECT COUNT(*), SUM(k) FROM %s WHERE own BETWEEN 'a' AND 'b5'", "SELECT COUNT(*), SUM(k) FROM %s WHERE some >= 'Ä5' OR k < 10", "SELECT COUNT(*), SUM(k) FROM %s WHERE 'Ä5' > some",
	"SELECT COUNT(*), MIN(k) FROM %s WHERE own = 'g'", "SELECT COUNT(*), SUM(k) FROM %s WHERE some <> 'B'", "SELECT * FROM %s WHERE some = 'a' LIMIT 2", "SELECT COUNT(*), SUM(k) FROM %s WHERE late > 'FFFF' AND late <= 'a'", "SELECT COUNT(*), SUM(k) FROM %s WHERE NOT some > 'Z'",
	"SELECT COUNT(*), SUM(k) FROM %s WHERE late BETWEEN '8' AND '7'", "SELECT COUNT(*), SUM(k) FROM %s WHERE own > 'e' AND k > 70 AND own < 'f' AND few = 'few 2' AND own <> 'e0'", "SELECT COUNT(*), SUM(k) FROM %s WHERE late LIKE 'G%%' OR twin IN ('', '~')", "SELECT COUNT(*), SUM(k) FROM %s WHERE twin < '' OR late NOT IN ('x', 'y')",
	"SELECT COUNT(*), SUM(k) FROM %s WHERE own LIKE '%%ab1%%'", "SELECT COUNT(*), SUM(k) FROM %s WHERE some LIKE 'Ä1_%%-3'", "SELECT COUNT(*), SUM(k) FROM %s WHERE some NOT LIKE 'Ä1%%'",
	"SELECT COUNT(*), SUM(k) FROM %s WHERE some IN ('Ä7919-1', 'Ä0-0', 'none')", "SELECT COUNT(*), SUM(k) FROM %s WHERE some NOT IN ('Ä7919-1', NULL)", "SELECT COUNT(*), SUM(k) FROM %s WHERE some NOT IN ('Ä7919-1', 'Ä0-0')",
	"SELECT COUNT(*), SUM(k) FROM %s WHERE own REGEXP '^[0-4]+$|f00' AND few = 'few 1'", "SELECT COUNT(*), SUM(k) FROM %s WHERE UPPER(some) = 'Ä7919-1' OR LENGTH(own) = 33 AND own < '02'",
	"SELECT SUM(LENGTH(own)), SUM(CHAR_LENGTH(some)), MIN(LENGTH(twin)) FROM %s", "SELECT SUM(CAST(twin AS SIGNED)) FROM %s WHERE twin > '5'",
	"SELECT MIN(own), MAX(own), MIN(some), MAX(some), MIN(late), MAX(twin) FROM %s", "SELECT MIN(own), COUNT(*) FROM %s WHERE k > 1000000", "SELECT MIN(twin), MAX(some) FROM %s WHERE k BETWEEN 60000 AND 70000",
	"SELECT few, MIN(own), MAX(some), COUNT(*) FROM %s GROUP BY few ORDER BY few", "SELECT few, MIN(own), SUM(k) FROM %s GROUP BY few ORDER BY few",
	"SELECT COUNT(*), SUM(k), MAX(own), MIN(some) FROM %s WHERE some LIKE '%%-3'", "SELECT few, MIN(own), MAX(some), MIN(some), SUM(k), COUNT(DISTINCT k MOD 100) FROM %s GROUP BY few ORDER BY few", "SELECT COUNT(DISTINCT some), MAX(some), MIN(DISTINCT some), COUNT(*) FROM %s",
	"SELECT k MOD 20000 AS g, MIN(own), MAX(some), AVG(k) FROM %s GROUP BY g ORDER BY MAX(some) DESC, g LIMIT 9", "SELECT k MOD 20000 AS g, MAX(twin) AS t, COUNT(*) FROM %s GROUP BY g HAVING t < '3' AND MIN(own) > 'a' ORDER BY t, g LIMIT 9", "SELECT MAX(some), SUM(k) FROM %s WHERE some IS NULL",
	"SELECT k, own FROM %[1]s WHERE own = (SELECT MAX(own) FROM %[1]s WHERE k > 5)", "SELECT few, MAX(own), SUM(k) FROM %s GROUP BY few WITH ROLLUP", "SELECT MAX(own), MAX(CONCAT(own, some)), SUM(k) FROM %s", "SELECT MIN(m), MAX(m), SUM(s) FROM (SELECT k MOD 7 AS g, MAX(own) AS m, SUM(k) AS s FROM %s GROUP BY g) q",
	"SELECT MAX(own), GROUP_CONCAT(k ORDER BY k) FROM %s WHERE k < 9", "SELECT MAX(own), SUM(k) FROM (SELECT own, k FROM %s ORDER BY k LIMIT 100) q", "SELECT COUNT(*), MAX(b.own), MIN(a.some) FROM %[1]s a LEFT JOIN %[1]s b ON a.k = b.k + 79990", "SELECT MAX(x), SUM(k), MIN(y), MIN(z) FROM %sv", "SELECT few, MIN(y), MAX(LENGTH(x)), SUM(k) FROM %sv WHERE x > '5' GROUP BY few ORDER BY MIN(y), few",
	"SELECT own, k FROM %s ORDER BY own LIMIT 7", "SELECT some, k FROM %s ORDER BY some DESC, k LIMIT 7", "SELECT k, some FROM %s ORDER BY some, k LIMIT 3 OFFSET 11427", "SELECT k FROM %s ORDER BY own DESC LIMIT 5",
	"SELECT k, own, some, late FROM %s ORDER BY k LIMIT 5", "SELECT k, own, some, late FROM %s ORDER BY k DESC LIMIT 5 OFFSET 10", "SELECT own, twin FROM %s WHERE k BETWEEN 65530 AND 65545 ORDER BY k",
	"SELECT * FROM %s WHERE own LIKE '%%abcd%%' ORDER BY own LIMIT 6", "SELECT CONCAT(own, '/', some) c FROM %s WHERE k < 5 ORDER BY k", "SELECT few, own FROM %s WHERE own = some OR own > 'ffff' ORDER BY k LIMIT 4",
	"SELECT SUBSTR(own, 1, 2) p, COUNT(*), SUM(k) FROM %s GROUP BY p ORDER BY p LIMIT 9", "SELECT COUNT(DISTINCT own), COUNT(DISTINCT some) FROM %s", "SELECT some, COUNT(*) c FROM %s GROUP BY some ORDER BY c DESC, some LIMIT 5",
	"SELECT SUM(own LIKE '%%a%%'), SUM(IF(some < 'Ä3', k, 1)), AVG(CASE WHEN twin LIKE '%%B' THEN 1 WHEN twin IS NULL THEN 2 ELSE 0 END) FROM %s", "SELECT DISTINCT LENGTH(twin) l FROM %s ORDER BY l",
	"SELECT LENGTH(own), UPPER(some) FROM %s WHERE k < 5 ORDER BY k", "SELECT COUNT(*) FROM %s WHERE own = twin", "SELECT GROUP_CONCAT(own ORDER BY own SEPARATOR ' ') FROM %s WHERE k < 4", "SELECT k, RANK() OVER (ORDER BY own) r FROM %s ORDER BY r LIMIT 3",
	"SELECT COUNT(*) FROM %[1]s a JOIN %[1]s b ON a.own = b.own AND a.twin > b.some", "SELECT own FROM %[1]s WHERE k < 3 UNION SELECT some FROM %[1]s WHERE k < 4 ORDER BY 1", "SELECT COUNT(*) FROM %[1]s WHERE own IN (SELECT own FROM %[1]s WHERE k < 100)",
	"SELECT NULLIF(LEFT(some, 2), 'Ä5') p, COUNT(*), MIN(k) FROM %s GROUP BY p ORDER BY p", "SELECT COALESCE(LEFT(some, 2), 'none') p, COUNT(*), SUM(k) FROM %s GROUP BY p ORDER BY p", "SELECT LEFT(late, 3) l, COUNT(*) FROM %s GROUP BY l ORDER BY l LIMIT 20",
	"SELECT IF(some LIKE 'Ä1%%', NULL, UPPER(SUBSTR(some, 1, 3))) p, COUNT(*), MIN(k) FROM %s GROUP BY p ORDER BY p", "SELECT LEFT(twin, 3) = '77a' q, COALESCE(RIGHT(LEFT(twin, 2), 1), '-') p, COUNT(*) FROM %s GROUP BY q, p ORDER BY q, p", "SELECT IF(LEFT(own, 12) < '8', 'low', 'high') p, COUNT(*) FROM %s GROUP BY p ORDER BY p",
	"SELECT COUNT(DISTINCT LEFT(own, 3)), COUNT(DISTINCT UPPER(own)), MAX(SUBSTR(own, 2, 1)), MIN(RIGHT(some, 1)) FROM %s", "SELECT LEFT(own, 1) p, RIGHT(twin, 1) q, COUNT(*) c FROM %s GROUP BY p, q ORDER BY c DESC, p, q LIMIT 9",
	"SELECT k, LEFT(own, 1) l FROM %s WHERE LEFT(own, 1) <= RIGHT(some, 1) ORDER BY l DESC, k LIMIT 5", "SELECT IF(k < 40000, 'low', LEFT(own, 1)) g, COUNT(*) FROM %s GROUP BY g ORDER BY g", "SELECT DISTINCT SUBSTRING_INDEX(some, '-', -1) d FROM %s ORDER BY d",
	"SELECT LEFT(y, 2) p, COUNT(*) FROM %sv GROUP BY p ORDER BY p",
	"SELECT COUNT(DISTINCT own), COUNT(DISTINCT some), COUNT(DISTINCT few) FROM %s WHERE k BETWEEN 100 AND 900", "SELECT some, COUNT(*) c, SUM(k) FROM %s WHERE k < 1000 AND k MOD 3 = 0 GROUP BY some ORDER BY c DESC, some LIMIT 5",
	"SELECT few, COUNT(DISTINCT some), MIN(twin) FROM %s WHERE k < 500 AND late IS NULL GROUP BY few ORDER BY few", "SELECT COUNT(*), MIN(a.twin) FROM %[1]s a JOIN %[1]s b ON a.own = b.own WHERE b.k < 100", "SELECT own, RANK() OVER (ORDER BY some) r FROM %s WHERE k < 100 ORDER BY r, own LIMIT 4",
	"SELECT DISTINCT UPPER(twin) u FROM %s WHERE k > 79900 ORDER BY u LIMIT 5", "SELECT few, COUNT(DISTINCT own) FROM %s WHERE k > 7 GROUP BY few ORDER BY few", "SELECT COUNT(DISTINCT own) FROM %s WHERE own < '1' AND k < 1000", "SELECT own FROM %[1]s WHERE k < 9 AND own NOT IN (SELECT own FROM %[1]s WHERE k < 4) ORDER BY own",
	"SELECT COUNT(DISTINCT x), COUNT(DISTINCT y) FROM %sv", "SELECT y, COUNT(*) c FROM %sv GROUP BY y ORDER BY c DESC, y LIMIT 5", "SELECT DISTINCT x FROM %sv ORDER BY x LIMIT 4", "SELECT x FROM %sv ORDER BY x DESC LIMIT 4",
	"SELECT few, COUNT(DISTINCT y), MAX(x), SUM(k) FROM %sv GROUP BY few ORDER BY few", "SELECT COUNT(*) FROM %sv WHERE x > z", "SELECT z, RANK() OVER (PARTITION BY few ORDER BY z) r FROM %sv ORDER BY r, z LIMIT 6", "SELECT GROUP_CONCAT(DISTINCT y ORDER BY y DESC) FROM %sv WHERE k < 9",
	"SELECT COUNT(*) FROM (SELECT x, y FROM %sv UNION SELECT z, y FROM %[1]sv) q", "SELECT x, z FROM %sv WHERE k IN (3, 79999) ORDER BY z", "SELECT COUNT(*), MIN(a.x) FROM %[1]sv a JOIN %[1]sv b ON a.y = b.y WHERE a.k < 1000",
}

// A file whose texts differ answers as the table does that it was written of: where its texts are in
// no order, and after they had to be.
func TestFilesOfDifferingTexts(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, "SET cte_max_recursion_depth = 1000")
	mustRun(t, s, differing)
	mustRun(t, s, "CREATE VIEW v AS SELECT k, few, own AS x, some AS y, twin AS z FROM differing")
	parquet, csv := filepath.Join(dir, "f.parquet"), filepath.Join(dir, "f.csv")
	exported(t, s, "SELECT * FROM differing ORDER BY k", parquet)
	exported(t, s, "SELECT * FROM differing ORDER BY k", csv)
	for i := 0; i < len(textQueries); i += len(textQueries) / tries(tries(len(textQueries))) {
		query := textQueries[i]
		want := flat(mustRun(t, s, asked(query, "differing")))
		for _, file := range []string{parquet, csv} {
			t.Run(fmt.Sprint(i, filepath.Ext(file)), func(t *testing.T) { answersOf(t, file, query, want) })
		}
	}
}

// answersOf asks a query of a file in an engine of its own.
func answersOf(t *testing.T, file, query, want string) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	s := e.NewSession()
	mustRun(t, s, fmt.Sprintf("CREATE VIEW v AS SELECT k, few, own AS x, some AS y, twin AS z FROM '%s'", file))
	for _, when := range []string{"", " in order"} {
		if when != "" {
			fileRowsFor(t, e, file, files.Ordered)
		}
		if got := flat(mustRun(t, s, asked(query, "'"+file+"'"))); got != want {
			t.Errorf("%s%s:\n%s\nwant\n%s", query, when, got, want)
		}
	}
}

// asked is a query of a table or a file, or of the view v of it.
func asked(query, of string) string {
	return strings.NewReplacer("%sv", "v", "%[1]sv", "v", "%s", of, "%[1]s", of, "%%", "%").Replace(query)
}

// Rows that are told apart by a function of a text have the texts in order where these come several
// times, so that it is made for each once; a condition on a function needs no order, nor does a function
// of texts that mostly differ.
func TestTextsThatAreComputed(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	for name, different := range map[string]int{"often": 30_000, "once": 90_000} {
		var b strings.Builder
		b.WriteString("k,name\n")
		for i := range 90_000 {
			fmt.Fprintf(&b, "%d,%s%d\n", i, strings.Repeat("a long text ", 5), i*7919%different)
		}
		write(t, name+".csv", b.String())
		mustRun(t, s, "CREATE TABLE "+name+" AS SELECT * FROM '"+name+".csv'")
		exported(t, s, "SELECT * FROM "+name, name+".parquet")
	}
	for _, c := range []struct {
		file, query string
		sorted      bool
	}{
		{"often", "SELECT UPPER(name) n, COUNT(*), SUM(k) FROM %s GROUP BY n ORDER BY 3, 1 LIMIT 3", true},
		{"often", "SELECT COUNT(*), SUM(k) FROM %s WHERE UPPER(name) LIKE '%%77'", false},
		{"once", "SELECT UPPER(name) n, COUNT(*), SUM(k) FROM %s GROUP BY n ORDER BY 3, 1 LIMIT 3", false},
	} {
		e := openEngine(t, t.TempDir(), pushscan.Options{})
		want := flat(mustRun(t, s, fmt.Sprintf(c.query, c.file)))
		if got := flat(mustRun(t, e.NewSession(), fmt.Sprintf(c.query, "'"+c.file+".parquet'"))); got != want {
			t.Errorf("%s of %s:\n%s\nwant\n%s", c.query, c.file, got, want)
		}
		table := fileRows(t, e, c.file+".parquet")
		at := slices.IndexFunc(table.Columns, func(c plan.Column) bool { return c.Name == "name" })
		if name := table.Columns[at]; (name.Dict != nil) != c.sorted {
			t.Errorf("%s of %s: the texts are in order: %v", c.query, c.file, name.Dict != nil)
		}
	}
}

// Texts of the few rows that a condition leaves are in no order, whatever is asked of them; where it leaves
// many rows, is on the texts themselves, or on none of them, they are as the statement asks.
func TestTextsOfFewRows(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	mustRun(t, s, "SET cte_max_recursion_depth = 1000")
	mustRun(t, s, differing)
	exported(t, s, "SELECT * FROM differing", "f.parquet")
	for _, c := range []struct {
		query string
		order bool
	}{
		{"SELECT COUNT(DISTINCT own) FROM %s WHERE k < 1000", false},
		{"SELECT own, COUNT(*) FROM %s WHERE k BETWEEN 7 AND 11 GROUP BY own ORDER BY own", false},
		{"SELECT UPPER(own) u, SUM(k) FROM %s WHERE k = 7 GROUP BY u", false},
		{"SELECT COUNT(DISTINCT own) FROM %s WHERE k > 1000", true},
		{"SELECT own, SUM(k) FROM %s WHERE own < '0001' GROUP BY own ORDER BY own", true},
		{"SELECT own, SUM(k) FROM %s GROUP BY own ORDER BY own LIMIT 3", true},
	} {
		e := openEngine(t, t.TempDir(), pushscan.Options{})
		want := flat(mustRun(t, s, fmt.Sprintf(c.query, "differing")))
		if got := flat(mustRun(t, e.NewSession(), fmt.Sprintf(c.query, "'f.parquet'"))); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.query, got, want)
		}
		table := fileRows(t, e, "f.parquet")
		own := table.Columns[slices.IndexFunc(table.Columns, func(c plan.Column) bool { return c.Name == "own" })]
		if ordered := own.Dict != nil || own.Unsorted.Once(); ordered != c.order {
			t.Errorf("%s: the texts are in order: %v", c.query, ordered)
		}
	}
}
