package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/cuda/ceiling"
	"gsdms/operators/analysis"
)

// labPairs times histograms of distances on the first GPU, beside what bounds them.
type labPairs struct {
	Points  []int   `default:"32768,1000000" placeholder:"N,..." help:"How many points (${default})."`
	Buckets []int   `default:"100,1000,10000" placeholder:"N,..." help:"How many buckets (${default})."`
	Runs    int     `default:"5" placeholder:"N" help:"Timed runs of each; the median counts (${default})."`
	Check   int     `default:"32768" placeholder:"N" help:"Compare with the CPU's answers up to so many points (${default})."`
	Size    float64 `default:"100" placeholder:"X" help:"Length of the cube in which points are (${default})."`
}

// Validate refuses to time nothing.
func (c *labPairs) Validate() error {
	if err := atLeastOne("points", c.Points); err != nil {
		return err
	}
	return atLeastOne("buckets", c.Buckets)
}

// Run runs the command.
func (c *labPairs) Run(e *environment) error {
	ctx, stop := e.interrupted()
	defer stop()
	limits, err := printComputing(ctx, e)
	if err != nil {
		return err
	}
	e.late = true
	backend, err := openCUDA(e)
	if err != nil {
		return err
	}
	defer backend.Close()
	counter, ok := backend.(analysis.PairCounter)
	if !ok {
		return fmt.Errorf("%s does not count pairs", backend.Device().Name)
	}
	l := &pairsLab{ctx: ctx, counter: counter, runs: max(1, c.Runs), check: c.Check, limits: limits}
	t := gpuTable(fmt.Sprintf("\nHistograms of distances, median of %d runs", l.runs), "points", "coordinates", "buckets", "whole ms", "G pairs/s",
		"of arithmetic", "of roots", "of shared memory", "of the least", "of instructions", "CPU ms")
	for _, n := range c.Points {
		for _, buckets := range c.Buckets {
			for _, kind := range []string{"floats", "doubles", "far doubles"} {
				if err := l.row(t, kind, cloud(kind, n, c.Size, buckets)); err != nil {
					return err
				}
			}
		}
	}
	fmt.Fprintln(e.out, t.Render())
	return nil
}

// computing is what a card does at most, in 10^9 a second.
type computing struct{ floats, doubles, roots, adds float64 }

// printComputing measures it.
func printComputing(ctx context.Context, e *environment) (c computing, err error) {
	d, err := openCard(e)
	if err != nil {
		return c, err
	}
	defer d.Close()
	t, to := gpuTable(d.Limits().Name+" at most", "what", "", ""), []*float64{&c.floats, &c.doubles, &c.roots, &c.adds}
	err = ceiling.Compute(ctx, d, ceiling.Usual(), func(l ceiling.Line) {
		*to[0], to = l.Value, to[1:]
		t.AppendRow(table.Row{l.What, fmt.Sprintf("%.4g", l.Value), l.Unit})
	})
	fmt.Fprintln(e.out, t.Render())
	return c, err
}

// cloud makes points at random in a cube. Far ones lie where floats are too coarse to tell their
// buckets.
func cloud(kind string, n int, size float64, buckets int) *analysis.Pairs {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	p := &analysis.Pairs{Width: size * 1.5 / float64(buckets), Buckets: buckets}
	for _, column := range []*[]float64{&p.X, &p.Y, &p.Z} {
		*column = make([]float64, n)
		for i := range *column {
			x := r.Float64() * size
			switch {
			case kind == "floats":
				x = float64(float32(x))
			case kind == "far doubles" && i%2 == 0:
				x += 1e6 * size
			}
			(*column)[i] = x
		}
	}
	return p
}

// pairsLab times counts of pairs.
type pairsLab struct {
	ctx         context.Context
	counter     analysis.PairCounter
	runs, check int
	limits      computing
}

// What a pair takes: of the arithmetic units three differences, the sum of their squares and one step
// that makes an estimate of the root; or, in doubles, whose squares are rounded by themselves, eight.
// Besides those it takes places, tests and loops, in all so many instructions as compiled.
const (
	pairFloats       = 7
	pairFloatInstrs  = 16
	pairDoubles      = 8
	pairDoubleInstrs = 19
)

// row times a count and compares the answer with the CPU's.
func (l *pairsLab) row(t table.Writer, kind string, p *analysis.Pairs) error {
	var counts []int64
	took := make([]time.Duration, l.runs+1)
	for i := range took {
		began := time.Now()
		var err error
		if counts, err = l.counter.CountPairs(l.ctx, p, 1<<40); err != nil {
			return err
		}
		took[i] = time.Since(began)
	}
	took = took[1:]
	slices.Sort(took)
	cpu, err := l.compare(p, counts)
	if err != nil {
		return fmt.Errorf("%s, %d points, %d buckets: %w", kind, len(p.X), p.Buckets, err)
	}
	n := float64(len(p.X))
	rate := n * (n - 1) / 2 / float64(took[len(took)/2].Nanoseconds())
	arithmetic, instrs := l.limits.floats/pairFloats, l.limits.floats/pairFloatInstrs
	if kind == "far doubles" {
		arithmetic, instrs = l.limits.doubles/pairDoubles, l.limits.floats/pairDoubleInstrs
	}
	share := func(of float64) string { return fmt.Sprintf("%.0f %%", 100*rate/of) }
	t.AppendRow(table.Row{len(p.X), kind, p.Buckets, fmt.Sprintf("%.3f", took[len(took)/2].Seconds()*1e3), fmt.Sprintf("%.0f", rate),
		share(arithmetic), share(l.limits.roots), share(l.limits.adds), share(min(arithmetic, l.limits.roots, l.limits.adds)), share(instrs), cpu})
	return nil
}

// compare has the CPU count, too, where that does not take too long, and says how long. Any number
// of points has so many pairs.
func (l *pairsLab) compare(p *analysis.Pairs, counts []int64) (took string, err error) {
	all := int64(0)
	for _, n := range counts {
		all += n
	}
	if n := int64(len(p.X)); all != n*(n-1)/2 {
		return "", fmt.Errorf("%d pairs were counted, there are %d", all, n*(n-1)/2)
	}
	if len(p.X) > l.check {
		return "", nil
	}
	began := time.Now()
	want, err := analysis.DistanceHistogram(l.ctx, p)
	if err == nil && !slices.Equal(counts, want) {
		err = fmt.Errorf("the counts are not those of the CPU")
	}
	return fmt.Sprintf("%.0f", time.Since(began).Seconds()*1e3), err
}
