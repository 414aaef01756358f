package experiments

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/pushscan"
)

// Kernels that wait for each other take the sum of their times, others the longest one's; batches come
// one after another.
func TestLongestPath(t *testing.T) {
	kernel := func(self, batch int, took time.Duration) pushscan.KernelReport {
		return pushscan.KernelReport{KernelStats: operators.KernelStats{Busy: int64(took)}, Launch: optimizer.Launch{Kernel: self}, Batch: batch}
	}
	w := &pushscan.WaveReport{
		Wave: &optimizer.Wave{
			Demands: []optimizer.Demand{{}, {After: []int{0}}, {}, {After: []int{1}}},
			Batches: make([]optimizer.Batch, 2),
		},
		Kernels: []pushscan.KernelReport{kernel(0, 1, 3), kernel(1, 1, 4), kernel(2, 1, 5), kernel(3, 2, 2)},
	}
	if got := longestPath(w); got != 3+4+2 {
		t.Errorf("it takes %d, want 9", got)
	}
}

// A solver of one kernel after another makes a batch of each, the other one batch of all; random
// launches fit the device.
func TestSimpleSolver(t *testing.T) {
	d := optimizer.H200()
	demands := []optimizer.Demand{{Registers: 32}, {Registers: 128, Block: 64}, {Registers: 255}}
	for name, c := range map[string]struct {
		s       simpleSolver
		batches int
	}{
		"apart":  {simpleSolver{device: d, apart: true}, 3},
		"beside": {simpleSolver{device: d}, 1},
		"random": {simpleSolver{device: d, random: rand.New(rand.NewPCG(1, 2))}, 1},
	} {
		for range 50 {
			w, err := c.s.Solve(demands)
			if err != nil || len(w.Batches) != c.batches {
				t.Fatalf("%s: %d batches, error %v", name, len(w.Batches), err)
			}
			var launched []int
			for _, b := range w.Batches {
				for _, l := range b.Launches {
					launched = append(launched, l.Kernel)
					o, err := d.Occupancy(optimizer.Config{Threads: l.Warps * d.WarpSize, Registers: demands[l.Kernel].Registers})
					if c.s.random != nil && (err != nil || l.Blocks > o.Blocks || l.Kernel == 1 && l.Warps > 2) {
						t.Fatalf("%s: kernel %d is launched as %+v of %d blocks at most, error %v", name, l.Kernel, l, o.Blocks, err)
					}
				}
			}
			if !slices.Equal(launched, []int{0, 1, 2}) {
				t.Fatalf("%s: kernels %v are launched", name, launched)
			}
		}
	}
}

// The same seed gives the same queries, and all differ.
func TestTexts(t *testing.T) {
	all := texts(3, 40)
	if len(all) != 40 || !slices.Equal(all, texts(3, 40)) || slices.Equal(all, texts(4, 40)) {
		t.Error("the texts are not those of the seed")
	}
	if slices.Sort(all); len(slices.Compact(all)) < 39 {
		t.Error("queries are there more than once")
	}
}
