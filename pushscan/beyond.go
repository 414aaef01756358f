package pushscan

import (
	"context"
	"sync"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// beyond is what subscriptions of a ride have made of its rows, by what they ask of them.
type beyond struct {
	mu   sync.Mutex
	made map[any]*made
}

// made is rows that one subscription makes and others wait for.
type made struct {
	done chan struct{} // closed when what follows is there
	rows *plan.Rows
	lost fault.Told // of values, on the way
	err  error
}

// Beyond gives what make makes of the rows that Wait has given. Subscriptions of one ride that ask by
// the same key get the same rows, which must not be changed; own is false for those that have not
// made them. Where whoever makes them fails, for want of memory or since its context has ended, each
// of the others makes its own. What values lose on the way is told to all who get the rows.
func (s *Subscription) Beyond(ctx context.Context, key any, make func(context.Context) (*plan.Rows, error)) (rows *plan.Rows, own bool, err error) {
	if s.ride.riders.Load() == 1 {
		rows, err = make(ctx)
		return rows, true, err
	}
	m, first := s.ride.beyond.of(key)
	if first {
		defer close(m.done)
		m.err = operators.Guarded(func() (err error) {
			m.rows, err = make(fault.Telling(ctx, &m.lost))
			return err
		})
		fault.TellsTo(ctx).Add(m.lost.All()...)
		return m.rows, true, m.err
	}
	if !ended(ctx, m.done) {
		return nil, false, context.Cause(ctx)
	}
	if m.err != nil {
		rows, err = make(ctx)
		return rows, true, err
	}
	fault.TellsTo(ctx).Add(m.lost.All()...)
	return m.rows, false, nil
}

// of gives what is made for a key, and whether the caller is the first to ask, who makes it.
func (b *beyond) of(key any) (m *made, first bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m = b.made[key]; m != nil {
		return m, false
	}
	if b.made == nil {
		b.made = map[any]*made{}
	}
	m = &made{done: make(chan struct{})}
	b.made[key] = m
	return m, true
}
