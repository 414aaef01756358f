package plan

import (
	"encoding/binary"
	"sort"
	"strings"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

// Texts is strings that lie one behind another, each known by its place. It is immutable.
type Texts struct {
	offsets []uint32 // one more than there are strings
	bytes   []byte
	wide    atomic.Int32 // whether a character takes several bytes: 0 not known, 1 no, 2 yes
}

// NewTexts wraps offsets (one more than there are strings, the first 0) and the strings' bytes;
// both are aliased.
func NewTexts(offsets []uint32, text []byte) *Texts { return &Texts{offsets: offsets, bytes: text} }

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
	return NewTexts(offsets[:len(t.offsets)], text[:len(t.bytes)])
}

// Bytes returns string number i, which the caller must not change.
func (t *Texts) Bytes(i int) []byte { return t.bytes[t.offsets[i]:t.offsets[i+1]] }

// View is the strings from one on, before hi, as one, without a copy.
func (t *Texts) View(lo, hi int) string {
	text := t.bytes[t.offsets[lo]:t.offsets[hi]]
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// next gives the first string from one on, before hi, in which a part begins, or hi.
func (t *Texts) next(part string, from, hi int) int {
	at := strings.Index(t.View(from, hi), part)
	if at < 0 {
		return hi
	}
	begin := t.offsets[from] + uint32(at)
	return from + sort.Search(hi-from-1, func(i int) bool { return t.offsets[from+i+1] > begin })
}
