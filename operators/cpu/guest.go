package cpu

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gsdms/operators"
)

// guests are the goroutines of one query that compute outside the pool, in turns of it. All
// their turns are alike: who looks at the clock first when one of them is over pauses.
type guests struct {
	pool  *pool
	party *party       // nil before the first turn; under the pool's lock
	over  atomic.Int64 // when the oldest of the turns is over, in ns since the pool began; 0: there is none

	mu   sync.Mutex
	have []*fiber // a turn, the oldest first
	owed int      // turns to give back when they are had: of those who left while others paused in their stead
}

// Turns implements operators.Turner.
func (b *Backend) Turns() operators.Turns { return &guests{pool: b.pool} }

// Take implements operators.Turns.
func (g *guests) Take() {
	p := g.pool
	p.mu.Lock()
	if g.party == nil {
		g.party = p.party()
	}
	f := &fiber{pool: p, wake: make(chan struct{}, 1), job: &job{party: g.party}}
	g.party.parked = append(g.party.parked, f)
	p.settle(g.party)
	p.give()
	p.mu.Unlock()
	<-f.wake
	f.begin()
	g.add(f)
}

// Pause implements operators.Turns.
func (g *guests) Pause() {
	over := g.over.Load()
	if over == 0 || int64(time.Since(g.pool.began)) < over {
		return
	}
	if f := g.remove(); f != nil {
		f.Look()
		f.Pause()
		g.add(f)
	}
}

// Leave implements operators.Turns.
func (g *guests) Leave() {
	if f := g.remove(); f != nil {
		g.end(f)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.owed++
}

// end ends a turn.
func (g *guests) end(f *fiber) {
	f.Look()
	p := g.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	f.end()
	p.give()
}

// add notes a turn that has begun.
func (g *guests) add(f *fiber) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.owed > 0 {
		g.owed--
		g.end(f)
		return
	}
	g.have = append(g.have, f)
	g.oldest()
}

// remove forgets the oldest turn; nil: there is none.
func (g *guests) remove() (f *fiber) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.have) > 0 {
		f = g.have[0]
		g.have = slices.Delete(g.have, 0, 1)
		g.oldest()
	}
	return f
}

// oldest notes when the oldest turn is over. mu is held.
func (g *guests) oldest() {
	over := int64(0)
	if len(g.have) > 0 {
		over = max(1, int64(g.have[0].until.Sub(g.pool.began)))
	}
	g.over.Store(over)
}
