package cpu

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/spill"
	"gsdms/plan"
)

// run is one execution of a program. Each worker has a state of its own in it; the
// states meet in Collect.
type run struct {
	backend *Backend
	program *operators.Program
	code    *code
	budget  budget
	states  []*state // by worker, nil where it has not met the run
	err     atomic.Pointer[error]
	front   front // rows
	top     *top  // nil: all rows are wanted
	closed  bool
	adding  sync.Mutex // of sums of distinct values

	gathered *gathered   // groups that are not dense
	pairs    []*gathered // by distinct fold: the pairs of group and value
	common   [][]uint64  // by distinct fold: the bits that the workers have in common
	rows     *plan.Rows  // of groups: the result, once it has been collected

	space   *spill.Space // nil: nothing is written
	spilled *spill.Rows  // the result, where memory has no room for it
}

// state is what one worker has of one run.
type state struct {
	machine.State
	run    *run
	groups *sunk
	row    int    // of the table: the first of the morsel at hand
	open   *piece // rows of that morsel

	lastRows int  // of the last piece
	first    heap // places of the first rows, where there is a top
}

// Program returns the program.
func (r *run) Program() *operators.Program { return r.program }

// Err is the error that ended the run, nil while it is well.
func (r *run) Err() error {
	if p := r.err.Load(); p != nil {
		return *p
	}
	return nil
}

// Enough reports whether a LIMIT is filled by the rows before row.
func (r *run) Enough(row int) bool { return !r.front.needs(row) }

// Emitted is the bytes that the rows take which have been emitted.
func (r *run) Emitted() int64 { return r.budget.used.Load() }

// fail ends the run; the first error stays.
func (r *run) fail(err error) {
	err = fmt.Errorf("query %s: %w", r.program.Name, err)
	r.err.CompareAndSwap(nil, &err)
}

// Stop ends the run at the next vector, or the next batch of pairs of a probe: one row
// can have millions of partners.
func (r *run) Stop(err error) { r.fail(err) }

// state returns the worker's state, made at first use.
func (r *run) state(worker int) *state {
	if s := r.states[worker]; s != nil {
		return s
	}
	s := newState(r)
	r.states[worker] = s
	return s
}

func newState(r *run) *state {
	s := &state{run: r, State: machine.State{Counts: make([]int64, len(r.code.Names))}}
	s.Owner, s.Sink = s, s
	if r.code.groups != nil {
		s.groups = newSunk(r)
		s.Sink = s.groups
	}
	return s
}

// Err is what has ended the run, nil while it is well.
func (s *state) Err() error { return s.run.Err() }

// Collect merges what the workers have.
func (r *run) Collect(ctx context.Context) (*plan.Rows, error) {
	if err := r.Err(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.closed {
		return nil, fmt.Errorf("query %s: collected after it was closed", r.program.Name)
	}
	rows, err := r.collected(ctx)
	if err != nil {
		r.fail(err)
		return nil, r.Err()
	}
	return rows, nil
}

func (r *run) collected(ctx context.Context) (rows *plan.Rows, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicError(p)
		}
	}()
	if r.code.groups != nil {
		return r.collectGroups(ctx)
	}
	return r.collectRows(ctx)
}

// Close gives the accumulators back. A run may be closed more than once.
func (r *run) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	for _, s := range r.states {
		if s != nil && s.groups != nil {
			s.groups.release()
		}
	}
	r.states, r.front.pieces = nil, nil
	if r.gathered != nil {
		r.gathered.closeFile()
	}
	r.spilled.Release()
	r.gathered, r.pairs, r.common, r.rows, r.spilled = nil, nil, nil, nil, nil
	r.budget.release()
	return nil
}

// Counts gives the rows that left each step, over all workers.
func (r *run) Counts() []operators.StepCount {
	counts := make([]operators.StepCount, len(r.code.Names))
	for i, name := range r.code.Names {
		counts[i].Step = name
		for _, s := range r.states {
			if s != nil {
				counts[i].Rows += s.Counts[i]
			}
		}
	}
	return counts
}
