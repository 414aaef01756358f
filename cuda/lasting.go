package cuda

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/operators"
	"gsdms/operators/analysis"
	"gsdms/optimizer"
)

// Lasting is a backend that outlives failures of its device: the queries that are on the
// device when it fails end with ErrLost, and when the last of them is closed the next
// query opens the device anew. (NVIDIA's driver refuses that to a process whose kernel has
// read an illegal address; every query then ends with an error that says so.) What one Backend has made never meets another, because
// the next one comes after everything of the last is closed. Safe for concurrent use.
type Lasting struct {
	open    func() (device.Device, error)
	options Options
	rows    int
	limits  optimizer.Device

	mu  sync.Mutex
	now *Backend // nil when the device could not be opened again
}

// Open makes a backend on the device that open gives, now and after each failure.
func Open(open func() (device.Device, error), o Options) (*Lasting, error) {
	l := &Lasting{open: open, options: o}
	if err := l.start(); err != nil {
		return nil, err
	}
	l.rows, l.limits = l.now.ChunkRows(), l.now.Device()
	return l, nil
}

func (l *Lasting) start() error {
	d, err := l.open()
	if err != nil {
		return err
	}
	l.now, err = New(d, l.options)
	return err
}

// How long a query waits for those that a failure has ended to be closed, and how often
// it looks: they have failed and are on their way out.
const (
	drainTime = 2 * time.Second
	drainLook = 5 * time.Millisecond
)

// well gives the backend, made anew if the device has failed.
func (l *Lasting) well(ctx context.Context) (*Backend, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now != nil && !l.now.device.Lost() {
		return l.now, nil
	}
	if err := l.drained(ctx); err != nil {
		return nil, err
	}
	if l.now != nil {
		_ = l.now.Close() // of a device that has failed already
		l.now = nil
	}
	if err := l.start(); err != nil {
		return nil, fmt.Errorf("the device has failed and cannot be opened again: start the program again, or use --backend cpu: %w", err)
	}
	return l.now, nil
}

// drained waits until nothing of the failed backend is in use.
func (l *Lasting) drained(ctx context.Context) error {
	if l.now == nil {
		return nil
	}
	for end := time.Now().Add(drainTime); l.now.inUse(); {
		if time.Now().After(end) {
			return fmt.Errorf("queries that it ended are still being closed; ask again when they are: %w", device.ErrLost)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(drainLook):
		}
	}
	return nil
}

// current gives the backend as it is.
func (l *Lasting) current() (*Backend, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now == nil {
		return nil, device.ErrLost
	}
	return l.now, nil
}

// ChunkRows is the rows that a stream should push at once.
func (l *Lasting) ChunkRows() int { return l.rows }

// LeavesGroups implements operators.Leaver.
func (l *Lasting) LeavesGroups() {}

// Device describes the device's limits.
func (l *Lasting) Device() optimizer.Device { return l.limits }

// Open starts a run.
func (l *Lasting) Open(ctx context.Context, p *operators.Program, memory int64) (operators.Run, error) {
	b, err := l.well(ctx)
	if err != nil {
		return nil, err
	}
	return b.Open(ctx, p, memory)
}

// OpenAll starts several runs, of one Backend.
func (l *Lasting) OpenAll(ctx context.Context, memory int64, programs ...*operators.Program) ([]operators.Run, error) {
	b, err := l.well(ctx)
	if err != nil {
		return nil, err
	}
	return b.OpenAll(ctx, memory, programs...)
}

// Prepare makes a kernel of runs, which are of one Backend: while there is one of a
// failed device, Open makes none of the next.
func (l *Lasting) Prepare(ctx context.Context, runs ...operators.Run) (operators.Kernel, error) {
	return runs[0].(*run).backend.Prepare(ctx, runs...)
}

// Split says which runs share a kernel.
func (l *Lasting) Split(runs []operators.Run) [][]operators.Run { return split(runs) }

