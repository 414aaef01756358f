package sql

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/files"
	"gsdms/sql/parse"
)

// manyKinds are 200,000 rows of most types, some of whose values are NULL, more than the row
// groups that are written have.
const manyKinds = `CREATE TABLE many AS WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
	SELECT k, IF(k MOD 7 = 0, NULL, CAST(k * 3 AS DECIMAL(12,2)) / 4) AS d, IF(k MOD 11 = 0, NULL, k / 8e0 - 100) AS f,
		IF(k MOD 5 = 0, NULL, CONCAT('text ', k MOD 97)) AS s, CONCAT('own ', k) AS own,
		IF(k MOD 13 = 0, NULL, DATE_ADD(DATE '2000-01-01', INTERVAL k MOD 9000 DAY)) AS day,
		CAST('2020-01-01' AS DATETIME(3)) + INTERVAL k MINUTE AS at, CAST(k AS UNSIGNED) + 9223372036854775000 AS u,
		IF(k MOD 100000 = 99999, 98765432109876543210.5, k) AS wide, IF(k < 150000, NULL, k) AS late
	FROM (SELECT a.i * 1000 + b.i * 5 + c.i AS k FROM n a, n b, (SELECT i FROM n WHERE i < 5) c) x ORDER BY k`

// A Parquet file answers as the table does that it was written of, as does its half beside its
// other half, and as an engine says that is asked once.
func TestParquetAnswersAsItsTable(t *testing.T) {
	if testing.Short() {
		t.Skip("the other tests of files run what reads them under the race detector; make test asks all of this")
	}
	dir := t.TempDir()
	s := openEngine(t, filepath.Join(dir, "db"), pushscan.Options{}).NewSession()
	once := openEngine(t, filepath.Join(dir, "once"), pushscan.Options{})
	mustRun(t, s, "SET cte_max_recursion_depth = 1000")
	mustRun(t, s, manyKinds)
	whole, halves := filepath.Join(dir, "whole.parquet"), filepath.Join(dir, "half-*.parquet")
	exported(t, s, "SELECT * FROM many ORDER BY k", whole)
	exported(t, s, "SELECT * FROM many WHERE k < 90000 ORDER BY k", strings.ReplaceAll(halves, "*", "1"))
	exported(t, s, "SELECT * FROM many WHERE k >= 90000 ORDER BY k", strings.ReplaceAll(halves, "*", "2"))
	queries := []string{
		"SELECT COUNT(*), COUNT(d), SUM(d), MIN(f), MAX(f), COUNT(s), MIN(day), MAX(day), MAX(at), MAX(u), MAX(wide), COUNT(late) FROM %s",
		"SELECT MIN(k), MAX(k), COUNT(*), MIN(f), MAX(f), MIN(day), MAX(day), MAX(at), MIN(d), MAX(d), MIN(late), MAX(late) FROM %s",
		"SELECT MIN(s), MAX(s), MIN(k) FROM %s",
		"SELECT s, COUNT(*), AVG(f), MIN(d) FROM %s GROUP BY s ORDER BY s",
		"SELECT * FROM %s WHERE k BETWEEN 140000 AND 140003 ORDER BY k",
		"SELECT k, own, late FROM %s WHERE late < 150005 ORDER BY k",
		"SELECT COUNT(*), MIN(k) FROM %s WHERE k > 1000000 OR late IS NULL AND day IS NULL",
		"SELECT k, wide, u FROM %s ORDER BY wide DESC, k LIMIT 3",
		"SELECT YEAR(day) y, COUNT(DISTINCT s), SUM(late) FROM %s WHERE f > 5000 GROUP BY y ORDER BY y",
		"SELECT COUNT(*) FROM %s WHERE own LIKE '%%99%%' AND at >= '2020-03-01'",
	}
	for _, query := range queries {
		want := flat(mustRun(t, s, fmt.Sprintf(query, "many")))
		for _, file := range []string{whole, halves} {
			once.files = files.New(1<<30, nil, 2, nil, true)
			for _, s := range []*Session{s, once.NewSession()} {
				if got := flat(mustRun(t, s, fmt.Sprintf(query, "'"+file+"'"))); got != want {
					t.Errorf("%s of %s:\n%s\nwant\n%s", query, filepath.Base(file), got, want)
				}
			}
		}
	}
}

