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

	"gsdms/plan"
	"gsdms/pushscan"
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
	rows, err := e.files.Table(context.Background(), name, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// When files take more memory than they may, the plans of those that go do, too.
func TestFilesWithinMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	e.files = files.New(200<<10, nil, 1)
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
	e.files, e.config.LoadRoots = files.New(1<<20, []string{inside}, 1), []string{inside}
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
