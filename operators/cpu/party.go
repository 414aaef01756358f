package cpu

import (
	"slices"
	"time"
)

// party is one that the pool gives turns to: a kernel with its launches, or a part of a
// Collect. The pool's lock guards it.
type party struct {
	jobs   []*job        // with pieces to take, when last looked at
	parked []*fiber      // in the middle of a piece
	seats  []int         // numbers of a run's states that no fiber works on
	served time.Duration // by all turns so far
	last   int64         // number of its latest turn
}

// young is how long a party has been served at most to come before others: most queries
// end within it.
const young = 20 * time.Millisecond

// oldTurns is how many turns there are for each that goes to a party that is not young,
// whatever waits.
const oldTurns = 4

// party makes one without jobs.
func (p *pool) party() *party {
	q := &party{seats: make([]int, p.threads)}
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
	p.waiting.Store(int32(len(p.ready)))
}

// pick chooses whose turn it is among those that are ready, and there are some: the young
// party that has been served least, or else the one whose latest turn is the longest ago.
// mu is held.
func (p *pool) pick() *party {
	p.turns++
	var first, old *party
	for _, q := range p.ready {
		switch {
		case q.served >= young:
			if old == nil || q.last < old.last {
				old = q
			}
		case first == nil || q.served < first.served:
			first = q
		}
	}
	if first == nil || old != nil && p.turns%oldTurns == 0 {
		first = old
	}
	first.last = p.turns
	return first
}
