package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/operators/analysis"
	"gsdms/optimizer"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/sql/result"
	"gsdms/ssb"
)

// labKernels compares ways to run the same queries on the first GPU: a kernel for each
// operator, in the optimizer's waves and in those of simpler deciders; a kernel for each
// query; and one kernel for all.
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
	l, err := newKernelLab(ctx, backend.Device(), c.Runs)
	if err != nil {
		backend.Close()
		return err
	}
	engine, closeEngine, err := e.openScan(backend, nil, pushscan.Options{Solver: l.solver})
	if err != nil {
		return err
	}
	defer closeEngine()
	l.session = engine.NewSession()
	t := gpuTable(fmt.Sprintf("Queries at once, median of %d runs", l.runs),
		"queries", "kernels of", "decided by", "kernels", "batches", "MB", "longest path ms", "launch and wait ms", "whole ms", "times sequential", "whole, times sequential")
	for _, n := range c.Queries {
		if err := l.compare(t, texts(c.Seed, n)); err != nil {
			return fmt.Errorf("%d queries: %w", n, err)
		}
		t.AppendSeparator()
	}
	fmt.Fprintln(e.out, t.Render())
	counter, ok := backend.(analysis.PairCounter)
	if !ok {
		return nil
	}
	return l.mixes(e, counter, c)
}

// mixes prints what queries and analyses do to each other.
func (l *kernelLab) mixes(e *environment, counter analysis.PairCounter, c *labKernels) error {
	m := newMixed(l, counter, c.Seed, c.Points)
	t := gpuTable(fmt.Sprintf("\n%d queries and %d histograms of %d points", mixedQueries, mixedPairs, c.Points), "what", "whole ms", "times one after another")
	if err := m.mix(t); err != nil {
		return err
	}
	fmt.Fprintln(e.out, t.Render())
	t = gpuTable(fmt.Sprintf("\nQueries beside histograms of %d points", c.Long), "queries", "histograms", "asked", "median ms", "95 % ms", "histogram ms", "times alone")
	if err := m.beside(t, c.Long); err != nil {
		return err
	}
	fmt.Fprintln(e.out, t.Render())
	return nil
}

// texts are n of the benchmark's queries with random constants, neighbours of different
// flights.
func texts(seed uint64, n int) []string {
	const step = 5 // prime to 13
	all := ssb.Random(seed, 13*(n/13+1))
	out := make([]string, n)
	for i := range out {
		out[i] = all[i/13*13+i%13*step%13].Text
	}
	return out
}

// way is one way to run the queries.
type way struct {
	granularity pushscan.Granularity
	name        string
	solver      func(optimizer.Device) (pushscan.Solver, error)
}

// ways lists them; the first is what the others are compared with.
func ways(c *optimizer.Calibrator) []way {
	by := func(o optimizer.Options) func(optimizer.Device) (pushscan.Solver, error) {
		return func(d optimizer.Device) (pushscan.Solver, error) { return optimizer.NewSolver(d, o) }
	}
	simple := func(s simpleSolver) func(optimizer.Device) (pushscan.Solver, error) {
		return func(d optimizer.Device) (pushscan.Solver, error) {
			s.device = d
			return s, nil
		}
	}
	makespan := func(d optimizer.Device) (pushscan.Solver, error) {
		return optimizer.NewSolver(slowly(d), optimizer.Options{Objective: optimizer.Makespan, Gap: batchGap, Calibrator: c})
	}
	return []way{
		{pushscan.Operator, "sequential", simple(simpleSolver{apart: true})},
		{pushscan.Operator, "streams", simple(simpleSolver{})},
		{pushscan.Operator, "streams, random launches", simple(simpleSolver{random: rand.New(rand.NewPCG(1, 1))})},
		{pushscan.Operator, "knapsack, concurrency", by(optimizer.Options{})},
		{pushscan.Operator, "knapsack, makespan", makespan},
		{pushscan.Pipeline, "sequential", simple(simpleSolver{apart: true})},
		{pushscan.Pipeline, "streams", simple(simpleSolver{})},
		{pushscan.Pipeline, "knapsack, concurrency", by(optimizer.Options{})},
		{pushscan.Pipeline, "knapsack, makespan", makespan},
		{pushscan.Shared, "knapsack, concurrency", by(optimizer.Options{})},
		{pushscan.Auto, "knapsack, concurrency", by(optimizer.Options{})},
	}
}

