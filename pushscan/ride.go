package pushscan

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"gsdms/operators"
	"gsdms/plan"
)

// ride is one run on a stream and the subscriptions that share its result. It is born
// in a mailbox (guarded by the hub's lock), owned by the stream from admission until
// done is closed, and by its subscriptions afterwards.
type ride struct {
	run    operators.Run
	as     Granularity       // that its subscriptions ask for
	live   *operators.BitSet // segments where the zone maps admit a match; nil: all
	left   int               // chunks still to see
	opened time.Time
	report Report

	wanted atomic.Int32 // subscriptions that want the result
	held   atomic.Int32 // subscriptions that have not let go of the run
	done   chan struct{}
	err    error // set before done is closed

	collecting sync.Once
	rows       *plan.Rows
}

// newRide makes a ride with its first subscription, which has come now.
func newRide(run operators.Run, as Granularity, now time.Time) *ride {
	r := &ride{run: run, as: as, opened: now, done: make(chan struct{})}
	r.wanted.Store(1)
	r.held.Store(1)
	return r
}

func (r *ride) program() *operators.Program { return r.run.Program() }

// join adds a subscription while the ride is still in its mailbox. A ride that nobody
// wants any more is not joined: it has been stopped.
func (r *ride) join() bool {
	for n := r.wanted.Load(); n > 0; n = r.wanted.Load() {
		if r.wanted.CompareAndSwap(n, n+1) {
			r.held.Add(1)
			return true
		}
	}
	return false
}

// leave takes a subscription's wish back; the last one stops the run.
func (r *ride) leave(cause error) {
	if r.wanted.Add(-1) > 0 {
		return
	}
	if s, ok := r.run.(operators.Stopper); ok {
		s.Stop(cause)
	}
}

// finish hands the ride over to its subscriptions.
func (r *ride) finish(err error) {
	r.err = err
	close(r.done)
}

// abandoned reports whether nobody wants the result any more.
func (r *ride) abandoned() bool { return r.wanted.Load() <= 0 }

// collect gives the run's rows, made once.
func (r *ride) collect(ctx context.Context) (*plan.Rows, error) {
	r.collecting.Do(func() {
		if r.err == nil {
			r.rows, r.err = r.run.Collect(ctx)
		}
	})
	return r.rows, r.err
}

// letGo is called once by each subscription; the last one closes the run.
func (r *ride) letGo() {
	if r.held.Add(-1) == 0 {
		r.run.Close()
	}
}

// Subscription is a query's place on a stream.
type Subscription struct{ ride *ride }

// Wait returns the rows of the query when it has seen every chunk; they are shared and
// must not be changed. When ctx ends first, the query leaves at the next chunk
// boundary, or sooner if its run can be stopped, and Wait returns the context's cause.
// To be called exactly once.
func (s *Subscription) Wait(ctx context.Context) (*plan.Rows, error) {
	defer s.ride.letGo()
	select {
	case <-s.ride.done:
	case <-ctx.Done():
		s.ride.leave(context.Cause(ctx))
		<-s.ride.done
		return nil, context.Cause(ctx)
	}
	// The result is shared, so another's cancelled context must not spoil it.
	return s.ride.collect(context.WithoutCancel(ctx))
}

// Report says what the scan did for the query. Valid after Wait.
func (s *Subscription) Report() Report { return s.ride.report }
