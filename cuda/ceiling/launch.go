package ceiling

import (
	"fmt"
	"time"

	"gsdms/cuda/device"
)

// empty is a kernel that does nothing.
func (b *bench) empty() (device.Function, error) {
	return b.device.Compile(b.ctx, prelude+"KERNEL void wave(const Params* p) {}\n")
}

// launches measures kernels that do nothing: many in a row, and one that is waited for.
func (b *bench) launches() error {
	f, err := b.empty()
	if err != nil {
		return err
	}
	for _, l := range []struct {
		what string
		row  int
	}{{"launch, 1000 in a row", 1000}, {"launch and wait", 1}} {
		best, err := b.quickest(func() error { return b.row(f, l.row) })
		if err != nil {
			return fmt.Errorf("measure launches: %w", err)
		}
		b.report(Line{l.what, micros(best) / float64(l.row), "us"})
	}
	return nil
}

// graphs measures the same as graphs, where the device has them: what a kernel in one
// costs, one that is waited for, and recording one.
func (b *bench) graphs() error {
	r, ok := b.device.(device.Recorder)
	if !ok {
		return nil
	}
	f, err := b.empty()
	if err != nil {
		return err
	}
	for _, l := range []struct {
		what string
		row  int
	}{{"launch in a graph, 100 in a row", 100}, {"graph of 10 launches, and wait", 10}, {"graph of one launch, and wait", 1}} {
		g, err := r.Record(b.queue, func() error { return b.row(f, l.row) })
		if err != nil {
			return fmt.Errorf("record a graph: %w", err)
		}
		best, err := b.quickest(g.Launch)
		if err != nil {
			return fmt.Errorf("measure graphs: %w", err)
		}
		each := micros(best)
		if l.row == 100 {
			each /= 100
		}
		b.report(Line{l.what, each, "us"})
		if err := g.Close(); err != nil {
			return err
		}
	}
	return b.recording(r, f)
}

// recording measures what it takes to make a graph.
func (b *bench) recording(r device.Recorder, f device.Function) error {
	best, err := b.quickest(func() error {
		g, err := r.Record(b.queue, func() error { return b.row(f, 10) })
		if err != nil {
			return err
		}
		return g.Close()
	})
	if err != nil {
		return fmt.Errorf("measure recording: %w", err)
	}
	b.report(Line{"record a graph of 10 launches", micros(best), "us"})
	return nil
}

// row puts launches on the queue.
func (b *bench) row(f device.Function, n int) error {
	for range n {
		if err := b.queue.Launch(f, b.limits.MPs, 32, 0, b.params); err != nil {
			return err
		}
	}
	return nil
}

// quickest gives the shortest time of what work puts on the queue, from begin to end.
func (b *bench) quickest(work func() error) (best time.Duration, err error) {
	for range 10 * b.sizes.Runs {
		began := time.Now()
		if err := work(); err != nil {
			return 0, err
		}
		if _, err := b.queue.Wait(); err != nil {
			return 0, err
		}
		if took := time.Since(began); best == 0 || took < best {
			best = took
		}
	}
	return best, nil
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
