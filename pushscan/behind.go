package pushscan

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"gsdms/operators"
)

// finish is a kernel that is through with the chunk at hand.
type finish struct {
	kernel int
	took   time.Duration // since the launch
	err    error
}

// pushInTurns pushes the chunk through kernels that share the processors in turns, all at once.
// It returns when all are through with it, or, with some of them pending, when others have been
// and would wait long.
func (f *fleet) pushInTurns(ctx context.Context, c operators.Chunk, meanwhile func()) (took time.Duration, err error) {
	began := time.Now()
	for _, b := range f.wave.Batches {
		if err := f.launch(ctx, c, b); err != nil {
			return time.Since(began), errors.Join(err, f.barrierAll(ctx))
		}
	}
	took = time.Since(began)
	f.ends, f.late, f.pending = make(chan finish, len(f.kernels)), make([]bool, len(f.kernels)), len(f.kernels)
	for i, k := range f.kernels {
		f.late[i] = true
		go func() {
			err := operators.Guarded(func() error { return k.Barrier(ctx) })
			f.ends <- finish{i, time.Since(began), err}
		}()
	}
	meanwhile()
	err = f.await(began)
	f.batches = []time.Duration{time.Since(began)}
	return took, err
}

// barrierAll waits for all kernels: some may have been launched.
func (f *fleet) barrierAll(ctx context.Context) (err error) {
	for _, k := range f.kernels {
		err = errors.Join(err, k.Barrier(ctx))
	}
	return err
}

// await waits for the kernels of a chunk that was launched at began, but no longer for those that
// take much longer than the first. When one has failed it waits for all.
func (f *fleet) await(began time.Time) (err error) {
	var enough <-chan time.Time
	for f.pending > 0 {
		select {
		case e := <-f.ends:
			f.pending--
			f.late[e.kernel] = false
			err = errors.Join(err, e.err)
			if enough == nil && f.pending > 0 {
				enough = time.After(max(f.pacer.patience, slowerWave*e.took) - time.Since(began))
			}
		case <-enough:
			if err == nil {
				return nil
			}
			enough = make(chan time.Time) // never
		}
	}
	return err
}

// leaveBehind has those who are through with the chunk go on without the others, who go on with a
// stream of their own.
func (s *Stream) leaveBehind(l *loaded) {
	f := s.fleet
	b := newStream(s.hub, s.table, s.source.options, s.source.first)
	s.riders = slices.DeleteFunc(s.riders, func(r *ride) bool {
		late := f.isLate(r.run)
		if late {
			b.riders = append(b.riders, r)
		} else {
			f.tell(r)
		}
		return late
	})
	b.seq, b.timeline = s.seq, timeline{slices.Clone(s.timeline.chunks), s.timeline.first}
	b.behind, b.fleet, s.fleet = l.shared(), f, nil
	f.closeEnded()
	for _, r := range b.riders {
		r.stream.Store(b)
	}
	s.hub.traffic.part(s, b)
	s.hub.leave(b)
}

// shared makes another one hold the chunk, too.
func (l *loaded) shared() *loaded {
	l.holders = new(atomic.Int32)
	l.holders.Store(2)
	other := *l
	return &other
}

// isLate reports whether the kernel of a run is not through with the chunk.
func (f *fleet) isLate(r operators.Run) bool {
	for i, runs := range f.runs {
		if slices.Contains(runs, r) {
			return f.late[i]
		}
	}
	return false
}

// closeEnded closes the kernels that are through with the chunk; the others go on.
func (f *fleet) closeEnded() {
	for i, k := range f.kernels {
		if !f.late[i] {
			f.kernels[i] = past{k, k.Stats()}
			k.Close()
		}
	}
	f.told = nil
}

// past is a kernel that was closed, with what it did.
type past struct {
	operators.Kernel
	stats operators.KernelStats
}

// Stats gives what it had done.
func (p past) Stats() operators.KernelStats { return p.stats }

// Close does nothing: it was closed.
func (p past) Close() error { return nil }

// catchUp waits until riders who were left behind are through with their chunk.
func (s *Stream) catchUp(ctx context.Context) {
	l, f := s.behind, s.fleet
	var err error
	for ; f.pending > 0; f.pending-- {
		err = errors.Join(err, (<-f.ends).err)
	}
	l.step.push = time.Since(l.pushed)
	l.batches = []time.Duration{l.step.push}
	if err == nil {
		f.measure(&l.step)
	}
	s.behind = nil
	s.through(l, err)
	s.disband()
}
