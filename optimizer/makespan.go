package optimizer

import (
	"cmp"
	"slices"
)

// schedule is a wave while its time is minimised. A batch ends with its slowest kernel,
// but not before the device could have read and issued what all of them need; the
// batches follow each other.
type schedule struct {
	*problem          // with one warp demanded of every kernel
	gap      float64  // seconds
	ways     [][]way  // by kernel: the ways in which more warps make it faster
	at       []int    // batch of a kernel, or -1
	batches  []timed  // by batch
	follow   [][]int  // by kernel: what waits for it
	budget   int      // trials of a batch that are left
	trial    []int    // members of the batch on trial
	members  []chosen // of the batch on trial
}

// way is a number of resident warps, and what it costs and brings.
type way struct {
	warps   int
	seconds float64
	kernel  kernel
}

// timed is a batch and its predicted time.
type timed struct {
	members []int
	seconds float64
}

// trialBudget is the batches that may be tried per kernel: about 2 us each.
const trialBudget = 40

// solveMakespan minimises the predicted end of the wave under the limits of
// Concurrency, where the resident warps of a kernel are free. Kernels enter, longest
// first, the batch they lengthen least; then single kernels move, and pairs change
// places, while that helps and the budget lasts. The division of a batch is exact
// (schedule.divide), the choice of batches is not.
func solveMakespan(d Device, demands []Demand, m Model, gap float64) (Wave, error) {
	one := slices.Clone(demands)
	for i := range one {
		one[i].Threads = min(one[i].Threads, 1)
	}
	p, err := newProblem(d, one)
	if err != nil {
		return Wave{}, err
	}
	s := &schedule{problem: p, gap: gap, budget: trialBudget * len(demands)}
	s.prepare(demands, m)
	if !s.oneBatch() {
		for _, k := range s.longestFirst() {
			s.insert(k)
		}
		for s.improve() {
		}
	}
	return s.wave(d, demands), nil
}

// oneBatch puts all kernels into one batch, if no wave can be faster: if it ends with
// the device's rates or with a kernel that has all the warps that help it.
func (s *schedule) oneBatch() bool {
	all := make([]int, len(s.ways))
	fastest := 0.0
	for k, ways := range s.ways {
		all[k] = k
		fastest = max(fastest, ways[len(ways)-1].seconds)
	}
	fastest = max(fastest, together(s.Device, s.demands, all))
	t, ok := s.divide(all)
	if !ok || s.ordered || t > fastest*(1+least) {
		return false
	}
	s.batches = []timed{{all, t}}
	return true
}

func (s *schedule) prepare(demands []Demand, m Model) {
	n := len(demands)
	s.ways, s.at, s.follow = make([][]way, n), make([]int, n), make([][]int, n)
	for k := range demands {
		s.at[k] = -1
		s.ways[k] = s.waysOf(demands, k, m)
		for _, a := range demands[k].After {
			s.follow[a] = append(s.follow[a], k)
		}
	}
}

// waysOf lists the numbers of warps of kernel k that a multiprocessor holds and that
// are faster than all smaller ones. Kernels that are the same share a list.
func (s *schedule) waysOf(demands []Demand, k int, m Model) []way {
	for o := range k {
		if a, b := &demands[o], &demands[k]; a.Threads == b.Threads && a.Registers == b.Registers && a.Shared == b.Shared &&
			a.Bytes == b.Bytes && a.Instrs == b.Instrs && a.Name == b.Name {
			return s.ways[o]
		}
	}
	var out []way
	d := s.demands[k]
	for w := 1; w <= s.room.Warps; w++ {
		t := m.Time(s.Device, demands[k], w)
		if len(out) > 0 && !(t < out[len(out)-1].seconds) {
			continue
		}
		d.Threads = w * s.WarpSize
		with, err := newKernel(&s.limits, &d)
		if err != nil {
			break // and more warps fit even less
		}
		out = append(out, way{w, t, with})
	}
	return out
}

// longestFirst orders by height, so that what is waited for comes first, then by the
// time with one warp.
func (s *schedule) longestFirst() []int {
	order := make([]int, len(s.ways))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.height[b], s.height[a]), cmp.Compare(s.ways[b][0].seconds, s.ways[a][0].seconds), cmp.Compare(a, b))
	})
	return order
}

