package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gsdms/ssb"
	"gsdms/ssb/bench"
)

// TestMain lets the test's program serve as an engine's process, too.
func TestMain(m *testing.M) {
	if slices.Equal(os.Args[1:], []string{serving}) {
		main()
		return
	}
	os.Exit(m.Run())
}

// reportOf runs the program with its data in a folder of the test.
func reportOf(t *testing.T, flags string) *report {
	t.Helper()
	file := filepath.Join(t.TempDir(), "out.json")
	o, err := parse(strings.Fields(flags + " -dir " + t.TempDir() + " -json " + file))
	if err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// TestAllSections runs the whole program at a small scale: every engine loads the data in
// a process of its own, all answers are checked, and the numbers arrive.
func TestAllSections(t *testing.T) {
	r := reportOf(t, "-sf 0.01 -rounds 1 -duration 50ms -clients 4 -batches 13,20 -rates 50")
	if len(r.Memory) != memoryRuns || r.Memory[0] <= 0 || len(r.Systems) != 3 || len(r.Queries) != 13 || len(r.Batches) != 3 || len(r.Closed) != 3 || len(r.Open) != 3 {
		t.Errorf("%d systems, %d queries, %d batches, %d loops, %d rates", len(r.Systems), len(r.Queries), len(r.Batches), len(r.Closed), len(r.Open))
	}
	for _, l := range append(r.Queries, r.Batches...) {
		if len(l.Median) != 3 || l.Ratio[0] != 1 || l.Median[1] <= 0 {
			t.Errorf("%+v", l)
		}
	}
}

func TestSumIsOfTheLines(t *testing.T) {
	s := sum([]line{
		{Min: []float64{1, 10}, Median: []float64{2, 20}, First: []float64{3, 30}, CPU: []float64{1, 1}},
		{Min: []float64{1, 30}, Median: []float64{2, 60}, First: []float64{4, 40}, CPU: []float64{1, 1}},
	})
	if s.Min[1] != 40 || s.Median[0] != 4 || s.Ratio[1] != 20 || s.First[0] != 7 {
		t.Errorf("%+v", s)
	}
}

// TestFiguresAreOfTheRun works the summary out by hand.
func TestFiguresAreOfTheRun(t *testing.T) {
	r := report{Systems: []string{gsdms, duckMemory}}
	for i, q := range ssb.Queries() {
		ms := func(n int) []spent { return []spent{{Wall: time.Duration(n) * time.Millisecond}} }
		theirs := 20
		if i == 4 {
			theirs = 7 // of 1: the least
		}
		r.Queries = append(r.Queries, newLine(q.Name, []measured{
			{ms(1), ms(2), spent{CPU: 4 * time.Millisecond, Runs: 2}, ""}, {ms(theirs), ms(20), spent{CPU: 40 * time.Millisecond, Runs: 1}, ""}}))
	}
	r.Batches = []line{{Name: atOnce(13), Median: []float64{4, 200}, Fault: []string{"", ""}}}
	r.Closed = []Latency{{Clients: 64, PerSecond: 1000, P50: 10, P99: 25}, {PerSecond: 20, P50: 100, P99: 400}}
	r.Open = []Latency{{System: gsdms, Rate: 100}, {System: gsdms, Rate: 300, Overloaded: true}, {System: duckMemory, Rate: 10, Overloaded: true}}
	text := r.figures()
	for _, want := range []string{
		"│ sum of 13                              │ 13.0 ms │  247 ms │ 19.0 x │",
		"│ the same, processor time               │ 26.0 ms │  520 ms │ 20.0 x │",
		"│ the same, first runs of the turns      │ 26.0 ms │  260 ms │ 10.0 x │",
		"│ least ratio: Q2.2                      │ 1.00 ms │ 7.00 ms │ 7.00 x │",
		"│ 13 at once                             │ 4.00 ms │  200 ms │ 50.0 x │",
		"│ 13 one by one / 13 at once             │  3.25 x │  1.24 x │",
		"│ 64 clients in a closed loop, queries/s │    1000 │    20.0 │ 50.0 x │",
		"│ 64 clients in a closed loop, p99/p50   │    2.50 │    4.00 │",
		"│ highest rate without overload          │   100/s │  0.00/s │",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no line %s in\n%s", want, text)
		}
	}
}

