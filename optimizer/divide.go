package optimizer

import "math"

// chosen is a kernel of a batch with the way it has so far.
type chosen struct{ kernel, way int }

// divide finds the ways of the members with which their batch ends first, and leaves
// them in s.members. From one warp each, the slowest kernel gets more until a
// multiprocessor does not hold its next way. With every other kernel at its least, no
// division is faster; so the result is the optimum of min max f_i(N_i), [X20] (2), in
// whole warps. It goes on where the device's rates bind already: what is scarce is
// divided by warps, and with warps in proportion to work all kernels end together.
func (s *schedule) divide(members []int) (float64, bool) {
	return s.within(members, math.Inf(1), 0)
}

// within is divide for a time of at most limit; it reports false if there is none. It
// starts from the fewest warps that keep the limit and ends, without need for more, as
// soon as the batch is no slower than enough.
func (s *schedule) within(members []int, limit, enough float64) (float64, bool) {
	s.members, s.least, s.first = s.members[:0], Load{}, Load{}
	for _, m := range members {
		w := s.keeps(m, limit)
		if w < 0 {
			return 0, false
		}
		s.members = append(s.members, chosen{m, w})
		s.least = s.least.Plus(s.ways[m][w].kernel.least)
		s.first = s.first.Plus(s.ways[m][w].kernel.options[0].load)
	}
	floor := together(&s.Device, s.demands, members)
	if floor > limit || !s.holds() {
		return 0, false
	}
	for len(members) > 0 {
		slow := s.slowest()
		times := s.times[slow.kernel]
		t := times[slow.way]
		if t <= enough || slow.way+1 == len(times) || !s.widen(slow) {
			return max(t, floor), true
		}
	}
	return 0, true
}

// keeps is the first way of kernel k that takes no longer than limit, or -1.
func (s *schedule) keeps(k int, limit float64) int {
	times := s.times[k]
	low, high := 0, len(times)
	for low < high {
		if mid := (low + high) / 2; times[mid] > limit {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == len(times) {
		return -1
	}
	return low
}

func (s *schedule) slowest() *chosen {
	at, most := 0, -1.0
	for i, c := range s.members {
		if t := s.times[c.kernel][c.way]; t > most {
			at, most = i, t
		}
	}
	return &s.members[at]
}

// holds says whether a multiprocessor holds the members. The sums of the least that the
// ways take, and of what they take with the fewest blocks, nearly always decide; stage
// two does where they do not.
func (s *schedule) holds() bool {
	return s.least.Within(s.room) && (s.first.Within(s.room) || s.assignChosen() != nil)
}

// widen gives c its next way, if a multiprocessor holds that.
func (s *schedule) widen(c *chosen) bool {
	old, now := &s.ways[c.kernel][c.way].kernel, &s.ways[c.kernel][c.way+1].kernel
	s.least = s.least.Minus(old.least).Plus(now.least)
	s.first = s.first.Minus(old.options[0].load).Plus(now.options[0].load)
	c.way++
	if s.holds() {
		return true
	}
	c.way--
	return false
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
