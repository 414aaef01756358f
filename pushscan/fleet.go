package pushscan

import (
	"context"
	"errors"
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
)

// fleet is the kernels of one attached set and the wave that launches them.
type fleet struct {
	kernels []operators.Kernel
	wave    optimizer.Wave
}

// newFleet prepares one kernel for all riders of the stream, or one for each, and solves the wave.
func newFleet(ctx context.Context, s *Stream) (*fleet, error) {
	f := &fleet{}
	for _, runs := range groups(s.riders, s.hub.options.NoSharing) {
		k, err := s.hub.backend.Prepare(ctx, runs...)
		if err != nil {
			f.close()
			return nil, err
		}
		f.kernels = append(f.kernels, k)
	}
	demands := make([]optimizer.Demand, len(f.kernels))
	for i, k := range f.kernels {
		demands[i] = k.Demand()
	}
	wave, err := s.solver.Solve(demands)
	if err != nil {
		f.close()
		return nil, err
	}
	f.wave = wave
	return f, nil
}

// groups says which runs share a kernel.
func groups(riders []*ride, alone bool) [][]operators.Run {
	all := make([]operators.Run, len(riders))
	for i, r := range riders {
		all[i] = r.run
	}
	if !alone {
		return [][]operators.Run{all}
	}
	out := make([][]operators.Run, len(all))
	for i := range all {
		out[i] = all[i : i+1]
	}
	return out
}

// push launches the batches in order, each after the one before has ended. meanwhile is
// called once, while the first batch runs.
func (f *fleet) push(ctx context.Context, c operators.Chunk, meanwhile func()) error {
	for i, b := range f.wave.Batches {
		err := f.launch(ctx, c, b)
		if i == 0 {
			meanwhile()
		}
		if err := errors.Join(err, f.barrier(ctx, b)); err != nil {
			return err
		}
	}
	return nil
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

// work sums what the kernels have done since they were prepared.
func (f *fleet) work() (busy time.Duration, bytes int64) {
	for _, k := range f.kernels {
		s := k.Stats()
		busy += time.Duration(s.Busy)
		bytes += s.Bytes
	}
	return busy, bytes
}

func (f *fleet) close() {
	for _, k := range f.kernels {
		k.Close()
	}
}
