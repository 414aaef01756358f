package cpu

import (
	"math"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
)

// Where groups are wanted in the order of a key that is a column, or computed of columns, and only the
// first of them, as the latest days, rows of later keys are dropped early: each worker keeps the first
// different keys that it has seen, in a heap, and when that is full, its last one bounds the scan as the
// first rows of a sort do.

// A key with fewer than keysPerFirst times as many values as groups are wanted would have few rows
// dropped, and of more than mostFirst groups the heap does not stay in a cache.
const (
	keysPerFirst = 8
	mostFirst    = 1 << 12
)

// offeredUnfilled is how many rows a worker offers to a heap that they do not fill: the key has few
// values then, whatever it could have.
const offeredUnfilled = 1 << 18

// firstGroups gives the top whose rows are those of the groups that are wanted; nil where these are all,
// or too many.
func firstGroups(p *operators.Program) *operators.Top {
	s, ok := p.Sink.(*operators.Groups)
	if !ok || s.Top == nil || len(s.Having) > 0 || s.Top.Rows > mostFirst || len(s.Top.Keys) == 0 || s.Top.Keys[0].Slot >= len(s.Keys) {
		return nil
	}
	by := s.Top.Keys[0]
	key := &s.Keys[by.Slot]
	if key.Float || key.Unsorted != nil || key.Size > 0 && int64(key.Size) < keysPerFirst*s.Top.Rows {
		return nil
	}
	top := &operators.Top{Keys: []operators.TopKey{{Reg: key.Reg, Desc: by.Desc}}, Rows: s.Top.Rows, Column: -1}
	for _, in := range p.Body {
		if load, ok := in.(operators.Load); ok && load.Dst == key.Reg {
			top.Column = p.Columns[load.Column].Ordinal
		}
	}
	return top
}

// firstGroups makes the step before rows are folded that bounds those which come, if the key is a column
// or a formula.
func (l *lowering) firstGroups() error {
	top := firstGroups(l.Program)
	if top == nil {
		return nil
	}
	by, err := l.ranking(top)
	if err == nil && top.Column < 0 {
		by.formula, err = l.formula(top.Keys[0].Reg)
	}
	if err != nil || top.Column < 0 && by.formula == nil {
		return err
	}
	l.code.ranking = by
	l.Add(firstGroupsStep{})
	return nil
}

// firstGroupsStep offers the keys of rows that are folded.
type firstGroupsStep struct{}

func (firstGroupsStep) Run(m *machine.Machine, n int, _ []machine.Step) (int, error) {
	own := m.State.Owner.(*state)
	t := own.run.top
	if t == nil || own.keys.full(t) {
		return n, nil
	}
	places := m.Hashes[:n]
	t.places(m, n, places)
	own.keys.offer(t, places)
	return n, nil
}

// firstKeys is the places of the first different keys that a worker has seen.
type firstKeys struct {
	heap    heap
	seen    []uint64 // 1 + the places in the heap, and some that were there, by hash; 0 is empty
	used    int
	offered int
}

// full reports whether no key is offered any more: the bound is as low as it gets, or too few differ.
func (f *firstKeys) full(t *top) bool {
	return len(f.heap) < int(t.spec.Rows) && f.offered > offeredUnfilled
}

// offer takes the places of keys, and lowers the bound when there are enough.
func (f *firstKeys) offer(t *top, places []uint64) {
	rows := int(t.spec.Rows)
	f.offered += len(places)
	last := t.bound.Load()
	for _, p := range places {
		if p >= last || !f.add(p, rows) {
			continue
		}
		if len(f.heap) < rows {
			f.heap = append(f.heap, p)
			f.heap.up(len(f.heap) - 1)
		} else {
			f.heap[0] = p
			f.heap.down(0)
		}
		if len(f.heap) == rows {
			last = min(last, f.heap[0])
		}
	}
	t.lower(last)
}

// add notes a place that comes before the last of a full heap, and reports whether it is new.
func (f *firstKeys) add(p uint64, rows int) bool {
	if p == math.MaxUint64 || len(f.heap) == rows && p >= f.heap[0] {
		return false
	}
	if 2*f.used >= len(f.seen) {
		f.renew(rows)
	}
	s := f.slot(p)
	if *s != 0 {
		return false
	}
	*s = p + 1
	f.used++
	return true
}

// renew leaves the places that are in the heap.
func (f *firstKeys) renew(rows int) {
	size := 64
	for size < 8*rows {
		size *= 2
	}
	f.seen, f.used = make([]uint64, size), len(f.heap)
	for _, p := range f.heap {
		*f.slot(p) = p + 1
	}
}

// slot is where a place is, or would be.
func (f *firstKeys) slot(p uint64) *uint64 {
	mask := uint64(len(f.seen) - 1)
	for i := operators.HashKey(operators.HashStart, int64(p)); ; i++ {
		if s := &f.seen[i&mask]; *s == 0 || *s == p+1 {
			return s
		}
	}
}
