package explain

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gsdms/optimizer"
	"gsdms/pushscan"
)

// What is listed at most: waves of a ride, and kernels of a wave.
const (
	listedWaves   = 8
	listedKernels = 32
)

// describeKernels prints what each kernel did, wave by wave.
func describeKernels(waves []*pushscan.WaveReport) string {
	var b strings.Builder
	for i, w := range waves {
		if i == listedWaves {
			fmt.Fprintf(&b, "and %s\n", counted(len(waves)-i, "more wave", "more waves"))
			break
		}
		fmt.Fprintf(&b, "wave %d: %s on %s, %s%s\n", i+1, counted(w.Queries, "query", "queries"),
			counted(w.Chunks, "chunk", "chunks"), counted(len(w.Wave.Batches), "batch", "batches"), undecided(w.Kernels))
		kernels := w.Kernels[:min(len(w.Kernels), listedKernels)]
		writeGrid(&b, kernelGrid(w.Wave, kernels))
		if rest := w.Kernels[len(kernels):]; len(rest) > 0 {
			b.WriteString(describeRest(rest))
		}
	}
	return b.String()
}

// undecided says that no launch of a wave was the optimizer's to decide, where that is so: on a
// CPU processors take the morsels of whatever is there, and a kernel has as many as its rows are
// worth waking.
func undecided(kernels []pushscan.KernelReport) string {
	for _, k := range kernels {
		if k.Morsel == 0 {
			return ""
		}
	}
	if len(kernels) == 0 {
		return ""
	}
	return "; processors share morsels, so there is nothing to decide"
}

// describeRest sums the kernels that are not listed.
func describeRest(rest []pushscan.KernelReport) string {
	var took time.Duration
	var bytes int64
	for _, k := range rest {
		took += k.Elapsed()
		bytes += k.Bytes
	}
	return fmt.Sprintf("and %s: %s ms, %s MB\n", counted(len(rest), "more kernel", "more kernels"), milliseconds(took), decimal(float64(bytes)/1e6))
}

// kernelColumn is a column of the table of kernels. A cell without anything to say is
// empty.
type kernelColumn struct {
	title string
	cell  func(d optimizer.Device, m optimizer.Demand, k pushscan.KernelReport) string
}

// kernelColumns lists the columns; a new one is a row here.
var kernelColumns = []kernelColumn{
	{"kernel", func(_ optimizer.Device, m optimizer.Demand, _ pushscan.KernelReport) string { return m.Name }},
	{"queries", func(_ optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string { return some(k.Queries) }},
	{"batch", func(_ optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string { return some(k.Batch) }},
	{"blocks x warps", func(_ optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string {
		if k.Morsel > 0 {
			return ""
		}
		return fmt.Sprintf("%d x %d", k.Launch.Blocks, k.Launch.Warps)
	}},
	{"threads", func(_ optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string { return some(k.Workers) }},
	{"morsel", func(_ optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string { return some(k.Morsel) }},
	{"registers", func(_ optimizer.Device, m optimizer.Demand, _ pushscan.KernelReport) string { return some(m.Registers) }},
	{"shared, B", func(_ optimizer.Device, m optimizer.Demand, _ pushscan.KernelReport) string { return some(m.Shared) }},
	{"launches", func(_ optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string {
		return some(int(k.Launches))
	}},
	{"ms", func(_ optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string {
		return milliseconds(k.Elapsed())
	}},
	{"predicted", func(_ optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string {
		return milliseconds(k.Predicted)
	}},
	{"MB", func(_ optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string {
		return decimal(float64(k.Bytes) / 1e6)
	}},
	{"rows spared", func(_ optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string {
		return some(int(k.Spared))
	}},
	{"GB/s", func(_ optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string {
		return decimal(k.Rate() / 1e9)
	}},
	{"of peak", func(d optimizer.Device, _ optimizer.Demand, k pushscan.KernelReport) string {
		if d.Bandwidth <= 0 || k.Busy <= 0 {
			return ""
		}
		return fmt.Sprintf("%.0f %%", 100*k.Rate()/d.Bandwidth)
	}},
}

// some spells a number that is not 0.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// milliseconds spells a time that is not 0.
func milliseconds(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f", float64(d.Nanoseconds())/1e6)
}

// decimal spells a number that is not 0.
func decimal(v float64) string {
	if v == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", v)
}

// kernelGrid is the titles and a row for each kernel, without the columns that say
// nothing of any of them.
func kernelGrid(w *optimizer.Wave, kernels []pushscan.KernelReport) [][]string {
	grid := make([][]string, 1+len(kernels))
	for _, c := range kernelColumns {
		cells := make([]string, len(kernels))
		for i, k := range kernels {
			cells[i] = c.cell(w.Device, w.Demands[k.Launch.Kernel], k)
		}
		if strings.Join(cells, "") == "" {
			continue
		}
		grid[0] = append(grid[0], c.title)
		for i, cell := range cells {
			grid[i+1] = append(grid[i+1], cell)
		}
	}
	return grid
}

// writeGrid writes rows of equal length: the first column to the left, the others to the
// right.
func writeGrid(b *strings.Builder, grid [][]string) {
	widths := make([]int, len(grid[0]))
	for _, row := range grid {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range grid {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				line.WriteString("  " + cell + pad)
			} else {
				line.WriteString("  " + pad + cell)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}
