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
	demands []optimizer.Demand
	as      map[*ride]Granularity
	wave    optimizer.Wave
	whole   operators.Wave // launches all of it; nil: kernel by kernel
	riders  int
	chunks  int         // pushed
	told    *WaveReport // what report gave last
	seen    []operators.KernelStats
	took    []optimizer.Took
	stale   bool // the wave is to be decided anew
}

// newFleet prepares the riders' kernels, as many as their granularities ask for, and
// solves the wave. rows is those of a chunk.
func newFleet(ctx context.Context, b operators.Backend, s Solver, rows int, riders []*ride) (*fleet, error) {
	f := &fleet{as: decided(b, rows, riders), riders: len(riders)}
	err := f.prepare(ctx, b, riders)
	if err == nil {
		f.wave, err = s.Solve(f.demands)
	}
	if err == nil {
		err = f.join(ctx, b)
	}
	if err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

func (f *fleet) prepare(ctx context.Context, b operators.Backend, riders []*ride) error {
	var shared []operators.Run
	for _, r := range riders {
		switch f.as[r] {
		case Shared:
			shared = append(shared, r.run)
		case Pipeline:
			if err := f.add(ctx, b, r.run); err != nil {
				return err
			}
		case Operator:
			kernels, err := b.(operators.Staged).Stages(ctx, r.run)
			if err != nil {
				return err
			}
			f.enlist(1, kernels...)
		}
	}
	for _, runs := range split(b, shared) {
		if err := f.add(ctx, b, runs...); err != nil {
			return err
		}
	}
	return nil
}

// split says which of the runs that share kernels share one.
func split(b operators.Backend, runs []operators.Run) [][]operators.Run {
	if len(runs) == 0 {
		return nil
	}
	if s, ok := b.(operators.Splitter); ok {
		return s.Split(runs)
	}
	return [][]operators.Run{runs}
}

// add prepares one kernel for runs.
func (f *fleet) add(ctx context.Context, b operators.Backend, runs ...operators.Run) error {
	k, err := b.Prepare(ctx, runs...)
	if err != nil {
		return err
	}
	f.enlist(len(runs), k)
	return nil
}

// enlist takes kernels on, each of which serves so many queries, and whose After counts from
// the first of them.
func (f *fleet) enlist(queries int, kernels ...operators.Kernel) {
	first := len(f.kernels)
	for _, k := range kernels {
		d := k.Demand()
		after := make([]int, len(d.After))
		for i, a := range d.After {
			after[i] = first + a
		}
		if d.After != nil {
			d.After = after
		}
		f.kernels, f.demands, f.serves = append(f.kernels, k), append(f.demands, d), append(f.serves, queries)
	}
}

func (f *fleet) close() {
	if f.whole != nil {
		f.whole.Close()
	}
	for _, k := range f.kernels {
		k.Close()
	}
}
