package pushscan

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"gsdms/operators"
	"gsdms/operators/spill"
	"gsdms/plan"
)

// ride is one run on a stream and the subscriptions that share its result. It is born
// in a mailbox (guarded by the hub's lock), owned by the stream from admission until
// done is closed, and by its subscriptions afterwards.
type ride struct {
	run     operators.Run
	terms   Terms             // of its subscriptions
	part    Part              // likewise
	slow    bool              // it was expected to take long for a chunk when it came
	next    int               // row of the table before which the part has all rows; valid when done
	live    *operators.BitSet // segments where the zone maps admit a match; nil: all
	width   int64             // bytes of a row of the columns that it reads
	left    int               // chunks still to see
	opened  time.Time
	boarded int // number of its first chunk on the stream's timeline
	report  Report
	unhook  func() bool // so that the run is not stopped when the hub closes; nil: before admission, and of one that cannot be stopped

	seen, of atomic.Int32           // chunks, for who follows the ride; of is 0 before admission
	stream   atomic.Pointer[Stream] // that it is on, likewise; nil before admission

	riders atomic.Int32 // subscriptions, also those that are gone; they do not change when done
	wanted atomic.Int32 // subscriptions that want the result
	held   atomic.Int32 // subscriptions that have not let go of the run
	done   chan struct{}
	err    error         // set before done is closed
	gone   chan struct{} // closed when all have let go

	ctx        context.Context // ends when nobody wants the result
	cancel     context.CancelFunc
	collecting sync.Once
	collected  chan struct{} // closed when rows and err are what all get
	rows       *plan.Rows
	spilled    *spill.Rows // the rows, where they are in a file; rows is nil then
	beyond     beyond
}

// newRide makes a ride with its first subscription, which has come now.
func newRide(run operators.Run, t Terms, part Part, now time.Time) *ride {
	r := &ride{
		run: run, terms: t, part: part, opened: now,
		done: make(chan struct{}), gone: make(chan struct{}), collected: make(chan struct{}),
	}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	r.riders.Store(1)
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
			r.riders.Add(1)
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
	r.cancel()
	r.stop(cause)
}

// stop ends the run in the middle of a chunk, if it can be.
func (r *ride) stop(cause error) {
	if s, ok := r.run.(operators.Stopper); ok {
		s.Stop(cause)
	}
}

// finish hands the ride over to its subscriptions.
func (r *ride) finish(err error) {
	r.end(err)
	close(r.done)
}

// end has the ride end with an error, or well.
func (r *ride) end(err error) {
	if r.unhook != nil {
		r.unhook()
	}
	r.err = err
}

// finishCollected is finish of a ride that has ended well: with its rows, where they are at hand.
func (r *ride) finishCollected() {
	r.end(nil)
	if p, ok := r.run.(operators.Prompt); ok && p.Prompt() && !r.abandoned() {
		r.collecting.Do(r.collect)
	}
	close(r.done)
}

// abandoned reports whether nobody wants the result any more.
func (r *ride) abandoned() bool { return r.wanted.Load() <= 0 }

// collect makes the run's rows.
func (r *ride) collect() {
	operators.Deepen()
	defer close(r.collected)
	if r.err == nil {
		r.err = operators.Guarded(func() (err error) {
			if r.rows, err = r.run.Collect(r.ctx); err == nil {
				err = r.program().Told(r.ctx, r.rows)
			}
			return err
		})
		if s, ok := r.run.(operators.Spilling); ok && r.err == nil && r.rows == nil {
			r.spilled = s.Spilled()
			r.report.Spilled = r.spilled.Bytes()
		}
	}
}

// letGo is called once by each subscription; the last one closes the run.
func (r *ride) letGo() {
	if r.held.Add(-1) == 0 {
		r.cancel()
		r.rows, r.spilled = nil, nil
		r.run.Close()
		close(r.gone)
	}
}

// letGoLater lets go when neither the stream nor another subscription works on the ride.
func (r *ride) letGoLater() {
	<-r.done
	if r.abandoned() {
		r.collecting.Do(func() { close(r.collected) })
	}
	<-r.collected
	r.letGo()
}

// Subscription is a query's place on a stream.
type Subscription struct {
	ride    *ride
	spilled *spill.Rows
}

// Wait returns the rows of the query when it has seen every chunk; they are shared and
// must not be changed. There are none where Spilled has them. When ctx ends first, Wait returns its cause at once, whatever the
// stream is at: the query leaves at the next chunk boundary, or sooner if its run can be
// stopped, and Gone says when. To be called exactly once.
func (s *Subscription) Wait(ctx context.Context) (*plan.Rows, error) {
	r := s.ride
	if !ended(ctx, r.done) {
		return nil, r.abandon(ctx)
	}
	r.collecting.Do(func() { go r.collect() })
	if !ended(ctx, r.collected) {
		return nil, r.abandon(ctx)
	}
	rows, err := r.rows, r.err
	if s.spilled = r.spilled; s.spilled != nil {
		s.spilled.Keep()
	}
	r.letGo()
	return rows, err
}

// Spilled is the rows of the query in a file, where memory had no room for them, else nil.
// The caller of Wait releases them. Valid after Wait.
func (s *Subscription) Spilled() *spill.Rows { return s.spilled }

// ended waits for a channel to be closed. It reports false if ctx ends before.
func ended(ctx context.Context, done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
	}
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// abandon has a subscription go whose context has ended, and gives the cause.
func (r *ride) abandon(ctx context.Context) error {
	r.leave(context.Cause(ctx))
	go r.letGoLater()
	return context.Cause(ctx)
}

// Gone is closed when nothing works on the query any more, and its run is closed: its
// snapshots must stay alive until then. After a Wait that has given rows that is when all
// who share the rows have them.
func (s *Subscription) Gone() <-chan struct{} { return s.ride.gone }

// Report says what the scan did for the query. Valid after a Wait that has given rows, and
// after Gone.
func (s *Subscription) Report() Report {
	r := s.ride.report
	r.Alike = int(s.ride.riders.Load())
	return r
}
