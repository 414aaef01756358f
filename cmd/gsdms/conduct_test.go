package main

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gsdms/cuda"
	"gsdms/cuda/device"
	"gsdms/cuda/host"
	"gsdms/operators/analysis"
	"gsdms/operators/cpu"
)

// Queries beside an analysis, whose kernels share a device's multiprocessors, have the answers that
// a CPU gives, and so has the analysis; EXPLAIN ANALYZE says what the launches were.
func TestQueriesBesideAnalyses(t *testing.T) {
	plain, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, want: map[string]string{}}
	setup := hostTables(rand.New(rand.NewPCG(3, 4)), 2500)
	r.session = r.engine(plain, setup)
	for _, q := range rigQueries {
		r.want[q] = r.ask(q, nil)
	}
	dir := t.TempDir()
	b, err := cuda.Open(func() (device.Device, error) { return host.New(dir, 64<<20) }, cuda.Options{Memory: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	r.session = r.engine(b, setup)
	p := cloud("doubles", 2500, 100, 100)
	want, err := analysis.DistanceHistogram(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			got, err := b.CountPairs(ctx, p, 1<<30)
			if err != nil && ctx.Err() == nil || err == nil && !reflect.DeepEqual(got, want) {
				t.Errorf("the histogram is %v, error %v", got, err)
			}
		}
	}()
	for _, granularity := range []string{"auto", "pipeline", "operator"} {
		set(t, r.session, granularity)
		r.right(granularity)
	}
	if seen := besideIn(r); !strings.Contains(seen, "1 x 16") {
		t.Errorf("no wave was beside the histogram with half of the warps; the last was\n%s", seen)
	}
	cancel()
	<-done
}

// besideIn asks until a wave was beside an analysis, and gives what EXPLAIN ANALYZE says of it.
func besideIn(r *rig) (said string) {
	for range 200 {
		said = r.ask("explain analyze format = program select sum(i) from fact where i > 3", nil)
		if strings.Contains(said, "beside analyses") {
			return said
		}
	}
	return said
}
