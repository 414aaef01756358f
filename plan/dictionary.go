package plan

import (
	"bytes"
	"slices"
	"sort"
)

// Dictionary is a sorted list of distinct strings: the code of a string is its
// position, so comparing codes compares strings by bytes (collation
// utf8mb4_bin), and a range of strings is a range of codes.
// It is immutable and safe for concurrent use.
type Dictionary struct {
	offsets []uint32 // len = Len()+1
	text    []byte
}

// NewDictionary wraps offsets (one more than there are strings, the first 0) and
// the strings' bytes one after another; both are aliased, not copied. The strings
// must be sorted and distinct.
func NewDictionary(offsets []uint32, text []byte) *Dictionary {
	return &Dictionary{offsets: offsets, text: text}
}

// Clone is a dictionary of the same strings that shares no memory with d.
func (d *Dictionary) Clone() *Dictionary {
	return NewDictionary(slices.Clone(d.offsets), bytes.Clone(d.text))
}

// Len is the number of strings.
func (d *Dictionary) Len() int { return len(d.offsets) - 1 }

// Size is the memory that the strings take, in bytes.
func (d *Dictionary) Size() int64 { return int64(len(d.text)) + 4*int64(len(d.offsets)) }

// Bytes returns string number code; the caller must not change or keep it beyond
// the snapshot's life.
func (d *Dictionary) Bytes(code int) []byte {
	return d.text[d.offsets[code]:d.offsets[code+1]]
}

// At returns a copy of string number code.
func (d *Dictionary) At(code int) string { return string(d.Bytes(code)) }

// Find returns the code of the first string not less than s, and whether it is s.
func (d *Dictionary) Find(s string) (code int, exact bool) {
	key := []byte(s)
	code = sort.Search(d.Len(), func(i int) bool { return bytes.Compare(d.Bytes(i), key) >= 0 })
	return code, code < d.Len() && bytes.Equal(d.Bytes(code), key)
}
