package optimizer

import (
	"fmt"
	"slices"
)

// problem is the demands of one call of Solve, checked and reduced.
type problem struct {
	limits
	demands []Demand
	kernels []kernel
	height  []int // kernels on the longest chain of After that starts at the kernel
	ordered bool  // some kernel has After
}

func newProblem(d Device, demands []Demand) (*problem, error) {
	l, err := newLimits(d)
	if err != nil {
		return nil, err
	}
	if len(demands) > maxKernels {
		return nil, fmt.Errorf("optimizer: %d kernels in one wave: at most %d", len(demands), maxKernels)
	}
	p := &problem{limits: l, demands: demands, kernels: make([]kernel, len(demands)), height: make([]int, len(demands))}
	for i := range demands {
		if p.kernels[i], err = newKernel(&p.limits, &demands[i]); err != nil {
			return nil, err
		}
		p.ordered = p.ordered || len(demands[i].After) > 0
	}
	return p, p.setHeights()
}

// setHeights relaxes the chains from their ends. A chain longer than the number of
// kernels goes round.
func (p *problem) setHeights() error {
	for i, k := range p.kernels {
		p.height[i] = 1
		for _, a := range k.after {
			if a < 0 || a >= len(p.kernels) {
				return fmt.Errorf("optimizer: kernel %q waits for kernel %d: there are kernels 0 to %d", p.demands[i].Name, a, len(p.kernels)-1)
			}
		}
	}
	for changed := p.ordered; changed; {
		changed = false
		for i := len(p.kernels) - 1; i >= 0; i-- {
			for _, a := range p.kernels[i].after {
				if p.height[a] > p.height[i] {
					continue
				}
				p.height[a], changed = p.height[i]+1, true
				if p.height[a] > len(p.kernels) {
					return fmt.Errorf("optimizer: kernel %q waits for itself, through After", p.demands[a].Name)
				}
			}
		}
	}
	return nil
}

// bound is a lower bound on the number of batches: every resource summed over the
// kernels, and the longest chain.
func (p *problem) bound() int {
	var sum Load
	for _, k := range p.kernels {
		sum = sum.Plus(k.least)
	}
	b := max(ceilDiv(sum.Blocks, p.room.Blocks), ceilDiv(sum.Warps, p.room.Warps),
		ceilDiv(sum.Registers, p.room.Registers), ceilDiv(sum.Shared, p.room.Shared))
	if p.ordered {
		b = max(b, slices.Max(p.height))
	}
	return b
}
