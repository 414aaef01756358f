package cuda

import (
	"context"
	"errors"
	"slices"
	"time"

	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/cuda/replay"
	"gsdms/operators"
	"gsdms/optimizer"
)

// wave is kernels that go on the device at once: one copy brings all parameters, a batch
// follows the one before without the host in between, and one copy takes the accumulators
// of all. All that is one graph where it comes again. The stream's goroutine owns it.
type wave struct {
	backend *Backend
	plan    optimizer.Wave
	kernels []*kernel
	runs    []*run        // of all kernels
	spans   []memory.Span // of the runs whose accumulators are copied after each launch
	lead    device.Queue  // what is not a launch; of one kernel its queue
	own     bool          // lead is no kernel's
	params  []byte        // of all kernels, page-locked
	at      device.Ptr

	chunk   *memory.Chunk // of the launch that Barrier waits for
	entered bool          // the conductor knows of it
	work    *replay.Work  // likewise; nil where nothing is recorded
}

// Wave joins kernels that Prepare has made. It gives nil for others, and for so many that no
// buffer holds all their parameters: those are launched by themselves.
func (b *Backend) Wave(ctx context.Context, kernels []operators.Kernel, plan optimizer.Wave) (operators.Wave, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := &wave{backend: b, plan: plan}
	bytes := 0
	for _, one := range kernels {
		k, ok := one.(*kernel)
		if !ok {
			return nil, nil
		}
		w.kernels = append(w.kernels, k)
		if k.link == nil || k.link.stage.Last { // the stages before serve the same run
			w.runs = append(w.runs, k.runs...)
		}
		bytes += len(k.params)
	}
	if len(kernels) > 1 && bytes > memory.MostPinned {
		return nil, nil
	}
	if len(kernels) == 1 {
		k := w.kernels[0]
		w.spans, w.lead, w.params, w.at = k.spans, k.queue, k.params, k.at
		return w, nil
	}
	w.spans = spansOf(w.runs, (*run).shadowed)
	if err := w.provide(bytes); err != nil {
		return nil, err
	}
	w.seat()
	return w, nil
}

// provide takes a queue, and memory for the parameters of all kernels.
func (w *wave) provide(bytes int) (err error) {
	b := w.backend
	if w.params, err = b.memory.Pin(bytes); err != nil {
		return err
	}
	if w.at, err = b.memory.Alloc(int64(bytes)); err != nil {
		b.memory.Unpin(w.params)
		return err
	}
	if w.lead, err = b.queues.get(); err != nil {
		b.memory.Unpin(w.params)
		b.memory.Free(w.at)
	}
	w.own = true
	return err
}

// seat moves the kernels' parameters to those of the wave.
func (w *wave) seat() {
	from := 0
	for _, k := range w.kernels {
		to := from + len(k.params)
		copy(w.params[from:to], k.params)
		w.backend.memory.Unpin(k.params)
		w.backend.memory.Free(k.at)
		k.params, k.at, k.seated = w.params[from:to], w.at+device.Ptr(from), true
		from = to
	}
}

// Launch starts the wave over a chunk.
func (w *wave) Launch(ctx context.Context, c operators.Chunk) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.chunk = c.(*memory.Chunk)
	w.backend.conductor.Enter()
	w.entered = true
	for _, b := range w.plan.Batches {
		for _, l := range b.Launches {
			k := w.kernels[l.Kernel]
			k.meet(w.chunk, l)
			if err := k.bind(w.chunk); err != nil {
				return err
			}
		}
	}
	if err := w.chunk.Precede(w.lead); err != nil {
		return err
	}
	var s replay.Script
	err := w.write(&s)
	if err == nil {
		w.work, err = w.backend.kept.Do(s, w.lead)
	}
	return err
}

// write writes down the work of a chunk.
func (w *wave) write(s *replay.Script) error {
	lead := s.On(w.lead)
	if err := begin(lead, w.runs); err != nil {
		return err
	}
	if err := lead.CopyIn(w.at, w.params); err != nil {
		return err
	}
	if err := w.all(s); err != nil {
		return err
	}
	return memory.Fetch(lead, w.spans)
}

// all writes down what the kernels do.
func (w *wave) all(s *replay.Script) error {
	if f := w.plan.Follows; f != nil && w.own {
		return w.edges(s, f)
	}
	for _, b := range w.plan.Batches {
		if err := w.batch(s, b); err != nil {
			return err
		}
	}
	return nil
}

// edges has the kernels come on their queues, each behind those that it follows.
func (w *wave) edges(s *replay.Script, follows [][]int) error {
	ends := make([]bool, len(w.kernels)) // nobody follows
	for _, b := range w.plan.Batches {
		for _, l := range b.Launches {
			k := w.kernels[l.Kernel]
			ends[l.Kernel] = true
			before := []device.Queue{s.On(w.lead)}
			if len(follows[l.Kernel]) > 0 {
				before = before[:0]
			}
			for _, f := range follows[l.Kernel] {
				before, ends[f] = append(before, s.On(w.kernels[f].queue)), false
			}
			if err := s.On(k.queue).After(before...); err != nil {
				return err
			}
			if err := k.put(s.On, l); err != nil {
				return err
			}
		}
	}
	var last []device.Queue
	for i, k := range w.kernels {
		if ends[i] {
			last = append(last, k.queue)
		}
	}
	return s.On(w.lead).After(last...)
}

// batch has kernels come side by side, between what the lead has had so far and what follows.
func (w *wave) batch(s *replay.Script, b optimizer.Batch) error {
	var others []device.Queue
	for _, l := range b.Launches {
		k := w.kernels[l.Kernel]
		if w.own {
			if err := s.On(k.queue).After(w.lead); err != nil {
				return err
			}
			if !slices.Contains(others, k.queue) {
				others = append(others, k.queue)
			}
		}
		if err := k.put(s.On, l); err != nil {
			return err
		}
	}
	return s.On(w.lead).After(others...)
}

// Barrier waits for the wave and takes what runs have emitted.
func (w *wave) Barrier(ctx context.Context) error {
	took, err := w.wait()
	w.leave()
	if err == nil && w.chunk != nil {
		err = w.chunk.Arrived()
	}
	if err != nil {
		return err
	}
	for i, k := range w.kernels {
		k.settle(ctx, took[i])
	}
	return nil
}

// leave tells the conductor that the wave has ended.
func (w *wave) leave() {
	if w.entered {
		w.backend.conductor.Leave()
		w.entered = false
	}
}

// wait waits for all queues, also where one fails, and gives the time of each kernel.
func (w *wave) wait() ([]time.Duration, error) {
	took := make([]time.Duration, len(w.kernels))
	lead, err := w.lead.Wait()
	errs := []error{err}
	if !w.own {
		took[0] = lead
	} else {
		for i, k := range w.kernels {
			took[i], err = k.queue.Wait()
			errs = append(errs, err)
		}
	}
	errs = append(errs, w.work.Release())
	w.work = nil
	return took, errors.Join(errs...)
}

// Close frees the parameters, before the kernels are closed.
func (w *wave) Close() error {
	_, err := w.wait()
	w.leave()
	errs := []error{err}
	if w.own {
		w.backend.queues.put(w.lead)
		w.backend.memory.Unpin(w.params)
		w.backend.memory.Free(w.at)
	}
	return errors.Join(errs...)
}
