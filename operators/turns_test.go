package operators

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// counted are turns of which there are few, and that count.
type counted struct {
	seats         chan struct{}
	taken, paused atomic.Int64
}

func newCounted(n int) *counted { return &counted{seats: make(chan struct{}, n)} }

func (c *counted) Take() { c.seats <- struct{}{}; c.taken.Add(1) }
func (c *counted) Leave() {
	<-c.seats
}
func (c *counted) Pause() { c.paused.Add(1) }

// Who spreads work has turns for all goroutines that work for long, gives each back, and has
// none while it waits: one turn is enough for work within work.
func TestSpreadInTurns(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	c := newCounted(1)
	ctx := WithTurns(t.Context(), c)
	var all sync.WaitGroup
	var done atomic.Int64
	for range 4 {
		all.Go(func() {
			SpreadIn(ctx, 3, func(ctx context.Context, _ int) error {
				return errors.Join(SpreadIn(ctx, 3, func(ctx context.Context, _ int) error {
					done.Add(1)
					time.Sleep(2 * brief)
					return nil
				})...)
			})
		})
	}
	all.Wait()
	if done.Load() != 36 || c.taken.Load() == 0 || c.paused.Load() == 0 || len(c.seats) != 0 {
		t.Errorf("%d pieces done, %d turns taken, %d pauses, %d turns kept", done.Load(), c.taken.Load(), c.paused.Load(), len(c.seats))
	}
}

// A goroutine takes one turn however often it is asked to, and another goroutine its own.
func TestInTurn(t *testing.T) {
	c := newCounted(9)
	ctx, leave := InTurn(WithTurns(t.Context(), c))
	again, leaveAgain := InTurn(ctx)
	_, leaveOther := InTurn(ForAnother(again))
	if len(c.seats) != 2 {
		t.Errorf("%d turns, want one for each of two goroutines", len(c.seats))
	}
	leaveOther()
	leaveAgain()
	if leave(); len(c.seats) != 0 {
		t.Errorf("%d turns are kept", len(c.seats))
	}
	free, leave := InTurn(WithTurns(t.Context(), nil))
	TurnsOf(free).Pause()
	leave()
}
