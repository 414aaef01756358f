package experiments

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/operators/analysis"
)

// Cloud makes points at random in a cube. Far ones lie where floats are too coarse to tell their
// buckets.
func Cloud(kind string, n int, size float64, buckets int) *analysis.Pairs {
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

// Pairs times histograms of distances.
type Pairs struct {
	Counter analysis.PairCounter
	Runs    int // timed ones of each; the median counts
	Check   int // points up to which the answers are compared with the CPU's
	Limits  Computing
}

// Print times them for numbers of points and of buckets, of points in a cube of a size.
func (l *Pairs) Print(ctx context.Context, out io.Writer, points, buckets []int, size float64) error {
	t := newTable(fmt.Sprintf("\nHistograms of distances, median of %d runs", l.Runs), "points", "coordinates", "buckets", "whole ms", "G pairs/s",
		"of arithmetic", "of roots", "of shared memory", "of the least", "of instructions", "CPU ms")
	for _, n := range points {
		for _, b := range buckets {
			for _, kind := range []string{"floats", "doubles", "far doubles"} {
				if err := l.row(ctx, t, kind, Cloud(kind, n, size, b)); err != nil {
					return err
				}
			}
		}
	}
	fmt.Fprintln(out, t.Render())
	return nil
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
func (l *Pairs) row(ctx context.Context, t table.Writer, kind string, p *analysis.Pairs) error {
	var counts []int64
	took := make([]time.Duration, l.Runs+1)
	for i := range took {
		began := time.Now()
		var err error
		if counts, err = l.Counter.CountPairs(ctx, p, 1<<40); err != nil {
			return err
		}
		took[i] = time.Since(began)
	}
	took = took[1:]
	slices.Sort(took)
	cpu, err := l.compare(ctx, p, counts)
	if err != nil {
		return fmt.Errorf("%s, %d points, %d buckets: %w", kind, len(p.X), p.Buckets, err)
	}
	n := float64(len(p.X))
	rate := n * (n - 1) / 2 / float64(took[len(took)/2].Nanoseconds())
	arithmetic, instrs := l.Limits.floats/pairFloats, l.Limits.floats/pairFloatInstrs
	if kind == "far doubles" {
		arithmetic, instrs = l.Limits.doubles/pairDoubles, l.Limits.floats/pairDoubleInstrs
	}
	share := func(of float64) string { return fmt.Sprintf("%.0f %%", 100*rate/of) }
	t.AppendRow(table.Row{len(p.X), kind, p.Buckets, fmt.Sprintf("%.3f", took[len(took)/2].Seconds()*1e3), fmt.Sprintf("%.0f", rate),
		share(arithmetic), share(l.Limits.roots), share(l.Limits.adds), share(min(arithmetic, l.Limits.roots, l.Limits.adds)), share(instrs), cpu})
	return nil
}

// compare has the CPU count, too, where that does not take too long, and says how long. Any number
// of points has so many pairs.
func (l *Pairs) compare(ctx context.Context, p *analysis.Pairs, counts []int64) (took string, err error) {
	all := int64(0)
	for _, n := range counts {
		all += n
	}
	if n := int64(len(p.X)); all != n*(n-1)/2 {
		return "", fmt.Errorf("%d pairs were counted, there are %d", all, n*(n-1)/2)
	}
	if len(p.X) > l.Check {
		return "", nil
	}
	began := time.Now()
	want, err := analysis.DistanceHistogram(ctx, p)
	if err == nil && !slices.Equal(counts, want) {
		err = fmt.Errorf("the counts are not those of the CPU")
	}
	return fmt.Sprintf("%.0f", time.Since(began).Seconds()*1e3), err
}
