package tail

import (
	"context"
	"sync/atomic"

	"gsdms/operators"
)

// chunkRows is how many rows are worked on at once: a column of them is 64 KiB, so that
// the few of an expression stay in a core's second cache.
const chunkRows = 8192

// chunks is the number of chunks of the rows left.
func (r *runner) chunks() int { return chunksOf(r.count()) }

func chunksOf(n int) int { return (n + chunkRows - 1) / chunkRows }

// each calls work for the chunks of the rows left.
func (r *runner) each(work func(worker, chunk int) error) error { return r.spread(r.chunks(), work) }

// spread calls work for tasks 0 … n-1, in that order of beginning, each on one of the
// run's goroutines; worker, below r.threads, is that goroutine's number. The first error,
// by the order of the tasks, ends it, and so does a done context.
func (r *runner) spread(n int, work func(worker, task int) error) error {
	if n <= 1 {
		return r.alone(n, work)
	}
	var next atomic.Int64
	var failed atomic.Bool
	tasks := make([]int, r.threads)
	errs := operators.SpreadIn(r.ctx, min(r.threads, n), func(_ context.Context, worker int) error {
		for !failed.Load() {
			task := int(next.Add(1)) - 1
			if task >= n {
				break
			}
			tasks[worker] = task
			err := r.stopped()
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

// alone is spread of one task or of none: most results have few rows, for which making ready to
// share them would cost more than they do.
func (r *runner) alone(n int, work func(worker, task int) error) error {
	if n == 0 {
		return nil
	}
	if err := r.stopped(); err != nil {
		return err
	}
	return operators.Guarded(func() error { return work(0, 0) })
}

// stopped is the context's cause once it is done. Who asks pauses when its turn is over.
func (r *runner) stopped() error {
	r.turns.Pause()
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	return nil
}

// atRow is stopped for who computes row i by itself: one row of long texts may take milliseconds, so
// the context is looked at before each, and a turn may end every so many rows.
func (r *runner) atRow(i int) error {
	if i%scalarRows == 0 || r.ctx.Err() != nil {
		return r.stopped()
	}
	return nil
}

// blocks cuts n rows into a part for each goroutine, but for few rows.
func (r *runner) blocks(n int) int { return max(1, min(r.threads, chunksOf(n))) }

// inBlock calls work for the rows [lo, hi) of a part of n rows, a chunk at a time.
func (r *runner) inBlock(block, blocks, n int, work func(lo, hi int)) error {
	end := (block + 1) * n / blocks
	for lo := block * n / blocks; lo < end; lo += chunkRows {
		if err := r.stopped(); err != nil {
			return err
		}
		work(lo, min(lo+chunkRows, end))
	}
	return nil
}
