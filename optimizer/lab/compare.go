package lab

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"gsdms/optimizer"
	"gsdms/optimizer/sim"
)

// way is one way to run a set of kernels. It returns the end of the simulation, in
// seconds.
type way struct {
	name string
	run  func(c *contest, demands []optimizer.Demand) (float64, error)
}

// contest is what the ways of a comparison share.
type contest struct {
	device optimizer.Device
	gap    float64 // seconds between batches
	random *rand.Rand
	models map[string]optimizer.Model
}

// sequential runs every kernel by itself, with the threads it demands.
func sequential(c *contest, demands []optimizer.Demand) (float64, error) {
	return c.oneByOne(demands, optimizer.Options{})
}

// tuned runs every kernel by itself, with the launch that is fastest for it alone.
func tuned(c *contest, demands []optimizer.Demand) (float64, error) {
	return c.oneByOne(demands, optimizer.Options{Objective: optimizer.Makespan})
}

func (c *contest) oneByOne(demands []optimizer.Demand, o optimizer.Options) (float64, error) {
	groups := make([][]sim.Stream, len(demands))
	for i, d := range demands {
		w, err := c.wave(demands[i:i+1], o)
		if err != nil {
			return 0, err
		}
		groups[i] = []sim.Stream{{sim.Launched(c.device, d, w.Batches[0].Launches[0])}}
	}
	return c.end(groups)
}

// randomStreams launches every kernel at once, in a stream of its own and with random
// blocks and warps, and leaves the rest to the device.
func randomStreams(c *contest, demands []optimizer.Demand) (float64, error) {
	var all []sim.Stream
	for _, d := range demands {
		all = append(all, sim.Stream{sim.Launched(c.device, d, c.anyLaunch(d))})
	}
	return c.end([][]sim.Stream{all})
}

// randomBatches takes the kernels as they come, each with random blocks and warps, and
// closes a batch where the next does not fit.
func randomBatches(c *contest, demands []optimizer.Demand) (float64, error) {
	m, err := optimizer.NewMultiprocessor(c.device)
	if err != nil {
		return 0, err
	}
	groups := [][]sim.Stream{nil}
	var sum optimizer.Load
	for _, d := range demands {
		l := c.anyLaunch(d)
		t := m.Take(l.Blocks, l.Warps, d.Registers, d.Shared)
		if sum = sum.Plus(t); !sum.Within(m.Room()) {
			groups, sum = append(groups, nil), t
		}
		last := &groups[len(groups)-1]
		*last = append(*last, sim.Stream{sim.Launched(c.device, d, l)})
	}
	return c.end(groups)
}

// kernelLevel takes the kernels as they come and closes a batch where stage two finds
// no launches any more.
func kernelLevel(c *contest, demands []optimizer.Demand) (float64, error) {
	at := 0.0
	for first := 0; first < len(demands); {
		var batch optimizer.Wave
		last := first
		for last < len(demands) {
			w, err := optimizer.Solve(c.device, demands[first:last+1])
			if err != nil {
				return 0, err
			}
			if len(w.Batches) > 1 {
				break
			}
			batch = w
			last++
		}
		t, err := sim.Wave(batch, c.gap)
		if err != nil {
			return 0, err
		}
		if first > 0 {
			at += c.gap
		}
		at += t.End()
		first = last
	}
	return at, nil
}

// bothLevels runs the wave of an objective.
func bothLevels(o optimizer.Objective, model string) func(*contest, []optimizer.Demand) (float64, error) {
	return func(c *contest, demands []optimizer.Demand) (float64, error) {
		w, err := c.wave(demands, optimizer.Options{Objective: o, Model: c.models[model], Gap: c.gap})
		if err != nil {
			return 0, err
		}
		t, err := sim.Wave(w, c.gap)
		return t.End(), err
	}
}

func (c *contest) wave(demands []optimizer.Demand, o optimizer.Options) (optimizer.Wave, error) {
	s, err := optimizer.NewSolver(c.device, o)
	if err != nil {
		return optimizer.Wave{}, err
	}
	return s.Solve(demands)
}

func (c *contest) end(groups [][]sim.Stream) (float64, error) {
	t, err := sim.Sequence(c.device, sim.Contended{}, c.gap, groups...)
	return t.End(), err
}

// anyLaunch draws the warps of a block and then the blocks, among those that a
// multiprocessor holds of the kernel alone.
func (c *contest) anyLaunch(d optimizer.Demand) optimizer.Launch {
	for {
		w := 1 + c.random.IntN(c.device.BlockThreads/c.device.WarpSize)
		o, err := c.device.Occupancy(optimizer.Config{Threads: w * c.device.WarpSize, Registers: d.Registers, Shared: d.Shared})
		if err == nil && o.Blocks > 0 {
			return optimizer.Launch{Blocks: 1 + c.random.IntN(o.Blocks), Warps: w}
		}
	}
}

// calibrate runs every kind alone with different numbers of warps and fits the
// quadratics.
func calibrate(d optimizer.Device, kinds []optimizer.Demand) (optimizer.Model, error) {
	samples := map[string][]optimizer.Sample{}
	for _, k := range kinds {
		for _, w := range []int{1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64} {
			k.Threads = w * d.WarpSize
			t, err := alone(d, k)
			var limit *optimizer.LimitError
			if errors.As(err, &limit) {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("lab: sample %s with %d warps: %w", k.Name, w, err)
			}
			samples[k.Name] = append(samples[k.Name], optimizer.Sample{Warps: w, Seconds: t})
		}
	}
	return optimizer.NewCalibrated(samples, optimizer.Roofline{})
}

// alone is the time of a kernel that has the device to itself, with the threads it
// demands.
func alone(d optimizer.Device, k optimizer.Demand) (float64, error) {
	w, err := optimizer.Solve(d, []optimizer.Demand{k})
	if err != nil {
		return 0, err
	}
	t, err := sim.Wave(w, 0)
	return t.End(), err
}