// Of a file with columns that no table has, the others are a table; a note says which are left out,
// and who names one is told its type.
func TestParquetWithColumnsLeftOut(t *testing.T) {
	file, err := filepath.Abs("../pushscan/load/testdata/duckdb/kinds.parquet")
	if err != nil {
		t.Fatal(err)
	}
	s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
	const notes = "Note|1235|Column v of '%[1]s' is left out: its type is INTERVAL, which no column of a table holds"
	noted := func(statement, want string) {
		t.Helper()
		if got := flat(mustRun(t, s, statement)); got != want {
			t.Errorf("%s: %s", statement, got)
		}
		if got := flat(mustRun(t, s, "SHOW WARNINGS")); got != fmt.Sprintf(notes, file) {
			t.Errorf("%s left the warnings %s", statement, got)
		}
	}
	query := "SELECT i, HEX(b), u, e, h FROM '" + file + "' WHERE i BETWEEN 1 AND 2"
	for range 2 { // the second time the plan is kept
		noted(query, "1|623100FF|00000000-0000-0000-0000-0000000f4243|green|1\n2|623200FF|00000000-0000-0000-0000-0000001e8486|NULL|2")
	}
	noted("CREATE TABLE kinds AS SELECT * FROM '"+file+"'", "table kinds created with 30 rows")
	if got := flat(mustRun(t, s, "SELECT COUNT(*), MAX(b) = x'623900FF', MIN(u) FROM kinds")); got != "30|1|00000000-0000-0000-0000-000000000000" {
		t.Error(got)
	}
	mustRun(t, s, "CREATE TABLE named (i INT, b VARBINARY(9), u BINARY(16), e VARCHAR(9), h DOUBLE)")
	noted("LOAD DATA INFILE '"+file+"' INTO TABLE named (i, @l, @s, @m, @v, b, u, e, h)", "30 rows loaded into named; "+file+": parquet")
	if got := flat(mustRun(t, s, "SELECT COUNT(*), HEX(MAX(u)), SUM(HEX(b) = '623100FF') FROM named")); got != "30|00000000000000000000000001BA8197|1" {
		t.Error(got)
	}
	for statement, want := range map[string]string{
		"SELECT v FROM '" + file + "'":                            "Column v has the type INTERVAL, which no column of a table holds: it was left out.",
		"SELECT COUNT(*) FROM '" + file + "' x WHERE x.v IS NULL": "Column v has the type INTERVAL, which no column of a table holds: it was left out.",
	} {
		_, err := s.Query(t.Context(), statement)
		if e := (*parse.Error)(nil); !errors.As(err, &e) || e.Hint != want {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

// Lists, structures and maps of a file are JSON, of which the functions of it find parts; in a table as well.
func TestParquetWithValuesWithinValues(t *testing.T) {
	file, err := filepath.Abs("../pushscan/load/testdata/duckdb/kinds.parquet")
	if err != nil {
		t.Fatal(err)
	}
	s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE kinds AS SELECT * FROM '"+file+"'")
	for query, want := range map[string]string{
		"SELECT l, s, m FROM %s ORDER BY i LIMIT 2":                                                  "[0, 1]|{\"a\": 0, \"b\": \"x\"}|{\"k\": 0}\n[1, 2]|{\"a\": 1, \"b\": \"x\"}|{\"k\": 1}",
		"SELECT SUM(l->'$[1]'), SUM(s->'$.a'), COUNT(DISTINCT m), MIN(s->>'$.b') FROM %s":            "465|435|30|x",
		"SELECT SUM(x) FROM %s k, JSON_TABLE(k.l, '$[*]' COLUMNS (x INT PATH '$')) j":                "900",
		"SELECT i FROM %s WHERE l = CAST('[3, 4]' AS JSON) OR JSON_EXTRACT(m, '$.k') = 7 ORDER BY i": "3\n7",
	} {
		for _, of := range []string{"'" + file + "'", "kinds"} {
			if got := flat(mustRun(t, s, fmt.Sprintf(query, of))); got != want {
				t.Errorf("%s of %s: %s, want %s", query, of, got, want)
			}
		}
	}
}
