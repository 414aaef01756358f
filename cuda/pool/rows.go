package pool

import (
	"math"
	"math/rand/v2"

	"gsdms/optimizer"
)

// twoRows runs the kernels that need the memory in one row and the others in another, side by
// side with nothing to wait for between them. Their launches are limited to what a
// multiprocessor holds of any of the one beside any of the other.
func twoRows(p *Pace, r *rand.Rand, draw []int) (plan, error) {
	order := p.byMemory(draw)
	least := math.Inf(1)
	var out plan
	for _, front := range [...]int{8, 16, 24, 32, 40, 48} {
		for cut := 1; cut < len(order); cut++ {
			t := max(p.row(draw, order[:cut], front), p.row(draw, order[cut:], p.limits.Warps-front))
			if t >= least {
				continue
			}
			a, okA := p.launches(draw, order[:cut], front)
			b, okB := p.launches(draw, order[cut:], p.limits.Warps-front)
			if okA && okB && p.fit(draw, a, b) {
				least, out.stages = t, [][][]optimizer.Launch{{a, b}}
			}
		}
	}
	if alone := p.alone(draw); out.stages == nil || alone < least {
		return sequential(p, r, draw)
	}
	return out, nil
}

// alone is the time of all kernels one after another.
func (p *Pace) alone(draw []int) float64 {
	sum := 0.0
	for _, k := range draw {
		sum += p.tuned[k].Seconds
	}
	return sum
}

// row predicts a row of kernels with so many warps each.
func (p *Pace) row(draw, row []int, warps int) float64 {
	sum := 0.0
	for _, i := range row {
		sum += p.took(draw[i], warps)
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
