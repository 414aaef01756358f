package sql

import (
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// spread calls work for 0 … n-1, in that order of beginning, on up to GOMAXPROCS
// goroutines, the caller's among them, and gives the error of each when all have ended. A
// panic, also that of a file that was cut short under its mapping, is an error.
func spread(n int, work func(i int) error) []error {
	errs := make([]error, n)
	var next atomic.Int64
	worker := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			errs[i] = guarded(func() error { return work(i) })
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

func guarded(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recoverTo(&err)
	return f()
}
