// Package lock has the locks by name that sessions take with GET_LOCK.
package lock

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"
)

// Locks are locks by name, whatever the case of its letters. The zero value has none. Safe for
// concurrent use.
type Locks struct {
	mu   sync.Mutex
	held map[string]*held
}

// Owner is who holds locks. One goroutine at a time takes locks for an owner.
type Owner struct {
	ID    uint32 // as IS_USED_LOCK gives it
	waits *held  // for which it waits; the mutex of the locks guards it
}

// held is a lock that somebody has.
type held struct {
	by    *Owner
	times int           // it was taken, and has to be released
	gone  chan struct{} // closed when it is released
}

// ErrDeadlock says that waiting would never end: the holder waits, at first hand or through
// others, for the one who asks.
var ErrDeadlock = errors.New("deadlock")

// Get takes a lock, once more if the owner has it, and waits for it so long; less than 0: for
// ever. It reports whether it has got it. When ctx ends it returns the cause.
func (l *Locks) Get(ctx context.Context, name string, o *Owner, wait time.Duration) (bool, error) {
	name = strings.ToLower(name)
	var over <-chan time.Time
	if wait >= 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		over = timer.C
	}
	for {
		other, err := l.try(name, o, wait != 0)
		if other == nil || err != nil || wait == 0 {
			return other == nil && err == nil, err
		}
		select {
		case <-other.gone:
		case <-over:
			l.waitsNoMore(o)
			return false, nil
		case <-ctx.Done():
			l.waitsNoMore(o)
			return false, context.Cause(ctx)
		}
	}
}

// try takes a lock, or gives the one that another owner has; o then waits for it, if it means
// to.
func (l *Locks) try(name string, o *Owner, waits bool) (*held, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o.waits = nil
	if l.held == nil {
		l.held = map[string]*held{}
	}
	h := l.held[name]
	switch {
	case h == nil:
		l.held[name] = &held{by: o, times: 1, gone: make(chan struct{})}
		return nil, nil
	case h.by == o:
		h.times++
		return nil, nil
	}
	for next := h; waits && next != nil; next = next.by.waits {
		if next.by == o {
			return nil, ErrDeadlock
		}
	}
	if waits {
		o.waits = h
	}
	return h, nil
}

func (l *Locks) waitsNoMore(o *Owner) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o.waits = nil
}

// Release gives a lock back that was taken once. There is none: nobody has it; else it was
// released if it was the owner's.
func (l *Locks) Release(name string, o *Owner) (there, released bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	name = strings.ToLower(name)
	h := l.held[name]
	if h == nil || h.by != o {
		return h != nil, false
	}
	if h.times--; h.times == 0 {
		l.drop(name, h)
	}
	return true, true
}

// drop lets a lock go; l.mu is held.
func (l *Locks) drop(name string, h *held) {
	delete(l.held, name)
	close(h.gone)
}

// ReleaseAll gives all locks of an owner back, and says how often these were taken.
func (l *Locks) ReleaseAll(o *Owner) (times int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, h := range l.held {
		if h.by == o {
			times += h.times
			l.drop(name, h)
		}
	}
	return times
}

// Holder is who has a lock, false for nobody.
func (l *Locks) Holder(name string) (id uint32, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.held[strings.ToLower(name)]; h != nil {
		return h.by.ID, true
	}
	return 0, false
}
