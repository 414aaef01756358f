package pushscan

import (
	"context"

	"gsdms/operators"
	"gsdms/optimizer"
)

// fleet is the kernels of one attached set and the wave that launches them.
type fleet struct {
	kernels []operators.Kernel
	wave    optimizer.Wave
}

// newFleet prepares one kernel for all riders, or one for each, and solves the wave.
func newFleet(ctx context.Context, h *Hub, riders []*ride) (*fleet, error) {
	f := &fleet{}
	for _, runs := range groups(riders, h.options.NoSharing) {
		k, err := h.backend.Prepare(ctx, runs...)
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
	wave, err := optimizer.Solve(h.backend.Device(), demands)
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

// push launches the batches in order, each after the one before has ended.
func (f *fleet) push(ctx context.Context, c operators.Chunk) error {
	for _, b := range f.wave.Batches {
		for _, l := range b.Launches {
			if err := f.kernels[l.Kernel].Launch(ctx, c, l); err != nil {
				return err
			}
		}
		for _, l := range b.Launches {
			if err := f.kernels[l.Kernel].Barrier(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *fleet) close() {
	for _, k := range f.kernels {
		k.Close()
	}
}
