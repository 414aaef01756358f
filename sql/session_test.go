package sql

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"go.uber.org/goleak"

	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/scope"
)

// openEngine opens an engine on a folder, closed with the test.
func openEngine(t testing.TB, dir string, scan pushscan.Options) *Engine {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(context.Background(), Config{Dir: dir, Backend: backend, Scan: scan, Source: sourceOf})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(e.Close(), backend.Close()); err != nil {
			t.Error(err)
		}
	})
	return e
}

// sourceOf stands for the source of a program.
func sourceOf(p *operators.Program, as pushscan.Granularity) (string, error) {
	if as == pushscan.Operator {
		return "sources of operators", nil
	}
	return fmt.Sprintf("source of a program with %d filters", len(p.Filters)), nil
}

// mustRun runs statements and fails the test if one fails.
func mustRun(t testing.TB, s *Session, text string) (last *result.Set) {
	t.Helper()
	for _, st := range parse.Split(text) {
		r, err := s.Query(context.Background(), st.Text)
		if err != nil {
			t.Fatalf("%s: %v", st.Text, err)
		}
		last = r
	}
	return last
}

// shown is a result as tab-separated text.
func shown(t testing.TB, r *result.Set, format string) string {
	t.Helper()
	f, err := result.FindFormat(format)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := f.Write(&b, r, result.Layout{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestStatements runs the files of testdata/session from text to text, each on an
// engine of its own and in a folder of its own. "file" writes a file there, "run" prints
// results (format=tsv) and errors, "network" the first part of what EXPLAIN prints, "tests" what
// programs hold rows and segments against for each condition,
// "kernels" the table of EXPLAIN ANALYZE FORMAT = PROGRAM without its times, "analyzed" an
// EXPLAIN ANALYZE without numbers that have a point, and without the spaces that align them.
func TestStatements(t *testing.T) {
	datadriven.Walk(t, "testdata/session", func(t *testing.T, path string) {
		path, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Chdir(t.TempDir())
		s := openEngine(t, "db", pushscan.Options{ChunkRows: 64}).NewSession()
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "file":
				name := d.CmdArgs[0].Key
				if err := os.WriteFile(name, []byte(d.Input), 0o600); err != nil {
					t.Fatal(err)
				}
				return ""
			case "network":
				text, err := s.Explain(d.Input)
				if err != nil {
					return err.(*parse.Error).Detail()
				}
				network, _, _ := strings.Cut(text, "program\n")
				return network
			case "tests":
				return testsOf(t, s, d.Input)
			case "kernels":
				return kernelsOf(shown(t, mustRun(t, s, d.Input), "tsv"))
			case "analyzed":
				return regexp.MustCompile(` +`).ReplaceAllString(regexp.MustCompile(`\d+\.\d+`).ReplaceAllString(runAll(t, s, d.Input, "tsv"), "#"), " ")
			}
			format := "tsv"
			d.MaybeScanArgs(t, "format", &format)
			return runAll(t, s, d.Input, format)
		})
	})
}

// testsOf gives what a query of the rows of a table tests of these, for each of the conditions in lines, and how
// many rows pass.
func testsOf(t *testing.T, s *Session, input string) string {
	t.Helper()
	from, conditions, _ := strings.Cut(input, "\n")
	var b strings.Builder
	for condition := range strings.Lines(conditions) {
		query := from + " where " + strings.TrimSpace(condition)
		text, err := s.Explain(query)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(strings.TrimSpace(condition) + ": " + strings.Fields(shown(t, mustRun(t, s, query), "tsv"))[1] + "\n")
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "filter ") || strings.HasPrefix(line, "zones ") || strings.HasPrefix(line, "keep ") {
				b.WriteString("  " + line + "\n")
			}
		}
	}
	return b.String()
}

// kernelsOf cuts the kernels out of an EXPLAIN ANALYZE. Times and rates become #, with one
// space before them.
func kernelsOf(text string) string {
	_, text, _ = strings.Cut(text, "\nkernels\n")
	text, _, _ = strings.Cut(text, "\ntime\n")
	return regexp.MustCompile(` +(ms|MB|GB/s|\d+\.\d+)\b`).ReplaceAllStringFunc(text, func(s string) string {
		if s = strings.TrimSpace(s); s[0] <= '9' {
			s = "#"
		}
		return " " + s
	}) + "\n"
}

