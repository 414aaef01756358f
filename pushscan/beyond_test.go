package pushscan

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gsdms/plan"
)

// aboard is n subscriptions of one ride.
func aboard(n int) []*Subscription {
	r := newRide(nil, Terms{}, Part{}, time.Now())
	subs := []*Subscription{{ride: r}}
	for range n - 1 {
		r.join()
		subs = append(subs, &Subscription{ride: r})
	}
	return subs
}

// What subscriptions ask of the rows of a ride is made once for each key, by one of them.
func TestBeyondIsMadeOnce(t *testing.T) {
	subs := aboard(8)
	var makes, owners atomic.Int32
	var got [8]*plan.Rows
	var all sync.WaitGroup
	for i, s := range subs {
		all.Go(func() {
			rows, own, err := s.Beyond(t.Context(), i%2, func(context.Context) (*plan.Rows, error) {
				makes.Add(1)
				return &plan.Rows{Len: i % 2}, nil
			})
			if got[i] = rows; err != nil {
				t.Error(err)
			}
			if own {
				owners.Add(1)
			}
		})
	}
	all.Wait()
	for i, rows := range got {
		if rows != got[i%2] || rows.Len != i%2 {
			t.Errorf("subscription %d has %v and the first one with its key %v", i, rows, got[i%2])
		}
	}
	if makes.Load() != 2 || owners.Load() != 2 {
		t.Errorf("rows were made %d times and are of %d subscriptions, want 2", makes.Load(), owners.Load())
	}
}

// Where one fails to make rows, in a panic, too, the others make their own.
func TestBeyondFailsForOneOnly(t *testing.T) {
	subs := aboard(3)
	short := errors.New("no room")
	for i, fail := range []func(context.Context) (*plan.Rows, error){func(context.Context) (*plan.Rows, error) { return nil, short }, func(context.Context) (*plan.Rows, error) { panic(short) }} {
		if _, _, err := subs[0].Beyond(t.Context(), i, fail); err == nil {
			t.Fatal("there is no error")
		}
		for _, s := range subs[1:] {
			mine := &plan.Rows{}
			if rows, own, err := s.Beyond(t.Context(), i, func(context.Context) (*plan.Rows, error) { return mine, nil }); rows != mine || !own || err != nil {
				t.Errorf("another has %v, %v, %v", rows, own, err)
			}
		}
	}
}

// Who waits for what another makes goes when its context ends.
func TestBeyondIsLeft(t *testing.T) {
	subs := aboard(2)
	made, asked, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		if _, own, err := subs[0].Beyond(t.Context(), nil, func(context.Context) (*plan.Rows, error) {
			close(asked)
			<-made
			return &plan.Rows{}, nil
		}); err != nil || !own {
			t.Error(err, own)
		}
	}()
	<-asked
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if _, _, err := subs[1].Beyond(ctx, nil, nil); !errors.Is(err, cause) {
		t.Errorf("it ends with %v", err)
	}
	close(made)
	<-done
}

// A subscription that rides alone keeps nothing.
func TestBeyondAlone(t *testing.T) {
	s := aboard(1)[0]
	for range 2 {
		mine := &plan.Rows{}
		if rows, own, err := s.Beyond(t.Context(), nil, func(context.Context) (*plan.Rows, error) { return mine, nil }); rows != mine || !own || err != nil {
			t.Errorf("it has %v, %v, %v", rows, own, err)
		}
	}
}
