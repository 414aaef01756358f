package stamp

import (
	"testing"

	"gsdms/cuda/host"
	"gsdms/optimizer/sim"
)

// Every block of every kernel says where it was and for how long, at least as long as it is
// to be busy; kernels of a stream follow each other.
func TestBlocksSay(t *testing.T) {
	d, err := host.New(t.TempDir(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	a, b := sim.Kernel{Name: "A", Blocks: 3, Warps: 2, Registers: 11, Seconds: 1e-5}, sim.Kernel{Name: "B", Blocks: 2, Warps: 1, Registers: 33, Seconds: 2e-5}
	got, err := New(d).Run(t.Context(), []sim.Stream{{a, b}, {b}})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Spans) != 7 || len(got.Streams) != 2 || got.Streams[0][1].Name != "B" {
		t.Fatalf("%d spans of streams %+v", len(got.Spans), got.Streams)
	}
	endA, startB := 0.0, 1.0
	for _, s := range got.Spans {
		k := got.Streams[s.Stream][s.Kernel]
		if s.End-s.Start < k.Seconds || s.MP != s.Block%2 {
			t.Errorf("block %d of %s: %g s on %d", s.Block, k.Name, s.End-s.Start, s.MP)
		}
		if s.Stream == 0 && s.Kernel == 0 {
			endA = max(endA, s.End)
		} else if s.Stream == 0 {
			startB = min(startB, s.Start)
		}
	}
	if startB < endA {
		t.Errorf("B of the first stream begins at %g, A ends at %g", startB, endA)
	}
}
