package pushscan

import (
	"context"
	"errors"
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
)

// join has the backend join the kernels to a wave, if it can.
func (f *fleet) join(ctx context.Context, b operators.Backend) (err error) {
	if w, ok := b.(operators.Waver); ok {
		f.whole, err = w.Wave(ctx, f.kernels, *f.wave)
	}
	return err
}

// push launches the batches in order, each after the one before has ended. meanwhile is
// called once, while the first batch runs. It gives the time that the launches took of
// the host.
func (f *fleet) push(ctx context.Context, c operators.Chunk, meanwhile func()) (took time.Duration, err error) {
	f.chunks++
	if a, ok := c.(operators.Coming); ok {
		a.Announced()
	}
	if f.whole != nil {
		began := time.Now()
		err := f.whole.Launch(ctx, c)
		took = time.Since(began)
		meanwhile()
		return took, errors.Join(err, f.whole.Barrier(ctx))
	}
	if f.pacer.patience > 0 && len(f.kernels) > 1 {
		return f.pushInTurns(ctx, c, meanwhile)
	}
	f.batches = make([]time.Duration, 0, len(f.wave.Batches)) // the last ones are remembered
	for i, b := range f.wave.Batches {
		began := time.Now()
		err := f.launch(ctx, c, b)
		took += time.Since(began)
		if i == 0 {
			meanwhile()
		}
		if err := errors.Join(err, f.barrier(ctx, b)); err != nil {
			return took, err
		}
		f.batches = append(f.batches, time.Since(began))
	}
	return took, nil
}

// summon has callers ready for riders who leave with a chunk of so many rows that has been launched, where
// the host does nothing meanwhile.
func (f *fleet) summon(rows, riders int) *callers {
	if f.whole == nil || f.wave.Ends == nil {
		return nil
	}
	seconds := 0.0
	for _, b := range f.wave.Batches {
		batch := 0.0
		for _, l := range b.Launches {
			of := max(1, f.wave.Demands[l.Kernel].Rows)
			batch = max(batch, f.wave.Ends[l.Kernel]*float64(rows)/float64(of))
		}
		seconds += batch
	}
	return summon(riders, time.Duration(1e9*seconds))
}

func (f *fleet) launch(ctx context.Context, c operators.Chunk, b optimizer.Batch) error {
	for _, l := range b.Launches {
		if err := f.kernels[l.Kernel].Launch(ctx, c, l); err != nil {
			return err
		}
	}
	return nil
}

// barrier waits for every kernel of the batch, also after one has failed: the chunk must
// not be released under a running kernel.
func (f *fleet) barrier(ctx context.Context, b optimizer.Batch) error {
	var errs []error
	for _, l := range b.Launches {
		errs = append(errs, f.kernels[l.Kernel].Barrier(ctx))
	}
	return errors.Join(errs...)
}
