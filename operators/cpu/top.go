package cpu

import (
	"math"
	"slices"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/simd"
	"gsdms/plan"
)

// A sort of which only the first rows are wanted lets the others be dropped early: each
// worker keeps the first places that it has emitted in a heap, and when that is full, its
// last one bounds what anybody still has to emit. Where the first key is a column, the bound is
// a range of its stored numbers, which a vector is tested against before anything else: but
// for the first rows, such a scan costs what a filter that few rows pass does. Which of the
// rows that tie with the bound are wanted is decided by the keys behind it and the order of the table (see ties).

// ranking says how rows are ordered by the keys of a top: by places, and rows of the same
// place by what then says.
type ranking struct {
	word
	spec *operators.Top
	then []word // nil: nothing, as far as is known here

	formula *formula // the first key, if that is one
}

// top is the bound that the workers of a run share.
type top struct {
	*ranking
	bound atomic.Uint64        // place of the last row wanted; the largest number: none yet
	tied  atomic.Pointer[tied] // nil: none yet
}

func newTop(r *ranking) *top {
	if r == nil {
		return nil
	}
	t := &top{ranking: r}
	t.bound.Store(math.MaxUint64)
	return t
}

// ranking lowers the keys of a top, which have been set.
func (l *lowering) ranking(spec *operators.Top) (*ranking, error) {
	first, taken, err := l.word(spec.Keys)
	if err != nil {
		return nil, err
	}
	r := &ranking{word: first, spec: spec}
	for exact := first.exact(); exact && len(r.then) < mostThen; {
		if taken == len(spec.Keys) {
			if spec.Whole {
				r.then = append(r.then, word{row: true})
			}
			break
		}
		then, more, err := l.word(spec.Keys[taken:])
		if err != nil {
			return nil, err
		}
		r.then = append(r.then, then)
		taken, exact = taken+more, then.exact()
	}
	return r, nil
}

// lower makes the bound no larger than a place.
func (t *top) lower(to uint64) {
	for now := t.bound.Load(); to < now; now = t.bound.Load() {
		if t.bound.CompareAndSwap(now, to) {
			return
		}
	}
}

// wanted gives the stored numbers of the first key that do not lie behind the bound; false
// where all may be wanted.
func (t *top) wanted(s plan.Storage) (in simd.Bounds, ok bool) {
	bound, desc := t.bound.Load(), t.desc
	if t.float || bound == math.MaxUint64 {
		return in, false
	}
	last, null := t.lastNumber(bound)
	if null {
		return in, false
	}
	if !desc {
		return simd.Bounds{Hi: s.Store(last)}, true
	}
	return simd.Bounds{Lo: s.Store(last), Hi: ^uint64(0) >> (64 - 8*s.Width)}, true
}

// lastNumber is the first key of the row that is the bound; null where that may be NULL.
func (t *top) lastNumber(bound uint64) (n int64, null bool) {
	if t.packed != nil {
		f := &t.packed.Fields[0]
		code := (bound ^ t.flip) >> f.Shift & f.Mask()
		return int64(code-f.Plus) + f.Lo, code < f.Plus
	}
	if t.desc {
		bound = ^bound
	}
	return int64(bound ^ keys.SignBit), bound == 0
}

// cutStep drops the rows behind the bound: as soon as their keys are known, and once more
// before they are emitted, when they have had their own say about the bound. Where each row
// comes before all earlier ones, few of a vector are emitted nevertheless.
type cutStep struct {
	live   []machine.Value
	level  int
	count  int
	by     *ranking // over the slots that the keys are in here: a probe gives them others
	offers bool     // the rows are to be emitted
}

func (s *cutStep) Run(m *machine.Machine, n int, _ []machine.Step) (int, error) {
	own := m.State.Sink.(*state)
	t := own.run.top
	if !s.offers && t.bound.Load() == math.MaxUint64 {
		m.State.Counts[s.count] += int64(n)
		return n, nil
	}
	places := m.Hashes[:n]
	s.by.places(m, n, places)
	if s.offers {
		own.first.offer(t, places)
	}
	bound, kept := t.bound.Load(), 0
	if len(s.by.then) > 0 && slices.Contains(places, bound) {
		bound = own.ties.decide(s, m, places, bound)
	}
	for i, p := range places {
		m.Kept[kept] = uint16(i)
		if p <= bound {
			kept++
		}
	}
	return m.Keep(n, kept, s.level, s.live, s.count), nil
}

// cut makes the step behind the instruction that sets the last key of a top.
func (l *lowering) cut(at int) error {
	if !l.IsCut(at) {
		return nil
	}
	live, err := l.Values(l.After[at])
	if err != nil {
		return err
	}
	by, err := l.ranking(l.Program.Sink.(*operators.Emit).Top)
	if err != nil {
		return err
	}
	l.Add(&cutStep{live: live, level: l.Level, count: l.Counted("top"), by: by})
	return nil
}

// first makes the step before rows are emitted that leaves those which a top wants; nil wants all.
func (l *lowering) first(top *operators.Top, out []machine.Value) (err error) {
	switch {
	case top == nil:
		return nil
	case top.Within != nil:
		return l.firstOfParts(top, distinctSlots(out))
	}
	if l.code.ranking, err = l.ranking(top); err != nil {
		return err
	}
	if top.Column < 0 {
		if l.code.ranking.formula, err = l.formula(top.Keys[0].Reg); err != nil {
			return err
		}
	}
	l.offer(distinctSlots(out))
	return nil
}

// distinctSlots leaves out values that are in the slot of another.
func distinctSlots(values []machine.Value) (out []machine.Value) {
	for _, v := range values {
		if !slices.ContainsFunc(out, func(w machine.Value) bool { return w.Slot == v.Slot }) {
			out = append(out, v)
		}
	}
	return out
}

// offer makes the step before rows are emitted.
func (l *lowering) offer(live []machine.Value) {
	l.Add(&cutStep{live: live, level: l.Level, count: l.Counted("first"), by: l.code.ranking, offers: true})
}

// heap is the first places of rows that a worker emits, the last of them on top.
type heap []uint64

// offer takes the places of rows that are to be emitted, and lowers the bound when it is full.
func (h *heap) offer(t *top, places []uint64) {
	rows := int(t.spec.Rows)
	for _, p := range places {
		h.add(p, rows)
	}
	if len(*h) == rows {
		t.lower((*h)[0])
	}
}

// add takes a place, unless it lies behind that many others.
func (h *heap) add(p uint64, rows int) {
	switch {
	case len(*h) < rows:
		*h = append(*h, p)
		h.up(len(*h) - 1)
	case p < (*h)[0]:
		(*h)[0] = p
		h.down(0)
	}
}

func (h heap) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if h[parent] >= h[i] {
			return
		}
		h[parent], h[i] = h[i], h[parent]
		i = parent
	}
}

func (h heap) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if child+1 < len(h) && h[child+1] > h[child] {
			child++
		}
		if h[i] >= h[child] {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}

// skips reports whether every row of a segment lies behind the bound, by the zone map of
// the column that is the first key.
func (t *top) skips(table *plan.Table, segment int) bool {
	if t.spec.Column < 0 {
		return false
	}
	in, ok := t.wanted(table.Columns[t.spec.Column].Storage)
	if !ok {
		return false
	}
	lo, hi := table.Data.Zone(t.spec.Column, segment)
	return lo > in.Hi || hi < in.Lo
}
