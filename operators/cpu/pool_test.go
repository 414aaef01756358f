package cpu

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/operators/cpu/groups"
	"gsdms/operators/simd"
)

func named() string { return "test" }

// Of 64 jobs that do not end by themselves each gets turns, though new ones come all the
// time, whether they have run for an hour or not at all, and a new one is next. No two
// fibers work on the same state, and no more work than there are turns.
func TestTurnsGoRound(t *testing.T) {
	const endless, short, threads = 64, 100, 2
	o, err := Options{Threads: threads}.filled()
	check(t, err)
	p := newPool(threads, func() *worker { return newWorker(o, simd.Plain()) })
	var stop atomic.Bool
	var all sync.WaitGroup
	var resumed [endless]atomic.Int64
	for i := range endless {
		var busy [threads]atomic.Bool
		all.Add(1)
		q := p.party()
		q.served = time.Duration(i%2) * time.Hour
		check(t, p.add(newJob(q, named, 3, func(w *worker, _ int64) {
			if busy[w.id].Swap(true) {
				t.Errorf("two fibers are at state %d", w.id)
			}
			f := w.fiber
			for last := f.away; !stop.Load(); f.Pause() {
				if f.away != last {
					resumed[i].Add(1)
					last = f.away
				}
				f.Look()
			}
			busy[w.id].Store(false)
		}, all.Done)))
	}
	begin := func() {
		done := make(chan struct{})
		j := newJob(p.party(), named, 1, func(*worker, int64) {}, func() { close(done) })
		check(t, p.add(j))
		p.mu.Lock()
		if !j.taken() && len(p.busy)-p.lent < threads {
			t.Error("a new job waits, though there is a turn")
		}
		if len(p.busy)-p.lent > threads {
			t.Errorf("%d turns at once, %d of them lent", len(p.busy), p.lent)
		}
		p.mu.Unlock()
		<-done
	}
	for i := range resumed {
		for resumed[i].Load() == 0 {
			begin()
		}
	}
	for p.held(light) > 0 { // until no job without end is light
		begin()
	}
	for range short {
		begin()
	}
	stop.Store(true)
	all.Wait()
	p.close()
	if len(p.busy) != 0 || p.lent != 0 || len(p.ready) != 0 {
		t.Errorf("%d turns are held, %d lent, %d parties ready", len(p.busy), p.lent, len(p.ready))
	}
}

// A fiber that waits in its turn for one who waits for a turn does not hold it up for ever.
func TestTurnsAreLent(t *testing.T) {
	o, err := Options{Threads: 1}.filled()
	check(t, err)
	p := newPool(1, func() *worker { return newWorker(o, simd.Plain()) })
	var all sync.WaitGroup
	all.Add(2)
	waits := make(chan struct{})
	check(t, p.add(newJob(p.party(), named, 1, func(*worker, int64) { <-waits }, all.Done)))
	check(t, p.add(newJob(p.party(), named, 1, func(*worker, int64) { close(waits) }, all.Done)))
	all.Wait()
	p.close()
	if len(p.busy) != 0 || p.lent != 0 {
		t.Errorf("%d turns are held, %d lent", len(p.busy), p.lent)
	}
}

// Goroutines that compute outside the pool have turns as fibers do: no more at once than
// there are, and all get some. Who pauses without a turn of its own does no harm.
func TestGuests(t *testing.T) {
	const threads, queries, each = 2, 8, 3
	b, err := New(Options{Threads: threads})
	check(t, err)
	var all sync.WaitGroup
	for range queries {
		g := b.Turns()
		for range each {
			all.Go(func() {
				g.Pause()
				for range 3 {
					g.Take()
					for began := time.Now(); time.Since(began) < 3*slice; {
						g.Pause()
						b.pool.mu.Lock()
						if n := len(b.pool.busy) - b.pool.lent; n > threads {
							t.Errorf("%d turns at once", n)
						}
						b.pool.mu.Unlock()
					}
					g.Leave()
					g.Pause()
				}
			})
		}
	}
	all.Wait()
	if p := b.pool; len(p.busy) != 0 || p.lent != 0 || len(p.ready) != 0 {
		t.Errorf("%d turns are held, %d lent, %d parties ready", len(p.busy), p.lent, len(p.ready))
	}
	check(t, b.Close())
}

// Where both lanes wait the light one has all turns but one in a few, and where one waits it
// has all.
func TestLightTurns(t *testing.T) {
	new, old := &party{tally: &tally{}}, &party{tally: &tally{served: young}}
	for _, c := range []struct {
		ready []*party
		light int
	}{{[]*party{old, new}, lightTurns - 1}, {[]*party{new}, lightTurns}, {[]*party{old}, 0}} {
		p, n := &pool{ready: c.ready}, 0
		for range lightTurns {
			if p.pick(p.next()) == new {
				n++
			}
		}
		if n != c.light {
			t.Errorf("of %d parties the light one has %d of %d turns, want %d", len(c.ready), n, lightTurns, c.light)
		}
	}
}

