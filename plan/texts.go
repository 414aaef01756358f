package plan

import (
	"encoding/binary"
	"math"
	"sort"
	"strings"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

// Texts is strings that lie one behind another, each known by its place. It is immutable.
type Texts struct {
	offsets []uint32 // one more than there are strings, modulo 2^32
	turns   []int    // the offsets that are less than the one before: from each on there are 2^32 more
	bytes   []byte
	wide    atomic.Int32 // whether a character takes several bytes: 0 not known, 1 no, 2 yes
}

// NewTexts wraps offsets (one more than there are strings, the first 0, modulo 2^32) and the strings'
// bytes; both are aliased. A string has less than 2^32 bytes.
func NewTexts(offsets []uint32, text []byte) *Texts {
	t := &Texts{offsets: offsets, bytes: text}
	if uint64(len(text)) > math.MaxUint32 {
		t.turns = turns(offsets)
	}
	return t
}

func turns(offsets []uint32) (at []int) {
	before := uint32(0)
	for i, offset := range offsets {
		if offset < before {
			at = append(at, i)
		}
		before = offset
	}
	return at
}

// Len is the number of strings.
func (t *Texts) Len() int { return len(t.offsets) - 1 }

// Size is the number of the strings' bytes.
func (t *Texts) Size() int { return len(t.bytes) }

// oneByteEach reports whether all characters take a byte each.
func (t *Texts) oneByteEach() bool {
	if t.wide.Load() == 0 {
		state := int32(1)
		if isWide(t.bytes) {
			state = 2
		}
		t.wide.Store(state)
	}
	return t.wide.Load() == 1
}

// isWide reports whether a byte is of a character of several, of which it has the highest bit.
func isWide(text []byte) bool {
	high := uint64(0)
	for ; len(text) >= 8 && high == 0; text = text[8:] {
		high = binary.LittleEndian.Uint64(text) & 0x8080808080808080
	}
	for _, b := range text {
		high |= uint64(b & utf8.RuneSelf)
	}
	return high != 0
}

// In gives the same strings in other memory: room for one offset more than there are strings, and for
// their bytes.
func (t *Texts) In(offsets []uint32, text []byte) *Texts {
	copy(offsets, t.offsets)
	copy(text, t.bytes)
	return &Texts{offsets: offsets[:len(t.offsets)], turns: t.turns, bytes: text[:len(t.bytes)]}
}

// Begin is where string number i begins in the bytes of all; that of Len is where the last one ends.
func (t *Texts) Begin(i int) int {
	if t.turns == nil {
		return int(t.offsets[i])
	}
	return t.turned(i)
}

func (t *Texts) turned(i int) int {
	at := int(t.offsets[i])
	for _, turn := range t.turns {
		if i >= turn {
			at += 1 << 32
		}
	}
	return at
}

// Bytes returns string number i, which the caller must not change.
func (t *Texts) Bytes(i int) []byte {
	if t.turns == nil {
		return t.bytes[t.offsets[i]:t.offsets[i+1]]
	}
	return t.far(i)
}

func (t *Texts) far(i int) []byte { return t.bytes[t.Begin(i):t.Begin(i+1)] }

// View is the strings from one on, before hi, as one, without a copy.
func (t *Texts) View(lo, hi int) string {
	text := t.bytes[t.Begin(lo):t.Begin(hi)]
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// Span is the strings from one on, before hi, one behind another, where the first begins and where
// each ends in the bytes of all, modulo 2^32. The caller must not change them.
func (t *Texts) Span(lo, hi int) (text []byte, begin uint32, ends []uint32) {
	return t.bytes[t.Begin(lo):t.Begin(hi)], t.offsets[lo], t.offsets[lo+1 : hi+1]
}

// next gives the first string from one on, before hi, in which a part begins, or hi.
func (t *Texts) next(part string, from, hi int) int {
	at := strings.Index(t.View(from, hi), part)
	if at < 0 {
		return hi
	}
	begin := t.Begin(from) + at
	return from + sort.Search(hi-from-1, func(i int) bool { return t.Begin(from+i+1) > begin })
}
