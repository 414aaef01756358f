package optimizer

import "slices"

// fewer makes whole batches of the fractions of column generation: every pattern as
// often as its whole part says, and the rest packed again. Where that misses the bound,
// the pattern with the largest fraction is taken, and the fractions of what is left are
// found anew. It returns best if it finds nothing better.
func (p *problem) fewer(c columns, best [][]int, bound int) [][]int {
	var batches [][]int
	for len(best) > bound && roundUpBatches(c.lower)+len(batches) < len(best) {
		batches = c.whole(batches)
		rest := c.rest()
		if packed := p.repack(rest); len(batches)+len(packed) < len(best) {
			best = slices.Concat(batches, packed)
		}
		if len(rest) <= exactKernels {
			break
		}
		batches = append(batches, c.take(c.largest()))
		c = p.generate(p.kinds(c.rest()), 0, len(best)-len(batches), roundEffort)
	}
	return best
}

// repack packs what the whole patterns left over.
func (p *problem) repack(rest []int) [][]int {
	if len(rest) > exactKernels {
		return p.firstFit(rest)
	}
	return p.exact(rest)
}

// whole appends a batch for every whole pattern of the solution and leaves the
// fractions.
func (c *columns) whole(batches [][]int) [][]int {
	for i, j := range c.basis {
		for j >= 0 && c.x[i] > 1-tolerance {
			batches = append(batches, c.take(j))
			c.x[i]--
		}
	}
	return batches
}

// largest is the pattern with the largest fraction.
func (c *columns) largest() int {
	at := -1
	for i, j := range c.basis {
		if j >= 0 && (at < 0 || c.x[i] > c.x[at]) {
			at = i
		}
	}
	return c.basis[at]
}

// take removes a batch of pattern j, as far as its kernels are left.
func (c *columns) take(j int) []int {
	var out []int
	for k, n := range c.patterns[j] {
		m := c.kinds[k].members
		n = min(n, len(m))
		out = append(out, m[:n]...)
		c.kinds[k].members = m[n:]
	}
	slices.Sort(out)
	return out
}

// rest is the kernels that are left, kinds in order.
func (c *columns) rest() []int {
	var out []int
	for _, k := range c.kinds {
		out = append(out, k.members...)
	}
	return out
}
