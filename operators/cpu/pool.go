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
	jobs    []*job // with pieces that nobody has taken, when last looked at
	closed  bool
	queued  atomic.Int32 // len(jobs), to look at without the lock
	workers sync.WaitGroup
}

// job is work in pieces that any worker may take: one launch of a kernel, whose pieces
// are morsels, or a part of a Collect.
type job struct {
	name   func() string
	pieces int64
	do     func(w *worker, i int64)
	done   func()       // called when all pieces are done
	next   atomic.Int64 // the next piece to take
	left   atomic.Int64 // pieces that are not done
}

func newJob(name func() string, pieces int, do func(w *worker, i int64), done func()) *job {
	j := &job{name: name, pieces: int64(pieces), do: do, done: done}
	j.left.Store(j.pieces)
	return j
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

// work takes pieces of a job until there are no more.
func (p *pool) work(w *worker, j *job) {
	for {
		i := j.next.Add(1) - 1
		if i >= j.pieces {
			p.drop(j)
			return
		}
		j.do(w, i)
		if j.left.Add(-1) == 0 {
			j.done()
		}
	}
}

// add queues a job that has pieces.
func (p *pool) add(j *job) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return fmt.Errorf("run %s: the backend is closed", j.name())
	}
	p.jobs = append(p.jobs, j)
	p.queued.Store(int32(len(p.jobs)))
	p.waiting.Broadcast()
	return nil
}

// drop takes a job without free pieces off the queue.
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

// spread does tasks 0 to n-1 by the workers, in that order of beginning, each with the
// worker's folder, and waits for them. One task alone is done by the caller. It gives the
// error of the first task that has one; those after an error are not begun.
func (b *Backend) spread(ctx context.Context, n int, do func(f *folder, i int) error) error {
	tasks := &tasks{ctx: ctx, do: do}
	if n <= 1 {
		for i := range n {
			tasks.one(newFolder(b.kernels), i)
		}
		return tasks.err
	}
	var all sync.WaitGroup
	all.Add(1)
	j := newJob(collecting, n, func(w *worker, i int64) { tasks.one(w.machine.folder(), int(i)) }, all.Done)
	if err := b.pool.add(j); err != nil {
		return err
	}
	all.Wait()
	return tasks.err
}

func collecting() string { return "Collect" }

// tasks is the outcome of a spread.
type tasks struct {
	ctx    context.Context
	do     func(f *folder, i int) error
	mu     sync.Mutex
	err    error
	failed atomic.Bool
}

// one does a task, unless one has failed.
func (t *tasks) one(f *folder, i int) {
	defer func() {
		if p := recover(); p != nil {
			t.fail(panicError(p))
		}
	}()
	if t.failed.Load() {
		return
	}
	err := t.ctx.Err()
	if err == nil {
		err = t.do(f, i)
	}
	if err != nil {
		t.fail(err)
	}
}

func (t *tasks) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.failed.Store(true); t.err == nil {
		t.err = err
	}
}
