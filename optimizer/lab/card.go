package lab

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/optimizer"
	"gsdms/optimizer/sim"
)

// hurry is how much shorter blocks are on a card than in the paper.
const hurry = 10

// OnCard runs the stream experiments of Li et al. 2014 by run, on a device with limits d, and
// prints when the blocks of each kernel begin and end beside what the simulator predicts for
// the same device, and Pearson's coefficient of the two. Where there is a folder it draws both
// and writes their Chrome traces.
func OnCard(w io.Writer, d optimizer.Device, run func([]sim.Stream) (sim.Timeline, error), p Pictures) error {
	t := newTable(w, "Streams on "+d.Name, "experiment", "kernel", "blocks", "registers", "begins ms: predicted", "measured", "ends ms: predicted", "measured", "multiprocessors: predicted", "measured")
	c := newTable(w, "Pearson's r of the times at which blocks begin and end", "experiment", "blocks", "ends ms: predicted", "measured", "r of begins", "r of ends")
	var predicted, measured []float64
	for _, e := range sim.Experiments() {
		streams := Scaled(d, e)
		got, err := run(streams)
		if err != nil {
			return fmt.Errorf("lab: %s: %w", e.Name, err)
		}
		want, err := sim.Run(d, sim.Alone{}, got.Streams)
		if err != nil {
			return fmt.Errorf("lab: %s: %w", e.Name, err)
		}
		appendKernels(t, e.Name, want, got)
		begins, ends := paired(want, got, func(s sim.Span) float64 { return s.Start }), paired(want, got, func(s sim.Span) float64 { return s.End })
		c.AppendRow(table.Row{e.Name, len(got.Spans), fmt.Sprintf("%.3f", 1e3*want.End()), fmt.Sprintf("%.3f", 1e3*got.End()), correlation(begins[0], begins[1]), correlation(ends[0], ends[1])})
		predicted, measured = append(predicted, ends[0]...), append(measured, ends[1]...)
		if err := p.save(e.Name+" predicted", want); err != nil {
			return err
		}
		if err := p.save(e.Name+" measured", got); err != nil {
			return err
		}
	}
	c.AppendRow(table.Row{"all", len(predicted), "", "", "", correlation(predicted, measured)})
	t.Render()
	c.Render()
	return nil
}

// Scaled is an experiment's streams for a device: as many blocks to a multiprocessor, the same
// share of its shared memory, and blocks that are shorter.
func Scaled(d optimizer.Device, e sim.Experiment) []sim.Stream {
	from := optimizer.GTX680()
	if e.HyperQ {
		from = optimizer.TeslaK40()
	}
	out := make([]sim.Stream, len(e.Streams))
	for i, s := range e.Streams {
		for _, k := range s {
			k.Blocks = (k.Blocks*d.MPs + from.MPs - 1) / from.MPs
			if k.Shared > 0 {
				k.Shared = (k.Shared*d.Shared/from.Shared - d.ReservedShared) / 128 * 128
			}
			k.Seconds /= hurry
			out[i] = append(out[i], k)
		}
	}
	return out
}

// key is a kernel of a stream.
type key struct{ stream, kernel int }

// times are the sorted times of the blocks of every kernel.
func times(t sim.Timeline, of func(sim.Span) float64) map[key][]float64 {
	out := map[key][]float64{}
	for _, s := range t.Spans {
		k := key{s.Stream, s.Kernel}
		out[k] = append(out[k], of(s))
	}
	for _, v := range out {
		slices.Sort(v)
	}
	return out
}

// paired is the times of both, the n-th of a kernel beside the n-th of it: which block of a
// kernel is where, nothing says.
func paired(a, b sim.Timeline, of func(sim.Span) float64) (out [2][]float64) {
	x, y := times(a, of), times(b, of)
	for i, s := range a.Streams {
		for j := range s {
			out[0], out[1] = append(out[0], x[key{i, j}]...), append(out[1], y[key{i, j}]...)
		}
	}
	return out
}

// correlation is Pearson's r, or why there is none: times that are all the same have none.
func correlation(x, y []float64) string {
	r := stat.Correlation(x, y, nil)
	if math.IsNaN(r) || slices.Max(x)-slices.Min(x) < 1e-9 {
		return "all at once"
	}
	return fmt.Sprintf("%.4f", r)
}

func appendKernels(t table.Writer, name string, want, got sim.Timeline) {
	for i, s := range got.Streams {
		for j, k := range s {
			b, e, m := bounds(want, i, j)
			b2, e2, m2 := bounds(got, i, j)
			t.AppendRow(table.Row{name, want.Label(i, j), k.Blocks, k.Registers, fmt.Sprintf("%.3f", 1e3*b), fmt.Sprintf("%.3f", 1e3*b2), fmt.Sprintf("%.3f", 1e3*e), fmt.Sprintf("%.3f", 1e3*e2), m, m2})
		}
	}
	t.AppendSeparator()
}

// bounds is when the first block of a kernel begins and the last ends, and on how many
// multiprocessors its blocks are.
func bounds(t sim.Timeline, stream, kernel int) (begin, end float64, mps int) {
	begin = math.Inf(1)
	on := map[int]bool{}
	for _, s := range t.Spans {
		if s.Stream == stream && s.Kernel == kernel {
			begin, end = min(begin, s.Start), max(end, s.End)
			on[s.MP] = true
		}
	}
	return begin, end, len(on)
}