// held is how many turns of a lane somebody has.
func (p *pool) held(l lane) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, f := range p.busy {
		if f.job.party.lane() == l {
			n++
		}
	}
	return n
}

// A job for one fiber is worked on by one, as long as it is not overdue; then by all.
func TestFewWorkOnALittle(t *testing.T) {
	const threads = 3
	o, err := Options{Threads: threads}.filled()
	check(t, err)
	p := newPool(threads, func() *worker { return newWorker(o, simd.Plain()) })
	defer p.close()
	do := func(j func(do func(*worker, int64), done func()) *job, piece func(w *worker)) {
		done := make(chan struct{})
		check(t, p.add(j(func(w *worker, _ int64) { piece(w) }, func() { close(done) })))
		<-done
	}
	var at, most atomic.Int64
	do(func(do func(*worker, int64), done func()) *job {
		j := newJob(p.party(), named, 1000, do, done).by(1)
		j.began = time.Now().Add(time.Hour) // never overdue
		return j
	}, func(*worker) {
		most.Store(max(most.Load(), at.Add(1)))
		at.Add(-1)
	})
	if most.Load() != 1 {
		t.Errorf("%d fibers at a job for one", most.Load())
	}
	var all sync.WaitGroup
	all.Add(threads)
	first := true // of the one that begins alone
	do(func(do func(*worker, int64), done func()) *job {
		j := newJob(p.party(), named, threads+1, do, done).by(1)
		j.began = time.Now().Add(-time.Hour)
		return j
	}, func(w *worker) {
		if w.fiber.Look(); first {
			first = false
			return
		}
		all.Done()
		all.Wait() // for as many as there are threads
	})
}

// A run that has been served for long is heavy in all parts of its Collect, and in the next
// kernel that it has for itself; one that shares a kernel, or another run, is not.
func TestARunStaysHeavy(t *testing.T) {
	_, table := counting(1000)
	b, err := New(Options{Threads: 2})
	check(t, err)
	defer func() { check(t, b.Close()) }()
	sink := countRows()
	sink.Keys = []operators.Key{{Reg: 0}}
	var runs []*run
	for _, name := range []string{"a", "b"} {
		r, err := b.Open(t.Context(), over(table, name, sink), 1<<30)
		check(t, err)
		defer r.Close()
		runs = append(runs, r.(*run))
	}
	laneOf := func(of ...*run) lane { return newKernel(b, of).party.lane() }
	if laneOf(runs[0]) != light {
		t.Error("a run is heavy before it is served")
	}
	newKernel(b, runs[:1]).party.served += young
	if laneOf(runs[0]) != heavy || laneOf(runs[1]) != light || laneOf(runs...) != light {
		t.Error("the kernels of a run that has been served for long, of another and of both should be heavy, light and light")
	}
	both := newKernel(b, runs).party
	if both.serve(2*young - 2); laneOf(runs[1]) != light {
		t.Error("a run is heavy before its part of a kernel is long")
	}
	if both.serve(2); laneOf(runs[1]) != heavy {
		t.Error("a run whose part of a kernel was long is light")
	}
	check(t, b.spread(runs[0].tally.counting(t.Context()), 4, func(*groups.Folder, int) error {
		b.pool.mu.Lock()
		defer b.pool.mu.Unlock()
		for _, f := range b.pool.busy {
			if f.job.party.lane() != heavy {
				t.Error("a part of its Collect is light")
			}
		}
		return nil
	}))
}

// A heavy turn yields to other threads while somebody new has come lately and more threads than have
// turns may want the processor, and a light one never does.
func TestHeavyTurnsYield(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	o, err := Options{Threads: 1}.filled()
	check(t, err)
	p := newPool(1, func() *worker { return newWorker(o, simd.Plain()) })
	defer p.close()
	yields := 0
	p.yield = func() { yields++ }
	for _, c := range []struct {
		served, ago   time.Duration // of the party, and since somebody came
		threads, want int
	}{
		{young, 0, 2, 1}, {young, busyTime - 1, 2, 1}, {young, busyTime, 2, 0}, {0, 0, 2, 0}, {young, 0, 1, 0},
	} {
		runtime.GOMAXPROCS(c.threads)
		q, done := p.party(), make(chan struct{})
		q.served, yields = c.served, 0
		check(t, p.add(newJob(q, named, 1, func(w *worker, _ int64) {
			f := w.fiber
			f.now = f.until
			p.came.Store(int64(f.now.Sub(p.began) - c.ago))
			f.Pause()
			f.Look()
			f.until = f.now.Add(time.Hour) // work does not pause behind the piece
		}, func() { close(done) })))
		<-done
		if yields != c.want {
			t.Errorf("served for %v, somebody came %v ago, %d threads: yields %d times, want %d", c.served, c.ago, c.threads, yields, c.want)
		}
	}
}
