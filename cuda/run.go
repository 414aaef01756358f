package cuda

import (
	"context"
	"fmt"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/plan"
)

// run is one execution of a program: its accumulators on the device and, for emitted
// rows, what has come from there so far.
type run struct {
	backend *Backend
	program *operators.Program
	memory  int64
	layout  *stateLayout
	at      Ptr
	queue   Queue
	settled bool // the accumulators are known to be cleared
	err     atomic.Pointer[error]
	out     outbox
	copy    []uint64 // of a small state, made by Collect
}

// What can end a run, as bits of its error word; the kernels' prelude has them, too.
const (
	failedRange = 1
	failedFull  = 2
)

// Program returns the program.
func (r *run) Program() *operators.Program { return r.program }

// Err is the error that ended the run.
func (r *run) Err() error {
	if p := r.err.Load(); p != nil {
		return *p
	}
	return nil
}

func (r *run) fail(err error) {
	err = fmt.Errorf("query %s: %w", r.program.Name, err)
	r.err.CompareAndSwap(nil, &err)
}

// address is what a kernel's parameter for a region holds: where it lies, or a number.
func (r *run) address(reg Region) uint64 {
	switch reg.Kind {
	case EmitData:
		return uint64(r.out.at)
	case EmitRoom:
		return uint64(r.out.room)
	case SlotMask, SetMask:
		return r.layout.numbers[reg]
	}
	return uint64(r.at) + uint64(8*r.layout.at[reg])
}

// settle waits until the accumulators are cleared, before the first launch.
func (r *run) settle() error {
	if r.settled {
		return nil
	}
	r.settled = true
	_, err := r.queue.Wait()
	return err
}

// smallState is the words up to which Collect copies a state as one.
const smallState = 1 << 17

// words copies a region of the state from the device.
func (r *run) words(reg Region, n int64) ([]uint64, error) {
	at := r.layout.at[reg]
	if r.copy != nil {
		return r.copy[at : at+n], nil
	}
	return r.copyOut(at, n)
}

func (r *run) copyOut(at, n int64) ([]uint64, error) {
	out := make([]uint64, n)
	if err := r.queue.CopyOut(wordBytes(out), r.at+Ptr(8*at)); err != nil {
		return nil, err
	}
	_, err := r.queue.Wait()
	return out, err
}

// check reads the error word.
func (r *run) check() error {
	word, err := r.words(Region{Kind: ErrorWord}, 1)
	switch {
	case err != nil:
		return err
	case word[0]&failedFull != 0:
		return fmt.Errorf("more groups or distinct values than --query-memory %d has room for", r.memory)
	case word[0]&failedRange != 0:
		return &plan.RangeError{}
	}
	return nil
}

// Collect copies the accumulators and makes rows of them.
func (r *run) Collect(ctx context.Context) (rows *plan.Rows, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	if r.layout.words <= smallState {
		if r.copy, err = r.copyOut(0, r.layout.words); err != nil {
			return nil, err
		}
	}
	if err := r.check(); err != nil {
		r.fail(err)
		return nil, r.Err()
	}
	if e, ok := r.program.Sink.(*operators.Emit); ok {
		return r.out.rows(r.program, e), nil
	}
	return r.groups(r.program.Sink.(*operators.Groups))
}

// Close frees the accumulators.
func (r *run) Close() error {
	_, err := r.queue.Wait()
	r.backend.queues.put(r.queue)
	r.backend.blocks.free(r.at)
	if r.out.at != 0 {
		r.backend.blocks.free(r.out.at)
	}
	return err
}
