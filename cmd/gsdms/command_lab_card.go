package main

import (
	"context"
	"errors"
	"fmt"

	"gsdms/cmd/experiments"
	"gsdms/operators/analysis"
	"gsdms/pushscan"
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
		if read, err = ceilings(ctx, e); err != nil {
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
	l := &experiments.Queries{Session: engine.NewSession(), Runs: max(1, c.Runs), Read: read, Copied: func() int64 { return 0 }, Concurrency: c.Concurrency, Random: c.Random}
	if b, ok := backend.(interface{ Copied() int64 }); ok {
		l.Copied = b.Copied
	}
	if _, err := l.Session.Query(ctx, "SELECT COUNT(*) FROM lineorder"); err != nil {
		fmt.Fprintf(e.out, "\n--db %s has no lineorder; gsdms --db %s ssb load --sf 20 makes it.\n", e.dir(), e.dir())
		return nil
	}
	return l.Print(ctx, e.out)
}

// ceilings prints what the first GPU can do at most, and gives the GB/s that its memory reads.
func ceilings(ctx context.Context, e *environment) (read float64, err error) {
	d, err := openCard(e)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	return experiments.Ceilings(ctx, d, e.out)
}

// computing prints what the first GPU computes at most.
func computing(ctx context.Context, e *environment) (c experiments.Computing, err error) {
	d, err := openCard(e)
	if err != nil {
		return c, err
	}
	defer d.Close()
	return experiments.MeasureComputing(ctx, d, e.out)
}

// labKernels compares ways to run the same queries on the first GPU, and runs queries beside
// histograms.
type labKernels struct {
	Queries []int  `default:"2,5,8,16" placeholder:"N,..." help:"How many queries at once (${default})."`
	Runs    int    `default:"9" placeholder:"N" help:"Timed runs of each; the median counts (${default})."`
	Points  int    `default:"65536" placeholder:"N" help:"Points of the histograms of distances that run beside queries (${default})."`
	Long    int    `default:"400000" placeholder:"N" help:"Points of the histograms beside which queries are asked (${default})."`
	Seed    uint64 `default:"1" placeholder:"N" help:"Seed of the queries' constants (${default})."`
}

// Validate refuses to compare nothing.
func (c *labKernels) Validate() error { return atLeastOne("queries", c.Queries) }

// Run runs the command.
func (c *labKernels) Run(e *environment) error {
	ctx, stop := e.interrupted()
	defer stop()
	e.late = true
	backend, err := openCUDA(e)
	if err != nil {
		return err
	}
	l, err := experiments.NewKernels(ctx, backend.Device(), c.Runs, batchGap)
	if err != nil {
		backend.Close()
		return err
	}
	engine, closeEngine, err := e.openScan(backend, nil, pushscan.Options{Solver: l.Solver})
	if err != nil {
		return err
	}
	defer closeEngine()
	l.Session = engine.NewSession()
	if err := l.Print(e.out, c.Queries, c.Seed); err != nil {
		return err
	}
	counter, ok := backend.(analysis.PairCounter)
	if !ok {
		return nil
	}
	return l.Mixes(e.out, counter, c.Seed, c.Points, c.Long)
}

// analysed calls work with what the first GPU can do besides queries, and what bounds it.
func analysed[T any](e *environment, does string, work func(context.Context, T, experiments.Computing) error) error {
	ctx, stop := e.interrupted()
	defer stop()
	limits, err := computing(ctx, e)
	if err != nil {
		return err
	}
	e.late = true
	backend, err := openCUDA(e)
	if err != nil {
		return err
	}
	defer backend.Close()
	able, ok := backend.(T)
	if !ok {
		return fmt.Errorf("%s does not %s", backend.Device().Name, does)
	}
	return work(ctx, able, limits)
}

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
	return analysed(e, "count pairs", func(ctx context.Context, counter analysis.PairCounter, limits experiments.Computing) error {
		l := &experiments.Pairs{Counter: counter, Runs: max(1, c.Runs), Check: c.Check, Limits: limits}
		return l.Print(ctx, e.out, c.Points, c.Buckets, c.Size)
	})
}

// labProducts times products of columns on the first GPU, beside what bounds them.
type labProducts struct {
	Rows    int   `default:"1000000" placeholder:"N" help:"How many rows (${default})."`
	Columns []int `default:"4,16,32,40,64,128,256,512" placeholder:"N,..." help:"How many columns (${default})."`
	Runs    int   `default:"5" placeholder:"N" help:"Timed runs of each; the median counts (${default})."`
}

// Validate refuses to time nothing.
func (c *labProducts) Validate() error {
	if c.Rows < 1 {
		return errors.New("--rows must be 1 or more")
	}
	return atLeastOne("columns", c.Columns)
}

// Run runs the command.
func (c *labProducts) Run(e *environment) error {
	return analysed(e, "multiply columns", func(ctx context.Context, multiplier analysis.Multiplier, limits experiments.Computing) error {
		l := &experiments.Products{Multiplier: multiplier, Runs: max(1, c.Runs), Limits: limits}
		return l.Print(ctx, e.out, c.Rows, c.Columns)
	})
}
