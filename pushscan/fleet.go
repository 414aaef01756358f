package pushscan

import (
	"context"
	"errors"
	"slices"
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
)

// fleet is the kernels of one attached set and the wave that launches them.
type fleet struct {
	kernels []operators.Kernel
	serves  []int             // queries, by kernel
	runs    [][]operators.Run // likewise
	groups  [][]operators.Run // that share kernels
	pacer   pacer
	rows    int // of a chunk
	demands []optimizer.Demand
	as      []Granularity   // of the riders
	wave    *optimizer.Wave // lives on in reports
	whole   operators.Wave  // launches all of it; nil: kernel by kernel
	riders  int
	chunks  int         // pushed
	told    *WaveReport // what report gave last
	seen    []operators.KernelStats
	took    []optimizer.Took
	stale   bool            // the wave is to be decided anew
	batches []time.Duration // of the last chunk

	ends    chan finish // of the kernels of the chunk at hand, where they are not waited for one by one
	late    []bool      // by kernel: it is not through with that chunk
	pending int         // kernels that are not

	// missing is the programs that are to share a kernel which is still being made: each has its own until
	// then.
	missing [][]*operators.Program
}

// newFleet prepares the riders' kernels, as many as their granularities ask for, and
// solves the wave. rows is those of a chunk.
func newFleet(ctx context.Context, b operators.Backend, p pacer, s Solver, rows int, riders []*ride) (*fleet, error) {
	f := &fleet{as: decided(b, rows, riders), riders: len(riders), pacer: p, rows: rows}
	err := f.prepare(ctx, b, riders)
	if err == nil {
		err = f.decide(s)
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

// prepare makes the kernels, side by side, since one that is compiled for the first time
// takes a second.
func (f *fleet) prepare(ctx context.Context, b operators.Backend, riders []*ride) error {
	jobs := f.jobs(ctx, b, riders)
	made := make([][]operators.Kernel, len(jobs))
	errs := operators.Spread(len(jobs), func(i int) (err error) {
		made[i], err = jobs[i].make()
		return err
	})
	var failed kernelError
	for i, kernels := range made {
		f.enlist(jobs[i].runs, kernels...)
		if errs[i] != nil {
			failed.runs, failed.errs = append(failed.runs, jobs[i].runs...), append(failed.errs, errs[i])
		}
	}
	if failed.errs != nil {
		return &failed
	}
	return nil
}

// decide has the solver decide the wave.
func (f *fleet) decide(s Solver) error {
	w, err := s.Solve(f.demands)
	f.wave = &w
	return err
}

// kernelError says which runs' kernels could not be made, and why.
type kernelError struct {
	runs []operators.Run
	errs []error
}

func (e *kernelError) Error() string   { return errors.Join(e.errs...).Error() }
func (e *kernelError) Unwrap() []error { return e.errs }

// job is the making of kernels that serve runs.
type job struct {
	runs []operators.Run
	make func() ([]operators.Kernel, error)
}

// jobs are what the riders' granularities ask for, those who share kernels last.
func (f *fleet) jobs(ctx context.Context, b operators.Backend, riders []*ride) []job {
	one := func(runs []operators.Run) job {
		return job{runs, func() ([]operators.Kernel, error) {
			k, err := b.Prepare(ctx, runs...)
			if err != nil {
				return nil, err
			}
			return []operators.Kernel{k}, nil
		}}
	}
	var out []job
	var shared []operators.Run
	for i, r := range riders {
		switch f.as[i] {
		case Shared:
			shared = append(shared, r.run)
		case Pipeline:
			out = append(out, one([]operators.Run{r.run}))
		case Operator:
			out = append(out, job{[]operators.Run{r.run}, func() ([]operators.Kernel, error) { return b.(operators.Staged).Stages(ctx, r.run) }})
		}
	}
	f.groups = f.split(b, shared)
	for _, runs := range f.groups {
		if f.made(b, runs) {
			out = append(out, one(runs))
			continue
		}
		for _, r := range runs {
			out = append(out, one([]operators.Run{r}))
			f.as[slices.IndexFunc(riders, func(of *ride) bool { return of.run == r })] = Pipeline
		}
	}
	return out
}

// made reports whether a kernel for all of the runs is there, or is waited for: where they all have
// kernels of their own they go on with those, until it is.
func (f *fleet) made(b operators.Backend, runs []operators.Run) bool {
	m, ok := b.(operators.Maker)
	if !ok || len(runs) < 2 {
		return true
	}
	programs := make([]*operators.Program, len(runs))
	for i, r := range runs {
		programs[i] = r.Program()
	}
	if m.Ready(programs...) || slices.ContainsFunc(programs, func(p *operators.Program) bool { return !m.Ready(p) }) {
		return true
	}
	f.missing = append(f.missing, programs)
	return false
}

// outgrown reports whether a kernel that riders do without has been made meanwhile.
func (f *fleet) outgrown(b operators.Backend) bool {
	return slices.ContainsFunc(f.missing, func(programs []*operators.Program) bool {
		return b.(operators.Maker).Ready(programs...)
	})
}

// split says which of the runs that share kernels share one.
func (f *fleet) split(b operators.Backend, runs []operators.Run) [][]operators.Run {
	if len(runs) == 0 {
		return nil
	}
	if s, ok := b.(operators.Splitter); ok {
		return s.Split(runs)
	}
	return f.pacer.split(runs, f.rows)
}

// uneven reports whether runs that share a kernel have turned out to be of different pace.
func (f *fleet) uneven() bool {
	return f.pacer.patience > 0 && slices.ContainsFunc(f.groups, func(runs []operators.Run) bool {
		return len(f.pacer.split(runs, f.rows)) > 1
	})
}

// enlist takes kernels on, each of which serves these runs, and whose After counts from the first
// of them.
func (f *fleet) enlist(runs []operators.Run, kernels ...operators.Kernel) {
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
		f.kernels, f.demands, f.serves = append(f.kernels, k), append(f.demands, d), append(f.serves, len(runs))
		f.runs = append(f.runs, runs)
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