// slowly is the device for kernels that keep few loads in flight: three quarters of its
// warps saturate the memory, where a quarter is taken otherwise. Kernels of operators with
// a quarter of the warps were measured at a third to two thirds of the bandwidth.
func slowly(d optimizer.Device) optimizer.Device {
	d.MemoryWarps = d.Warps * 3 / 4
	return d
}

// simpleSolver launches every kernel with two blocks of 256 threads for each
// multiprocessor, or with random launches: each kernel in a batch of its own, or all at
// once, where only the order of a query's own kernels is kept.
type simpleSolver struct {
	device optimizer.Device
	apart  bool
	random *rand.Rand
}

// Solve implements pushscan.Solver.
func (s simpleSolver) Solve(demands []optimizer.Demand) (optimizer.Wave, error) {
	w := optimizer.Wave{Device: s.device, Demands: demands}
	for k, d := range demands {
		if s.apart || k == 0 {
			w.Batches = append(w.Batches, optimizer.Batch{})
		}
		last := &w.Batches[len(w.Batches)-1]
		last.Launches = append(last.Launches, s.launch(k, d))
	}
	return w, nil
}

// Observe implements pushscan.Solver: nothing is learned.
func (simpleSolver) Observe(optimizer.Wave, []optimizer.Took) bool { return false }

func (s simpleSolver) launch(k int, d optimizer.Demand) optimizer.Launch {
	usual := optimizer.Launch{Kernel: k, Blocks: 2, Warps: 8}
	if s.random == nil {
		return usual
	}
	most := s.device.BlockThreads
	if d.Block > 0 {
		most = min(most, d.Block)
	}
	for range 100 {
		w := 1 + s.random.IntN(max(1, most/s.device.WarpSize))
		o, err := s.device.Occupancy(optimizer.Config{Threads: w * s.device.WarpSize, Registers: d.Registers, Shared: d.Shared})
		if err == nil && o.Blocks > 0 {
			return optimizer.Launch{Kernel: k, Blocks: 1 + s.random.IntN(o.Blocks), Warps: w}
		}
	}
	return usual
}

// kernelLab times them.
type kernelLab struct {
	ctx     context.Context
	session *sql.Session
	runs    int
	ways    []way
	now     atomic.Int32 // the way that is measured
}

func newKernelLab(ctx context.Context, d optimizer.Device, runs int) (*kernelLab, error) {
	c, err := optimizer.NewCalibrator(slowly(d))
	return &kernelLab{ctx: ctx, runs: max(1, runs), ways: ways(c)}, err
}

// solver gives a stream what decides as the way does that is measured, whichever it is
// by then: solvers are kept from stream to stream.
func (l *kernelLab) solver(d optimizer.Device) (pushscan.Solver, error) {
	out := waySolver{now: &l.now}
	for _, w := range l.ways {
		s, err := w.solver(d)
		if err != nil {
			return nil, fmt.Errorf("kernels of %s, %s: %w", w.granularity, w.name, err)
		}
		out.ways = append(out.ways, s)
	}
	return out, nil
}

// waySolver is a solver for each way.
type waySolver struct {
	now  *atomic.Int32
	ways []pushscan.Solver
}

// Solve implements pushscan.Solver.
func (s waySolver) Solve(demands []optimizer.Demand) (optimizer.Wave, error) {
	return s.ways[s.now.Load()].Solve(demands)
}

