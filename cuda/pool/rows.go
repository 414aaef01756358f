package pool

import "gsdms/optimizer"

// alone is the time of all kernels one after another.
func (p *Pace) alone(draw []int) float64 {
	sum := 0.0
	for _, k := range draw {
		sum += p.tuned[k].Seconds
	}
	return sum
}

// launches keeps so many warps of each kernel resident, with the fewest blocks.
func (p *Pace) launches(draw, row []int, warps int) ([]optimizer.Launch, bool) {
	out := make([]optimizer.Launch, len(row))
	for at, i := range row {
		d := p.demands[draw[i]]
		d.Threads = p.limits.WarpSize * p.warps(draw[i], float64(warps))
		w, err := optimizer.Solve(p.limits, []optimizer.Demand{d})
		if err != nil {
			return nil, false
		}
		out[at] = w.Batches[0].Launches[0]
		out[at].Kernel = i
	}
	return out, true
}

// fit reports whether a multiprocessor holds any launch of a row beside any of the other.
func (p *Pace) fit(draw []int, a, b []optimizer.Launch) bool {
	m, err := optimizer.NewMultiprocessor(p.limits)
	return err == nil && p.most(m, draw, a).Plus(p.most(m, draw, b)).Within(m.Room())
}

// most is the most of each resource that a launch of the row takes.
func (p *Pace) most(m *optimizer.Multiprocessor, draw []int, row []optimizer.Launch) (out optimizer.Load) {
	for _, l := range row {
		d := &p.demands[draw[l.Kernel]]
		t := m.Take(l.Blocks, l.Warps, d.Registers, d.Shared)
		out.Blocks, out.Warps = max(out.Blocks, t.Blocks), max(out.Warps, t.Warps)
		out.Registers, out.Shared = max(out.Registers, t.Registers), max(out.Shared, t.Shared)
	}
	return out
}
