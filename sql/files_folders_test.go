package sql

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Folders of year=2024 and the like say what all rows below them have, of every format, in queries, in
// tables that are made of files and in those that are there. The rows are those of one table that was
// written in parts.
func TestFilesInFolders(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, 9000)
	mustRun(t, s, "CREATE TABLE w AS SELECT i, i * 3 v, CONCAT('t', i MOD 50) s, 2020 + i MOD 3 year, ELT(1 + i MOD 2, 'a b', 'c') kind FROM n")
	queries := []string{
		"SELECT year, kind, COUNT(*), SUM(v), MIN(s) FROM %s GROUP BY year, kind ORDER BY year, kind",
		"SELECT COUNT(*), SUM(i) FROM %s WHERE year = 2021 AND kind = 'c'", "SELECT COUNT(*), MAX(year), MIN(kind) FROM %s", "SELECT DISTINCT kind FROM %s ORDER BY 1",
		"SELECT i, s, year FROM %s WHERE year > 2020 AND s = 't7' ORDER BY i LIMIT 5",
	}
	for _, format := range []string{"csv", "ndjson", "parquet", "csv.gz"} {
		for year := 2020; year < 2023; year++ {
			for _, kind := range []string{"a b", "c"} {
				dir := filepath.Join(format, fmt.Sprint("year=", year), "kind="+strings.ReplaceAll(kind, " ", "%20"))
				if err := os.MkdirAll(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				exported(t, s, fmt.Sprintf("SELECT i, v, s FROM w WHERE year = %d AND kind = '%s'", year, kind), filepath.Join(dir, "part."+format))
			}
		}
		files, made, there := "'"+format+"/**/*."+format+"'", "m_"+format[:3], "t_"+format[:3]
		if format == "csv.gz" {
			made, there = "m_gz", "t_gz"
		}
		mustRun(t, s, "CREATE TABLE "+made+" AS SELECT * FROM "+files)
		mustRun(t, s, "CREATE TABLE "+there+" (year INT, kind VARCHAR(9) NOT NULL, s TEXT, v BIGINT, i INT)")
		mustRun(t, s, "LOAD DATA INFILE "+files+" INTO TABLE "+there)
		for _, q := range queries {
			want := shown(t, mustRun(t, s, fmt.Sprintf(q, "w")), "csv")
			for _, from := range []string{files, made, there} {
				if got := shown(t, mustRun(t, s, fmt.Sprintf(q, from)), "csv"); got != want {
					t.Errorf(q+":\n%s\nwant\n%s", from, got, want)
				}
			}
		}
	}
}

// A row group whose folder says another year is not read.
func TestFoldersBoundRowGroups(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, 70_000)
	for year := range 3 {
		if err := os.MkdirAll(fmt.Sprint("year=", year), 0o700); err != nil {
			t.Fatal(err)
		}
		exported(t, s, "SELECT i FROM n", fmt.Sprintf("year=%d/n.parquet", year))
	}
	if plan := shown(t, mustRun(t, s, "EXPLAIN ANALYZE SELECT SUM(i) FROM '*/n.parquet' WHERE year = 2"), "tsv"); !strings.Contains(plan, "of 4 skipped by zone maps") {
		t.Errorf("all is read:\n%s", plan)
	}
}
