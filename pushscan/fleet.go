package pushscan

import (
	"context"

	"gsdms/operators"
	"gsdms/optimizer"
)

// fleet is the kernels of one attached set and the wave that launches them.
type fleet struct {
	kernels []operators.Kernel
	serves  []int // queries, by kernel
	wave    optimizer.Wave
	whole   operators.Wave // launches all of it; nil: kernel by kernel
	riders  int
	chunks  int         // pushed
	told    *WaveReport // what report gave last
	seen    []operators.KernelStats
	took    []optimizer.Took
	stale   bool // the wave is to be decided anew
}

// newFleet prepares one kernel for all riders of the stream, or one for each, and solves the wave.
func newFleet(ctx context.Context, s *Stream) (*fleet, error) {
	f := &fleet{riders: len(s.riders)}
	for _, runs := range groups(s.hub.backend, s.riders, s.hub.options.NoSharing) {
		k, err := s.hub.backend.Prepare(ctx, runs...)
		if err != nil {
			f.close()
			return nil, err
		}
		f.kernels = append(f.kernels, k)
		f.serves = append(f.serves, len(runs))
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
	if err := f.join(ctx, s.hub.backend); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

// groups says which runs share a kernel.
func groups(b operators.Backend, riders []*ride, alone bool) [][]operators.Run {
	all := make([]operators.Run, len(riders))
	for i, r := range riders {
		all[i] = r.run
	}
	if s, ok := b.(operators.Splitter); ok && !alone {
		return s.Split(all)
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

func (f *fleet) close() {
	if f.whole != nil {
		f.whole.Close()
	}
	for _, k := range f.kernels {
		k.Close()
	}
}
