package cpu

import (
	"context"
	"slices"
	"time"
)

// party is one that the pool gives turns to: a kernel with its launches, or a part of a
// Collect. The pool's lock guards it.
type party struct {
	jobs   []*job   // with pieces to take, when last looked at
	parked []*fiber // in the middle of a piece
	seats  []int    // numbers of a run's states that no fiber works on
	last   int64    // number of its latest turn
	*tally
	sharers []*tally // of the runs of a kernel of several, which are served equal parts
}

// serve counts a turn. mu is held.
func (q *party) serve(turn time.Duration) {
	q.served += turn
	for _, t := range q.sharers {
		t.served += turn / time.Duration(len(q.sharers))
	}
}

// tally is how long parties of one run have been served by all turns so far: what a run has had
// while it rode, alone or its part of what all had, counts when its rows are collected, part by
// part: of a dozen that grouped together each was new when its groups were folded, and who came
// then waited for all. The pool's lock guards it.
type tally struct{ served time.Duration }

type tallyKey struct{}

// counting is a context whose parties count for a run.
func (t *tally) counting(ctx context.Context) context.Context {
	return context.WithValue(ctx, tallyKey{}, t)
}

// tallyOf is that of a context, or one of its own.
func tallyOf(ctx context.Context) *tally {
	if t, ok := ctx.Value(tallyKey{}).(*tally); ok {
		return t
	}
	return &tally{}
}

// lane is a group of parties that share turns: those that have been served about as long.
type lane int

const (
	light lane = iota
	heavy
	lanes = 2
)

// young is how long a party is served before it is heavy: most queries end within it.
const young = 20 * time.Millisecond

func (q *party) lane() lane {
	if q.served < young {
		return light
	}
	return heavy
}

// newTally is that of somebody new.
func (p *pool) newTally() *tally {
	p.came.Store(int64(time.Since(p.began)))
	return &tally{}
}

// party makes one without jobs, which counts by itself.
func (p *pool) party() *party { return p.partyOf(p.newTally()) }

// partyOf makes one without jobs.
func (p *pool) partyOf(t *tally) *party {
	q := &party{seats: make([]int, p.threads), tally: t}
	for i := range q.seats {
		q.seats[i] = i
	}
	return q
}

// settle notes whether a fiber could work for a party. mu is held.
func (p *pool) settle(q *party) {
	for len(q.jobs) > 0 && q.jobs[0].taken() {
		q.jobs = slices.Delete(q.jobs, 0, 1)
	}
	able := len(q.parked) > 0 || len(q.jobs) > 0 && len(q.seats) > 0
	at := slices.Index(p.ready, q)
	switch {
	case able && at < 0:
		p.ready = append(p.ready, q)
	case !able && at >= 0:
		p.ready = slices.Delete(p.ready, at, at+1)
	}
}

// pick chooses whose turn it is of those in a lane that are ready, nil if there are none.
// Every second turn goes round, those who are new first; the others go to who has been
// served least, so that a query of a second is not one of many that do not end. mu is held.
func (p *pool) pick(l lane) *party {
	var first *party
	for _, q := range p.ready {
		if q.lane() == l && (first == nil || p.before(l, q, first)) {
			first = q
		}
	}
	if first != nil {
		p.turns++
		p.rounds[l]++
		first.last = p.turns
	}
	return first
}

// before reports whether a party comes before another in a lane's next turn. mu is held.
func (p *pool) before(l lane, a, b *party) bool {
	if p.rounds[l]%2 == 0 {
		return a.last < b.last
	}
	return a.served < b.served
}
