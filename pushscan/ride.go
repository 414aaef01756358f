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
	live   []bool // per segment: the zone maps admit a match
	left   int    // chunks still to see
	opened time.Time
	joined time.Time
	report Report

	wanted atomic.Int32 // subscriptions that want the result
	held   atomic.Int32 // subscriptions that have not let go of the run
	done   chan struct{}
	err    error // set before done is closed

	collecting sync.Once
	rows       *plan.Rows
}

func newRide(run operators.Run) *ride {
	return &ride{run: run, opened: time.Now(), done: make(chan struct{})}
}

func (r *ride) program() *operators.Program { return r.run.Program() }

// subscribe adds a subscription; the ride is still in its mailbox.
func (r *ride) subscribe() *Subscription {
	r.wanted.Add(1)
	r.held.Add(1)
	return &Subscription{ride: r}
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
// boundary and Wait returns the context's cause. To be called exactly once.
func (s *Subscription) Wait(ctx context.Context) (*plan.Rows, error) {
	defer s.ride.letGo()
	select {
	case <-s.ride.done:
	case <-ctx.Done():
		s.ride.wanted.Add(-1)
		<-s.ride.done
		return nil, context.Cause(ctx)
	}
	// The result is shared, so another's cancelled context must not spoil it.
	return s.ride.collect(context.WithoutCancel(ctx))
}

// Report says what the scan did for the query. Valid after Wait.
func (s *Subscription) Report() Report { return s.ride.report }
