package optimizer

import (
	"cmp"
	"math"
	"slices"
)

// schedule is a wave while its time is minimised. A batch ends with its slowest kernel,
// but not before the device could have read and issued what all of them need; the
// batches follow each other.
type schedule struct {
	*problem             // with one warp demanded of every kernel
	gap      float64     // seconds
	ways     [][]way     // by kernel: the ways in which more warps make it faster
	times    [][]float64 // by kernel and way, seconds
	at       []int       // batch of a kernel, or -1
	batches  []timed     // by batch
	follow   [][]int     // by kernel: what waits for it
	budget   int         // trials of a batch that are left
	clock    int         // changes so far
	tried    []int       // by pair of kernels: the clock when their exchange last failed, + 1
	trial    []int       // members of the batch on trial
	members  []chosen    // of the batch on trial
	least    Load        // that the members take
	first    Load        // that they take with the fewest blocks
	saved    []chosen    // members before a change
	fluid    fluid       // of the members
	all      []way       // of all kernels, one after another
	options  []option    // of all ways, likewise
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
	changed int   // clock of the last change
	bytes   int64 // of all members
	instrs  int64
}

// trialBudget is the batches that may be tried per kernel: about 0.5 us each. With 40
// draws of 65 kernels lost to random streams in 5 %, with 100 in none of 60.
const trialBudget = 100

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
		s.tried = make([]int, len(demands)*len(demands))
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
	fastest = max(fastest, together(&s.Device, s.demands, all))
	t, ok := s.divide(all)
	if !ok || s.ordered || t > fastest*(1+noise) {
		return false
	}
	s.batches = []timed{{members: all, seconds: t}}
	return true
}

func (s *schedule) prepare(demands []Demand, m Model) {
	n := len(demands)
	s.ways, s.times, s.at, s.follow = make([][]way, n), make([][]float64, n), make([]int, n), make([][]int, n)
	usual := n * s.room.Warps / 4 // where a model saturates, if nothing is known
	s.all, s.options = make([]way, 0, usual), make([]option, 0, usual)
	seconds := make([]float64, 0, usual)
	for k := range demands {
		s.at[k] = -1
		s.ways[k] = s.waysOf(demands, k, m)
		from := len(seconds)
		for i := range s.ways[k] {
			seconds = append(seconds, s.ways[k][i].seconds)
		}
		s.times[k] = seconds[from:len(seconds):len(seconds)]
		for _, a := range demands[k].After {
			s.follow[a] = append(s.follow[a], k)
		}
	}
}

