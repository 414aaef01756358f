package optimizer

import "math"

// fluid predicts a batch while its kernels share the device. A kernel wants to run at
// the rate it has alone; where the kernels want more instructions or more bytes than the
// device has per second, they get them by warps, and what one does not want goes to the
// others (max-min fairness). It is the model of sim.Contended for kernels that are the
// same on every multiprocessor.
type fluid struct {
	parts []flow
	end   float64
	ends  []float64 // by member, where they are asked for
	first int       // member that ended first
	last  int       // member that ended last
}

// flow is a kernel in a fluid.
type flow struct {
	member             int
	weight             float64 // warps
	alone, rate, left  float64 // shares of the work per second, and of it left
	bytes, instrs, ask float64
}

// run simulates the members of the schedule until the last has ended.
func (f *fluid) run(s *schedule) {
	f.parts = f.parts[:0]
	for i, c := range s.members {
		d := &s.demands[c.kernel]
		f.parts = append(f.parts, flow{
			member: i, weight: float64(s.ways[c.kernel][c.way].warps), alone: 1 / s.times[c.kernel][c.way], left: 1,
			bytes: float64(d.Bytes), instrs: float64(d.Instrs),
		})
	}
	f.drain(s.IssueRate, s.Bandwidth)
}

// drain runs the parts until the last has ended.
func (f *fluid) drain(issue, bandwidth float64) {
	f.end, f.first = 0, -1
	for len(f.parts) > 0 {
		f.share(issue, bandwidth)
		f.advance()
	}
}

// share sets the rates.
func (f *fluid) share(issue, bandwidth float64) {
	for i := range f.parts {
		p := &f.parts[i]
		p.rate, p.ask = p.alone, p.alone*p.instrs
	}
	level := f.level(issue)
	for i := range f.parts {
		p := &f.parts[i]
		p.rate = min(p.rate, grant(level*p.weight, p.instrs))
		p.ask = p.rate * p.bytes
	}
	level = f.level(bandwidth)
	for i := range f.parts {
		p := &f.parts[i]
		p.rate = min(p.rate, grant(level*p.weight, p.bytes))
	}
}

func grant(amount, need float64) float64 {
	if need == 0 {
		return math.Inf(1)
	}
	return amount / need
}

// level is the amount per warp at which the asks, each cut to it, use up the capacity;
// infinite if all get what they ask. A capacity of 0 is unknown and does not bind.
func (f *fluid) level(capacity float64) float64 {
	if capacity <= 0 {
		return math.Inf(1)
	}
	for level := 0.0; ; {
		left, weight := capacity, 0.0
		for i := range f.parts {
			if p := &f.parts[i]; p.ask <= level*p.weight*(1+tolerance) {
				left -= p.ask
			} else {
				weight += p.weight
			}
		}
		switch next := left / weight; {
		case weight == 0:
			return math.Inf(1)
		case next <= level*(1+tolerance):
			return next
		default:
			level = next
		}
	}
}

// advance runs until the first kernel ends and takes it out.
func (f *fluid) advance() {
	step := math.Inf(1)
	for i := range f.parts {
		step = min(step, f.parts[i].left/f.parts[i].rate)
	}
	f.end += step
	keep := f.parts[:0]
	for _, p := range f.parts {
		if p.left -= step * p.rate; p.left > tolerance {
			keep = append(keep, p)
			continue
		}
		f.last = p.member
		if f.ends != nil {
			f.ends[p.member] = f.end
		}
		if f.first < 0 {
			f.first = p.member
		}
	}
	f.parts = keep
}

// settle moves warps from the kernel that ends first to the one that ends last while
// the batch, as a fluid, ends earlier. divide leaves out what kernels take from each
// other; this puts in what is worth it. It returns the time of the batch.
func (s *schedule) settle() float64 {
	s.fluid.run(s)
	for range 4 * len(s.members) {
		end := s.fluid.end
		s.saved = append(s.saved[:0], s.members...)
		if s.shift(s.fluid.last) {
			s.fluid.run(s)
		}
		if s.fluid.end >= end*(1-noise) {
			s.members = append(s.members[:0], s.saved...)
			return end
		}
	}
	return s.fluid.end
}

// shift gives a member its next way and takes warps from those that end first until a
// multiprocessor holds them all; false if that cannot be.
func (s *schedule) shift(to int) bool {
	c := &s.members[to]
	if c.way+1 == len(s.times[c.kernel]) {
		return false
	}
	c.way++
	for !s.refits() {
		from := s.fluid.first
		if from == to || s.members[from].way == 0 {
			return false
		}
		s.members[from].way--
	}
	return true
}

// refits counts the members' loads afresh.
func (s *schedule) refits() bool {
	s.least, s.first = Load{}, Load{}
	for _, m := range s.members {
		k := &s.ways[m.kernel][m.way].kernel
		s.least, s.first = s.least.Plus(k.least), s.first.Plus(k.options[0].load)
	}
	return s.holds()
}
