package cpu

import (
	"math"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/simd"
	"gsdms/plan"
)

// A sort of which only the first rows are wanted lets the others be dropped early: each
// worker keeps the first keys that it has emitted in a heap, and when that is full, its
// last one bounds what anybody still has to emit. Where the key is a column, the bound is a
// range of its stored numbers, which a vector is tested against before anything else: but
// for the first rows, such a scan costs what a filter that few rows pass does. Rows that tie with the bound stay, since
// the keys behind the first, and the order of the table, decide among them.

// top is the bound that the workers of a run share.
type top struct {
	spec  operators.Top
	bound atomic.Uint64 // place of the last row wanted; the largest number: none yet
}

func newTop(spec *operators.Top) *top {
	if spec == nil {
		return nil
	}
	t := &top{spec: *spec}
	t.bound.Store(math.MaxUint64)
	return t
}

// lower makes the bound no larger than a place.
func (t *top) lower(to uint64) {
	for now := t.bound.Load(); to < now; now = t.bound.Load() {
		if t.bound.CompareAndSwap(now, to) {
			return
		}
	}
}

// place is a key as an unsigned number that ascends in the order asked for: NULL is first
// ascending and last descending.
func (t *top) place(ordered uint64, null bool) uint64 {
	if null {
		ordered = 0
	}
	if t.spec.Desc {
		return ^ordered
	}
	return ordered
}

const signBit = 1 << 63

func orderedInt(n int64) uint64 { return uint64(n) ^ signBit }

func orderedFloat(f float64) uint64 {
	b := math.Float64bits(f + 0) // -0 is 0
	if b&signBit != 0 {
		return ^b
	}
	return b | signBit
}

// wanted gives the stored numbers of the key's column that do not lie behind the bound;
// false where all may be wanted.
func (t *top) wanted(table *plan.Table) (in simd.Bounds, ok bool) {
	bound := t.bound.Load()
	if t.spec.Column < 0 || bound == math.MaxUint64 || !t.spec.Desc && bound == 0 {
		return in, false // of a bound of 0 it is not known whether it is NULL
	}
	s := table.Columns[t.spec.Column].Storage
	if s.Float {
		return in, false
	}
	if !t.spec.Desc {
		return simd.Bounds{Hi: s.Store(int64(bound ^ signBit))}, true
	}
	return simd.Bounds{Lo: s.Store(int64(^bound ^ signBit)), Hi: ^uint64(0) >> (64 - 8*s.Width)}, true
}

// places writes the places of the keys at hand.
func (t *top) places(m *machine, key value, n int, to []uint64) {
	s := &m.slots[key.slot]
	if t.spec.Float {
		for i, f := range s.floats[:n] {
			to[i] = t.place(orderedFloat(f), key.null && s.null[i] != 0)
		}
		return
	}
	flip := uint64(signBit)
	if t.spec.Desc {
		flip = ^flip
	}
	for i, k := range s.ints[:n] {
		to[i] = uint64(k) ^ flip
	}
	if key.null {
		for i, null := range s.null[:n] {
			if null != 0 {
				to[i] = t.place(0, true)
			}
		}
	}
}

// cutStep drops the rows behind the bound as soon as their key is known.
type cutStep struct {
	key   value
	live  []value
	level int
	count int
}

func (s *cutStep) run(m *machine, n int, _ []step) (int, error) {
	t := m.state.run.top
	bound := t.bound.Load()
	if bound == math.MaxUint64 {
		m.state.counts[s.count] += int64(n)
		return n, nil
	}
	places := m.hashes[:n]
	t.places(m, s.key, n, places)
	kept := 0
	for i, p := range places {
		m.kept[kept] = uint16(i)
		if p <= bound {
			kept++
		}
	}
	return m.keep(n, kept, s.level, s.live, s.count), nil
}

// cut makes the step behind the instruction that sets the key of a top.
func (l *lowering) cut(in operators.Instr, after []int) error {
	d, sets := target(in)
	if _, probe := in.(operators.Probe); !sets || probe || d != l.topKey() {
		return nil
	}
	key, err := l.at(d)
	if err != nil {
		return err
	}
	live, err := l.values(after)
	if err != nil {
		return err
	}
	l.add(&cutStep{key: key, live: live, level: l.level, count: l.counted("top")})
	return nil
}

// topKey is the register that a top orders by, -1 without one.
func (l *lowering) topKey() int {
	if e, ok := l.p.Sink.(*operators.Emit); ok && e.Top != nil {
		return e.Top.Reg
	}
	return -1
}

// heap is the first places that a worker has emitted, the last of them on top.
type heap []uint64

// offer takes the places of rows that are emitted, and lowers the bound when it is full.
func (h *heap) offer(t *top, places []uint64) {
	rows := int(t.spec.Rows)
	for _, p := range places {
		switch {
		case len(*h) < rows:
			*h = append(*h, p)
			h.up(len(*h) - 1)
		case p < (*h)[0]:
			(*h)[0] = p
			h.down(0)
		}
	}
	if len(*h) == rows {
		t.lower((*h)[0])
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
// the column that is the key.
func (t *top) skips(table *plan.Table, segment int) bool {
	bound := t.bound.Load()
	if t.spec.Column < 0 || bound == math.MaxUint64 {
		return false
	}
	s := table.Columns[t.spec.Column].Storage
	if s.Float {
		return false
	}
	lo, hi := table.Data.Zone(t.spec.Column, segment)
	first := lo
	if t.spec.Desc {
		first = hi
	}
	n, null := s.Load(first)
	return t.place(orderedInt(n), null) > bound
}
