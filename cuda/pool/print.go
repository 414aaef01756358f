package pool

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
)

func newTable(w io.Writer, title string, header ...any) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetTitle(title)
	t.AppendHeader(header)
	return t
}

// PrintKinds prints the kernels as compiled and as tuned.
func (b *Bench) PrintKinds(w io.Writer, p *Pace) {
	t := newTable(w, fmt.Sprintf("The kernels at size %s, each alone without the %.1f us of a plan of nothing; %.0f GB/s is the most that one moves; roles have %d blocks", b.size.Name, 1e6*b.empty, p.limits.Bandwidth/1e9, p.roles),
		"kernel", "registers, papers", "compiled", "shared KiB", "tried", "best blocks x warps", "warps of a block", "ms", "MB", "of the bandwidth %", "warps demanded", "us by resident warps")
	for k, kind := range b.kinds {
		u := p.tuned[k]
		curve := ""
		for _, s := range u.Samples {
			curve += fmt.Sprintf("%d:%.0f ", s.Warps, 1e6*s.Seconds)
		}
		t.AppendRow(table.Row{kind.Name, kind.Registers, b.functions[k].Registers(), float64(kind.Shared) / 1024, u.Tried, fmt.Sprintf("%d x %d", u.Best.Blocks, u.Best.Warps), u.Block,
			fmt.Sprintf("%.4f", 1e3*u.Seconds), kind.traffic(b.size) >> 20, fmt.Sprintf("%.0f", 100*p.memory[k]), p.demands[k].Threads / p.limits.WarpSize, curve})
	}
	t.Render()
}

// Print prints an experiment: each decider against the first, and each of ours against each.
func (r Result) Print(w io.Writer) {
	header := []any{"decider", "ms", "decides in us", "over one after another: mean", "worst"}
	for _, d := range deciders[firstOurs:] {
		header = append(header, d.name+" over it: mean", "worst", "wins %")
	}
	t := newTable(w, fmt.Sprintf("%s: %d of %d draws", r.Draws.Name(), len(r.Seconds[0]), r.Draws.Draws), header...)
	for i, d := range deciders {
		mean, worst, _ := r.Over(i, 0)
		row := table.Row{d.name, fmt.Sprintf("%.4f", 1e3*r.mean(i)), fmt.Sprintf("%.1f", float64(r.Decided[i].Nanoseconds())/1e3), fmt.Sprintf("%.2f", mean), fmt.Sprintf("%.2f", worst)}
		for ours := firstOurs; ours < len(deciders); ours++ {
			mean, worst, wins := r.Over(ours, i)
			row = append(row, fmt.Sprintf("%.2f", mean), fmt.Sprintf("%.2f", worst), fmt.Sprintf("%.1f", 100*wins))
		}
		t.AppendRow(row)
	}
	t.Render()
}
