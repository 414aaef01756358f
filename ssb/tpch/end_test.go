package tpch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/ssb/bench"
	"gsdms/ssb/tpch/gen"
)

// folder is where files writes, and TestMain cleans up.
var folder = filepath.Join(os.TempDir(), fmt.Sprintf("gsdms-tpch-%d", os.Getpid()))

// files writes the data of scale factor 0.01, once: it takes a while to make.
var files = sync.OnceValue(func() error {
	data, err := gen.New(context.Background(), 0.01, 2)
	if err != nil {
		return err
	}
	return data.WriteFiles(context.Background(), folder, 2, nil)
})

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// small are the options that load the files.
func small(t testing.TB) bench.LoadOptions {
	t.Helper()
	if err := files(); err != nil {
		t.Fatal(err)
	}
	return bench.LoadOptions{From: folder}
}

// suiteAt is the benchmark with its keys, or without.
func suiteAt(t testing.TB, sf float64, noKeys bool) *bench.Suite {
	t.Helper()
	s, err := Suite(sf)
	if err == nil && noKeys {
		s, err = s.WithoutKeys()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// openEngine is an engine in a folder of its own.
func openEngine(t testing.TB) *sql.Engine { return openWith(t, sql.Config{}) }

// openWith opens a folder with limits.
func openWith(t testing.TB, c sql.Config) *sql.Engine {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: runtime.GOMAXPROCS(0)})
	if err != nil {
		t.Fatal(err)
	}
	c.Dir, c.Backend = t.TempDir(), backend
	e, err := sql.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		if err := backend.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func load(t testing.TB, e *sql.Engine, s *bench.Suite, o bench.LoadOptions) []bench.Loaded {
	t.Helper()
	loaded, err := bench.Load(t.Context(), e, s, o)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// runs are queries that have run since before subqueries did.
const runs = "Q1,Q3,Q5,Q6,Q10,Q12,Q14"

// factors are the scale factors of the test from end to end; GSDMS_TPCH_SF1=1 adds 1.
func factors() []float64 {
	if os.Getenv("GSDMS_TPCH_SF1") != "" {
		return []float64{0.01, 1}
	}
	return []float64{0.01}
}

func TestAnswersAloneAndTogether(t *testing.T) {
	queries, err := Select(runs)
	if err != nil {
		t.Fatal(err)
	}
	for _, sf := range factors() {
		for _, noKeys := range []bool{false, true} {
			e := openEngine(t)
			o := small(t)
			if sf != 0.01 {
				o.From = ""
			}
			load(t, e, suiteAt(t, sf, noKeys), o)
			r, err := Scaled().Run(t.Context(), bench.Over(e.NewSession()),
				bench.RunOptions{Queries: queries, Concurrency: []int{1, 7, 14}, Runs: 1, Verify: true})
			if err != nil {
				t.Fatalf("sf %v, without keys %v: %v", sf, noKeys, err)
			}
			for _, q := range r.Queries {
				if !q.Verified || r.SF != sf {
					t.Errorf("sf %v: %+v", r.SF, q)
				}
			}
			for _, b := range r.Batches {
				if !b.Verified || b.Queries != b.Concurrency {
					t.Errorf("%+v", b)
				}
			}
		}
	}
}

// All queries give the known answers where memory has no room for what they hold: with a limit
// that most of them pass, and with files for all rows that stages leave.
func TestAnswersWithRowsInFiles(t *testing.T) {
	for name, c := range map[string]sql.Config{
		"little memory": {Memory: 3 << 19, QueryMemory: 3 << 19},
		"little room":   {Scan: pushscan.Options{SpillRoom: 16 << 10, Part: 8 << 10}},
	} {
		e := openWith(t, c)
		load(t, e, suiteAt(t, 0.01, false), small(t))
		r, err := Scaled().Run(t.Context(), bench.Over(e.NewSession()), bench.RunOptions{Queries: Queries(), Concurrency: []int{3}, Runs: 1, Verify: true})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, q := range r.Queries {
			if !q.Verified {
				t.Errorf("%s: %+v", name, q)
			}
		}
	}
}

func TestRandomParametersAreNotVerified(t *testing.T) {
	queries, err := Select(runs)
	if err != nil {
		t.Fatal(err)
	}
	e := openEngine(t)
	load(t, e, suiteAt(t, 0.01, false), small(t))
	o := bench.RunOptions{Queries: queries, Concurrency: []int{21}, Runs: 1, Verify: true, Random: 9}
	r, err := Scaled().Run(t.Context(), bench.Over(e.NewSession()), o)
	if err != nil {
		t.Fatal(err)
	}
	if b := r.Batches[0]; b.Verified || b.Queries != 21 || b.Max == 0 {
		t.Errorf("%+v", b)
	}
}

func TestFilesLoadLikeTheGenerator(t *testing.T) {
	if testing.Short() {
		t.Skip("the loads of both are tried under the race detector by other tests; make test compares them")
	}
	a, b := openEngine(t), openEngine(t)
	s := suiteAt(t, 0.01, false)
	load(t, a, s, small(t))
	load(t, b, s, bench.LoadOptions{})
	for _, table := range gen.Tables() {
		if x, y := dump(t, a, table), dump(t, b, table); x != y {
			t.Errorf("%s differs:\n%.300s\n%.300s", table, x, y)
		}
	}
	_, err := bench.Load(t.Context(), a, s, bench.LoadOptions{From: t.TempDir(), Replace: true})
	if err == nil || !strings.Contains(err.Error(), "gsdms tpch gen") {
		t.Errorf("the files are missing: %v", err)
	}
}

// dump is a table's rows as text.
func dump(t *testing.T, e *sql.Engine, table string) string {
	t.Helper()
	r, err := e.NewSession().Query(t.Context(), "select * from "+table)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for row := range r.Rows.Len {
		for c := range r.Columns {
			text, _ := r.Text(row, c)
			b.WriteString(text + "|")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestLoadRefusesTablesWithOtherKeys(t *testing.T) {
	e := openEngine(t)
	o, with, without := small(t), suiteAt(t, 0.01, false), suiteAt(t, 0.01, true)
	load(t, e, with, o)
	for _, l := range load(t, e, with, o) {
		if l.Took > 0 {
			t.Errorf("%s loaded again", l.Table)
		}
	}
	_, err := bench.Load(t.Context(), e, without, o)
	if err == nil || !strings.Contains(err.Error(), "with keys") || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("error %v, want one about keys", err)
	}
	o.Replace = true
	load(t, e, without, o)
}
