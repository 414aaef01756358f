package experiments

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/sql"
	"gsdms/ssb"
)

// Queries times the benchmark's queries.
type Queries struct {
	Session     *sql.Session
	Runs        int          // timed ones of each; the median counts
	Read        float64      // GB/s that the memory gives
	Copied      func() int64 // bytes that have gone to the device
	Concurrency []int        // how many queries at once
	Random      uint64       // what parameters of further ones are made from; 0: there are none
}

// timing is what one run of a query, or of several at once, took.
type timing struct {
	wall, busy    time.Duration
	bytes, copied int64
	chunks        int
	launch        time.Duration // of the host, to launch all chunks
}

// batch is statements that run at once.
type batch struct {
	name  string
	texts []string
}

// batches are the benchmark's queries, repeated, and those with random parameters.
func (l *Queries) batches() (out []batch) {
	queries := ssb.Queries()
	for _, n := range l.Concurrency {
		b := batch{name: fmt.Sprintf("%d at once", n), texts: make([]string, n)}
		for i := range b.texts {
			b.texts[i] = queries[i%len(queries)].Text
		}
		out = append(out, b)
	}
	if l.Random == 0 {
		return out
	}
	for _, n := range l.Concurrency {
		b := batch{name: fmt.Sprintf("%d random", n)}
		for _, q := range ssb.Random(l.Random, n) {
			b.texts = append(b.texts, q.Text)
		}
		out = append(out, b)
	}
	return out
}

// Print times the queries alone and together.
func (l *Queries) Print(ctx context.Context, out io.Writer) error {
	t := newTable(fmt.Sprintf("\nThe benchmark's queries, median of %d runs", l.Runs),
		"query", "columns MB", "roofline ms", "device ms", "GB/s", "of the roofline", "whole ms", "beside the device ms", "bus MB", "bus GB/s", "chunks", "host us a chunk")
	for _, q := range ssb.Queries() {
		if err := l.row(ctx, t, batch{q.Name, []string{q.Text}}); err != nil {
			return err
		}
	}
	t.AppendSeparator()
	for _, b := range l.batches() {
		if err := l.row(ctx, t, b); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, t.Render())
	return nil
}

// row times a batch.
func (l *Queries) row(ctx context.Context, t table.Writer, b batch) error {
	times := make([]timing, 0, l.Runs)
	for i := range l.Runs + 2 { // two to warm up
		one, err := l.time(ctx, b.texts)
		if err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		if i >= 2 {
			times = append(times, one)
		}
	}
	slices.SortFunc(times, func(a, b timing) int { return int(a.wall - b.wall) })
	m := times[len(times)/2]
	roof := float64(m.bytes) / l.Read / 1e6
	ms := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
	t.AppendRow(table.Row{
		b.name, m.bytes / 1e6, fmt.Sprintf("%.3f", roof), fmt.Sprintf("%.3f", ms(m.busy)),
		fmt.Sprintf("%.0f", float64(m.bytes)/float64(max(1, m.busy))), fmt.Sprintf("%.0f %%", 100*roof/max(1e-6, ms(m.busy))),
		fmt.Sprintf("%.3f", ms(m.wall)), fmt.Sprintf("%.3f", ms(m.wall-m.busy)),
		m.copied / 1e6, fmt.Sprintf("%.1f", float64(m.copied)/float64(max(1, m.wall))),
		m.chunks, fmt.Sprintf("%.1f", float64(m.launch.Nanoseconds())/1e3/float64(max(1, m.chunks))),
	})
	return nil
}

// time runs statements at once. They share a scan, so the device's time is that of the
// one that saw the most of it.
func (l *Queries) time(ctx context.Context, texts []string) (out timing, err error) {
	before, began := l.Copied(), time.Now()
	answers := l.Session.Together(ctx, texts)
	out.wall = time.Since(began)
	out.copied = l.Copied() - before
	for _, a := range answers {
		if a.Err != nil {
			return out, a.Err
		}
		if s := a.Result.Report.Scan; s != nil {
			out.busy, out.bytes = max(out.busy, s.Busy), max(out.bytes, s.Bytes)
			out.chunks, out.launch = max(out.chunks, s.Chunks), max(out.launch, s.Launch)
		}
	}
	return out, nil
}