// Wave joins kernels, which are of one Backend.
func (l *Lasting) Wave(ctx context.Context, kernels []operators.Kernel, plan optimizer.Wave) (operators.Wave, error) {
	k, ok := kernels[0].(*kernel)
	if !ok {
		return nil, nil
	}
	return k.backend.Wave(ctx, kernels, plan)
}

// Stages makes a kernel for each operator of a run.
func (l *Lasting) Stages(ctx context.Context, r operators.Run) ([]operators.Kernel, error) {
	return r.(*run).backend.Stages(ctx, r)
}

// KernelBytes and StageBytes implement operators.Costed.
func (l *Lasting) KernelBytes(rows int64, programs ...*operators.Program) int64 {
	return codegen.KernelBytes(rows, programs)
}

func (l *Lasting) StageBytes(rows int64, p *operators.Program) []int64 {
	return codegen.StageBytes(rows, p)
}

// Forecast implements operators.Forecaster. A device that has failed gets the program, and tries again.
func (l *Lasting) Forecast(p *operators.Program) operators.Forecast {
	b, err := l.current()
	if err != nil {
		return operators.Forecast{}
	}
	return b.Forecast(p)
}

// CountPairs and ForecastPairs implement analysis.PairCounter.
func (l *Lasting) CountPairs(ctx context.Context, p *analysis.Pairs, memory int64) ([]int64, error) {
	b, err := l.well(ctx)
	if err != nil {
		return nil, err
	}
	return b.CountPairs(ctx, p, memory)
}

func (l *Lasting) ForecastPairs(p *analysis.Pairs) float64 {
	b, err := l.current()
	if err != nil {
		return 0
	}
	return b.ForecastPairs(p)
}

// HoldPoints and ForecastNearest implement analysis.NearestFinder.
func (l *Lasting) HoldPoints(ctx context.Context, columns [][]float64, memory int64) (analysis.Held, error) {
	b, err := l.well(ctx)
	if err != nil {
		return nil, err
	}
	return b.HoldPoints(ctx, columns, memory)
}

func (l *Lasting) ForecastNearest(points, columns, centres, rounds int) float64 {
	b, err := l.current()
	if err != nil {
		return 0
	}
	return b.ForecastNearest(points, columns, centres, rounds)
}

// BeginProduct and ForecastProduct implement analysis.Multiplier.
func (l *Lasting) BeginProduct(ctx context.Context, f analysis.Factors, memory int64) (analysis.Multiplication, error) {
	b, err := l.well(ctx)
	if err != nil {
		return nil, err
	}
	return b.BeginProduct(ctx, f, memory)
}

func (l *Lasting) ForecastProduct(f analysis.Factors, rows int) float64 {
	b, err := l.current()
	if err != nil {
		return 0
	}
	return b.ForecastProduct(f, rows)
}

// Ready, Make and Settle implement operators.Maker.
func (l *Lasting) Ready(programs ...*operators.Program) bool {
	b, err := l.current()
	return err != nil || b.Ready(programs...)
}

func (l *Lasting) Make(ctx context.Context, programs ...*operators.Program) error {
	b, err := l.well(ctx)
	if err != nil {
		return err
	}
	return b.Make(ctx, programs...)
}

func (l *Lasting) Settle(ctx context.Context) (waited bool) {
	b, err := l.current()
	return err == nil && b.Settle(ctx)
}

// Load readies a chunk.
func (l *Lasting) Load(ctx context.Context, ref operators.ChunkRef, columns operators.Columns) (operators.Chunk, error) {
	b, err := l.current()
	if err != nil {
		return nil, err
	}
	return b.Load(ctx, ref, columns)
}

// Copied is the bytes that have gone to the device since it was opened, but for
// parameters of launches.
func (l *Lasting) Copied() int64 {
	b, err := l.current()
	if err != nil {
		return 0
	}
	return b.memory.Copied()
}

// Close closes the device.
func (l *Lasting) Close() error {
	b, err := l.current()
	if errors.Is(err, device.ErrLost) {
		return nil
	}
	return b.Close()
}