// Observe implements pushscan.Solver.
func (s waySolver) Observe(w optimizer.Wave, took []optimizer.Took) bool {
	return s.ways[s.now.Load()].Observe(w, took)
}

// turn makes a way the one that is measured.
func (l *kernelLab) turn(to int) error {
	l.now.Store(int32(to))
	_, err := l.session.Query(l.ctx, "SET gsdms_granularity = '"+l.ways[to].granularity.String()+"'")
	return err
}

// measured is one run.
type measured struct {
	path, push, wall time.Duration
	kernels, batches int
	bytes            int64 // that the kernels are estimated to move, or of the columns that they read
	answers          []string
}

// compare adds a row for each way. All must give the same answers.
func (l *kernelLab) compare(t table.Writer, queries []string) error {
	var first measured
	for i, w := range l.ways {
		if err := l.turn(i); err != nil {
			return err
		}
		m, err := l.median(queries)
		if err != nil {
			return fmt.Errorf("kernels of %s, %s: %w", w.granularity, w.name, err)
		}
		if i == 0 {
			first = m
		}
		if !slices.Equal(m.answers, first.answers) {
			return fmt.Errorf("kernels of %s, %s: the answers are not those of %s", w.granularity, w.name, l.ways[0].name)
		}
		ms := func(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()*1e3) }
		times := func(a, b time.Duration) string { return fmt.Sprintf("%.2f", a.Seconds()/b.Seconds()) }
		t.AppendRow(table.Row{len(queries), w.granularity, w.name, m.kernels, m.batches, m.bytes / 1e6, ms(m.path), ms(m.push), ms(m.wall),
			times(first.push, m.push), times(first.wall, m.wall)})
	}
	return nil
}

// median runs the queries several times, after two to warm up.
func (l *kernelLab) median(queries []string) (measured, error) {
	all := make([]measured, 0, l.runs)
	for i := range l.runs + 2 {
		m, err := l.once(queries)
		if err != nil {
			return m, err
		}
		if i >= 2 {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b measured) int { return int(a.wall - b.wall) })
	return all[len(all)/2], nil
}

// once runs the queries.
func (l *kernelLab) once(queries []string) (m measured, err error) {
	began := time.Now()
	answers := l.session.Together(l.ctx, queries)
	m.wall = time.Since(began)
	for _, a := range answers {
		if a.Err != nil {
			return m, a.Err
		}
		m.answers = append(m.answers, lines(a.Result))
	}
	s := answers[0].Result.Report.Scan
	m.push, m.bytes = s.Push, s.Bytes
	for _, w := range s.Waves {
		m.path += longestPath(w)
		m.kernels, m.batches = len(w.Kernels), len(w.Wave.Batches)
	}
	return m, nil
}

// longestPath is the kernels' own time of a wave: that of the slowest of each batch, with
// those of the batch that it waits for. Those beside it run meanwhile. Where the device has
// more kernels than it runs at once they wait besides.
func longestPath(w *pushscan.WaveReport) time.Duration {
	batch, ends := make([]int, len(w.Wave.Demands)), make([]time.Duration, len(w.Wave.Demands))
	slowest := make([]time.Duration, len(w.Wave.Batches)+1)
	for _, k := range w.Kernels {
		self, start := k.Launch.Kernel, time.Duration(0)
		batch[self] = k.Batch
		for _, a := range w.Wave.Demands[self].After {
			if batch[a] == k.Batch {
				start = max(start, ends[a])
			}
		}
		ends[self] = start + k.Elapsed()
		slowest[k.Batch] = max(slowest[k.Batch], ends[self])
	}
	total := time.Duration(0)
	for _, d := range slowest {
		total += d
	}
	return total
}

// lines is a result as text.
func lines(r *result.Set) string {
	var b strings.Builder
	for row := range r.Rows.Len {
		for c := range r.Columns {
			text, null := r.Text(row, c)
			fmt.Fprintf(&b, "%s,%v;", text, null)
		}
	}
	return b.String()
}
