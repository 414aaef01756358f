package cpu

import (
	"context"
	"sync"
	"sync/atomic"

	"gsdms/operators/cpu/groups"
)

// spread does tasks 0 to n-1 by the workers, in that order of beginning, each with the
// worker's folder, and waits for them. One task alone is done by the caller, with a folder
// that is kept for that. It gives the
// error of the first task that has one; those after an error are not begun.
func (b *Backend) spread(ctx context.Context, n int, do func(f *groups.Folder, i int) error) error {
	tasks := &tasks{ctx: ctx, do: do}
	if n <= 1 {
		for i := range n {
			f := b.folder()
			tasks.one(f, i)
			f.Leave()
			b.folders.Put(f)
		}
		return tasks.err
	}
	var all sync.WaitGroup
	all.Add(1)
	j := newJob(b.pool.partyOf(tallyOf(ctx)), collecting, n, func(w *worker, i int64) {
		tasks.one(groups.FolderOf(&w.machine), int(i))
		w.fiber.Look()
	}, all.Done)
	if err := b.pool.add(j); err != nil {
		return err
	}
	all.Wait()
	return tasks.err
}

// folder takes a kept folder, or makes one.
func (b *Backend) folder() *groups.Folder {
	if f, ok := b.folders.Get().(*groups.Folder); ok {
		return f
	}
	return groups.NewFolder(b.kernels)
}

func collecting() string { return "Collect" }

// tasks is the outcome of a spread.
type tasks struct {
	ctx    context.Context
	do     func(f *groups.Folder, i int) error
	mu     sync.Mutex
	err    error
	failed atomic.Bool
}

// one does a task, unless one has failed.
func (t *tasks) one(f *groups.Folder, i int) {
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
