package keys

import (
	"math"
	"math/bits"

	"gsdms/operators/cpu/machine"
	"gsdms/plan"
)

// Packing turns the keys of a row into a few words: two rows have the same words if they
// have the same keys, and the words, the first one first, are in the order of the keys,
// NULL before all values. Keys whose bounds are known take no more bits than these need.
type Packing struct {
	Fields []Field
	Words  int
	bits   int // of the only word, where there is one
}

// Field is what one key puts into a word.
type Field struct {
	Key           int
	machine.Value // the register
	kind          fieldKind
	Lo            int64  // number: the value of code plus
	Plus          uint64 // number: 1 if code 0 is NULL
	bits          int
	Word          int // which of the words
	Shift         int
}

type fieldKind uint8

const (
	fieldNumber   fieldKind = iota
	fieldDouble             // its rank
	fieldPresence           // 0 of NULL: before a number or double that takes all bits
	fieldGroup              // the number of the row's dense group
)

// Key is a key to be packed.
type Key struct {
	machine.Value
	Float  bool
	Lo, Hi int64 // of a number
}

// Add puts another key behind those before.
func (p *Packing) Add(k Key) {
	f := Field{Value: k.Value, Lo: k.Lo, bits: 64}
	for _, before := range p.Fields {
		f.Key = max(f.Key, before.Key+1)
	}
	span := uint64(k.Hi) - uint64(k.Lo)
	switch {
	case k.Float:
		f.kind = fieldDouble
	case k.Null && span < math.MaxUint64:
		f.Plus = 1
		f.bits = bits.Len64(span + 1)
	default:
		f.bits = bits.Len64(span)
	}
	if k.Null && f.Plus == 0 {
		p.Fields = append(p.Fields, Field{Key: f.Key, Value: k.Value, kind: fieldPresence, bits: 1})
	}
	p.Fields = append(p.Fields, f)
}

// AddGroup puts the number of the dense group, of so many, in front of what comes.
func (p *Packing) AddGroup(groups int) {
	p.Fields = append(p.Fields, Field{kind: fieldGroup, bits: bits.Len(uint(groups - 1))})
}

// Settle gives every field its place, as few words as there can be without cutting a
// field in two.
func (p *Packing) Settle() {
	used := 0
	for i := range p.Fields {
		f := &p.Fields[i]
		if used += f.bits; used > 64 {
			p.Words++
			used = f.bits
		}
		f.Word = p.Words
	}
	p.Words++
	if p.Words == 1 {
		p.bits = used
	}
	free := make([]int, p.Words)
	for i := len(p.Fields) - 1; i >= 0; i-- {
		f := &p.Fields[i]
		f.Shift = free[f.Word]
		free[f.Word] += f.bits
	}
}

// Bits is how many bits of the only word the keys take; 0 where there are several words.
func (p *Packing) Bits() int { return p.bits }

// Pack fills the words of rows.
func (p *Packing) Pack(m *machine.Machine, rows int) [][]uint64 {
	for len(m.Packed) < p.Words {
		m.Packed = append(m.Packed, make([]uint64, m.Batch))
	}
	words := m.Packed[:p.Words]
	for w := range words {
		clear(words[w][:rows])
	}
	for i := range p.Fields {
		f := &p.Fields[i]
		f.pack(m, words[f.Word][:rows])
	}
	return words
}

func (f *Field) pack(m *machine.Machine, to []uint64) {
	if f.kind == fieldGroup {
		for i, n := range m.Group[:len(to)] {
			to[i] |= uint64(n) << f.Shift
		}
		return
	}
	s := &m.Slots[f.Slot]
	switch f.kind {
	case fieldPresence:
		for i, null := range s.Null[:len(to)] {
			to[i] |= uint64(null^1) << f.Shift
		}
	case fieldDouble:
		f.packDoubles(s, to)
	default:
		f.packNumbers(s, to)
	}
}

func (f *Field) packNumbers(s *machine.Slot, to []uint64) {
	numbers, from, shift := s.Ints[:len(to)], f.Lo-int64(f.Plus), f.Shift&63
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

func (f *Field) packDoubles(s *machine.Slot, to []uint64) {
	for i, d := range s.Floats[:len(to)] {
		if !f.Null || s.Null[i] == 0 {
			to[i] |= FloatRank(d + 0) // one zero
		}
	}
}

// Column is where values are written, of a kind; SetNull is called of a place that has none.
type Column struct {
	Ints    []int64
	Floats  []float64
	Nulls   []bool // nil: there is none
	SetNull func(place uint32)
}

// Unpack writes what the words say of key k: of row i at place at[i].
func (p *Packing) Unpack(k int, words [][]uint64, at []uint32, to Column) {
	for i := range p.Fields {
		if f := &p.Fields[i]; f.Key == k {
			f.unpack(words[f.Word], at, to)
		}
	}
}

func (f *Field) unpack(words []uint64, at []uint32, to Column) {
	switch f.kind {
	case fieldPresence:
		for i, place := range at {
			if words[i]>>f.Shift&1 == 0 {
				to.SetNull(place)
			}
		}
	case fieldDouble:
		for i, place := range at {
			if to.Nulls == nil || !to.Nulls[place] {
				to.Floats[place] = RankFloat(words[i])
			}
		}
	default:
		f.unpackNumbers(words, at, to)
	}
}

func (f *Field) unpackNumbers(words []uint64, at []uint32, to Column) {
	mask, from := f.Mask(), f.Lo-int64(f.Plus)
	for i, place := range at {
		code := words[i] >> f.Shift & mask
		switch {
		case code < f.Plus:
			to.SetNull(place)
		case f.Plus == 1 || !f.Null || !to.Nulls[place]:
			to.Ints[place] = int64(code) + from
		}
	}
}

// Move brings what the field has in words to the place of another one, of the same bits.
func (f *Field) Move(to *Field, words, key [][]uint64) {
	shift, back, mask := f.Shift&63, to.Shift&63, f.Mask()
	target := key[to.Word]
	for i, word := range words[f.Word] {
		target[i] |= word >> shift & mask << back
	}
}

// Mask has the bits that a field of this width has.
func (f *Field) Mask() uint64 { return 1<<f.bits - 1 }

// SignBit is that of a number of 64 bits.
const SignBit = 1 << 63

// OrderedInt gives an unsigned number in the order of the numbers.
func OrderedInt(n int64) uint64 { return uint64(n) ^ SignBit }

// OrderedFloat gives an unsigned number in the order of the doubles.
func OrderedFloat(f float64) uint64 {
	b := math.Float64bits(f + 0) // -0 is 0
	if b&SignBit != 0 {
		return ^b
	}
	return b | SignBit
}

// RankFloat is the double of a rank.
func RankFloat(rank uint64) float64 {
	return plan.OfRank(int64(rank ^ 1<<63))
}

// FloatRank orders doubles as unsigned numbers, of which none is 0.
func FloatRank(d float64) uint64 { return uint64(plan.RankOf(d)) ^ 1<<63 }
