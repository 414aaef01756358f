package cpu

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gsdms/operators/simd"
)

func named() string { return "test" }

// Of 64 jobs that do not end by themselves each gets turns, though new ones come all the
// time, whether they have run for an hour or not at all, and a new one begins at once. No two fibers work on the same state, and no more
// work than there are turns.
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
		if !j.taken() && p.busy[light] < threads {
			t.Error("a new job waits, though there is a turn")
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
		if n := p.held(heavy); n != threads {
			t.Errorf("%d of the jobs without end have a turn, want %d", n, threads)
		}
	}
	stop.Store(true)
	all.Wait()
	p.close()
	if p.running() != 0 || len(p.ready) != 0 {
		t.Errorf("%d turns are held, %d parties ready", p.busy, len(p.ready))
	}
}

// held is how many turns of a lane somebody has.
func (p *pool) held(l lane) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.busy[l]
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
