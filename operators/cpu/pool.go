package cpu

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// pool shares the processors out among those who have work: kernels and parts of Collects,
// each a party. Fibers, goroutines with the memory of a worker, work for a party while they
// have a turn. A turn ends when its slice is over, between pieces of work or, where a piece
// is long, in the middle of one: the fiber then keeps the piece and sleeps until it gets
// another turn.
//
// There are as many turns at once as threads. Parties that have been served little and the
// others have a lane each, and of each few turns the first lane may have all but one. So who
// comes with little to do begins when the next turn ends, whatever runs, nobody waits for
// ever, and however many parties there are, no more goroutines share the processors than
// there are: where more do, the system lets each run for several milliseconds.
//
// Who has a turn and waits for something else, such as a lock of one who waits for a turn,
// or does not look at the clock, does not hold up others: a turn that has not ended in time
// is given to another as well.
type pool struct {
	threads  int
	began    time.Time
	worker   func() *worker
	fibers   sync.WaitGroup
	spinning atomic.Int64 // fibers that look for work
	pressed  atomic.Bool  // a light party waits for a turn
	came     atomic.Int64 // when the latest new party did, in ns since the pool began
	yield    func()       // to other threads

	mu     sync.Mutex
	turns  int64       // given so far
	rounds [lanes]int  // turns of each lane
	busy   []*fiber    // that have a turn
	lent   int         // of these, whose turn another has, too
	timer  *time.Timer // looks for turns that do not end; nil: nobody waits for one
	ready  []*party    // that a fiber could work for
	idle   []*fiber    // without work; who had some last is the last
	closed bool
}

// slice is how long a turn lasts where others wait: long beside the microseconds that a
// change takes, and short beside what a person or a program waits for without noticing.
const slice = time.Millisecond

// long is how long a turn of a heavy party lasts where no light one waits: what others leave
// in the caches is gone with each change.
const long = 5 * slice

// late is how long a turn lasts that is not expected to end soon.
const late = 10 * slice

// busyTime is for how long after somebody new came heavy turns yield to other threads. Where Go
// has more threads than turns, to listen to clients and answer them, these are more than there are
// processors, and the system would let each of them wait for 3 to 4 ms, several times for each
// query. With that the 99th percentile of queries of 1 ms beside heavy ones is 4 to 15 ms, without
// it 12 to 24. Where nobody comes, or listens, the processor is kept: other programs would get more
// than their share.
const busyTime = 100 * time.Millisecond

// lightTurns is of how many turns the heavy ones have one where light ones wait.
const lightTurns = 4

// spins is how often a fiber without work looks again before it sleeps: some tens of
// microseconds, about the pause between the launches of two chunks.
const spins = 100

func newPool(threads int, worker func() *worker) *pool {
	p := &pool{threads: threads, began: time.Now(), worker: worker, yield: yield}
	for range lanes * threads {
		p.idle = append(p.idle, p.fiber())
	}
	return p
}

// fiber makes a fiber without work.
func (p *pool) fiber() *fiber {
	f := &fiber{pool: p, worker: p.worker(), wake: make(chan struct{}, 1)}
	f.worker.fiber, f.worker.machine.Fiber = f, f
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

	hands  int         // fibers that may yet begin to work on it; the pool's lock guards it
	scarce atomic.Bool // it has been given fewer than there are threads
	began  time.Time   // if it is scarce
}

// overdue is how long so few fibers work on a job as were expected to do before all may: it was
// more than expected.
const overdue = 100 * time.Microsecond

// by has a job be done by so many fibers at first. To wake a fiber takes some microseconds of who
// does it, and some more until it runs: who has little to do had better do it.
func (j *job) by(hands int) *job {
	j.hands, j.began = hands, time.Now()
	j.scarce.Store(true)
	return j
}

func newJob(p *party, name func() string, pieces int, do func(w *worker, i int64), done func()) *job {
	j := &job{party: p, name: name, pieces: int64(pieces), do: do, done: done, hands: math.MaxInt}
	j.left.Store(j.pieces)
	return j
}

// taken reports whether nobody else can take a piece. mu is held.
func (j *job) taken() bool { return j.hands == 0 || j.next.Load() >= j.pieces }

// add queues a job that has pieces.
func (p *pool) add(j *job) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return fmt.Errorf("run %s: the backend is closed", j.name())
	}
	j.party.jobs = append(j.party.jobs, j)
	p.settle(j.party)
	p.give()
	return nil
}

// give gives the turns that there are to those who are ready. mu is held.
func (p *pool) give() {
	defer p.look()
	for len(p.busy)-p.lent < p.threads {
		q := p.pick(p.next())
		if q == nil {
			return
		}
		if f := p.fiberFor(q); f != nil {
			f.given, f.lent, f.heavy = time.Now(), false, q.lane() == heavy
			p.busy = append(p.busy, f)
			f.wake <- struct{}{}
		}
		p.settle(q)
	}
	if len(p.ready) > 0 && p.timer == nil && !p.closed {
		p.timer = time.AfterFunc(late, p.lend)
	}
}

// look notes whether a light party waits. mu is held.
func (p *pool) look() {
	p.pressed.Store(slices.ContainsFunc(p.ready, func(q *party) bool { return q.lane() == light }))
}

// next is the lane that has the next turn: where both could use it the light one, but for
// one in a few. mu is held.
func (p *pool) next() lane {
	var waits [lanes]bool
	for _, q := range p.ready {
		waits[q.lane()] = true
	}
	if waits[light] && (!waits[heavy] || p.turns%lightTurns != 0) {
		return light
	}
	return heavy
}

// lend gives turns that have not ended in time to others as well.
func (p *pool) lend() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = nil
	for _, f := range p.busy {
		if !f.lent && time.Since(f.given) >= late {
			f.lent = true
			p.lent++
		}
	}
	p.give()
}

