package ssb

import (
	"context"
	"os"
	"runtime"
	"strings"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/sql"
	"gsdms/ssb/gen"
)

// openEngine is an engine in a folder of its own.
func openEngine(t testing.TB, threads int) *sql.Engine {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: threads})
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

// factors are the scale factors of the tests from end to end; GSDMS_SSB_SF1=1 adds 0.1 and 1.
func factors() []float64 {
	if os.Getenv("GSDMS_SSB_SF1") != "" {
		return []float64{0.01, 0.1, 1}
	}
	return []float64{0.01}
}

func TestThirteenAloneAndTogether(t *testing.T) {
	for _, sf := range factors() {
		for _, threads := range []int{1, 2} {
			e := openEngine(t, threads)
			if _, err := Load(t.Context(), e, sf, LoadOptions{}); err != nil {
				t.Fatal(err)
			}
			for _, seed := range []uint64{0, 3} {
				r, err := Run(t.Context(), Over(e.NewSession()), RunOptions{Concurrency: []int{1, 13, 104}, Runs: 2, Random: seed, Verify: true})
				if err != nil {
					t.Fatalf("sf %v, %d threads, seed %d: %v", sf, threads, seed, err)
				}
				for _, b := range r.Batches {
					if b.Passes != 1 || !b.Verified {
						t.Errorf("sf %v: %d at once took %v passes, want 1 (verified: %v)", sf, b.Queries, b.Passes, b.Verified)
					}
				}
			}
		}
	}
}

func TestFilesLoadLikeTheGenerator(t *testing.T) {
	dir := t.TempDir()
	if err := gen.WriteFiles(t.Context(), dir, 0.02, 2, nil); err != nil {
		t.Fatal(err)
	}
	e := openEngine(t, runtime.GOMAXPROCS(0))
	last := map[string][2]int64{}
	o := LoadOptions{From: dir, Progress: func(table string, done, total int64) { last[table] = [2]int64{done, total} }}
	if _, err := Load(t.Context(), e, 0.02, o); err != nil {
		t.Fatal(err)
	}
	if p := last["lineorder"]; p[0] != p[1] || p[0] == 0 {
		t.Errorf("progress of lineorder ended at %v", p)
	}
	if _, err := Run(t.Context(), Over(e.NewSession()), RunOptions{Runs: 1, Verify: true}); err != nil {
		t.Fatal(err)
	}
}

func TestLoadGoesOnAndRefusesOtherData(t *testing.T) {
	e := openEngine(t, 1)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Load(ctx, e, 0.01, LoadOptions{Progress: func(table string, _, _ int64) {
		if table == "customer" {
			cancel()
		}
	}})
	if err == nil {
		t.Fatal("a cancelled load gave no error")
	}
	tables, err := Load(t.Context(), e, 0.01, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range tables {
		if made := l.Took > 0; made != (l.Table == "customer" || l.Table == "lineorder") {
			t.Errorf("%s loaded again: %v", l.Table, made)
		}
	}
	if _, err := Load(t.Context(), e, 0.02, LoadOptions{}); err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("another scale factor: %v", err)
	}
	if _, err := Load(t.Context(), e, 0.02, LoadOptions{Replace: true}); err != nil {
		t.Error(err)
	}
	if _, err := Load(t.Context(), e, 0.01, LoadOptions{From: "nowhere", Replace: true}); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("no files: %v", err)
	}
	if _, err := Run(t.Context(), Over(e.NewSession()), RunOptions{Runs: 1}); err != nil {
		t.Errorf("the tables are gone although the files were not there: %v", err)
	}
}
