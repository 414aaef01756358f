package team

import "sync"

// ledger is what a team has been charged.
type ledger struct {
	mu     sync.Mutex
	charge func(int64) error // nil: nobody counts
	held   int64
}

// Take charges bytes that the team is about to hold, or gives a negative number back.
func (l *ledger) Take(bytes int64) error {
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

// Scratch charges bytes that an operator holds while it works; the function gives them
// back.
func (l *ledger) Scratch(bytes int64) (free func(), err error) {
	if err := l.Take(bytes); err != nil {
		return nil, err
	}
	return func() { _ = l.Take(-bytes) }, nil // giving back succeeds
}

// Release gives back all but what stays with the result.
func (l *ledger) Release(stays int64) error { return l.Take(stays - l.held) }