func runAll(t *testing.T, s *Session, text, format string) string {
	var b strings.Builder
	for _, st := range parse.Split(text) {
		r, err := s.Query(context.Background(), st.Text)
		if err != nil {
			b.WriteString(err.(*parse.Error).Detail() + "\n")
			continue
		}
		b.WriteString(shown(t, r, format))
		if r.Message != "" {
			b.WriteString(r.Message + "\n")
		}
	}
	return b.String()
}

// fill makes a table n(i) with the numbers from 0 to rows-1.
func fill(t testing.TB, s *Session, rows int) {
	t.Helper()
	mustRun(t, s, "CREATE TABLE n (i INT NOT NULL)")
	var b strings.Builder
	for i := range rows {
		b.WriteString("\n" + string(result.AppendNumber(nil, plan.Type{Kind: plan.Int}, int64(i))))
	}
	file := filepath.Join(t.TempDir(), "n.csv")
	if err := os.WriteFile(file, []byte(strings.TrimPrefix(b.String(), "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, s, "LOAD DATA INFILE '"+file+"' INTO TABLE n FIELDS TERMINATED BY ','")
}

func TestTogetherSharesOneRound(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1024}).NewSession()
	fill(t, s, 10000)
	texts := []string{
		"SELECT COUNT(*) FROM n WHERE i < 100",
		"SELECT nothing FROM n",
		"SELECT SUM(i) FROM n",
		"SELECT 7",
		"DROP TABLE n",
		"SELECT MAX(i) FROM n WHERE i % 2 = 0",
	}
	answers := s.Together(context.Background(), texts)
	for i, want := range []string{"100", "", "49995000", "7", "", "9998"} {
		a := answers[i]
		if want == "" {
			if a.Err == nil || a.Result != nil {
				t.Errorf("%s: no error", texts[i])
			}
			continue
		}
		if a.Err != nil {
			t.Errorf("%s: %v", texts[i], a.Err)
			continue
		}
		if got, _ := a.Result.Text(0, 0); got != want {
			t.Errorf("%s: got %s, want %s", texts[i], got, want)
		}
		if scan := a.Result.Report.Scan; scan != nil && (scan.Shared != 3 || scan.Chunks != scan.Of) {
			t.Errorf("%s: shared by %d in %d of %d chunks, want 3 in one round", texts[i], scan.Shared, scan.Chunks, scan.Of)
		}
	}
}

func TestEndedContextsHaveTheirCodes(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, 100)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := s.Query(ctx, "SELECT SUM(i) FROM n")
	checkCode(t, err, 1317)
	mustRun(t, s, "SET gsdms_timeout = '1ns'")
	_, err = s.Query(context.Background(), "SELECT SUM(i) FROM n")
	checkCode(t, err, 3024)
	mustRun(t, s, "SET gsdms_timeout = 0; SELECT SUM(i) FROM n")
}

// A query of 8e12 pairs in one chunk would take a day; this test ends because the run
// is stopped within the chunk.
func TestCancelEndsAQueryWithinItsChunk(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, 20000)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := s.Query(ctx, "SELECT COUNT(*) FROM n a, n b, n c WHERE a.i + b.i <> c.i - 1")
	checkCode(t, err, 3024)
	if r := mustRun(t, s, "SELECT COUNT(*) FROM n"); shown(t, r, "csv") != "COUNT(*)\n20000\n" {
		t.Errorf("after a cancelled query: %s", shown(t, r, "csv"))
	}
}

func checkCode(t *testing.T, err error, code int) {
	t.Helper()
	var e *parse.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Errorf("got %v, want error %d", err, code)
	}
}

