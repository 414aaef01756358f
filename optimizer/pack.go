package optimizer

import (
	"cmp"
	"slices"
)

// bin is a batch while it is filled.
type bin struct {
	members []int
	states  []label // what the members can take: the last layer of assign
}

// pack is stage one: the batches as lists of kernels, in the order they run, and the
// best proven lower bound on their number. First fit decreasing comes first; only where
// it misses the bound are the exact search and column generation worth their time.
func (p *problem) pack() ([][]int, int) {
	if len(p.kernels) == 0 {
		return nil, 0
	}
	order := p.order()
	best, bound := p.firstFit(order), p.bound()
	switch {
	case len(best) == bound:
	case len(order) <= exactKernels:
		slices.Sort(order)
		best = p.exact(order)
		bound = len(best)
	case p.ordered:
		best = p.reorder(best, bound)
	default:
		c := p.generate(p.kinds(order), bound, len(best), effort)
		bound = max(bound, roundUpBatches(c.lower))
		best = p.fewer(c, best, bound)
	}
	return best, bound
}

// order is decreasing height, then decreasing size, then index: predecessors come
// before what waits for them, since they are higher.
func (p *problem) order() []int {
	order := make([]int, len(p.kernels))
	size := make([]float64, len(p.kernels))
	for i := range order {
		order[i] = i
		size[i] = p.size(p.kernels[i].least)
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.height[b], p.height[a]), cmp.Compare(size[b], size[a]), cmp.Compare(a, b))
	})
	return order
}

// size is the largest share that l takes of any resource.
func (p *problem) size(l Load) float64 {
	r := p.room
	return max(float64(l.Blocks)/float64(r.Blocks), float64(l.Warps)/float64(r.Warps),
		float64(l.Registers)/float64(r.Registers), float64(l.Shared)/float64(r.Shared))
}

// reorder tries other orders for kernels that wait for each other: any order in which
// a kernel follows what it waits for may be better than the highest chain first.
func (p *problem) reorder(best [][]int, bound int) [][]int {
	for _, weight := range [...]float64{0.5, 0.2, 1, 2, 0.1, 0} {
		if len(best) == bound {
			break
		}
		if b := p.firstFit(p.byReadiness(weight)); len(b) < len(best) {
			best = b
		}
	}
	return best
}

// byReadiness is an order in which, of the kernels that wait for nothing unplaced, the
// one with the most size + weight x height comes next.
func (p *problem) byReadiness(weight float64) []int {
	order := make([]int, 0, len(p.kernels))
	placed := make([]bool, len(p.kernels))
	for len(order) < len(p.kernels) {
		next, most := -1, 0.0
		for k := range p.kernels {
			if placed[k] || slices.ContainsFunc(p.kernels[k].after, func(a int) bool { return !placed[a] }) {
				continue
			}
			if s := p.size(p.kernels[k].least) + weight*float64(p.height[k]); next < 0 || s > most {
				next, most = k, s
			}
		}
		placed[next] = true
		order = append(order, next)
	}
	return order
}

// firstFit puts every kernel into the first batch that is late enough and has room.
func (p *problem) firstFit(order []int) [][]int {
	var bins []bin
	at := make([]int, len(p.kernels)) // batch of a kernel
	for _, k := range order {
		b := p.earliest(k, at)
		for b < len(bins) && !p.join(&bins[b], k) {
			b++
		}
		for b >= len(bins) {
			bins = append(bins, bin{states: []label{{}}})
			if b == len(bins)-1 {
				p.join(&bins[b], k)
			}
		}
		at[k] = b
	}
	batches := make([][]int, len(bins))
	for i := range bins {
		slices.Sort(bins[i].members)
		batches[i] = bins[i].members
	}
	return batches
}

// earliest is the first batch after all that kernel k waits for.
func (p *problem) earliest(k int, at []int) int {
	e := 0
	for _, a := range p.kernels[k].after {
		e = max(e, at[a]+1)
	}
	return e
}

// join adds kernel k to the batch, if it fits.
func (p *problem) join(b *bin, k int) bool {
	if o := p.kernels[k].options; len(o) == 1 && len(b.states) == 1 {
		l := b.states[0].Plus(o[0].load)
		if !l.Within(p.room) {
			return false
		}
		b.states[0].Load = l
	} else {
		next := p.extend(nil, b.states, &p.kernels[k])
		if len(next) == 0 {
			return false
		}
		b.states = next
	}
	b.members = append(b.members, k)
	return true
}
