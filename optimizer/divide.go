package optimizer

// chosen is a kernel of a batch with the way it has so far.
type chosen struct{ kernel, way int }

// divide finds the ways of the members with which their batch ends first, and leaves
// them in s.members. From one warp each, the slowest kernel gets more until it cannot
// or the device's rates bind. A multiprocessor that does not hold the slowest kernel's
// next way, with every other at its least, holds no division that is faster; so the
// result is the optimum of min max f_i(N_i), [X20] (2), in whole warps.
func (s *schedule) divide(members []int) (float64, bool) {
	s.members = s.members[:0]
	var sum Load
	for _, m := range members {
		s.members = append(s.members, chosen{m, 0})
		sum = sum.Plus(s.ways[m][0].kernel.least)
	}
	if !sum.Within(s.room) {
		return 0, false
	}
	floor := together(s.Device, s.demands, members)
	for len(members) > 0 {
		slow := s.slowest()
		t := s.ways[slow.kernel][slow.way].seconds
		if t <= floor || slow.way+1 == len(s.ways[slow.kernel]) {
			return max(t, floor), true
		}
		slow.way++
		if !s.holds(&sum, slow) {
			slow.way--
			return t, true
		}
	}
	return 0, true
}

func (s *schedule) slowest() *chosen {
	at, most := 0, -1.0
	for i, c := range s.members {
		if t := s.ways[c.kernel][c.way].seconds; t > most {
			at, most = i, t
		}
	}
	return &s.members[at]
}

// holds says whether a multiprocessor holds the members after c took its next way, and
// keeps the sum of their loads as long as none has a choice.
func (s *schedule) holds(sum *Load, c *chosen) bool {
	ways := s.ways[c.kernel]
	old, now := &ways[c.way-1].kernel, &ways[c.way].kernel
	*sum = Load{sum.Blocks - old.least.Blocks, sum.Warps - old.least.Warps, sum.Registers - old.least.Registers, sum.Shared - old.least.Shared}.Plus(now.least)
	if !sum.Within(s.room) {
		return false
	}
	for _, m := range s.members {
		if len(s.ways[m.kernel][m.way].kernel.options) > 1 {
			return s.assignChosen() != nil
		}
	}
	return true
}

// assignChosen is stage two for the members' ways.
func (s *schedule) assignChosen() []Launch {
	p := problem{limits: s.limits, kernels: make([]kernel, len(s.members))}
	members := make([]int, len(s.members))
	for i, m := range s.members {
		p.kernels[i], members[i] = s.ways[m.kernel][m.way].kernel, i
	}
	launches := p.assign(members)
	for i := range launches {
		launches[i].Kernel = s.members[i].kernel
	}
	return launches
}
