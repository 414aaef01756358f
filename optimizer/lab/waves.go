package lab

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/optimizer"
	"gsdms/optimizer/sim"
)

// WavesOptions is what Waves compares.
type WavesOptions struct {
	Device optimizer.Device
	Draws  int // of every row
	Seed   uint64
}

// warpsEach is the warps that a kernel demands on average.
const warpsEach = 10

// gap between two batches: a launch costs 3.2 us on an H200, 0.7 in a graph.
const gap = 5e-6

// ways are those compared. The first is what speed-ups are over; the random ones are
// those that must not win. Waves run batch after batch; random streams have the advantage
// that a block of theirs starts as soon as there is room.
var ways = []way{
	{"sequential", sequential},
	{"sequential, tuned", tuned},
	{"random streams", randomStreams},
	{"random batches", randomBatches},
	{"kernel level only", kernelLevel},
	{"concurrency", bothLevels(optimizer.Concurrency, "")},
	{"makespan by roofline", bothLevels(optimizer.Makespan, "roofline")},
	{"makespan by quadratics", bothLevels(optimizer.Makespan, "quadratic")},
}

// Ways of the table above that are not ours.
const (
	streamsWay = 2
	batchesWay = 3
)

// Row is the draws of one experiment: seconds by way and draw.
type Row struct {
	Name    string
	Seconds [][]float64
}

// Over is the speed-ups of way w over way base, ascending.
func (r Row) Over(w, base int) []float64 {
	out := make([]float64, len(r.Seconds[w]))
	for i, t := range r.Seconds[w] {
		out[i] = r.Seconds[base][i] / t
	}
	slices.Sort(out)
	return out
}

// Lost is the share of draws in which way w is slower than way other.
func (r Row) Lost(w, other int) float64 {
	n := 0
	for i, t := range r.Seconds[w] {
		if t > r.Seconds[other][i] {
			n++
		}
	}
	return float64(n) / float64(len(r.Seconds[w]))
}

// Experiments runs the comparisons of Li et al. 2019: pools for 16 and 31 streams, with
// fixed and random sets, and 39, 52 and 65 kernels in several batches, of the five
// synthetic kernels and of 13 kinds.
func Experiments(o WavesOptions) ([]Row, error) {
	if o.Draws < 1 {
		return nil, fmt.Errorf("lab: %d draws: there must be at least 1", o.Draws)
	}
	var rows []Row
	for _, pool := range []struct {
		name  string
		kinds []optimizer.Demand
	}{{"5 synthetic", Synthetic()}, {"13 kinds", Thirteen()}} {
		for _, n := range []int{5, 16, 31, 39, 52, 65} {
			for _, set := range []Set{Fixed, Random} {
				if n == 5 && len(pool.kinds) != 5 {
					continue
				}
				row, err := experiment(o, pool.kinds, n, set)
				if err != nil {
					return nil, err
				}
				row.Name = fmt.Sprintf("%s, %d kernels, %v set", pool.name, n, set)
				rows = append(rows, row)
			}
		}
	}
	return rows, nil
}

func experiment(o WavesOptions, kinds []optimizer.Demand, n int, set Set) (Row, error) {
	kinds = share(o.Device, slices.Clone(kinds), warpsEach)
	fitted, err := calibrate(o.Device, kinds)
	if err != nil {
		return Row{}, err
	}
	c := &contest{
		device: o.Device, gap: gap, random: rand.New(rand.NewPCG(o.Seed, uint64(n))),
		models: map[string]optimizer.Model{"roofline": optimizer.Roofline{}, "quadratic": fitted},
	}
	row := Row{Seconds: make([][]float64, len(ways))}
	for range o.Draws {
		demands := set.draw(c.random, kinds, n)
		for w, way := range ways {
			t, err := way.run(c, demands)
			if err != nil {
				return Row{}, fmt.Errorf("lab: %s of %d kernels: %w", way.name, n, err)
			}
			row.Seconds[w] = append(row.Seconds[w], t)
		}
	}
	return row, nil
}

// Waves prints the experiments: the distribution of the speed-ups over sequential runs
// and over random ones, and how often random wins. Where there is a folder it draws
// them, and the timeline of one wave.
func Waves(w io.Writer, o WavesOptions, p Pictures) error {
	rows, err := Experiments(o)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%d draws on %s; speed-ups: least, 5 %%, median, mean, 95 %%, most\n\n", o.Draws, o.Device.Name); err != nil {
		return err
	}
	for _, r := range rows {
		r.print(w)
		if err := r.draw(p); err != nil {
			return err
		}
	}
	return drawWave(o.Device, p)
}

func (r Row) print(w io.Writer) {
	t := newTable(w, r.Name, "way", "over sequential", "over random batches", "they win", "over random streams", "they win")
	for i := range ways {
		t.AppendRow(table.Row{
			ways[i].name, distribution(r.Over(i, 0)), distribution(r.Over(i, batchesWay)), percent(r.Lost(i, batchesWay)),
			distribution(r.Over(i, streamsWay)), percent(r.Lost(i, streamsWay)),
		})
	}
	t.Render()
}

// draw draws the speed-ups over sequential runs.
func (r Row) draw(p Pictures) error {
	if p.Folder == "" {
		return nil
	}
	var names []string
	var speedups [][]float64
	for i := 1; i < len(ways); i++ {
		names, speedups = append(names, ways[i].name), append(speedups, r.Over(i, 0))
	}
	file, err := p.file(r.Name)
	if err != nil {
		return err
	}
	return DrawSpeedups(r.Name+", over sequential", names, speedups, file+"."+p.Format)
}

// drawWave draws the makespan wave of the 13 kinds, one each.
func drawWave(d optimizer.Device, p Pictures) error {
	c := &contest{device: d, gap: gap}
	w, err := c.wave(share(d, Thirteen(), warpsEach), optimizer.Options{Objective: optimizer.Makespan, Gap: gap})
	if err != nil {
		return err
	}
	t, err := sim.Wave(w, gap)
	if err != nil {
		return err
	}
	return p.save("13 kinds in a makespan wave", t)
}

// distribution prints ascending values.
func distribution(v []float64) string {
	mean := 0.0
	for _, x := range v {
		mean += x / float64(len(v))
	}
	at := func(q float64) float64 { return v[int(q*float64(len(v)-1)+0.5)] }
	return fmt.Sprintf("%.2f %.2f %.2f %.2f %.2f %.2f", v[0], at(0.05), at(0.5), mean, at(0.95), v[len(v)-1])
}

func percent(x float64) string { return fmt.Sprintf("%.2f %%", 100*x) }

func newTable(w io.Writer, title string, header ...string) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetTitle(title)
	row := make(table.Row, len(header))
	for i, h := range header {
		row[i] = h
	}
	t.AppendHeader(row)
	return t
}