// fiberFor finds the fiber that works for a party next: one that waits in the middle of a
// piece, or one without work, which gets a piece; nil if there is no piece left. mu is held.
func (p *pool) fiberFor(q *party) *fiber {
	if len(q.parked) > 0 {
		f := q.parked[0]
		q.parked = slices.Delete(q.parked, 0, 1)
		return f
	}
	j := q.jobs[0]
	piece := j.next.Add(1) - 1
	if piece >= j.pieces {
		return nil
	}
	var f *fiber
	if n := len(p.idle); n > 0 {
		f, p.idle = p.idle[n-1], p.idle[:n-1]
	} else {
		f = p.fiber()
	}
	j.hands--
	seat := len(q.seats) - 1
	f.job, f.piece, f.worker.id = j, piece, q.seats[seat]
	q.seats = q.seats[:seat]
	return f
}

// close ends the fibers; nobody has work any more.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	if p.timer != nil {
		p.timer.Stop()
	}
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
	wake   chan struct{} // gives it a turn, or without a job ends it
	job    *job          // nil: it has no work
	piece  int64         // of the job: the one that it begins with
	given  time.Time     // its turn; mu guards it
	lent   bool          // another has its turn, too; mu guards it
	heavy  bool          // its turn is one of the heavy lane
	until  time.Time     // when it looks whether its turn is over
	began  time.Time     // its turn
	now    time.Time     // when it last looked
	away   time.Duration // that it has slept in the middle of pieces, in all
}

// live is the life of a fiber. A read beyond a file that was cut short under its mapping
// arrives as a panic, too.
func (f *fiber) live() {
	debug.SetPanicOnFault(true)
	defer f.pool.fibers.Done()
	for <-f.wake; f.job != nil; <-f.wake {
		f.work()
		if n := f.rest(); n > 0 {
			f.spin(n)
		}
	}
}

// spin looks for work so often, if few do: each look takes the scheduler's lock, which all
// need.
func (f *fiber) spin(n int) {
	const few = 4
	p := f.pool
	if p.spinning.Add(1) <= max(few, int64(p.threads)/few) {
		for ; n > 0 && len(f.wake) == 0; n-- {
			runtime.Gosched()
		}
	}
	p.spinning.Add(-1)
}

// work takes pieces of the job until there are no more.
func (f *fiber) work() {
	f.begin()
	j := f.job
	for i := f.piece; i < j.pieces; i = j.next.Add(1) - 1 {
		j.do(f.worker, i)
		if j.left.Add(-1) == 0 {
			j.done()
		}
		if j.scarce.Load() && f.now.Sub(j.began) > overdue {
			f.pool.hurry(j)
		}
		f.Pause()
	}
}

// hurry lets all fibers work on a job.
func (p *pool) hurry(j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !j.scarce.Swap(false) {
		return
	}
	if j.hands = math.MaxInt; !slices.Contains(j.party.jobs, j) {
		j.party.jobs = slices.Insert(j.party.jobs, 0, j)
	}
	p.settle(j.party)
	p.give()
}

// begin notes when a turn began.
func (f *fiber) begin() {
	f.Look()
	f.began, f.until = f.now, f.now.Add(slice)
}

// Look looks at the clock, which takes as long as some hundred rows. Who does a piece looks
// at its end, and in the middle where it may go on for long: at least every few hundred
// microseconds, and then calls pause.
func (f *fiber) Look() { f.now = time.Now() }

// rest gives up the turn of a fiber that finds no more pieces, and what it has of the
// party. It says how often to look for work before it sleeps: not at all where others
// work, whom looking would keep from it.
func (f *fiber) rest() (looks int) {
	f.worker.leave()
	p := f.pool
	if p.wanted() {
		runtime.Gosched() // who waited for the pieces goes on now, and not behind another turn
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	q := f.end()
	q.seats = append(q.seats, f.worker.id)
	f.job = nil
	p.settle(q)
	if p.idle = append(p.idle, f); p.closed || len(p.idle) > lanes*p.threads {
		p.idle[0].wake <- struct{}{}
		p.idle = slices.Delete(p.idle, 0, 1)
	}
	p.give()
	if len(p.busy) < p.threads {
		return spins
	}
	return 0
}

// wanted reports whether somebody waits for a turn.
func (p *pool) wanted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.ready) > 0
}

// end ends a turn, and gives the party whose it was. A turn that was much longer than a
// slice was so because others on the machine had the processor. mu is held.
func (f *fiber) end() *party {
	p := f.pool
	at := slices.Index(p.busy, f)
	p.busy = slices.Delete(p.busy, at, at+1)
	if f.lent {
		p.lent--
	}
	f.job.party.serve(min(f.now.Sub(f.began), 2*long))
	return f.job.party
}

// Pause is called between pieces of work, or in the middle of one by one that holds no
// lock. If the turn was over at the last look it returns when there is another.
func (f *fiber) Pause() {
	if f.now.Before(f.until) {
		return
	}
	end := f.now
	runtime.Gosched() // others than fibers wait for processors, too
	p := f.pool
	if f.heavy && end.Sub(p.began)-time.Duration(p.came.Load()) < busyTime && runtime.GOMAXPROCS(0) > p.threads {
		p.yield()
	}
	if f.heavy && !p.pressed.Load() && end.Sub(f.began) < long {
		f.until = end.Add(slice)
		return
	}
	p.mu.Lock()
	q := f.end()
	q.parked = append(q.parked, f)
	p.settle(q)
	p.give() // maybe to f itself
	p.mu.Unlock()
	<-f.wake
	f.begin()
	f.away += f.began.Sub(end)
}
