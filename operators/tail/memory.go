package tail

import "sync"

// ledger is what a run has charged. Its goroutines share it.
type ledger struct {
	mu     sync.Mutex
	charge func(int64) error // nil: nobody counts
	held   int64
}

// take charges bytes that the run is about to hold, or gives a negative number back.
func (l *ledger) take(bytes int64) error {
	if l.charge == nil || bytes == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.charge(bytes); err != nil {
		return err
	}
	l.held += bytes
	return nil
}

// scratch charges bytes that an operator holds while it works; the function gives them
// back.
func (r *runner) scratch(bytes int64) (free func(), err error) {
	if err := r.take(bytes); err != nil {
		return nil, err
	}
	return func() { _ = r.take(-bytes) }, nil // giving back succeeds
}

// release gives back all but what stays with the result.
func (r *runner) release(stays int64) error { return r.take(stays - r.held) }
