package cpu

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"time"

	"gsdms/operators"
	"gsdms/operators/cpu/budget"
	"gsdms/operators/cpu/groups"
	"gsdms/operators/simd"
	"gsdms/optimizer"
	"gsdms/plan"
)

// Options sets how the backend runs. The zero value asks for the defaults.
type Options struct {
	Threads  int  // workers; default GOMAXPROCS
	Morsel   int  // rows that a worker takes at once; default a segment
	Vector   int  // rows that a filter looks at together, at most 65,536; default 16,384
	Batch    int  // surviving rows that the body works on together; default 1,024
	Refine   int  // test filters row by row when fewer than one row in so many is left; default by what the kernels cost
	Groups   int  // keys of a worker's table of groups that are not dense, and what else of them is kept together; default what the caches hold
	Spill    bool // write what waits to be grouped to files at once, and not only where memory is short
	NoSIMD   bool // plain Go kernels even where there are better ones
	NoZones  bool // do not skip segments by a run's own zone maps
	NoFuse   bool // run the body instruction by instruction, without the fused paths
	Masks    Masks
	Families Families
}

// Masks says when the filters of many runs are tested together, by masks: the zero value
// where that is cheaper.
type Masks int

// The other values are for tests and measurements.
const (
	MasksByCost Masks = iota
	MasksAlways
	MasksNever
)

// Measured on the benchmark's data: 16 Ki rows keep the bitmaps of a hundred filters
// and one column in a 1 MiB L2; larger vectors gain nothing (5.0 ms for 13 queries
// against 5.7 with 8 Ki and 4.6 with 32 Ki), smaller ones lose by their fixed cost.
const (
	defaultVector = 16384
	defaultBatch  = 1024
	maxVector     = 65536 // positions have 16 bits
)

// assumedL2 is what Device reports as the L2 cache of a core.
const assumedL2 = 1 << 20

func (o Options) filled() (Options, error) {
	for _, n := range []struct {
		value     *int
		otherwise int
		name      string
	}{
		{&o.Threads, runtime.GOMAXPROCS(0), "Threads"}, {&o.Morsel, plan.SegmentRows, "Morsel"},
		{&o.Vector, defaultVector, "Vector"}, {&o.Batch, defaultBatch, "Batch"},
		{&o.Refine, 0, "Refine"}, {&o.Groups, 0, "Groups"},
	} {
		if *n.value == 0 {
			*n.value = n.otherwise
		}
		if *n.value < 0 {
			return o, fmt.Errorf("cpu backend: %s is %d: it must not be negative", n.name, *n.value)
		}
	}
	o.Vector = min(o.Vector, maxVector, o.Morsel)
	o.Batch = min(o.Batch, o.Vector)
	return o, nil
}

// Backend is an operators.Backend on the processor. It is safe for concurrent use by
// several streams.
type Backend struct {
	options Options
	kernels *simd.Kernels
	pool    *pool
	spare   budget.Spare
	groups  groups.Host // of runs of groups
	folders sync.Pool   // of those who do a part of a Collect themselves
}

// New starts the workers. The caller closes the backend.
func New(o Options) (*Backend, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	b := &Backend{options: o, kernels: simd.Best()}
	if o.NoSIMD {
		b.kernels = simd.Plain()
	}
	b.pool = newPool(o.Threads, func() *worker { return newWorker(o, b.kernels) })
	b.groups = groups.Host{Threads: o.Threads, Groups: o.Groups, Spill: o.Spill, Spare: &b.spare, Kernels: b.kernels, Spread: b.spread}
	return b, nil
}

// FoldsPairs reports that pairs are folded.
func (b *Backend) FoldsPairs() bool { return true }

// KeepUnder implements operators.Keeping.
func (b *Backend) KeepUnder(a *operators.Account) { b.spare.Under(a) }

// Forget implements operators.Keeping.
func (b *Backend) Forget() { b.spare.Forget() }

// Device is the processor: each worker is a multiprocessor, its L2 cache the shared
// memory.
func (b *Backend) Device() optimizer.Device {
	return optimizer.CPU("cpu", b.options.Threads, assumedL2)
}

// Slice is how long a kernel has a processor while others wait for one.
func (b *Backend) Slice() time.Duration { return slice }

// Open starts a run of a program. memory is the most bytes that its accumulators and
// rows may take; 0 or less is no limit.
func (b *Backend) Open(ctx context.Context, p *operators.Program, memory int64) (operators.Run, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	code, err := b.code(p)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", p.Name, err)
	}
	r := &run{backend: b, program: p, code: code, budget: budget.Budget{Limit: memory}, states: make([]*state, b.options.Threads), tally: b.pool.newTally(), top: newTop(code.ranking)}
	r.registers = int64(b.options.Threads) * (code.Extra(b.options.Batch) + code.parts.bytes())
	if err := r.budget.Charge(r.registers); err != nil {
		return nil, fmt.Errorf("open %s: %w", p.Name, err)
	}
	r.front.bound.Store(math.MaxInt64)
	if code.groups != nil {
		r.groups = groups.NewRun(&b.groups, code.groups, &r.budget)
		if err := r.groups.Reserve(); err != nil {
			return nil, fmt.Errorf("open %s: %w", p.Name, err)
		}
	}
	return r, nil
}

// code is a program as the workers run it: lowered when it is first opened, and kept with it.
func (b *Backend) code(p *operators.Program) (*code, error) {
	return operators.Kept(p, b, func() (*code, error) { return lower(p, b.options, &b.groups) })
}

// Prepare makes the kernel of the runs, which must be of one table and of this backend.
func (b *Backend) Prepare(ctx context.Context, runs ...operators.Run) (operators.Kernel, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("prepare a kernel: no runs")
	}
	own := make([]*run, len(runs))
	for i, r := range runs {
		mine, ok := r.(*run)
		if !ok || mine.backend != b {
			return nil, fmt.Errorf("prepare %s: the run is not of this backend", r.Program().Name)
		}
		own[i] = mine
		if mine.program.Table != own[0].program.Table {
			return nil, fmt.Errorf("prepare %s: the runs of a kernel read one table", mine.program.Name)
		}
	}
	return newKernel(b, own), nil
}

// Close ends the workers.
func (b *Backend) Close() error {
	b.pool.close()
	return nil
}
