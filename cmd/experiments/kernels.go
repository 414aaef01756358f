package experiments

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/optimizer"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/sql/result"
	"gsdms/ssb"
)

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

func (w way) String() string { return fmt.Sprintf("kernels of %s, %s", w.granularity, w.name) }

// ways lists them; the first is what the others are compared with. gap is the seconds between two
// batches.
func ways(c *optimizer.Calibrator, gap float64) []way {
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
		return optimizer.NewSolver(slowly(d), optimizer.Options{Objective: optimizer.Makespan, Gap: gap, Calibrator: c})
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

// Kernels compares ways to run the same queries: a kernel for each operator, in the optimizer's waves
// and in those of simpler deciders; a kernel for each query; and one kernel for all. Its Solver is that
// of the engine that its session is of.
type Kernels struct {
	Session *sql.Session

	ctx  context.Context
	runs int
	ways []way
	now  atomic.Int32 // the way that is measured
}

// NewKernels times each way on a device so many times; the median counts. gap is the seconds between
// two batches of kernels.
func NewKernels(ctx context.Context, d optimizer.Device, runs int, gap float64) (*Kernels, error) {
	c, err := optimizer.NewCalibrator(slowly(d))
	return &Kernels{ctx: ctx, runs: max(1, runs), ways: ways(c, gap)}, err
}

// Print compares them for numbers of the benchmark's queries, with constants of a seed.
func (l *Kernels) Print(out io.Writer, counts []int, seed uint64) error {
	t := newTable(fmt.Sprintf("Queries at once, median of %d runs", l.runs),
		"queries", "kernels of", "decided by", "kernels", "batches", "MB", "longest path ms", "launch and wait ms", "whole ms", "times sequential", "whole, times sequential")
	for _, n := range counts {
		all, err := l.Compare(texts(seed, n))
		if err != nil {
			return fmt.Errorf("%d queries: %w", n, err)
		}
		for i, m := range all {
			t.AppendRow(l.row(n, l.ways[i], m, all[0]))
		}
		t.AppendSeparator()
	}
	fmt.Fprintln(out, t.Render())
	return nil
}

func (l *Kernels) row(queries int, w way, m, first Measured) table.Row {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()*1e3) }
	times := func(a, b time.Duration) string { return fmt.Sprintf("%.2f", a.Seconds()/b.Seconds()) }
	return table.Row{queries, w.granularity, w.name, m.Kernels, m.Batches, m.bytes / 1e6, ms(m.path), ms(m.push), ms(m.wall),
		times(first.push, m.push), times(first.wall, m.wall)}
}

// Solver gives a stream what decides as the way does that is measured, whichever it is
// by then: solvers are kept from stream to stream.
func (l *Kernels) Solver(d optimizer.Device) (pushscan.Solver, error) {
	out := waySolver{now: &l.now}
	for _, w := range l.ways {
		s, err := w.solver(d)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w, err)
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
func (l *Kernels) turn(to int) error {
	l.now.Store(int32(to))
	_, err := l.Session.Query(l.ctx, "SET gsdms_granularity = '"+l.ways[to].granularity.String()+"'")
	return err
}

// Measured is one run of queries, one way.
type Measured struct {
	Kernels, Batches int
	Answers          []string // of each query

	path, push, wall time.Duration
	bytes            int64 // that the kernels are estimated to move, or of the columns that they read
}

// Compare measures each way, the first of which runs one kernel after another and the second all that
// do not wait for each other at once. All must give the same answers.
func (l *Kernels) Compare(queries []string) (all []Measured, err error) {
	for i, w := range l.ways {
		if err := l.turn(i); err != nil {
			return nil, err
		}
		m, err := l.median(queries)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w, err)
		}
		if all = append(all, m); !slices.Equal(m.Answers, all[0].Answers) {
			return nil, fmt.Errorf("%s: the answers are not those of %s", w, l.ways[0].name)
		}
	}
	return all, nil
}

// median runs the queries several times, after two to warm up.
func (l *Kernels) median(queries []string) (Measured, error) {
	all := make([]Measured, 0, l.runs)
	for i := range l.runs + 2 {
		m, err := l.once(queries)
		if err != nil {
			return m, err
		}
		if i >= 2 {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b Measured) int { return int(a.wall - b.wall) })
	return all[len(all)/2], nil
}

// once runs the queries.
func (l *Kernels) once(queries []string) (m Measured, err error) {
	began := time.Now()
	answers := l.Session.Together(l.ctx, queries)
	m.wall = time.Since(began)
	for _, a := range answers {
		if a.Err != nil {
			return m, a.Err
		}
		m.Answers = append(m.Answers, Text(a.Result))
	}
	s := answers[0].Result.Report.Scan
	m.push, m.bytes = s.Push, s.Bytes
	for _, w := range s.Waves {
		m.path += longestPath(w)
		m.Kernels, m.Batches = len(w.Kernels), len(w.Wave.Batches)
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

// Text is a result as text, as Measured has it.
func Text(r *result.Set) string {
	var b strings.Builder
	for row := range r.Rows.Len {
		for c := range r.Columns {
			text, null := r.Text(row, c)
			fmt.Fprintf(&b, "%s,%v;", text, null)
		}
	}
	return b.String()
}
