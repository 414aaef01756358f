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
func small(t testing.TB) LoadOptions {
	t.Helper()
	if err := files(); err != nil {
		t.Fatal(err)
	}
	return LoadOptions{LoadOptions: bench.LoadOptions{SF: 0.01, From: folder}}
}

// openEngine is an engine in a folder of its own.
func openEngine(t testing.TB) *sql.Engine {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: runtime.GOMAXPROCS(0)})
	if err != nil {
		t.Fatal(err)
	}
	e, err := sql.Open(t.Context(), sql.Config{Dir: t.TempDir(), Backend: backend})
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

func load(t testing.TB, e *sql.Engine, o LoadOptions) []bench.Loaded {
	t.Helper()
	loaded, err := Load(t.Context(), e, o)
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
			if sf != o.SF {
				o = LoadOptions{LoadOptions: bench.LoadOptions{SF: sf}}
			}
			o.NoKeys = noKeys
			load(t, e, o)
			r, err := Run(t.Context(), bench.Over(e.NewSession()),
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

func TestRandomParametersAreNotVerified(t *testing.T) {
	queries, err := Select(runs)
	if err != nil {
		t.Fatal(err)
	}
	e := openEngine(t)
	load(t, e, small(t))
	o := bench.RunOptions{Queries: queries, Concurrency: []int{21}, Runs: 1, Verify: true, Random: 9}
	r, err := Run(t.Context(), bench.Over(e.NewSession()), o)
	if err != nil {
		t.Fatal(err)
	}
	if b := r.Batches[0]; b.Verified || b.Queries != 21 || b.Max == 0 {
		t.Errorf("%+v", b)
	}
}

func TestFilesLoadLikeTheGenerator(t *testing.T) {
	a, b := openEngine(t), openEngine(t)
	load(t, a, small(t))
	load(t, b, LoadOptions{LoadOptions: bench.LoadOptions{SF: 0.01}})
	for _, table := range gen.Tables() {
		if x, y := dump(t, a, table), dump(t, b, table); x != y {
			t.Errorf("%s differs:\n%.300s\n%.300s", table, x, y)
		}
	}
	_, err := Load(t.Context(), a, LoadOptions{LoadOptions: bench.LoadOptions{SF: 0.01, From: t.TempDir(), Replace: true}})
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
	o := small(t)
	load(t, e, o)
	for _, l := range load(t, e, o) {
		if l.Took > 0 {
			t.Errorf("%s loaded again", l.Table)
		}
	}
	o.NoKeys = true
	_, err := Load(t.Context(), e, o)
	if err == nil || !strings.Contains(err.Error(), "with keys") || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("error %v, want one about keys", err)
	}
	o.Replace = true
	load(t, e, o)
}
