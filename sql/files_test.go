package sql

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/pushscan/relation"
	"gsdms/sql/files"
)

// write writes a file of the test.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// numbered is a CSV file of n rows.
func numbered(n int) string {
	var b strings.Builder
	b.WriteString("k,name\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,name %d\n", i, i)
	}
	return b.String()
}

// Queries of one file read it once, until it changes; then plans of its old rows go.
func TestFileIsReadOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	write(t, "n.csv", numbered(100))
	text := "SELECT SUM(k) FROM 'n.csv' WHERE name <> ''"
	if got := shown(t, mustRun(t, s, text), "csv"); got != "SUM(k)\n4950\n" {
		t.Error(got)
	}
	first := fileRows(t, e, "n.csv")
	if r := mustRun(t, s, text); !r.Report.Cached {
		t.Error("the plan was not kept")
	}
	mustRun(t, s, "SELECT name FROM 'n.csv' WHERE k = 3")
	if fileRows(t, e, "n.csv") != first {
		t.Error("another query has read the file again")
	}
	write(t, "n.csv", numbered(101))
	if got := shown(t, mustRun(t, s, text), "csv"); got != "SUM(k)\n5050\n" {
		t.Error("after the file has changed:", got)
	}
	for text, p := range e.plans.Kept() {
		if p.Tables()[0] == first {
			t.Errorf("the plan of %s holds rows that are gone", text)
		}
	}
}

// fileRows gives the rows that are kept of a file.
func fileRows(t *testing.T, e *Engine, name string) *plan.Table {
	t.Helper()
	return fileRowsFor(t, e, name, files.Listed)
}

// fileRowsFor is fileRows, as they are used.
func fileRowsFor(t *testing.T, e *Engine, name string, use files.Use) *plan.Table {
	t.Helper()
	rows, err := e.files.Table(context.Background(), name, files.Wanted{Use: func(string) (files.Use, bool) { return use, true }})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// A file that takes more memory than it may answers as the table that it becomes, which is read
// batch by batch.
func TestFileLargerThanMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	e.files = files.New(200<<10, nil, 1, spill.NewSpace("db"), false)
	s := e.NewSession()
	var b strings.Builder
	b.WriteString("k,f,s,d,big\n")
	for i := range 70000 {
		f := fmt.Sprint(float64(i) / 8)
		if i%9 == 4 {
			f = ""
		}
		fmt.Fprintf(&b, "%d,%s,text %d,2020-01-%02d,%d00000000000\n", i*7%70001, f, i%23, i%28+1, i)
	}
	write(t, "large.csv", b.String())
	mustRun(t, s, "CREATE TABLE t AS SELECT * FROM 'large.csv'")
	exported(t, s, "SELECT * FROM t", "large.parquet")
	mustRun(t, s, "CREATE TABLE copy LIKE t")
	for _, file := range []string{"large.csv", "large.parquet"} {
		for _, query := range []string{
			"SELECT COUNT(*), SUM(k), COUNT(f), AVG(f), MIN(d), MAX(big) FROM %s",
			"SELECT s, COUNT(*), SUM(f), MAX(k) FROM %s GROUP BY s ORDER BY s",
			"SELECT * FROM %s WHERE k BETWEEN 100 AND 120 ORDER BY k",
			"SELECT COUNT(*) FROM %s a, t b WHERE a.k = b.big",
		} {
			want := flat(mustRun(t, s, fmt.Sprintf(query, "t")))
			if got := flat(mustRun(t, s, fmt.Sprintf(query, "'"+file+"'"))); got != want {
				t.Errorf("%s of %s:\n%s\nwant\n%s", query, file, got, want)
			}
		}
		rows := fileRows(t, e, file)
		if held, all := relation.Held(rows), relation.Bytes(rows); held > 200<<10 || all < 500<<10 {
			t.Errorf("%s: %d bytes of %d are in memory", file, held, all)
		}
		mustRun(t, s, "INSERT INTO copy SELECT * FROM '"+file+"' WHERE k >= 35000")
	}
	want := flat(mustRun(t, s, "SELECT 2 * COUNT(*), 2 * SUM(k), 2 * COUNT(f) FROM t WHERE k >= 35000"))
	if got := flat(mustRun(t, s, "SELECT COUNT(*), SUM(k), COUNT(f) FROM copy")); got != want {
		t.Errorf("INSERT … SELECT: %s, want %s", got, want)
	}
}

