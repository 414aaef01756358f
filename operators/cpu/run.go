package cpu

import (
	"context"
	"fmt"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/cpu/budget"
	"gsdms/operators/cpu/groups"
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
	budget  budget.Budget
	states  []*state // by worker, nil where it has not met the run
	err     atomic.Pointer[error]
	front   front // rows
	top     *top  // nil: all rows are wanted
	closed  bool
	tally   *tally // of its part of the kernels that it rode in, and of Collect
	pace    pace
	home    int // 1 + the worker that had its turn last, if it was a whole one

	registers int64       // bytes, with the first rows of parts
	groups    *groups.Run // nil: rows are emitted
}

// state is what one worker has of one run.
type state struct {
	machine.State
	run    *run
	groups *groups.Sunk
	row    int    // of the table: the first of the morsel at hand
	of     int    // rows of the table that it has, where a limit skips some
	open   *piece // rows of that morsel

	skipped int64 // of its first rows, which a limit skips in any case
	passed  int   // so many of them so far
	needed  int64 // of its rows, with those skipped

	given    int  // rows of the pieces of that morsel that are ended
	lastRows int  // of the last morsel
	first    heap // places of the first rows, where there is a top
	ties     ties
	parts    []uint64 // the same of each part, where there is one of parts
	keys     firstKeys
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
func (r *run) Emitted() int64 { return r.budget.Used.Load() - r.registers }

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
	var own *groups.Sunk
	if r.groups != nil {
		own = r.groups.Worker(worker)
	}
	s := newState(r, own)
	r.states[worker] = s
	return s
}

// newState makes a state with groups of a worker, nil where rows are emitted.
func newState(r *run, own *groups.Sunk) *state {
	s := &state{run: r, groups: own, State: machine.State{Counts: make([]int64, len(r.code.Names))}}
	s.Owner, s.Sink = s, s
	if own != nil {
		s.Sink = own
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
	rows, err := r.collected(r.tally.counting(ctx))
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
	if r.groups != nil {
		return r.groups.Collect(ctx)
	}
	return r.collectRows(ctx)
}

// Close gives the accumulators back. A run may be closed more than once.
func (r *run) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	if r.groups != nil {
		r.groups.Close()
	}
	r.states, r.front.pieces = nil, nil
	r.budget.Release()
	return nil
}

// SpillTo is of operators.Spilling: only groups are written.
func (r *run) SpillTo(s *spill.Space) {
	if r.groups != nil {
		r.groups.Space = s
	}
}

// Spilled is of operators.Spilling.
func (r *run) Spilled() *spill.Rows {
	if r.groups == nil {
		return nil
	}
	return r.groups.Spilled
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

// ChargeTo has the run's memory count in an account.
func (r *run) ChargeTo(a *operators.Account) error {
	if err := a.Charge(r.budget.Used.Load()); err != nil {
		return err
	}
	r.budget.Used.Above = a
	return nil
}