func TestPlansAreKeptUntilTheirTablesChange(t *testing.T) {
	dir := t.TempDir()
	s := openEngine(t, dir, pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (a INT); INSERT INTO t VALUES (1), (2)")
	for _, step := range []struct {
		text   string
		cached bool
		want   string
	}{
		{"SELECT SUM(a) FROM t", false, "3"},
		{"SELECT SUM(a) FROM t", true, "3"},
		{" SELECT  SUM(a)\nFROM t -- the same", true, "3"},
		{"SELECT SUM( a ) FROM t", false, "3"},
		{"SELECT SUM(a) FROM t WHERE 'a  b' = 'a b'", false, ""},
		{"SELECT SUM(a) FROM t WHERE 'a b' = 'a b'", false, "3"},
	} {
		r := mustRun(t, s, step.text)
		if got, _ := r.Text(0, 0); got != step.want || r.Report.Cached != step.cached {
			t.Errorf("%s: got %s, cached %v; want %s, %v", step.text, got, r.Report.Cached, step.want, step.cached)
		}
	}
	mustRun(t, s, "INSERT INTO t VALUES (4)")
	if n := len(s.engine.plans.Kept()); n != 0 {
		t.Errorf("%d plans of the old snapshot are left", n)
	}
	if r := mustRun(t, s, "SELECT SUM(a) FROM t"); r.Report.Cached || shown(t, r, "csv") != "SUM(a)\n7\n" {
		t.Errorf("after an insert: got %s, cached %v", shown(t, r, "csv"), r.Report.Cached)
	}
	mustRun(t, s, "DROP TABLE t")
	if left := columnFiles(t, dir); len(left) > 0 {
		t.Errorf("a dropped table left %v", left)
	}
}

// columnFiles lists the files of tables in a store's folder.
func columnFiles(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Dir(path) != dir {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestQueriesSeeWholeInserts(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64})
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent(), goleak.IgnoreTopFunction(fiber))
	mustRun(t, e.NewSession(), "CREATE TABLE t (a INT); INSERT INTO t VALUES (1), (-1)")
	var running sync.WaitGroup
	stop := make(chan struct{})
	for range 4 {
		running.Add(1)
		go func() {
			defer running.Done()
			s := e.NewSession()
			for {
				select {
				case <-stop:
					return
				default:
				}
				r, err := s.Query(context.Background(), "SELECT SUM(a), COUNT(*) % 2 FROM t")
				if err != nil {
					t.Error(err)
					return
				}
				if got := shown(t, r, "csv"); !strings.HasSuffix(got, "\n0,0\n") {
					t.Errorf("half an insert was seen: %s", got)
				}
			}
		}()
	}
	for range 30 {
		mustRun(t, e.NewSession(), "INSERT INTO t VALUES (5), (-5)")
		time.Sleep(time.Millisecond)
	}
	close(stop)
	running.Wait()
}

// BenchmarkCachedPlan is what a statement that comes again costs before it subscribes.
func BenchmarkCachedPlan(b *testing.B) {
	e := openEngine(b, b.TempDir(), pushscan.Options{})
	s := e.NewSession()
	fill(b, s, 1000)
	text := "SELECT i % 10, COUNT(*) FROM n WHERE i BETWEEN 10 AND 500 GROUP BY i % 10 ORDER BY 2 DESC"
	mustRun(b, s, text)
	b.ReportAllocs()
	for b.Loop() {
		view := scope.NewViews(e.catalogs, nil)
		if p, err := s.prepare(context.Background(), text, e.names(context.Background(), view), startWatch()); err != nil || p.query == nil {
			b.Fatal("not cached", err)
		}
		view.Close()
	}
}

// TestExplainNamesAProgramOnOneLine: the wave lists one kernel a line, however long and
// broken its text is.
func TestExplainNamesAProgramOnOneLine(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	fill(t, s, 100)
	got, err := s.Explain("SELECT\n  SUM(i)\n\tFROM n\nWHERE i > 3 AND " + strings.Repeat("i <> 77 AND ", 20) + "i > 4")
	if want := "\n    SELECT SUM(i) FROM n WHERE i > 3 AND i <> 77 AN…  "; err != nil || !strings.Contains(got, want) {
		t.Errorf("got %v\n%s\nwant a line that begins with %q", err, got, want)
	}
}
