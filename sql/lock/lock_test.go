package lock

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

func get(t *testing.T, l *Locks, name string, o *Owner, wait time.Duration) bool {
	t.Helper()
	got, err := l.Get(context.Background(), name, o, wait)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A lock is its owner's until it has been released as often as it was taken.
func TestOwner(t *testing.T) {
	var l Locks
	a, b := &Owner{ID: 1}, &Owner{ID: 2}
	if there, _ := l.Release("x", a); there {
		t.Error("a lock is there that nobody took")
	}
	if !get(t, &l, "x", a, 0) || !get(t, &l, "X", a, -1) || get(t, &l, "x", b, 0) || get(t, &l, "x", b, time.Millisecond) {
		t.Error("not the first has it")
	}
	if id, ok := l.Holder("x"); !ok || id != 1 {
		t.Error(id, ok)
	}
	if there, released := l.Release("x", b); !there || released {
		t.Error("another's lock was released")
	}
	if _, released := l.Release("x", a); !released || get(t, &l, "x", b, 0) {
		t.Error("a lock that was taken twice is gone after one release")
	}
	if _, released := l.Release("x", a); !released || !get(t, &l, "x", b, 0) {
		t.Error("a lock that was released as often as it was taken is not free")
	}
	get(t, &l, "y", b, 0)
	get(t, &l, "y", b, 0)
	if n := l.ReleaseAll(b); n != 3 {
		t.Errorf("%d times released, want 3", n)
	}
	if _, ok := l.Holder("y"); ok {
		t.Error("y is still held")
	}
}

// Who waits gets the lock when it is free, gives up when its context ends, and is told of a
// deadlock.
func TestWaiting(t *testing.T) {
	var l Locks
	a, b, c := &Owner{ID: 1}, &Owner{ID: 2}, &Owner{ID: 3}
	get(t, &l, "x", a, 0)
	get(t, &l, "y", b, 0)
	get(t, &l, "z", c, 0)
	ctx, cancel := context.WithCancelCause(context.Background())
	killed := errors.New("killed")
	cancel(killed)
	if _, err := l.Get(ctx, "x", b, -1); !errors.Is(err, killed) {
		t.Error(err)
	}
	done := make(chan error, 2)
	wait := func(name string, o *Owner) {
		got, err := l.Get(context.Background(), name, o, time.Minute)
		if err == nil && !got {
			err = errors.New("not got")
		}
		done <- err
	}
	go wait("x", b)
	go wait("y", c)
	for waiting := 0; waiting < 2; time.Sleep(time.Millisecond) {
		l.mu.Lock()
		waiting = 0
		for _, o := range []*Owner{b, c} {
			if o.waits != nil {
				waiting++
			}
		}
		l.mu.Unlock()
	}
	if _, err := l.Get(context.Background(), "z", a, -1); !errors.Is(err, ErrDeadlock) {
		t.Errorf("a waits for c, which waits for b, which waits for a: %v", err)
	}
	l.ReleaseAll(a)
	if err := <-done; err != nil {
		t.Error("b:", err)
	}
	l.ReleaseAll(b)
	if err := <-done; err != nil {
		t.Error("c:", err)
	}
}

// Only one of many holds a lock at a time.
func TestOneAtATime(t *testing.T) {
	var l Locks
	var all sync.WaitGroup
	inside, sum := 0, 0
	for i := range 8 {
		all.Go(func() {
			o := &Owner{ID: uint32(i)}
			for range 50 {
				if got, err := l.Get(context.Background(), "x", o, -1); !got || err != nil {
					t.Error(got, err)
					return
				}
				if inside++; inside != 1 {
					t.Error("two hold it")
				}
				sum++
				inside--
				l.Release("x", o)
			}
		})
	}
	all.Wait()
	if sum != 400 {
		t.Error(sum)
	}
}
