package conduct

import (
	"slices"

	"gsdms/optimizer"
)

// beside decides a wave for what is left of a multiprocessor. It gives nil where a kernel does not
// fit there, or where the wave is expected to end sooner with all of it, behind the slices that
// are on the device.
func (c *Conductor) beside(w *optimizer.Wave, taken optimizer.Load) *optimizer.Wave {
	left := c.left(taken)
	if left.Warps <= 0 || left.Blocks <= 0 || left.Registers <= 0 || left.Shared <= 0 {
		return nil
	}
	demands := slices.Clone(w.Demands)
	for i := range demands {
		if demands[i].Threads = min(demands[i].Threads, most(left, &demands[i])); demands[i].Threads == 0 {
			return nil
		}
	}
	s, err := c.solver(left, w.Objective)
	if err != nil {
		return nil
	}
	out, err := s.Solve(demands)
	if err != nil {
		return nil // stage two may find no place where the sums do
	}
	if c.seconds(&out) > Slice.Seconds()+c.seconds(w) {
		return nil
	}
	out.Device, out.Demands = w.Device, w.Demands
	return &out
}

// left is a device whose multiprocessors have lost what is taken.
func (c *Conductor) left(taken optimizer.Load) optimizer.Device {
	d := c.device
	d.Blocks, d.Warps, d.Registers, d.Shared = d.Blocks-taken.Blocks, d.Warps-taken.Warps, d.Registers-taken.Registers, d.Shared-taken.Shared
	return d
}

// solver gives the solver of a rest, which remembers what it has decided.
func (c *Conductor) solver(d optimizer.Device, o optimizer.Objective) (*optimizer.Solver, error) {
	key := rest{optimizer.Load{Blocks: d.Blocks, Warps: d.Warps, Registers: d.Registers, Shared: d.Shared}, o}
	if s := c.rests[key]; s != nil {
		return s, nil
	}
	s, err := optimizer.NewSolver(d, optimizer.Options{Objective: o})
	if err != nil {
		return nil, err
	}
	if len(c.rests) >= keptRests {
		clear(c.rests)
	}
	c.rests[key] = s
	return s, nil
}

// keptRests is how many solvers are kept, and of how many kernels curves.
const keptRests = 64

// most is the threads of a kernel that a multiprocessor holds, at most those it demands: of all
// sizes of a block the one of which it holds most.
func most(d optimizer.Device, k *optimizer.Demand) (threads int) {
	top := d.BlockThreads
	if k.Block > 0 {
		top = min(top, k.Block)
	}
	for t := top / d.WarpSize * d.WarpSize; t > 0; t -= d.WarpSize {
		o, err := d.Occupancy(optimizer.Config{Threads: t, Registers: k.Registers, Shared: k.Shared})
		if err == nil && o.Threads > threads {
			threads = o.Threads
		}
	}
	return threads
}

// seconds predicts the time of a wave on the device: what its kernels take one after another,
// each with its warps. Kernels of queries are bound by the memory, and gain little by each other.
func (c *Conductor) seconds(w *optimizer.Wave) (sum float64) {
	for _, b := range w.Batches {
		for _, l := range b.Launches {
			sum += optimizer.Roofline{}.Time(&c.device, &w.Demands[l.Kernel], l.Blocks*l.Warps)
		}
	}
	return sum
}
