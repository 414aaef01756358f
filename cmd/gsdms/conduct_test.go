package main

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"gsdms/cmd/experiments"
	"gsdms/cuda"
	"gsdms/cuda/device"
	"gsdms/cuda/host"
	"gsdms/operators/analysis"
	"gsdms/operators/cpu"
)

// Queries beside an analysis, whose kernels share a device's multiprocessors, have the answers that
// a CPU gives, and so has the analysis.
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
	p := experiments.Cloud("doubles", 2500, 100, 100)
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
	cancel()
	<-done
}
