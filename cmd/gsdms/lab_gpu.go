package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"gsdms/cuda/ceiling"
	"gsdms/sql"
	"gsdms/ssb"
)

// labGPU measures the ceilings of the first GPU and, where the database holds the Star
// Schema Benchmark, prints what its queries reach beside them.
type labGPU struct {
	Runs        int    `default:"9" placeholder:"N" help:"Timed runs of each query; the median counts (${default})."`
	Concurrency []int  `default:"13,52,104" placeholder:"N,..." help:"How many queries at once (${default})."`
	Random      uint64 `placeholder:"SEED" help:"Time batches with random parameters, too, made from this seed."`
	NoGraphs    bool   `help:"Launch each chunk anew instead of as a recorded graph."`
	NoCeilings  bool   `help:"Leave the ceilings out; rooflines are those of 4400 GB/s."`
}

// usualRead is GB/s that an H200's memory was measured to give.
const usualRead = 4400

// Validate refuses to time nothing.
func (c *labGPU) Validate() error { return atLeastOne("concurrency", c.Concurrency) }

// Run runs the command.
func (c *labGPU) Run(e *environment) error {
	ctx, stop := e.interrupted()
	defer stop()
	read := float64(usualRead)
	if !c.NoCeilings {
		var err error
		if read, err = printCeilings(ctx, e); err != nil {
			return err
		}
	}
	e.noGraphs, e.late = c.NoGraphs, true
	backend, err := openCUDA(e)
	if err != nil {
		return err
	}
	engine, closeEngine, err := e.openOn(backend, nil)
	if err != nil {
		return err
	}
	defer closeEngine()
	l := &gpuLab{ctx: ctx, session: engine.NewSession(), runs: max(1, c.Runs), read: read, copied: func() int64 { return 0 }}
	if b, ok := backend.(interface{ Copied() int64 }); ok {
		l.copied = b.Copied
	}
	if _, err := l.session.Query(ctx, "SELECT COUNT(*) FROM lineorder"); err != nil {
		fmt.Fprintf(e.out, "\n--db %s has no lineorder; gsdms --db %s ssb load --sf 20 makes it.\n", e.dir(), e.dir())
		return nil
	}
	return l.print(e.out, c.batches())
}

// printCeilings measures the card, which nobody else uses meanwhile, and gives the GB/s
// that its memory reads.
func printCeilings(ctx context.Context, e *environment) (read float64, err error) {
	d, err := openCard(e)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	t := gpuTable(d.Limits().Name+" at most", "what", "", "")
	err = ceiling.Measure(ctx, d, ceiling.Usual(), func(l ceiling.Line) {
		if read == 0 {
			read = l.Value
		}
		t.AppendRow(table.Row{l.What, fmt.Sprintf("%.4g", l.Value), l.Unit})
	})
	fmt.Fprintln(e.out, t.Render())
	return read, err
}

// gpuLab times queries.
type gpuLab struct {
	ctx     context.Context
	session *sql.Session
	runs    int
	read    float64 // GB/s
	copied  func() int64
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
func (c *labGPU) batches() (out []batch) {
	queries := ssb.Queries()
	for _, n := range c.Concurrency {
		b := batch{name: fmt.Sprintf("%d at once", n), texts: make([]string, n)}
		for i := range b.texts {
			b.texts[i] = queries[i%len(queries)].Text
		}
		out = append(out, b)
	}
	if c.Random == 0 {
		return out
	}
	for _, n := range c.Concurrency {
		b := batch{name: fmt.Sprintf("%d random", n)}
		for _, q := range ssb.Random(c.Random, n) {
			b.texts = append(b.texts, q.Text)
		}
		out = append(out, b)
	}
	return out
}

// print times the benchmark's queries alone and together.
func (l *gpuLab) print(out io.Writer, batches []batch) error {
	t := gpuTable(fmt.Sprintf("\nThe benchmark's queries, median of %d runs", l.runs),
		"query", "columns MB", "roofline ms", "device ms", "GB/s", "of the roofline", "whole ms", "beside the device ms", "bus MB", "bus GB/s", "chunks", "host us a chunk")
	for _, q := range ssb.Queries() {
		if err := l.row(t, batch{q.Name, []string{q.Text}}); err != nil {
			return err
		}
	}
	t.AppendSeparator()
	for _, b := range batches {
		if err := l.row(t, b); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, t.Render())
	return nil
}

// row times a batch.
func (l *gpuLab) row(t table.Writer, b batch) error {
	times := make([]timing, 0, l.runs)
	for i := range l.runs + 2 { // two to warm up
		one, err := l.time(b.texts)
		if err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		if i >= 2 {
			times = append(times, one)
		}
	}
	slices.SortFunc(times, func(a, b timing) int { return int(a.wall - b.wall) })
	m := times[len(times)/2]
	roof := float64(m.bytes) / l.read / 1e6
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
func (l *gpuLab) time(texts []string) (out timing, err error) {
	before, began := l.copied(), time.Now()
	answers := l.session.Together(l.ctx, texts)
	out.wall = time.Since(began)
	out.copied = l.copied() - before
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

func gpuTable(title string, header ...string) table.Writer {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.SetTitle(title)
	row := make(table.Row, len(header))
	right := make([]table.ColumnConfig, 0, len(header))
	for i, h := range header {
		row[i] = h
		if i > 0 {
			right = append(right, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
		}
	}
	t.AppendHeader(row)
	t.SetColumnConfigs(right)
	t.Style().Format.Header = text.FormatDefault
	return t
}