// waysOf lists the numbers of warps of kernel k that a multiprocessor holds and that
// are faster than all smaller ones. Kernels that are the same share a list.
func (s *schedule) waysOf(demands []Demand, k int, m Model) []way {
	for o := range k {
		if a, b := &demands[o], &demands[k]; a.Threads == b.Threads && a.Registers == b.Registers && a.Shared == b.Shared && a.Block == b.Block &&
			a.Bytes == b.Bytes && a.Instrs == b.Instrs && a.Name == b.Name {
			return s.ways[o]
		}
	}
	d := &demands[k]
	from := len(s.all)
	for w := 1; w <= s.room.Warps; w++ {
		t := m.Time(&s.Device, d, w)
		if n := len(s.all); n > from && !(t < s.all[n-1].seconds) {
			continue
		}
		first := len(s.options)
		var least Load
		if s.options, least = s.hold(s.options, d, w); len(s.options) == first {
			break // and more warps fit even less
		}
		s.all = append(s.all, way{w, t, kernel{s.options[first:len(s.options):len(s.options)], least, d.After}})
	}
	return s.all[from:len(s.all):len(s.all)]
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
	alone, _ := s.with(nil, k, -1, math.Inf(1))
	best, at := (alone+s.gap)*(1+noise), len(s.batches) // a tie goes to fewer batches
	for b := range s.batches {
		if !s.allowed(k, b) {
			continue
		}
		if t, ok := s.with(s.batches[b].members, k, -1, best+s.batches[b].seconds); ok && t-s.batches[b].seconds < best {
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
// which may be -1; false if the kernels do not fit, or not within limit.
func (s *schedule) with(members []int, k, without int, limit float64) (float64, bool) {
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
	return s.within(s.trial, limit, together(&s.Device, s.demands, s.trial))
}

// place moves kernel k to batch b and times both batches anew.
func (s *schedule) place(k, b int) {
	if old := s.at[k]; old >= 0 {
		from := &s.batches[old]
		from.members = slices.DeleteFunc(from.members, func(m int) bool { return m == k })
		s.time(from)
	}
	to := &s.batches[b]
	to.members = append(to.members, k)
	s.time(to)
	s.at[k] = b
}

// improve makes the moves and then the exchanges that shorten the wave, each kernel and
// pair once. False: there are none, or the budget is spent.
func (s *schedule) improve() bool {
	before := s.clock
	for k := range s.ways {
		s.move(k)
	}
	for a := range s.ways {
		for b := range a {
			if s.budget > 0 {
				s.exchange(a, b)
			}
		}
	}
	return s.clock > before && s.budget > 0
}

// noise is what a change must gain, relative to the batches, to be more than noise.
const noise = 1e-6

// move puts kernel k into the batch where it helps most, if it helps.
func (s *schedule) move(k int) {
	from := &s.batches[s.at[k]]
	rest, _ := s.with(from.members, -1, k, from.seconds)
	gain := from.seconds - rest
	if len(from.members) == 1 {
		gain += s.gap
	}
	best, at := gain*(1-noise), -1
	for b := range s.batches {
		if s.budget <= 0 || b == s.at[k] || len(s.batches[b].members) == 0 || !s.allowed(k, b) {
			continue
		}
		if s.rates(b, k, -1)-s.batches[b].seconds >= best {
			continue
		}
		if t, ok := s.with(s.batches[b].members, k, -1, best+s.batches[b].seconds); ok && t-s.batches[b].seconds < best {
			best, at = t-s.batches[b].seconds, b
		}
	}
	if at >= 0 {
		s.place(k, at)
	}
}

// exchange swaps the batches of two kernels, if that helps.
func (s *schedule) exchange(a, b int) {
	x, y := s.at[a], s.at[b]
	failed := &s.tried[a*len(s.ways)+b]
	if x == y || &s.ways[a][0] == &s.ways[b][0] || *failed > max(s.batches[x].changed, s.batches[y].changed) ||
		s.ordered && !(s.allowed(a, y) && s.allowed(b, x)) {
		return
	}
	before := s.batches[x].seconds + s.batches[y].seconds
	*failed = s.clock + 1
	before *= 1 - noise
	rates := s.rates(y, a, b)
	if s.rates(x, b, a)+rates >= before {
		return
	}
	tx, ok := s.with(s.batches[x].members, b, a, before-rates)
	if !ok {
		return
	}
	ty, ok := s.with(s.batches[y].members, a, b, before-tx)
	if !ok || tx+ty >= before {
		return
	}
	s.swap(a, b)
}

// rates is the least time of batch b with kernel in added and kernel out removed, by the
// device's rates. It spares most trials, since good batches end near it.
func (s *schedule) rates(b, in, out int) float64 {
	t := &s.batches[b]
	bytes, instrs := t.bytes+s.demands[in].Bytes, t.instrs+s.demands[in].Instrs
	if out >= 0 {
		bytes, instrs = bytes-s.demands[out].Bytes, instrs-s.demands[out].Instrs
	}
	return max(over(float64(bytes), s.Bandwidth), over(float64(instrs), s.IssueRate))
}

func (s *schedule) swap(a, b int) {
	x, y := &s.batches[s.at[a]], &s.batches[s.at[b]]
	x.members[slices.Index(x.members, a)] = b
	y.members[slices.Index(y.members, b)] = a
	s.at[a], s.at[b] = s.at[b], s.at[a]
	s.time(x)
	s.time(y)
}

// time times a batch anew.
func (s *schedule) time(b *timed) {
	s.clock++
	b.changed = s.clock
	b.seconds, _ = s.divide(b.members)
	b.bytes, b.instrs = 0, 0
	for _, m := range b.members {
		b.bytes, b.instrs = b.bytes+s.demands[m].Bytes, b.instrs+s.demands[m].Instrs
	}
}

// wave gives the launches and the predicted end.
func (s *schedule) wave(d Device, demands []Demand) Wave {
	w := Wave{Device: d, Demands: demands, Objective: Makespan}
	for _, b := range s.batches {
		if len(b.members) == 0 {
			continue
		}
		slices.Sort(b.members)
		s.divide(b.members)
		w.Seconds += s.settle() + s.gap
		w.Batches = append(w.Batches, Batch{s.assignChosen()})
	}
	w.Seconds = max(0, w.Seconds-s.gap)
	w.Bound = s.bound()
	return w
}
