package optimizer

import "math/bits"

// exactKernels is how many kernels are packed by trying all subsets: 3^10 steps are
// about 0.1 ms.
const exactKernels = 10

// exact finds the fewest batches for up to exactKernels kernels: the shortest path from
// the empty set to all kernels, where a step adds a batch that fits and waits for
// nothing outside the set.
func (p *problem) exact(members []int) [][]int {
	s := newSubsets(p, members)
	all := len(s.fits) - 1
	batches := make([]int, all+1) // of the shortest path to the set, + 1; 0: not reached
	last := make([]int, all+1)    // batch of that path
	batches[0] = 1
	for done := 0; done < all; done++ {
		if batches[done] == 0 {
			continue
		}
		ready := s.ready(done)
		for b := ready; b > 0; b = (b - 1) & ready {
			if next := done | b; s.fits[b] && (batches[next] == 0 || batches[next] > batches[done]+1) {
				batches[next], last[next] = batches[done]+1, b
			}
		}
	}
	out := make([][]int, batches[all]-1)
	for set := all; set != 0; set &^= last[set] {
		out[batches[set]-2] = s.members(last[set])
	}
	return out
}

// subsets is all sets of some kernels, as bits.
type subsets struct {
	kernels []int
	fits    []bool // by set
	after   []int  // set that kernel i waits for
}

func newSubsets(p *problem, members []int) *subsets {
	n := len(members)
	s := &subsets{kernels: members, fits: make([]bool, 1<<n), after: make([]int, n)}
	for i, m := range members {
		for j, o := range members {
			for _, a := range p.kernels[m].after {
				if a == o {
					s.after[i] |= 1 << j
				}
			}
		}
	}
	layers := make([][]label, 1<<n)
	layers[0], s.fits[0] = []label{{}}, true
	for set := 1; set < 1<<n; set++ {
		low := set & -set
		k := &p.kernels[members[bit(low)]]
		layers[set] = p.extend(nil, layers[set^low], k)
		s.fits[set] = len(layers[set]) > 0
	}
	return s
}

// ready is the kernels that may run next.
func (s *subsets) ready(done int) int {
	r := 0
	for i, a := range s.after {
		if done&(1<<i) == 0 && a&^done == 0 {
			r |= 1 << i
		}
	}
	return r
}

func (s *subsets) members(set int) []int {
	var out []int
	for i, k := range s.kernels {
		if set&(1<<i) != 0 {
			out = append(out, k)
		}
	}
	return out
}

// bit is the number of the only bit of set.
func bit(set int) int { return bits.TrailingZeros(uint(set)) }