// insert puts kernel k where it lengthens the wave least, a batch of its own included.
func (s *schedule) insert(k int) {
	alone, _ := s.with(nil, k, -1)
	best, at := (alone+s.gap)*(1+least), len(s.batches) // a tie goes to fewer batches
	for b := range s.batches {
		if !s.allowed(k, b) {
			continue
		}
		if t, ok := s.with(s.batches[b].members, k, -1); ok && t-s.batches[b].seconds < best {
			best, at = t-s.batches[b].seconds, b
		}
	}
	if at == len(s.batches) {
		s.batches = append(s.batches, timed{})
	}
	s.place(k, at)
}

// allowed says whether kernel k may be in batch b, with all others where they are.
func (s *schedule) allowed(k, b int) bool {
	for _, a := range s.kernels[k].after {
		if s.at[a] >= b {
			return false
		}
	}
	for _, f := range s.follow[k] {
		if s.at[f] >= 0 && s.at[f] <= b {
			return false
		}
	}
	return true
}

// with is the time of a batch with kernel k added and kernel without removed, either of
// which may be -1; false if the kernels do not fit.
func (s *schedule) with(members []int, k, without int) (float64, bool) {
	s.trial = s.trial[:0]
	for _, m := range members {
		if m != without {
			s.trial = append(s.trial, m)
		}
	}
	if k >= 0 {
		s.trial = append(s.trial, k)
	}
	s.budget--
	return s.divide(s.trial)
}

// place moves kernel k to batch b and times both batches anew.
func (s *schedule) place(k, b int) {
	if old := s.at[k]; old >= 0 {
		from := &s.batches[old]
		from.members = slices.DeleteFunc(from.members, func(m int) bool { return m == k })
		from.seconds, _ = s.divide(from.members)
	}
	to := &s.batches[b]
	to.members = append(to.members, k)
	to.seconds, _ = s.divide(to.members)
	s.at[k] = b
}

// improve makes the first move or exchange that shortens the wave. False: none does, or
// the budget is spent.
func (s *schedule) improve() bool {
	for k := range s.ways {
		if s.move(k) {
			return true
		}
	}
	for a := range s.ways {
		for b := range a {
			if s.budget <= 0 {
				return false
			}
			if s.exchange(a, b) {
				return true
			}
		}
	}
	return false
}

// least is what a change must gain, relative to the batches, to be more than noise.
const least = 1e-6

// move puts kernel k into the batch where it helps most, if it helps.
func (s *schedule) move(k int) bool {
	from := &s.batches[s.at[k]]
	rest, _ := s.with(from.members, -1, k)
	gain := from.seconds - rest
	if len(from.members) == 1 {
		gain += s.gap
	}
	best, at := gain*(1-least), -1
	for b := range s.batches {
		if s.budget <= 0 || b == s.at[k] || len(s.batches[b].members) == 0 || !s.allowed(k, b) {
			continue
		}
		if t, ok := s.with(s.batches[b].members, k, -1); ok && t-s.batches[b].seconds < best {
			best, at = t-s.batches[b].seconds, b
		}
	}
	if at < 0 {
		return false
	}
	s.place(k, at)
	return true
}

// exchange swaps the batches of two kernels, if that helps.
func (s *schedule) exchange(a, b int) bool {
	x, y := s.at[a], s.at[b]
	if x == y || s.ordered && !(s.allowed(a, y) && s.allowed(b, x)) {
		return false
	}
	before := s.batches[x].seconds + s.batches[y].seconds
	tx, ok := s.with(s.batches[x].members, b, a)
	if !ok || tx >= before {
		return false
	}
	ty, ok := s.with(s.batches[y].members, a, b)
	if !ok || tx+ty >= before*(1-least) {
		return false
	}
	s.swap(a, b)
	return true
}

func (s *schedule) swap(a, b int) {
	x, y := &s.batches[s.at[a]], &s.batches[s.at[b]]
	x.members[slices.Index(x.members, a)] = b
	y.members[slices.Index(y.members, b)] = a
	s.at[a], s.at[b] = s.at[b], s.at[a]
	x.seconds, _ = s.divide(x.members)
	y.seconds, _ = s.divide(y.members)
}

// wave gives the launches and the predicted end.
func (s *schedule) wave(d Device, demands []Demand) Wave {
	w := Wave{Device: d, Demands: demands, Objective: Makespan}
	for _, b := range s.batches {
		if len(b.members) == 0 {
			continue
		}
		slices.Sort(b.members)
		t, _ := s.divide(b.members)
		w.Batches = append(w.Batches, Batch{s.assignChosen()})
		w.Seconds += t + s.gap
	}
	w.Seconds = max(0, w.Seconds-s.gap)
	w.Bound = s.bound()
	return w
}