// Texts of which not even the different ones have room lie in files, and answer as those of a table
// do, whatever is asked of them.
func TestTextsLargerThanMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	e.files = files.New(200<<10, nil, 1, spill.NewSpace("db"), false)
	s := e.NewSession()
	var b strings.Builder
	b.WriteString("k,name\n")
	for i := range 40000 {
		name := fmt.Sprint("name ", i*7919%30011)
		if i%13 == 5 {
			name = ""
		}
		fmt.Fprintf(&b, "%d,%s\n", i, name)
	}
	write(t, "texts.csv", b.String())
	mustRun(t, s, "CREATE TABLE t AS SELECT * FROM 'texts.csv'")
	exported(t, s, "SELECT * FROM t", "texts.parquet")
	for _, query := range []string{
		"SELECT MIN(name), MAX(name), COUNT(name), COUNT(*) FROM %s",
		"SELECT COUNT(*), SUM(k) FROM %s WHERE name LIKE '%%77%%' OR name < 'name 2'",
		"SELECT COUNT(DISTINCT name), MAX(k) FROM %s",
		"SELECT name, COUNT(*), SUM(k) FROM %s GROUP BY name ORDER BY 2 DESC, name LIMIT 7",
		"SELECT RIGHT(name, 3) x, COUNT(*), MAX(name) FROM %s GROUP BY x ORDER BY x LIMIT 9 OFFSET 500",
		"SELECT k %% 5 g, MAX(name), COUNT(DISTINCT name) FROM %s GROUP BY g ORDER BY g",
		"SELECT DISTINCT name FROM %s ORDER BY name DESC LIMIT 5",
		"SELECT k, name FROM %s ORDER BY name, k LIMIT 11 OFFSET 20000",
		"SELECT name, k FROM %s WHERE k BETWEEN 100 AND 140 ORDER BY k",
		"SELECT SUM(LENGTH(name)), COUNT(DISTINCT UPPER(name)) FROM %s",
		"SELECT COUNT(*), SUM(a.k) FROM %s a JOIN t ON a.name = t.name WHERE t.k < 50",
		"SELECT COUNT(*) FROM (SELECT name FROM %s UNION SELECT name FROM t) u",
	} {
		want := flat(mustRun(t, s, fmt.Sprintf(query, "t")))
		for _, file := range []string{"texts.csv", "texts.parquet"} {
			if got := flat(mustRun(t, s, fmt.Sprintf(query, "'"+file+"'"))); got != want {
				t.Errorf("%s of %s:\n%s\nwant\n%s", query, file, got, want)
			}
		}
	}
}

// When files take more memory than they may, the plans of those that go do, too.
func TestFilesWithinMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	e.files = files.New(200<<10, nil, 1, nil, false)
	s := e.NewSession()
	for i := range 20 {
		name := fmt.Sprintf("n%d.csv", i)
		write(t, name, numbered(2000))
		mustRun(t, s, "SELECT COUNT(*) FROM '"+name+"' WHERE name <> ''")
	}
	if n := len(e.plans.Kept()); n == 0 || n > 19 {
		t.Errorf("%d plans are kept of 20 files", n)
	}
	for text, p := range e.plans.Kept() {
		if !e.files.Holds(p.Tables()[0]) {
			t.Errorf("%s still has its plan", text)
		}
	}
	write(t, "big.csv", numbered(40000))
	_, err := s.Query(context.Background(), "SELECT * FROM 'big.csv'")
	if err == nil || !strings.Contains(err.Error(), "big.csv takes more than") {
		t.Errorf("a file larger than the memory: %v", err)
	}
	mustRun(t, s, "CREATE TABLE big AS SELECT * FROM 'big.csv'")
	r, err := s.Query(context.Background(), "SELECT COUNT(*), SUM(k), MAX(k), COUNT(DISTINCT name) FROM big WHERE name = CONCAT('name ', k)")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"40000", "799980000", "39999", "40000"} {
		if got, _ := r.Text(0, i); got != want {
			t.Errorf("a table of a file larger than the memory: column %d of the totals is %s, not %s", i+1, got, want)
		}
	}
}

func TestCompressedAndRoots(t *testing.T) {
	t.Chdir(t.TempDir())
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte(numbered(10)))
	w.Close()
	inside, outside := t.TempDir(), t.TempDir()
	write(t, filepath.Join(inside, "z.csv.gz"), z.String())
	write(t, filepath.Join(outside, "o.csv"), numbered(3))
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	e.files, e.config.LoadRoots = files.New(1<<20, []string{inside}, 1, nil, false), []string{inside}
	mustRun(t, s, "SELECT 1 INTO OUTFILE '"+inside+"/out.txt'")
	if _, err := s.Query(context.Background(), "SELECT 1 INTO OUTFILE '"+outside+"/out.txt'"); err == nil || !strings.Contains(err.Error(), "outside of the folders") {
		t.Errorf("a file outside was written: %v", err)
	}
	if got := shown(t, mustRun(t, s, "SELECT COUNT(*) n FROM '"+inside+"/*.csv.gz'"), "csv"); got != "n\n10\n" {
		t.Error(got)
	}
	for _, name := range []string{outside + "/o.csv", outside + "/*.csv", inside + "/../*/o.csv"} {
		_, err := s.Query(context.Background(), "SELECT * FROM '"+name+"'")
		if err == nil || !strings.Contains(err.Error(), "outside of the folders") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
