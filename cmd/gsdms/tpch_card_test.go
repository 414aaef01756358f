package main

import (
	"testing"

	"gsdms/cuda"
	"gsdms/cuda/host"
	"gsdms/pushscan"
	"gsdms/ssb/bench"
	"gsdms/ssb/tpch"
)

// The queries derived from TPC-H get the embedded answers from a stand-in with the blocks of
// a card, all at once, over tables with keys and without.
func TestTPCHOnStandIn(t *testing.T) {
	if testing.Short() {
		t.Skip("other tests run the stand-in under the race detector, which does not see its kernels; make test runs this long one")
	}
	queries, err := tpch.Select("all")
	if err != nil {
		t.Fatal(err)
	}
	for _, noKeys := range []bool{false, true} {
		d, err := host.New(t.TempDir(), 4<<30)
		if err != nil {
			t.Fatal(err)
		}
		d.MPs, d.Registers = 132, 32
		b, err := cuda.New(d, cuda.Options{Memory: 256 << 20})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		e := engineOn(t, b, nil, pushscan.Options{})
		defer e.Close()
		s, err := tpch.Suite(0.01)
		if err == nil && noKeys {
			s, err = s.WithoutKeys()
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bench.Load(t.Context(), e, s, bench.LoadOptions{}); err != nil {
			t.Fatal(err)
		}
		r, err := bench.Run(t.Context(), s, bench.Over(e.NewSession()),
			bench.RunOptions{Queries: queries, Concurrency: []int{22}, Runs: 1, Warmup: new(int), Verify: true})
		if err != nil {
			t.Fatalf("without keys %v: %v", noKeys, err)
		}
		if b := r.Batches[0]; !b.Verified || b.Queries != 22 {
			t.Errorf("without keys %v: %+v", noKeys, b)
		}
	}
}
