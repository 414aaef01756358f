package operators

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"gsdms/plan"
)

// Spread calls work for 0 … n-1, in that order of beginning, on up to GOMAXPROCS
// goroutines, the caller's among them, and gives the error of each when all have ended. A
// panic, also that of a file that was cut short under its mapping, is an error.
func Spread(n int, work func(i int) error) []error {
	errs := make([]error, n)
	var next atomic.Int64
	worker := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			errs[i] = Guarded(func() error { return work(i) })
		}
	}
	var others sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) - 1 {
		others.Go(worker)
	}
	worker()
	others.Wait()
	return errs
}

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
