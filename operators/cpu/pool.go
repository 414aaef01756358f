package cpu

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// pool shares the processors out among those who have work: kernels and Collects, each a
// party. Of its fibers, goroutines with the memory of a worker, as many as there are
// threads have a turn at once. A turn ends when its slice is over and others wait, between
// pieces of work or, where a piece is long, in the middle of one: the fiber then keeps the
// piece and sleeps until it gets another turn, and another fiber takes its place. So
// nothing that runs, however long, makes others wait for more than slices.
type pool struct {
	threads int
	worker  func() *worker
	fibers  sync.WaitGroup
	waiting atomic.Int32 // len(ready), to look at without the lock

	mu     sync.Mutex
	turns  int64    // given so far
	busy   int      // fibers that have a turn, or look for one
	idle   []*fiber // without work, asleep
	parked int      // fibers that sleep in the middle of a piece
	ready  []*party // that a fiber could work for
	closed bool
}

// slice is how long a turn lasts where others wait: long beside the microseconds that a
// change takes, and short beside what a person or a program waits for without noticing.
const slice = time.Millisecond

// spins is how often a fiber without work looks again before it sleeps: some tens of
// microseconds, about the pause between the launches of two chunks.
const spins = 100

func newPool(threads int, worker func() *worker) *pool {
	p := &pool{threads: threads, worker: worker}
	for range threads {
		p.idle = append(p.idle, p.fiber(false))
	}
	return p
}

// fiber makes a fiber without work.
func (p *pool) fiber(extra bool) *fiber {
	f := &fiber{pool: p, worker: p.worker(), extra: extra, wake: make(chan struct{}, 1)}
	f.worker.machine.fiber = f
	p.fibers.Add(1)
	go f.live()
	return f
}

// job is work in pieces that any worker may take: one launch of a kernel, whose pieces
// are morsels, or a part of a Collect.
type job struct {
	party  *party
	name   func() string
	pieces int64
	do     func(w *worker, i int64)
	done   func()       // called when all pieces are done
	next   atomic.Int64 // the next piece to take
	left   atomic.Int64 // pieces that are not done
}

func newJob(p *party, name func() string, pieces int, do func(w *worker, i int64), done func()) *job {
	j := &job{party: p, name: name, pieces: int64(pieces), do: do, done: done}
	j.left.Store(j.pieces)
	return j
}

// taken reports whether nobody can take a piece any more.
func (j *job) taken() bool { return j.next.Load() >= j.pieces }

// add queues a job that has pieces.
func (p *pool) add(j *job) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return fmt.Errorf("run %s: the backend is closed", j.name())
	}
	j.party.jobs = append(j.party.jobs, j)
	p.settle(j.party)
	for i := int64(0); i < j.pieces && p.busy < p.threads && len(p.ready) > 0; i++ {
		p.busy++
		p.start(p.pick())
	}
	return nil
}

// start gives a turn for a party to one of its fibers that waits in the middle of a piece,
// or to one without work. mu is held.
func (p *pool) start(q *party) {
	if len(q.parked) > 0 {
		f := q.parked[0]
		q.parked = slices.Delete(q.parked, 0, 1)
		p.parked--
		p.settle(q)
		f.wake <- struct{}{}
		return
	}
	var f *fiber
	if n := len(p.idle); n > 0 {
		f, p.idle = p.idle[n-1], p.idle[:n-1]
	} else {
		f = p.fiber(true)
	}
	p.assign(f, q)
	f.wake <- struct{}{}
}

// assign has a fiber without work begin with a job of a party. mu is held.
func (p *pool) assign(f *fiber, q *party) {
	last := len(q.seats) - 1
	f.job, f.worker.id = q.jobs[0], q.seats[last]
	q.seats = q.seats[:last]
	p.settle(q)
}

// close ends the fibers; nobody has work any more.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	for _, f := range p.idle {
		f.wake <- struct{}{}
	}
	p.idle = nil
	p.mu.Unlock()
	p.fibers.Wait()
}

// fiber is a goroutine that works when it has a turn.
type fiber struct {
	pool   *pool
	worker *worker
	extra  bool          // there are as many others as there are threads
	job    *job          // nil: it has no work
	wake   chan struct{} // gives it a turn
	began  time.Time     // its turn
	away   time.Duration // that it has slept in the middle of pieces, in all
}

// live is the life of a fiber. A read beyond a file that was cut short under its mapping
// arrives as a panic, too.
func (f *fiber) live() {
	debug.SetPanicOnFault(true)
	defer f.pool.fibers.Done()
	for <-f.wake; f.job != nil; {
		f.work()
		if !f.next() {
			<-f.wake
		}
	}
}

// work takes pieces of the job until there are no more, or the turn ends.
func (f *fiber) work() {
	f.began = time.Now()
	j := f.job
	for {
		i := j.next.Add(1) - 1
		if i >= j.pieces {
			break
		}
		j.do(f.worker, i)
		if j.left.Add(-1) == 0 {
			j.done()
		}
		if f.over() {
			runtime.Gosched() // others than fibers wait for processors, too
			break
		}
	}
	f.pool.end(f)
}

func (f *fiber) over() bool { return time.Since(f.began) > slice }

// next looks for work, for a while; without any the fiber is idle.
func (f *fiber) next() bool {
	p := f.pool
	for range spins {
		if p.waiting.Load() > 0 {
			break
		}
		runtime.Gosched()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case len(p.ready) == 0:
		p.busy--
		p.rest(f)
		return false
	default:
		q := p.pick()
		if len(q.parked) == 0 {
			p.assign(f, q)
			return true
		}
		p.rest(f)
		p.start(q)
		return false
	}
}

// rest has a fiber sleep without work. Those that are there because others sleep in the
// middle of pieces end with that. mu is held.
func (p *pool) rest(f *fiber) {
	p.idle = append(p.idle, f)
	stay := p.idle[:0]
	for _, f := range p.idle {
		if p.closed || f.extra && (p.parked == 0 || len(p.idle) > 2*p.threads) {
			f.wake <- struct{}{}
		} else {
			stay = append(stay, f)
		}
	}
	clear(p.idle[len(stay):])
	p.idle = stay
}

// end counts a turn between two pieces, and gives up what the fiber has of the party.
func (p *pool) end(f *fiber) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := f.job.party
	q.served += time.Since(f.began)
	q.seats = append(q.seats, f.worker.id)
	f.job = nil
	p.settle(q)
}

// pause is called in the middle of a piece of work by what may go on for long, at least
// every few hundred microseconds, by one that holds no lock: where the turn is over it
// returns when there is another.
func (f *fiber) pause() {
	if !f.over() {
		return
	}
	runtime.Gosched()
	p := f.pool
	p.mu.Lock()
	now := time.Now()
	mine := f.job.party
	mine.served += now.Sub(f.began)
	mine.parked = append(mine.parked, f)
	p.parked++
	p.settle(mine)
	p.start(p.pick()) // may be f itself
	p.mu.Unlock()
	<-f.wake
	f.began = time.Now()
	f.away += f.began.Sub(now)
}
