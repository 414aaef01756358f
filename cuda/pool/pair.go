package pool

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"time"

	"gsdms/optimizer"

	"github.com/jedib0t/go-pretty/v6/table"
)

// like is how much longer the one kernel of a pair may be.
const like = 1.35

// Pairs prints what becomes of a kernel that is bound by the memory and one that is not, of
// like length, as times of the longer alone; and for the most even pair the launches of so
// many warps for each.
func (b *Bench) Pairs(ctx context.Context, p *Pace, w io.Writer) error {
	header := []any{"memory", "arithmetic", "longer ms", "sum"}
	for _, d := range deciders {
		header = append(header, d.name)
	}
	t := newTable(w, "Pairs of like length: times of the longer alone", header...)
	best, even := math.Inf(1), []int(nil)
	for x := range b.kinds {
		for y := range b.kinds {
			ratio := max(p.tuned[x].Seconds/p.tuned[y].Seconds, p.tuned[y].Seconds/p.tuned[x].Seconds)
			if p.memory[x] < 0.75 || p.memory[y] > 0.25 || ratio > like {
				continue
			}
			if ratio < best {
				best, even = ratio, []int{x, y}
			}
			if err := b.pair(ctx, p, t, []int{x, y}); err != nil {
				return err
			}
		}
	}
	t.Render()
	if even == nil {
		return nil
	}
	return b.shares(p, w, even)
}

func (b *Bench) pair(ctx context.Context, p *Pace, t table.Writer, draw []int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	out := Result{Seconds: make([][]float64, len(deciders)), Decided: make([]time.Duration, len(deciders))}
	if err := b.compare(p, rand.New(rand.NewPCG(1, 1)), draw, &out); err != nil {
		return err
	}
	x, y := p.tuned[draw[0]].Seconds, p.tuned[draw[1]].Seconds
	row := table.Row{b.kinds[draw[0]].Name, b.kinds[draw[1]].Name, fmt.Sprintf("%.4f", 1e3*max(x, y)), fmt.Sprintf("%.2f", (x+y)/max(x, y))}
	for i := range deciders {
		row = append(row, fmt.Sprintf("%.2f", out.Seconds[i][0]/max(x, y)))
	}
	t.AppendRow(row)
	return nil
}

// shares runs a pair side by side with every division of the warps.
func (b *Bench) shares(p *Pace, w io.Writer, draw []int) error {
	if err := b.lay(draw); err != nil {
		return err
	}
	x, y := p.tuned[draw[0]].Seconds, p.tuned[draw[1]].Seconds
	t := newTable(w, fmt.Sprintf("%s (%.4f ms) beside %s (%.4f ms)", b.kinds[draw[0]].Name, 1e3*x, b.kinds[draw[1]].Name, 1e3*y), "warps of each", "ms", "times of the longer", "by the curves alone")
	for front := 4; front < p.limits.Warps; front += 4 {
		one, okOne := p.launches(draw, []int{0}, front)
		two, okTwo := p.launches(draw, []int{1}, p.limits.Warps-front)
		if !okOne || !okTwo || !p.fit(draw, one, two) {
			continue
		}
		took, err := b.time(plan{stages: [][][]optimizer.Launch{{one, two}}})
		if err != nil {
			return err
		}
		t.AppendRow(table.Row{fmt.Sprintf("%d + %d", front, p.limits.Warps-front), fmt.Sprintf("%.4f", 1e3*took.Seconds()), fmt.Sprintf("%.2f", took.Seconds()/max(x, y)),
			fmt.Sprintf("%.2f", max(p.took(draw[0], front), p.took(draw[1], p.limits.Warps-front))/max(x, y))})
	}
	t.Render()
	return nil
}
