package work

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
)

// Guarded runs f and turns a panic, also one from a page of a mapped file that cannot
// be read, into an error.
func Guarded(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = fmt.Errorf("store: %w", r)
		default:
			err = fmt.Errorf("store: %v", r)
		}
	}()
	return f()
}

// Each runs f(0) … f(n-1) on up to GOMAXPROCS goroutines and gives the error of the
// smallest i, once all have ended. After an error no further ones begin.
func Each(n int, f func(i int) error) error {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers <= 1 {
		return inOrder(n, f)
	}
	var (
		mu     sync.Mutex
		next   int
		failed = n
		first  error
		wg     sync.WaitGroup
	)
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		if first != nil || next == n {
			return n
		}
		next++
		return next - 1
	}
	fail := func(i int, err error) {
		mu.Lock()
		defer mu.Unlock()
		if i < failed {
			failed, first = i, err
		}
	}
	for range workers {
		wg.Go(func() {
			for i := take(); i < n; i = take() {
				if err := Guarded(func() error { return f(i) }); err != nil {
					fail(i, err)
				}
			}
		})
	}
	wg.Wait()
	return first
}

func inOrder(n int, f func(i int) error) error {
	for i := range n {
		if err := Guarded(func() error { return f(i) }); err != nil {
			return err
		}
	}
	return nil
}