// TestOverloadIsFound lets arrivals come faster than DuckDB can answer.
func TestOverloadIsFound(t *testing.T) {
	w, err := suiteOf(settings{Suite: "ssb", SF: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := start(t.Context(), duckMemory, settings{Suite: "ssb", SF: 0.1, Threads: 1, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, rate := range []float64{1000, 1} {
		r, err := s.ask(request{Loop: &loop{Queries: w.Queries, Rate: rate, Duration: time.Second}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Latency.Overloaded != (rate > 1) {
			t.Errorf("rate %v: %+v", rate, r.Latency)
		}
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

// TestCtrlCEndsAllAndLeavesNothing interrupts the program while it loads into a temporary
// folder.
func TestCtrlCEndsAllAndLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	go func() {
		for found := []string(nil); len(found) == 0; time.Sleep(time.Millisecond) {
			found, _ = filepath.Glob(filepath.Join(dir, "*", "ssb-*", gsdms, "*"))
		}
		syscall.Kill(os.Getpid(), syscall.SIGINT)
	}()
	err := program([]string{"-sf", "0.1", "-only", "queries", "-against", "memory"})
	left, _ := os.ReadDir(dir)
	if err == nil || err.Error() != "interrupted" || len(left) > 0 {
		t.Errorf("error %v, left %v", err, left)
	}
}

func TestHeadingSaysWhatIsUnusual(t *testing.T) {
	for _, c := range []struct{ args, want string }{{"", "answer checked;\n"}, {"-plain", "; gsdms without SIMD;\n"}, {"-seed 7", "; seed 7;\n"}, {"-cold", "; every text planned anew;\n"}} {
		o, err := parse(strings.Fields(c.args))
		if err != nil {
			t.Fatal(err)
		}
		if text := newReport(o, &bench.Suite{}, nil).heading(); !strings.Contains(text, c.want) {
			t.Errorf("%s: %s", c.args, text)
		}
	}
}

func TestOnlyTheQueriesThatAreNamed(t *testing.T) {
	r := reportOf(t, "-suite random -sf 0.01 -count 12 -rounds 1 -runs 1 -warm 1 -only queries -against memory -queries cte-*,join-2")
	if len(r.Queries) != 5 || r.Queries[0].Name != "join-2" || !strings.HasPrefix(r.Queries[0].Text, "SELECT") || r.Queries[0].FirstCPU[1] <= 0 {
		t.Errorf("%+v", r.Queries)
	}
	o, err := parse(strings.Fields("-suite random -sf 0.01 -queries x -dir " + t.TempDir()))
	if err == nil {
		err = run(t.Context(), o)
	}
	if err == nil || !strings.Contains(err.Error(), "-queries: query pattern") {
		t.Error(err)
	}
}

func TestProcessThatFailsSaysWhy(t *testing.T) {
	if _, err := start(t.Context(), gsdms, settings{Suite: "ssb", SF: -1, Threads: 1, Dir: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "scale factor") {
		t.Errorf("%v", err)
	}
}

func TestMedianOfAnEvenNumberIsTheMean(t *testing.T) {
	if m := median([]time.Duration{9, 1, 4, 2}); m != 3 {
		t.Error(m)
	}
}

func TestBadFlags(t *testing.T) {
	for _, args := range []string{"-batches 0", "-batches x", "-rates -1", "-rates 5,", "-rates NaN", "-only all", "-against disk", "-rounds 0", "-rows -1", "-limit -1s"} {
		if _, err := parse(strings.Fields(args)); err == nil {
			t.Errorf("%s: no error", args)
		}
	}
}
