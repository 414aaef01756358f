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
	"time"

	"gsdms/pushscan"
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
	text := "SELECT SUM(k) FROM 'n.csv'"
	if got := shown(t, mustRun(t, s, text), "csv"); got != "SUM(k)\n4950\n" {
		t.Error(got)
	}
	first := e.files.kept["n.csv"].table
	if r := mustRun(t, s, text); !r.Report.Cached {
		t.Error("the plan was not kept")
	}
	mustRun(t, s, "SELECT name FROM 'n.csv' WHERE k = 3")
	if e.files.kept["n.csv"].table != first {
		t.Error("another query has read the file again")
	}
	write(t, "n.csv", numbered(101))
	if got := shown(t, mustRun(t, s, text), "csv"); got != "SUM(k)\n5050\n" {
		t.Error("after the file has changed:", got)
	}
	for text, p := range e.plans.used {
		if p.tables[0] == first {
			t.Errorf("the plan of %s holds rows that are gone", text)
		}
	}
}

// What was not used longest goes when files take more memory than they may; one that
// takes more by itself is refused.
func TestFilesWithinMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	read := func(name string) {
		t.Helper()
		if _, err := os.Stat(name); err != nil {
			write(t, name, numbered(2000))
		}
		mustRun(t, s, "SELECT COUNT(*) FROM '"+name+"' WHERE name <> ''")
	}
	read("a.csv")
	read("b.csv")
	e.files.limit = e.files.bytes * 5 / 4
	mustRun(t, s, "SELECT MIN(k) FROM 'a.csv'")
	read("c.csv")
	if e.files.kept["b.csv"] != nil || len(e.files.kept) != 2 || e.files.bytes > e.files.limit {
		t.Errorf("%d files of %d bytes are kept", len(e.files.kept), e.files.bytes)
	}
	for text, p := range e.plans.used {
		if strings.Contains(text, "b.csv") {
			t.Errorf("%s still has its plan and %s", text, p.tables[0].Name)
		}
	}
	e.files.most = 200 << 10
	write(t, "big.csv", numbered(40000))
	_, err := s.Query(context.Background(), "SELECT * FROM 'big.csv'")
	if err == nil || !strings.Contains(err.Error(), "big.csv takes more than") {
		t.Errorf("a file larger than the memory: %v", err)
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
	e.files.roots, e.config.LoadRoots = []string{inside}, []string{inside}
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

// A statement that waits for another's reading ends with its own context, and reads the
// file itself if the other gave up.
func TestFileReaderGivesUp(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	write(t, "n.csv", numbered(10))
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.files.table(gone, "n.csv"); err == nil {
		t.Error("a cancelled reader has read")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if table, err := e.files.table(ctx, "n.csv"); err != nil || table.Rows != 10 {
		t.Error(table, err)
	}
}
