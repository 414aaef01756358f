package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/cuda"
	"gsdms/cuda/host"
)

// Queries whose common kernel is still being compiled go on with kernels of their own, and with
// the common one when it is there; the answers are the same.
func TestACrowdDoesNotWaitForItsKernel(t *testing.T) {
	d, err := host.New(t.TempDir(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	b, err := cuda.New(d, cuda.Options{Memory: 1 << 20, Early: true})
	if err != nil {
		t.Fatal(err)
	}
	setup := hostTables(rand.New(rand.NewPCG(1, 2)), 2000)
	queries := hostQueries[:5]
	right, closeRight := opened(t, plain(t), setup)
	defer closeRight()
	want := textsOf(t, right, queries)
	s, closeAll := opened(t, b, setup)
	defer closeAll()
	set(t, s, "shared")
	var own, common bool
	for n := 0; !common && n < 5; n++ {
		for i, a := range s.Together(context.Background(), queries) {
			if a.Err != nil {
				t.Fatalf("%s: %v", queries[i], a.Err)
			}
			if got := strings.Join(textOf(a.Result), "\n"); got != want[i] {
				t.Fatalf("%s:\n%s\nnot\n%s", queries[i], got, want[i])
			}
			for _, w := range a.Result.Report.Scan.Waves {
				own = own || w.Queries > 1 && len(w.Kernels) == w.Queries
				common = common || w.Queries > 1 && len(w.Kernels) == 1
			}
		}
		b.Settle(t.Context()) // takes longer than many runs
	}
	if !own || !common {
		t.Errorf("each with a kernel of its own: %v, then all with one: %v", own, common)
	}
}

// Where pipelines are weighed every answer is right, and the status line says where each ran;
// so few rows mostly run on the CPU.
func TestWeighedQueries(t *testing.T) {
	setup := hostTables(rand.New(rand.NewPCG(1, 2)), 2000)
	right, closeRight := opened(t, plain(t), setup)
	defer closeRight()
	cpu := plain(t)
	t.Cleanup(func() { cpu.Close() })
	s := weighed(t, cpu, setup)
	plainly := 0
	for _, q := range hostQueries {
		want, got := ask(t, right, q), ask(t, s, q)
		if !slices.Equal(textOf(want), textOf(got)) {
			t.Errorf("%s: %q, not %q", q, textOf(got), textOf(want))
		}
		line := statusLine(got)
		for _, p := range got.Report.Parts {
			if p.Scan == nil {
				continue
			}
			if p.Choice == nil || p.Choice.Spare != (p.Scan.Device == "cpu") || !strings.Contains(line, p.Scan.Device) {
				t.Errorf("%s: on %s by %+v: %s", q, p.Scan.Device, p.Choice, line)
			} else if p.Choice.Spare {
				plainly++
			}
			if strings.Contains(line, "cpu for pipeline") != strings.Contains(line, "cpu") {
				t.Errorf("%s: %s", q, line)
			}
		}
	}
	if plainly < len(hostQueries)/2 {
		t.Errorf("%d pipelines of %d queries ran on the CPU", plainly, len(hostQueries))
	}
	if text := strings.Join(textOf(ask(t, s, "explain analyze "+hostQueries[1])), "\n"); !strings.Contains(text, "the spare: ") {
		t.Errorf("EXPLAIN ANALYZE does not say who ran it:\n%s", text)
	}
}
