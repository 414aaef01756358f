package groups

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/cpu/column"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
)

// A sort of the groups of which only the first are wanted lets the others be left out
// before they have a place in the result: the groups are walked through in the order in
// which they lie, those whose rank is behind a bound are dropped at once, and of the others
// the first stay. What is left is put in the order of the keys.

// choice is how the groups that are wanted are found. The workers share it.
type choice struct {
	of     *outcome
	top    *operators.GroupTop
	keys   []choiceKey
	most   int                      // groups that may pass the bound: more are as quickly written all
	bound  atomic.Pointer[[]uint64] // the rank of the last group wanted; nil: none yet
	gaveUp atomic.Bool

	mu      sync.Mutex
	found   []chosen
	kept    int // of these by the last cut: more than are wanted, where many tie
	passed  int
	charged int64
	own     *accumulators // early: of the groups found
	owned   int           // groups that it has

	early bool // the groups are forgotten that do not pass
}

// choiceKey is a key of the order.
type choiceKey struct {
	slot  int
	desc  bool
	float bool
	null  bool // it can be NULL: a word of the rank says whether it is
	wide  bool // it may pass 64 bits: two words
}

// chosen is a group that may be among the first. Its rank is words that ascend in the order
// asked for, and behind them those of its key.
type chosen struct {
	acc   *accumulators
	group uint32
	rank  []uint64
}

// fewToChoose is how many groups for each that is wanted are written all.
const fewToChoose = 4

// chosen gives the outcome that has the groups that are wanted, or the same where these
// are not much fewer. Its parts may lie in any order.
func (o *outcome) chosen(ctx context.Context) (*outcome, error) {
	top, most := o.run.of.spec.Top, o.len/fewToChoose
	small := o.run.host.Groups > 0 // so that few groups are chosen from, too
	if top == nil || !small && int64(most) <= top.Rows+walkAtOnce {
		return o, nil
	}
	if small {
		most = o.len
	}
	c := newChoice(o, most)
	err := o.run.host.Spread(ctx, len(o.parts), func(f *Folder, i int) error { return c.walk(f, o.parts[i]()) })
	if err != nil {
		return nil, err
	}
	if c.gaveUp.Load() {
		o.run.budget.Used.Add(-c.charged)
		return o, nil
	}
	return c.outcome(), nil
}

// newChoice is a choice of which at most so many groups may pass the bound.
func newChoice(o *outcome, most int) *choice {
	c := &choice{of: o, top: o.run.of.spec.Top, most: most}
	for _, k := range c.top.Keys {
		c.keys = append(c.keys, o.run.of.choiceKey(k.Slot, k.Desc))
	}
	return c
}

// choiceKey describes a key: one of the groups' keys or folds.
func (g *Groups) choiceKey(slot int, desc bool) choiceKey {
	k := choiceKey{slot: slot, desc: desc}
	if slot < len(g.keys) {
		k.float, k.null = g.spec.Keys[slot].Float, g.nullableKey(slot)
		return k
	}
	f := &g.folds[slot-len(g.keys)]
	k.float, k.null, k.wide = f.outFloat(), f.canBeNull(g), f.row.wide
	return k
}

// walk looks at some of the groups.
func (c *choice) walk(f *Folder, walk walker) error {
	to := c.columns()
	for walk.next(f) && !c.gaveUp.Load() {
		f.at = appendPlaces(f.at[:0], len(f.groups))
		for i, k := range c.keys {
			if err := c.of.writeOrder(f, k.slot, to[i]); err != nil {
				return err
			}
		}
		if err := c.add(c.passing(f, c.ranks(f, to))); err != nil {
			return err
		}
	}
	return nil
}

// columns are where the keys of some groups are written.
func (c *choice) columns() []*column.Column {
	out := make([]*column.Column, len(c.keys))
	for i, k := range c.keys {
		out[i] = column.Room(walkAtOnce, k.float, k.null, k.wide)
	}
	return out
}

// appendPlaces appends the places from 0 on.
func appendPlaces(to []uint32, n int) []uint32 {
	for i := range n {
		to = append(to, uint32(i))
	}
	return to
}

// ranks gives the ranks of what a walker gave, word by word.
func (c *choice) ranks(f *Folder, from []*column.Column) [][]uint64 {
	n := len(f.groups)
	f.ranks.words = f.ranks.words[:0]
	for i, k := range c.keys {
		k.rank(&f.ranks, from[i], n)
	}
	f.ranks.words = append(f.ranks.words, f.keys[:c.of.words]...)
	if c.of.words == 0 {
		numbers := f.ranks.word(n)
		for i, g := range f.groups {
			numbers[i] = uint64(g)
		}
	}
	return f.ranks.words
}

// ranks is the ranks of some groups, word by word, and memory for them.
type ranks struct {
	words [][]uint64
	spare [][]uint64
}

// word adds one.
func (r *ranks) word(n int) []uint64 {
	at := len(r.words)
	r.words = append(r.words, r.lend(at)[:n])
	return r.words[at]
}

// lend gives a piece of the memory.
func (r *ranks) lend(at int) []uint64 {
	for len(r.spare) <= at {
		r.spare = append(r.spare, make([]uint64, walkAtOnce))
	}
	return r.spare[at]
}

