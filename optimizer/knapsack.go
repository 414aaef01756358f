package optimizer

import (
	"cmp"
	"slices"
)

// item is a kind of kernel as the knapsack sees it.
type item struct {
	kind    int
	options []option
	least   Load
	copies  int
	worth   float64 // dual of the kind
	share   float64 // of a multiprocessor, of the scarcest resource
}

// knapsack prices patterns, [L19] Algorithm 2: the most worth that fits the blocks,
// warps, registers and shared memory of a multiprocessor. It is a dynamic programme over
// the kinds; a layer keeps the loads that no other dominates and that can still beat
// the best, which fractional knapsacks in mixtures of the resources decide.
type knapsack struct {
	room    Load
	unit    [4]float64 // share of a multiprocessor that one block, warp, register, byte is
	effort  int        // states that may still be compared; when none are left, no bound is claimed
	items   []item
	density [][mixtures]float64 // the most worth per unit of each mixture of the items from i on
	rest    []float64           // worth of all copies of the items from i on
	labels  []packed
	live    []int32 // labels of the layer
	best    int32   // label, or -1
	floor   float64 // worth to beat
}

func newKnapsack(room Load, effort int) *knapsack {
	unit := [4]float64{1 / float64(room.Blocks), 1 / float64(room.Warps), 1 / float64(room.Registers), 1 / float64(room.Shared)}
	return &knapsack{room: room, unit: unit, effort: effort}
}

// packed is a state: copies of some kinds, their load and worth.
type packed struct {
	Load
	worth float64
	from  int32
	item  int32 // the last copy's, or -1
}

// mixtures is how many sums of resources bound a knapsack: every pattern that keeps the
// four limits keeps their sums, and one of the fractional knapsacks is near the truth.
const mixtures = 9

// mix is the load in shares of a multiprocessor, by mixture.
func (k *knapsack) mix(l Load) [mixtures]float64 {
	u := &k.unit
	b, w, g, s := float64(l.Blocks)*u[0], float64(l.Warps)*u[1], float64(l.Registers)*u[2], float64(l.Shared)*u[3]
	return [mixtures]float64{b, w, g, s, w + g, w + s, g + s, w + g + s, b + w + g + s}
}

// grow finds a good pattern at once: kinds by worth per share, as many copies as fit.
func (k *knapsack) grow(kinds []kind, duals []float64) ([]int, float64) {
	k.reset(kinds, duals, 0)
	pattern, worth := make([]int, len(kinds)), 0.0
	var sum Load
	for i := range k.items {
		it := &k.items[i]
		for range it.copies {
			if l := sum.Plus(it.options[0].load); l.Within(k.room) {
				sum = l
				pattern[it.kind]++
				worth += it.worth
			}
		}
	}
	return pattern, worth
}

// solve returns the best pattern over kinds that is worth more than floor, or nil; the
// most worth any pattern has (floor, if there is none better); and whether it is sure.
func (k *knapsack) solve(kinds []kind, duals []float64, floor float64) ([]int, float64, bool) {
	k.reset(kinds, duals, floor)
	for i := range k.items {
		k.layer(i)
	}
	if k.best < 0 {
		return nil, k.floor, k.effort > 0
	}
	pattern := make([]int, len(kinds))
	for l := k.best; k.labels[l].item >= 0; l = k.labels[l].from {
		pattern[k.items[k.labels[l].item].kind]++
	}
	return pattern, k.floor, k.effort > 0
}

// reset sorts the items by worth per share and sums up what the bounds need.
func (k *knapsack) reset(kinds []kind, duals []float64, floor float64) {
	k.items, k.labels, k.live = k.items[:0], append(k.labels[:0], packed{from: -1, item: -1}), append(k.live[:0], 0)
	k.best, k.floor = -1, floor
	for i := range kinds {
		if duals[i] > tolerance {
			m := k.mix(kinds[i].least)
			k.items = append(k.items, item{i, kinds[i].options, kinds[i].least, min(kinds[i].fit, len(kinds[i].members)), duals[i], max(m[0], m[1], m[2], m[3])})
		}
	}
	k.effort -= 8 * len(k.items)
	slices.SortFunc(k.items, func(a, b item) int {
		return cmp.Or(cmp.Compare(b.worth*a.share, a.worth*b.share), cmp.Compare(a.kind, b.kind))
	})
	k.density = append(k.density[:0], make([][mixtures]float64, len(k.items)+1)...)
	k.rest = append(k.rest[:0], make([]float64, len(k.items)+1)...)
	for i := len(k.items) - 1; i >= 0; i-- {
		it := &k.items[i]
		k.rest[i] = k.rest[i+1] + it.worth*float64(it.copies)
		for d, n := range k.mix(it.least) {
			k.density[i][d] = max(k.density[i+1][d], it.worth/n)
		}
	}
}

// layer adds copies of item i to every state, one copy at a time.
func (k *knapsack) layer(i int) {
	it := &k.items[i]
	frontier := 0
	for range it.copies {
		end := len(k.live)
		for ; frontier < end && k.effort > 0; frontier++ {
			for o := range it.options {
				k.add(i, k.live[frontier], it.options[o].load)
			}
		}
	}
	k.prune(i + 1)
}

// add puts a copy of item i onto a state, if that can lead to the best.
func (k *knapsack) add(i int, from int32, l Load) {
	k.effort--
	f := &k.labels[from]
	n := packed{f.Load.Plus(l), f.worth + k.items[i].worth, from, int32(i)}
	if !n.Within(k.room) || n.worth+k.more(i, n.Load) <= k.floor+tolerance || k.dominated(&n) {
		return
	}
	if n.worth > k.floor+tolerance {
		k.best, k.floor = int32(len(k.labels)), n.worth
	}
	k.live = append(k.live, int32(len(k.labels)))
	k.labels = append(k.labels, n)
}

// more bounds what the items from i on can add to a load.
func (k *knapsack) more(i int, l Load) float64 {
	m := k.rest[i]
	free := k.mix(k.room.Minus(l))
	for d, density := range &k.density[i] {
		if b := free[d] * density; b < m { // false for 0 x infinity, where nothing is taken
			m = b
		}
	}
	return m
}

// compared is how many of the last states are looked at for one that dominates: an
// older one hardly ever does.
const compared = 64

func (k *knapsack) dominated(n *packed) bool {
	last := k.live[max(0, len(k.live)-compared):]
	for i, j := range last {
		if o := &k.labels[j]; o.worth >= n.worth && o.Within(n.Load) {
			k.effort -= i / 4
			return true
		}
	}
	k.effort -= len(last) / 4
	return false
}

// prune drops the states that the items from i on cannot lift above the best.
func (k *knapsack) prune(i int) {
	keep := k.live[:0]
	for _, j := range k.live {
		if l := &k.labels[j]; l.worth+k.more(i, l.Load) > k.floor+tolerance {
			keep = append(keep, j)
		}
	}
	k.live = keep
}
