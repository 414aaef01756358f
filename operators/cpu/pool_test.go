package cpu

import (
	"sync"
	"sync/atomic"
	"testing"

	"gsdms/operators/simd"
)

func named() string { return "test" }

// Of 64 jobs that do not end by themselves each gets turns, though new ones come all the
// time, and a new one waits for a few of their turns. No two fibers work on the same state.
func TestTurnsGoRound(t *testing.T) {
	const heavy, light, threads = 64, 100, 2
	o, err := Options{Threads: threads}.filled()
	check(t, err)
	p := newPool(threads, func() *worker { return newWorker(o, simd.Plain()) })
	var stop atomic.Bool
	var all sync.WaitGroup
	var resumed [heavy]atomic.Int64
	for i := range heavy {
		var busy [threads]atomic.Bool
		all.Add(1)
		check(t, p.add(newJob(p.party(), named, 3, func(w *worker, _ int64) {
			if busy[w.id].Swap(true) {
				t.Errorf("two fibers are at state %d", w.id)
			}
			for last := w.machine.fiber.away; !stop.Load(); w.machine.fiber.pause() {
				if away := w.machine.fiber.away; away != last {
					resumed[i].Add(1)
					last = away
				}
			}
			busy[w.id].Store(false)
		}, all.Done)))
	}
	for i := range resumed {
		for resumed[i].Load() == 0 {
			done := make(chan struct{})
			check(t, p.add(newJob(p.party(), named, 1, func(*worker, int64) {}, func() { close(done) })))
			<-done
		}
	}
	for range light {
		var before, after int64
		done := make(chan struct{})
		p.mu.Lock()
		before = p.turns
		p.mu.Unlock()
		check(t, p.add(newJob(p.party(), named, 1, func(*worker, int64) {
			p.mu.Lock()
			after = p.turns
			p.mu.Unlock()
		}, func() { close(done) })))
		<-done
		if after-before > 2*threads+oldTurns {
			t.Errorf("it had to wait for %d turns", after-before)
		}
	}
	stop.Store(true)
	all.Wait()
	p.close()
	if p.busy != 0 || p.parked != 0 || len(p.ready) != 0 {
		t.Errorf("%d fibers busy, %d in the middle of pieces, %d parties ready", p.busy, p.parked, len(p.ready))
	}
}
