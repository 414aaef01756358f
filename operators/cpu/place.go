package cpu

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
)

// word says how rows are ordered by keys: a row's place is an unsigned number that ascends in
// the order asked for. It has as many of the keys as are one word together, or the first one alone.
type word struct {
	key    machine.Value // the first
	float  bool
	desc   bool
	packed *keys.Packing // nil: the first key alone, NULL with the least number
	flip   uint64        // the bits of the packed keys that descend
	row    bool          // the number of the row in the table, and no key
}

// word lowers the first of the keys, and says how many it has taken.
func (l *lowering) word(by []operators.TopKey) (w word, taken int, err error) {
	var all keys.Packing
	for i, k := range by {
		v, err := l.At(k.Reg)
		if err != nil {
			return w, 0, err
		}
		if i == 0 {
			w.key, w.float, w.desc = v, l.Program.Regs[k.Reg].Float, k.Desc
		}
		lo, hi, _ := l.Bounds(k.Reg)
		all.Add(keys.Key{Value: v, Float: l.Program.Regs[k.Reg].Float, Lo: lo, Hi: hi})
		one := keys.Packing{Fields: slices.Clone(all.Fields)}
		if one.Settle(); one.Words > 1 {
			break
		}
		w.packed, taken = &one, i+1
	}
	if w.packed == nil {
		return w, 1, nil
	}
	for i := range w.packed.Fields {
		if f := &w.packed.Fields[i]; by[f.Key].Desc {
			w.flip |= f.Mask() << f.Shift
		}
	}
	return w, taken, nil
}

// exact reports whether rows of one place have equal keys: no double has the place of NULL, but
// the least number does.
func (w *word) exact() bool { return w.packed != nil || w.float || !w.key.Null }

// place is that of the first key alone: NULL is first ascending and last descending.
func (w *word) place(ordered uint64, null bool) uint64 {
	if null {
		ordered = 0
	}
	if w.desc {
		return ^ordered
	}
	return ordered
}

// places writes the places of the rows at hand.
func (w *word) places(m *machine.Machine, n int, to []uint64) {
	if w.packed != nil {
		for i, packed := range w.packed.Pack(m, n)[0][:n] {
			to[i] = packed ^ w.flip
		}
		return
	}
	s := &m.Slots[w.key.Slot]
	for i := range to[:n] {
		ordered := keys.OrderedInt(s.Ints[i])
		if w.float {
			ordered = keys.OrderedFloat(s.Floats[i])
		}
		to[i] = w.place(ordered, w.key.Null && s.Null[i] != 0)
	}
}
