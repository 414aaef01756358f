package team

import (
	"context"
	"runtime"
	"sync/atomic"

	"gsdms/operators"
)

// ChunkRows is how many rows are worked on at once: a column of them is 64 KiB, so that
// the few of an expression stay in a core's second cache.
const ChunkRows = 8192

// Chunks is the number of chunks that n rows are.
func Chunks(n int) int { return (n + ChunkRows - 1) / ChunkRows }

// pausedRows is how many rows are computed one by one between two pauses.
const pausedRows = 64

// Team is the goroutines of a run: one is there from the beginning, others come for tasks that can be
// shared. Its methods are safe for concurrent use.
type Team struct {
	Threads int // goroutines at most
	ctx     context.Context
	turns   operators.Turns
	ledger
}

// New makes a team of so many goroutines, 0 being one for each processor, which works until ctx is done
// and is charged by charge for the memory that it takes; nil charges nothing.
func New(ctx context.Context, threads int, charge func(bytes int64) error) *Team {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return &Team{Threads: threads, ctx: ctx, turns: operators.TurnsOf(ctx), ledger: ledger{charge: charge}}
}

// Spread calls work for tasks 0 … n-1, in that order of beginning, each on one of the
// team's goroutines; worker, below Threads, is that goroutine's number. The first error,
// by the order of the tasks, ends it, and so does a done context.
func (t *Team) Spread(n int, work func(worker, task int) error) error {
	if n <= 1 {
		return t.alone(n, work)
	}
	var next atomic.Int64
	var failed atomic.Bool
	tasks := make([]int, t.Threads)
	errs := operators.SpreadIn(t.ctx, min(t.Threads, n), func(_ context.Context, worker int) error {
		for !failed.Load() {
			task := int(next.Add(1)) - 1
			if task >= n {
				break
			}
			tasks[worker] = task
			err := t.Stopped()
			if err == nil {
				err = work(worker, task)
			}
			if err != nil {
				failed.Store(true)
				return err
			}
		}
		return nil
	})
	var first error
	at := n
	for worker, err := range errs {
		if err != nil && tasks[worker] < at {
			first, at = err, tasks[worker]
		}
	}
	return first
}

// alone is Spread of one task or of none: most results have few rows, for which making ready to
// share them would cost more than they do.
func (t *Team) alone(n int, work func(worker, task int) error) error {
	if n == 0 {
		return nil
	}
	if err := t.Stopped(); err != nil {
		return err
	}
	return operators.Guarded(func() error { return work(0, 0) })
}

// Stopped is the context's cause once it is done. Who asks pauses when its turn is over.
func (t *Team) Stopped() error {
	t.turns.Pause()
	if t.ctx.Err() != nil {
		return context.Cause(t.ctx)
	}
	return nil
}

// AtRow is Stopped for who computes row i by itself: one row of long texts may take milliseconds, so
// the context is looked at before each, and a turn may end every so many rows.
func (t *Team) AtRow(i int) error {
	if i%pausedRows == 0 || t.ctx.Err() != nil {
		return t.Stopped()
	}
	return nil
}

// Blocks cuts n rows into a part for each goroutine, but for few rows.
func (t *Team) Blocks(n int) int { return max(1, min(t.Threads, Chunks(n))) }

// InBlock calls work for the rows [lo, hi) of a part of n rows, a chunk at a time.
func (t *Team) InBlock(block, blocks, n int, work func(lo, hi int)) error {
	end := (block + 1) * n / blocks
	for lo := block * n / blocks; lo < end; lo += ChunkRows {
		if err := t.Stopped(); err != nil {
			return err
		}
		work(lo, min(lo+ChunkRows, end))
	}
	return nil
}
