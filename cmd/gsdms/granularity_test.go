package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"gsdms/cmd/experiments"
	"gsdms/cuda"
	"gsdms/cuda/host"
	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/ssb"
)

// hostBackend is the CUDA backend on a device made of host memory.
func hostBackend(t *testing.T) operators.Backend {
	t.Helper()
	d, err := host.New(t.TempDir(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	b, err := cuda.New(d, cuda.Options{Memory: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// benchmark loads the Star Schema Benchmark into an engine on the backend.
func benchmark(t *testing.T, b operators.Backend) *sql.Session {
	t.Helper()
	t.Cleanup(func() { b.Close() })
	e, err := sql.Open(t.Context(), sql.Config{Dir: t.TempDir(), Backend: b})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	if _, err := ssb.Load(t.Context(), e, 0.01, ssb.LoadOptions{}); err != nil {
		t.Fatal(err)
	}
	return e.NewSession()
}

// The benchmark on the CUDA backend: the explanations of its queries, and their answers,
// also with random constants, whatever a kernel does.
func TestBenchmarkInEveryGranularity(t *testing.T) {
	s := benchmark(t, hostBackend(t))
	t.Run("explained", func(t *testing.T) { explains(t, s) })
	t.Run("asked", func(t *testing.T) { answers(t, s) })
}

func answers(t *testing.T, s *sql.Session) {
	for _, how := range granularities {
		set(t, s, how)
		for _, seed := range []uint64{0, 5} {
			o := ssb.RunOptions{Concurrency: []int{1, 13}, Runs: 1, Random: seed, Verify: true}
			if _, err := ssb.Run(t.Context(), ssb.Over(s), o); err != nil {
				t.Errorf("%s, seed %d: %v", how, seed, err)
			}
		}
	}
}

// explains shows the granularity and the wave of queries.
func explains(t *testing.T, s *sql.Session) {
	queries := map[string]string{}
	for _, q := range ssb.Queries() {
		queries[q.Name] = q.Text
	}
	datadriven.RunTest(t, "testdata/granularity", func(t *testing.T, d *datadriven.TestData) string {
		set(t, s, d.Cmd)
		text := d.Input
		if q, ok := queries[text]; ok {
			text = q
		}
		out, err := s.Explain(text)
		if err != nil {
			return err.Error()
		}
		return out[strings.Index(out, "\ngranularity")+1:]
	})
}

// Riders of one scan may each have a granularity of their own.
func TestGranularitiesMeetOnOneScan(t *testing.T) {
	setup := hostTables(rand.New(rand.NewPCG(1, 2)), 3000)
	plain, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	wants, closeWants := opened(t, plain, setup)
	defer closeWants()
	b := hostBackend(t)
	defer b.Close()
	e := engineOn(t, b, setup, pushscan.Options{ChunkRows: 1024})
	defer e.Close()
	queries := hostQueries[:5]
	want := textsOf(t, wants, queries)
	sessions := make([]*sql.Session, 12)
	for i := range sessions {
		sessions[i] = e.NewSession()
		set(t, sessions[i], granularities[i%len(granularities)])
	}
	faults := make(chan error, len(sessions))
	for i, s := range sessions {
		go func() { faults <- asksAgain(s, queries, want, i) }()
	}
	for range sessions {
		if err := <-faults; err != nil {
			t.Error(err)
		}
	}
}

// asksAgain asks queries together, several times, and compares.
func asksAgain(s *sql.Session, queries, want []string, seed int) error {
	for n := range 5 {
		at := (seed + n) % len(queries)
		for i, a := range s.Together(context.Background(), queries[at:]) {
			if a.Err != nil {
				return a.Err
			}
			if got := strings.Join(textOf(a.Result), "\n"); got != want[at+i] {
				return fmt.Errorf("%s:\n%s\nnot\n%s", queries[at+i], got, want[at+i])
			}
		}
	}
	return nil
}

// All ways that the lab compares give the CPU's answers, also where all stages are launched
// at once and a list has no room.
func TestWaysGiveTheSameAnswers(t *testing.T) {
	setup := hostTables(rand.New(rand.NewPCG(1, 2)), 3000)
	plain, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	wants, closeWants := opened(t, plain, setup)
	defer closeWants()
	queries := append(slices.Clone(rigQueries), hostQueries[8], hostQueries[9])
	b := hostBackend(t)
	l, err := experiments.NewKernels(t.Context(), b.Device(), 1, batchGap)
	if err != nil {
		t.Fatal(err)
	}
	s, closeAll := openedWith(t, b, setup, pushscan.Options{ChunkRows: 1024, Solver: l.Solver})
	defer closeAll()
	l.Session = s
	all, err := l.Compare(queries)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range wants.Together(t.Context(), queries) {
		if a.Err != nil {
			t.Fatal(a.Err)
		}
		for _, m := range all {
			if want := experiments.Text(a.Result); m.Answers[i] != want {
				t.Errorf("%s: %s, not %s", queries[i], m.Answers[i], want)
			}
		}
	}
	if all, err = l.Compare(queries[:2]); err != nil {
		t.Fatal(err)
	}
	for i, batches := range []int{0: 3, 1: 1} {
		if all[i].Batches != batches {
			t.Errorf("way %d: %d batches for %d kernels", i, all[i].Batches, all[i].Kernels)
		}
	}
}

// Lists count against the limit of a query's memory: one that would pass it ends the query
// with an error that names the setting and a way around.
func TestListsKeepToQueryMemory(t *testing.T) {
	b := hostBackend(t)
	defer b.Close()
	e, err := sql.Open(t.Context(), sql.Config{Dir: t.TempDir(), Backend: b, QueryMemory: 64 << 10, Scan: pushscan.Options{ChunkRows: 1024}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	s := e.NewSession()
	for _, text := range hostTables(rand.New(rand.NewPCG(1, 2)), 3000) {
		if _, err := s.Query(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	many, few := "select sum((a.i + b.n) % 7) from fact a join fact b on a.n = b.i", "select count(*) from fact where i < 10"
	set(t, s, "pipeline")
	want := textsOf(t, s, []string{many, few})
	set(t, s, "operator")
	if _, err := s.Query(t.Context(), many); err == nil || !strings.Contains(err.Error(), "65536 that --query-memory") || !strings.Contains(err.Error(), "'pipeline'") {
		t.Errorf("error %v", err)
	}
	if got := textsOf(t, s, []string{few}); got[0] != want[1] {
		t.Errorf("afterwards %s, not %s", got[0], want[1])
	}
}

// A backend without kernels of operators says so, and what to set instead.
func TestOperatorsNeedCUDA(t *testing.T) {
	plain, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, closeAll := opened(t, plain, hostTables(rand.New(rand.NewPCG(1, 2)), 10))
	defer closeAll()
	set(t, s, "operator")
	for _, q := range []string{"select count(*) from fact", "explain format = program select count(*) from fact"} {
		_, err := s.Query(context.Background(), q)
		if err == nil || !strings.Contains(err.Error(), "SET gsdms_granularity = 'pipeline'") || !strings.Contains(err.Error(), "cuda") {
			t.Errorf("%s: error %v", q, err)
		}
	}
	set(t, s, "pipeline")
	if _, err := s.Query(context.Background(), "select count(*) from fact"); err != nil {
		t.Error(err)
	}
}
