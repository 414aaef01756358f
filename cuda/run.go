package cuda

import (
	"context"
	"fmt"
	"sync/atomic"
	"unsafe"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// run is one execution of a program: its accumulators on the device and, for emitted
// rows, what has come from there so far.
type run struct {
	backend *Backend
	program *operators.Program
	memory  int64
	layout  *codegen.Layout
	state   *memory.State // the accumulators
	cleared bool          // a kernel's queue has cleared them
	queue   device.Queue  // for copies of its own; nil until the first
	err     atomic.Pointer[error]
	out     outbox
}

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

// address is what a kernel's parameter for a section holds: where it lies, or a number. A stamp is
// of one launch: each time another.
func (r *run) address(reg codegen.Section) uint64 {
	switch reg.Kind {
	case codegen.EmitData:
		return uint64(r.out.at)
	case codegen.EmitRoom:
		return uint64(r.out.room)
	case codegen.EmitStamp:
		r.out.stamp = 2 * r.backend.stamps.Add(1)
		return uint64(r.out.stamp)
	case codegen.SlotMask, codegen.SetMask:
		return r.layout.Number(reg)
	}
	return uint64(r.state.At) + uint64(8*r.layout.At(reg))
}

// words gives a section of the state as the last launch has left it.
func (r *run) words(reg codegen.Section, n int64) ([]uint64, error) {
	at := r.layout.At(reg)
	if r.state.Shadow != nil {
		return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(r.state.Shadow))), r.layout.Words)[at : at+n], nil
	}
	q, err := r.own()
	if err != nil {
		return nil, err
	}
	out := make([]uint64, n)
	if err := q.CopyOut(memory.Bytes(out), r.state.At+device.Ptr(8*at)); err != nil {
		return nil, err
	}
	_, err = q.Wait()
	return out, err
}

// own gives the run's own queue.
func (r *run) own() (q device.Queue, err error) {
	if r.queue == nil {
		if q, err = r.backend.queues.get(); err != nil {
			return nil, err
		}
		r.queue = q
	}
	return r.queue, nil
}

// rest makes the accumulators of a run that was never launched: all zero.
func (r *run) rest() error {
	if r.cleared {
		return nil
	}
	if r.state.Shadow != nil {
		clear(r.state.Shadow)
		return nil
	}
	q, err := r.own()
	if err != nil {
		return err
	}
	if err := q.Clear(r.state.At, r.layout.Words*8); err != nil {
		return err
	}
	_, err = q.Wait()
	return err
}

// check reads the error word.
func (r *run) check() error {
	word, err := r.words(codegen.Section{Kind: codegen.ErrorWord}, 1)
	switch {
	case err != nil:
		return err
	case word[0]&codegen.FailedFull != 0 && r.layout.Tight:
		r.backend.generator.Outgrow(r.program, r.memory)
		return &operators.Refused{Why: "more groups came than were expected", Again: true}
	case word[0]&codegen.FailedFull != 0:
		return &operators.Refused{Why: fmt.Sprintf("there are more groups or distinct values than there is room for in the %d bytes that --query-memory and a quarter of the device allow", r.memory)}
	case word[0]&codegen.FailedRange != 0:
		return &plan.RangeError{}
	case word[0]&codegen.FailedMany != 0:
		return fault.Errorf(fault.CodeManyRows, "Subquery returns more than 1 row")
	}
	return nil
}

// Prompt implements operators.Prompt: the last launch's queue has copied small accumulators.
func (r *run) Prompt() bool {
	_, groups := r.program.Sink.(*operators.Groups)
	return groups && r.state.Shadow != nil
}

// Collect makes rows of the accumulators.
func (r *run) Collect(ctx context.Context) (rows *plan.Rows, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	if err := r.rest(); err != nil {
		return nil, err
	}
	if err := r.check(); err != nil {
		r.fail(err)
		return nil, r.Err()
	}
	if e, ok := r.program.Sink.(*operators.Emit); ok {
		return r.out.rows(r.program, e), nil
	}
	return r.groups(ctx, r.program.Sink.(*operators.Groups))
}

// Close frees the accumulators.
func (r *run) Close() (err error) {
	if r.queue != nil {
		_, err = r.queue.Wait()
		r.backend.queues.put(r.queue)
	}
	r.state.Release()
	if r.out.at != 0 {
		r.backend.memory.Free(r.out.at)
	}
	r.backend.users.Add(-1)
	return err
}
