package operators

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"gsdms/plan"
)

// Spread is SpreadIn of work that is short.
func Spread(n int, work func(i int) error) []error {
	return SpreadIn(context.Background(), n, func(_ context.Context, i int) error { return work(i) })
}

// SpreadIn calls work for 0 … n-1, in that order of beginning, on up to GOMAXPROCS
// goroutines, the caller's among them, and gives the error of each when all have ended. A
// panic, also that of a file that was cut short under its mapping, is an error. Each
// goroutine works in a turn of ctx, the caller's as soon as it has worked for long, and the
// context that it gives to work says so.
func SpreadIn(ctx context.Context, n int, work func(ctx context.Context, i int) error) []error {
	s := &spread{n: n, errs: make([]error, n), work: work}
	if n <= 1 {
		s.own(ctx) // to ask how many goroutines there may be takes the scheduler's lock
		return s.errs
	}
	var others sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) - 1 {
		others.Go(func() {
			ctx, leave := InTurn(ForAnother(ctx))
			defer leave()
			s.some(ctx, n)
		})
	}
	s.own(ctx)
	OutOfTurn(ctx, others.Wait)
	return s.errs
}

// spread is work that several goroutines do.
type spread struct {
	n    int
	errs []error
	work func(ctx context.Context, i int) error
	next atomic.Int64
}

// some does up to so many pieces, and reports whether it found as many.
func (s *spread) some(ctx context.Context, most int) bool {
	turns := TurnsOf(ctx)
	for range most {
		i := int(s.next.Add(1)) - 1
		if i >= s.n {
			return false
		}
		s.errs[i] = Guarded(func() error { return s.work(ctx, i) })
		if inTurn(ctx) {
			turns.Pause()
		}
	}
	return true
}

// own does the pieces of the caller's goroutine, which may have a turn already.
func (s *spread) own(ctx context.Context) {
	for began := time.Now(); !inTurn(ctx) && time.Since(began) < brief; {
		if !s.some(ctx, 1) {
			return
		}
	}
	ctx, leave := InTurn(ctx)
	defer leave()
	s.some(ctx, s.n)
}

// brief is what is worked without a turn.
const brief = time.Millisecond

// Guarded calls f and gives its error. A panic in f, also that of a file that was cut short
// under its mapping, is an error.
func Guarded(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		if err = FaultError(p); err == nil {
			err = fmt.Errorf("the statement failed inside the engine: %v (please report this)\n%s", p, debug.Stack())
		}
	}()
	return f()
}

// FaultError is the error for a recovered panic if that is a fault with an address, a page
// of a mapped file that could not be read, or texts that could not be. It is nil for any other,
// and for none.
func FaultError(p any) error {
	var fault interface{ Addr() uintptr }
	err, ok := p.(error)
	if unread := (*plan.UnreadableError)(nil); ok && errors.As(err, &unread) {
		return unread.Err
	}
	if !ok || !errors.As(err, &fault) {
		return nil
	}
	return fmt.Errorf("a mapped column file could not be read (fault at %#x): it was cut short, or its disk failed: see the system's log; if that says nothing of the disk, restore the file from a copy", fault.Addr())
}