// rank adds the words of a key, and makes its column ready for the next groups.
func (k *choiceKey) rank(to *ranks, from *column.Column, n int) {
	var present []uint64
	if k.null {
		present = to.word(n)
		for i := range present {
			present[i] = 1
		}
	}
	if k.wide {
		high := to.word(n)
		for i, h := range from.High[:n] {
			high[i] = keys.OrderedInt(h)
		}
	}
	low := to.word(n)
	switch {
	case k.wide:
		copy(low, machine.Unsigned64(from.Ints))
	case from.Floats != nil:
		for i, d := range from.Floats[:n] {
			low[i] = keys.OrderedFloat(d)
		}
	default:
		for i, v := range from.Ints[:n] {
			low[i] = keys.OrderedInt(v)
		}
	}
	for i := range present {
		if from.Nulls[i] {
			present[i], low[i], from.Nulls[i] = 0, 0, false
		}
	}
	if k.desc {
		to.turn(k.words())
	}
}

// words is how many a key has in a rank. What is above the 64 bits of a NULL is 0.
func (k *choiceKey) words() int {
	n := 1
	if k.null {
		n++
	}
	if k.wide {
		n++
	}
	return n
}

// turn turns the order of the last words round.
func (r *ranks) turn(last int) {
	for _, word := range r.words[len(r.words)-last:] {
		for i := range word {
			word[i] = ^word[i]
		}
	}
}

// passing gives the groups at hand that are not behind the bound.
func (c *choice) passing(f *Folder, words [][]uint64) []chosen {
	var bound []uint64
	if b := c.bound.Load(); b != nil {
		bound = *b
	}
	rows := f.at[:0] // the places have been read
	for i := range f.groups {
		if !behind(words, i, bound) {
			rows = append(rows, uint32(i))
		}
	}
	if c.early {
		rows = firstOf(rows, words, int(c.top.Rows))
	}
	out := make([]chosen, len(rows))
	for i, row := range rows {
		rank := make([]uint64, len(words))
		for w, word := range words {
			rank[w] = word[row]
		}
		out[i] = chosen{f.Acc, f.groups[row], rank}
	}
	return out
}

// behind reports whether the rank of a row is above a bound.
func behind(words [][]uint64, row int, bound []uint64) bool {
	for w, most := range bound {
		if r := words[w][row]; r != most {
			return r > most
		}
	}
	return false
}

// add takes groups that passed the bound, and lowers it when there are some more than are
// wanted.
func (c *choice) add(groups []chosen) error {
	if len(groups) == 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.passed += len(groups); c.passed > c.most {
		c.gaveUp.Store(true)
		return nil
	}
	bytes := int64(len(groups)) * (int64(unsafe.Sizeof(chosen{})) + 8*int64(len(groups[0].rank)))
	if err := c.of.run.budget.Charge(bytes); err != nil {
		return err
	}
	c.charged += bytes
	if c.early {
		if err := c.adopt(groups); err != nil {
			return err
		}
	}
	c.found = append(c.found, groups...)
	if int64(len(c.found)) <= 2*max(c.top.Rows, int64(c.kept)) {
		return nil
	}
	c.cut()
	if !c.early || c.owned < ownedPerFound*len(c.found)+walkAtOnce {
		return nil
	}
	return c.compact()
}

// cut drops all but the first groups, and those that are equal to the last of them.
func (c *choice) cut() {
	n := int(c.top.Rows)
	if len(c.found) <= n {
		return
	}
	words := c.deciding()
	compare := func(a, b chosen) int { return slices.Compare(a.rank[:words], b.rank[:words]) }
	slices.SortFunc(c.found, compare)
	for n < len(c.found) && compare(c.found[n-1], c.found[n]) == 0 {
		n++
	}
	clear(c.found[n:])
	c.found, c.kept = c.found[:n], n
	bound := c.found[n-1].rank[:words]
	c.bound.Store(&bound)
}

// deciding is how many words of a rank decide which groups are the first.
func (c *choice) deciding() int {
	if c.top.Whole {
		return len(c.found[0].rank)
	}
	n := 0
	for _, k := range c.keys {
		n += k.words()
	}
	return n
}

// outcome is the groups that are wanted, in the order of their keys.
func (c *choice) outcome() *outcome {
	c.cut()
	first := 0
	for _, k := range c.keys {
		first += k.words()
	}
	slices.SortFunc(c.found, func(a, b chosen) int { return slices.Compare(a.rank[first:], b.rank[first:]) })
	out := *c.of
	out.len, out.scratch = len(c.found), c.charged
	out.parts = []func() walker{func() walker { return &chosenWalker{groups: c.found, first: first} }}
	return &out
}

// chosenWalker goes through groups that have been chosen.
type chosenWalker struct {
	groups []chosen
	first  int // word of a rank that is one of the key
	done   int
}

func (w *chosenWalker) next(f *Folder) bool {
	if w.done == len(w.groups) {
		return false
	}
	words := len(w.groups[w.done].rank) - w.first
	f.reset(words)
	f.Acc = w.groups[w.done].acc
	for ; w.done < len(w.groups) && len(f.groups) < walkAtOnce && w.groups[w.done].acc == f.Acc; w.done++ {
		g := &w.groups[w.done]
		for k, word := range g.rank[w.first:] {
			f.keys[k] = append(f.keys[k], word)
		}
		f.groups = append(f.groups, g.group)
		f.at = append(f.at, uint32(w.done))
	}
	return true
}
