package cpu

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"gsdms/operators/simd"
)

// pool is the workers and the launches that wait for them, first come first served.
type pool struct {
	mu      sync.Mutex
	waiting sync.Cond
	jobs    []*job // with morsels that nobody has taken, when last looked at
	closed  bool
	queued  atomic.Int32 // len(jobs), to look at without the lock
	workers sync.WaitGroup
}

// job is one launch of a kernel.
type job struct {
	ctx     context.Context
	kernel  *kernel
	chunk   *chunk
	morsels []morsel
	next    atomic.Int64 // the next morsel to take
	left    atomic.Int64 // morsels that are not done
}

// morsel is rows of a chunk, of one segment.
type morsel struct {
	row, rows int // row is counted from the chunk's first
	segment   int
}

// spins is how often a worker without work looks again before it sleeps: some tens of
// microseconds, about the pause between the launches of two chunks.
const spins = 100

func newPool(o Options, k *simd.Kernels) *pool {
	p := &pool{}
	p.waiting.L = &p.mu
	p.workers.Add(o.Threads)
	for id := range o.Threads {
		go p.guarded(newWorker(id, o, k))
	}
	return p
}

// guarded is the life of a worker. A read beyond a file that was cut short under its
// mapping arrives as a panic, too.
func (p *pool) guarded(w *worker) {
	debug.SetPanicOnFault(true)
	defer p.workers.Done()
	for j := p.take(); j != nil; j = p.take() {
		p.work(w, j)
	}
}

// work takes morsels of a job until there are no more.
func (p *pool) work(w *worker, j *job) {
	for {
		i := j.next.Add(1) - 1
		if i >= int64(len(j.morsels)) {
			p.drop(j)
			return
		}
		if err := w.protected(j, j.morsels[i]); err != nil {
			j.kernel.fail(err)
		}
		if j.left.Add(-1) == 0 {
			j.kernel.pending.Done()
		}
	}
}

// add queues a job that has morsels.
func (p *pool) add(j *job) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return fmt.Errorf("launch %s: the backend is closed", j.kernel.name())
	}
	p.jobs = append(p.jobs, j)
	p.queued.Store(int32(len(p.jobs)))
	p.waiting.Broadcast()
	return nil
}

// drop takes a job without free morsels off the queue.
func (p *pool) drop(j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, q := range p.jobs {
		if q == j {
			p.jobs = append(p.jobs[:i], p.jobs[i+1:]...)
			p.queued.Store(int32(len(p.jobs)))
			return
		}
	}
}

// take waits for a job; nil means that the pool is closed.
func (p *pool) take() *job {
	for range spins {
		if p.queued.Load() > 0 {
			break
		}
		runtime.Gosched()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.jobs) == 0 && !p.closed {
		p.waiting.Wait()
	}
	if p.closed {
		return nil
	}
	return p.jobs[0]
}

func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	p.waiting.Broadcast()
	p.mu.Unlock()
	p.workers.Wait()
}
