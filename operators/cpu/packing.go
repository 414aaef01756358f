package cpu

import (
	"gsdms/operators/cpu/machine"
	"math"
	"math/bits"
)

// packing turns the keys of a row into a few words: two rows have the same words if they
// have the same keys, and the words, the first one first, are in the order of the keys,
// NULL before all values. Keys whose bounds are known take no more bits than these need.
type packing struct {
	fields []field
	words  int
	bits   int // of the only word, where there is one
}

// field is what one key puts into a word.
type field struct {
	key           int
	machine.Value // the register
	kind          fieldKind
	lo            int64  // number: the value of code plus
	plus          uint64 // number: 1 if code 0 is NULL
	bits          int
	word          int
	shift         int
}

type fieldKind uint8

const (
	fieldNumber   fieldKind = iota
	fieldDouble             // its rank
	fieldPresence           // 0 of NULL: before a number or double that takes all bits
	fieldGroup              // the number of the row's dense group
)

// packedKey is a key to be packed.
type packedKey struct {
	machine.Value
	float  bool
	lo, hi int64 // of a number
}

// add puts another key behind those before.
func (p *packing) add(k packedKey) {
	f := field{Value: k.Value, lo: k.lo, bits: 64}
	for _, before := range p.fields {
		f.key = max(f.key, before.key+1)
	}
	span := uint64(k.hi) - uint64(k.lo)
	switch {
	case k.float:
		f.kind = fieldDouble
	case k.Null && span < math.MaxUint64:
		f.plus = 1
		f.bits = bits.Len64(span + 1)
	default:
		f.bits = bits.Len64(span)
	}
	if k.Null && f.plus == 0 {
		p.fields = append(p.fields, field{key: f.key, Value: k.Value, kind: fieldPresence, bits: 1})
	}
	p.fields = append(p.fields, f)
}

// addGroup puts the number of the dense group, of so many, in front of what comes.
func (p *packing) addGroup(groups int) {
	p.fields = append(p.fields, field{kind: fieldGroup, bits: bits.Len(uint(groups - 1))})
}

// settle gives every field its place, as few words as there can be without cutting a
// field in two.
func (p *packing) settle() {
	used := 0
	for i := range p.fields {
		f := &p.fields[i]
		if used += f.bits; used > 64 {
			p.words++
			used = f.bits
		}
		f.word = p.words
	}
	p.words++
	if p.words == 1 {
		p.bits = used
	}
	free := make([]int, p.words)
	for i := len(p.fields) - 1; i >= 0; i-- {
		f := &p.fields[i]
		f.shift = free[f.word]
		free[f.word] += f.bits
	}
}

// pack fills the words of rows.
func (p *packing) pack(m *machine.Machine, rows int) [][]uint64 {
	for len(m.Packed) < p.words {
		m.Packed = append(m.Packed, make([]uint64, m.Batch))
	}
	words := m.Packed[:p.words]
	for w := range words {
		clear(words[w][:rows])
	}
	for i := range p.fields {
		f := &p.fields[i]
		f.pack(m, words[f.word][:rows])
	}
	return words
}

func (f *field) pack(m *machine.Machine, to []uint64) {
	if f.kind == fieldGroup {
		for i, n := range m.Group[:len(to)] {
			to[i] |= uint64(n) << f.shift
		}
		return
	}
	s := &m.Slots[f.Slot]
	switch f.kind {
	case fieldPresence:
		for i, null := range s.Null[:len(to)] {
			to[i] |= uint64(null^1) << f.shift
		}
	case fieldDouble:
		f.packDoubles(s, to)
	default:
		f.packNumbers(s, to)
	}
}

func (f *field) packNumbers(s *machine.Slot, to []uint64) {
	numbers, from, shift := s.Ints[:len(to)], f.lo-int64(f.plus), f.shift&63
	if !f.Null {
		for i, n := range numbers {
			to[i] |= uint64(n-from) << shift
		}
		return
	}
	null := s.Null[:len(to)]
	for i, n := range numbers {
		to[i] |= uint64(n-from) << shift & (uint64(null[i]) - 1)
	}
}

func (f *field) packDoubles(s *machine.Slot, to []uint64) {
	for i, d := range s.Floats[:len(to)] {
		if !f.Null || s.Null[i] == 0 {
			to[i] |= floatRank(d + 0) // one zero
		}
	}
}

// unpack writes what the words say of key k: of row i at place at[i].
func (p *packing) unpack(k int, words [][]uint64, at []uint32, to *column) {
	for i := range p.fields {
		if f := &p.fields[i]; f.key == k {
			f.unpack(words[f.word], at, to)
		}
	}
}

func (f *field) unpack(words []uint64, at []uint32, to *column) {
	switch f.kind {
	case fieldPresence:
		for i, place := range at {
			if words[i]>>f.shift&1 == 0 {
				to.setNull(place)
			}
		}
	case fieldDouble:
		for i, place := range at {
			if to.nulls == nil || !to.nulls[place] {
				to.floats[place] = rankFloat(words[i])
			}
		}
	default:
		f.unpackNumbers(words, at, to)
	}
}

func (f *field) unpackNumbers(words []uint64, at []uint32, to *column) {
	mask, from := f.mask(), f.lo-int64(f.plus)
	for i, place := range at {
		code := words[i] >> f.shift & mask
		switch {
		case code < f.plus:
			to.setNull(place)
		case f.plus == 1 || !f.Null || !to.nulls[place]:
			to.ints[place] = int64(code) + from
		}
	}
}

// move brings what the field has in words to the place of another one, of the same bits.
func (f *field) move(to *field, words, key [][]uint64) {
	shift, back, mask := f.shift&63, to.shift&63, f.mask()
	target := key[to.word]
	for i, word := range words[f.word] {
		target[i] |= word >> shift & mask << back
	}
}

func (f *field) mask() uint64 { return 1<<f.bits - 1 }
