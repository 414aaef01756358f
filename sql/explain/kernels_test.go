package explain

import (
	"fmt"
	"testing"

	"github.com/cockroachdb/datadriven"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/pushscan"
)

// oneWave is what n kernels did in one batch each on 3 chunks: 2, 4, 6... GB in 1, 2, 3... ms.
func oneWave(n int) *pushscan.WaveReport {
	w := &pushscan.WaveReport{Wave: &optimizer.Wave{Device: optimizer.H200()}, Queries: n, Chunks: 3}
	for i := range n {
		l := optimizer.Launch{Kernel: i, Blocks: i + 1, Warps: 16}
		w.Wave.Demands = append(w.Wave.Demands, optimizer.Demand{Name: fmt.Sprintf("select %d", i+1), Registers: 40, Shared: 1024 * i})
		w.Wave.Batches = append(w.Wave.Batches, optimizer.Batch{Launches: []optimizer.Launch{l}})
		w.Kernels = append(w.Kernels, pushscan.KernelReport{
			KernelStats: operators.KernelStats{Launches: 3, Bytes: 2e9 * int64(i+1), Busy: 1e6 * int64(i+1)},
			Launch:      l, Batch: i + 1, Queries: 1,
		})
	}
	return w
}

// onCPU is the wave of one kernel on 4 workers, which were busy for 8 ms each.
func onCPU() *pushscan.WaveReport {
	w := oneWave(1)
	w.Wave.Device, w.Wave.Demands[0].Registers = optimizer.CPU("cpu", 4, 1<<20), 0
	w.Kernels[0].Busy, w.Kernels[0].Workers, w.Kernels[0].Morsel = 32e6, 4, 65536
	return w
}

// family is a wave of which some runs did the work of others.
func family() *pushscan.WaveReport {
	w := onCPU()
	w.Kernels[0].Spared = 12_000_000
	return w
}

// idle is a wave that found no row to read.
func idle() *pushscan.WaveReport {
	w := oneWave(1)
	w.Kernels[0].Busy, w.Kernels[0].Bytes = 0, 0
	return w
}

// TestTableOfKernels: of the H200 2 TB/s are 45 % of 4.4; 2 GB in 8 ms are 250 GB/s.
func TestTableOfKernels(t *testing.T) {
	var many []*pushscan.WaveReport
	for range 10 {
		many = append(many, oneWave(1))
	}
	waves := map[string][]*pushscan.WaveReport{
		"gpu": {oneWave(2)}, "cpu": {onCPU()}, "family": {family()}, "idle": {idle()}, "two": {oneWave(1), oneWave(2)}, "crowd": {oneWave(35)}, "many": many,
	}
	datadriven.RunTest(t, "testdata/kernels", func(t *testing.T, d *datadriven.TestData) string {
		return describeKernels(waves[d.Cmd])
	})
}
