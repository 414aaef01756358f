package plan

import (
	"bytes"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
)

// Dictionary is a sorted list of distinct strings: the code of a string is its
// position, so comparing codes compares strings by bytes (collation
// utf8mb4_bin), and a range of strings is a range of codes.
// It is immutable and safe for concurrent use.
type Dictionary struct {
	texts   atomic.Pointer[Texts] // nil: not read yet
	len     int
	size    int64
	read    func() (offsets []uint32, text []byte, err error) // nil: there is nothing to read
	page    func(code int) (first int, of *Texts, err error)  // nil: strings are read all at once
	pages   atomic.Pointer[pages]                             // that were read, while texts is nil
	reading sync.Mutex
}

// NewDictionary wraps offsets (one more than there are strings, the first 0, modulo
// 2^32) and the strings' bytes one after another; both are aliased, not copied. The
// strings must be sorted and distinct.
func NewDictionary(offsets []uint32, text []byte) *Dictionary {
	d := &Dictionary{len: len(offsets) - 1, size: sizeOf(offsets, text)}
	d.texts.Store(NewTexts(offsets, text))
	return d
}

// NewUnreadDictionary is NewDictionary for strings that are not asked for as a rule: so many,
// whose bytes and offsets take size bytes. They come from read, at the first call that needs
// them, and again after Forget, so what it gives must be memory of the collector's. Where read
// fails, that call panics with an *UnreadableError, which ends its query, and the next one reads
// again.
func NewUnreadDictionary(len int, size int64, read func() (offsets []uint32, text []byte, err error)) *Dictionary {
	return &Dictionary{len: len, size: size, read: read}
}

// Forget gives up the strings of a dictionary that can read them again: the next call that needs
// them does. What calls have returned stays as it is; the memory goes with the last of it.
func (d *Dictionary) Forget() {
	if d.read != nil {
		d.texts.Store(nil)
		d.pages.Store(nil)
	}
}

// UnreadableError is what reading a string of a dictionary panics with that could not be read.
type UnreadableError struct{ Err error }

// Error implements error.
func (e *UnreadableError) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e *UnreadableError) Unwrap() error { return e.Err }

func sizeOf(offsets []uint32, text []byte) int64 { return int64(len(text)) + 4*int64(len(offsets)) }

// Strings gives all strings. The caller must not keep them beyond the snapshot's life.
func (d *Dictionary) Strings() *Texts {
	if t := d.texts.Load(); t != nil {
		return t
	}
	return d.readAll()
}

func (d *Dictionary) readAll() *Texts {
	d.reading.Lock()
	defer d.reading.Unlock()
	if t := d.texts.Load(); t != nil {
		return t
	}
	offsets, text, err := d.read()
	if err != nil {
		panic(&UnreadableError{err})
	}
	t := NewTexts(offsets, text)
	d.texts.Store(t)
	d.pages.Store(nil)
	return t
}

// Clone is a dictionary of the same strings that shares no memory with d.
func (d *Dictionary) Clone() *Dictionary {
	t := d.Strings()
	return NewDictionary(slices.Clone(t.offsets), bytes.Clone(t.bytes))
}

// Len is the number of strings.
func (d *Dictionary) Len() int { return d.len }

// Size is the memory that the strings take, in bytes.
func (d *Dictionary) Size() int64 { return d.size }

// Bytes returns string number code; the caller must not change or keep it beyond
// the snapshot's life.
func (d *Dictionary) Bytes(code int) []byte {
	if t := d.texts.Load(); t != nil {
		return t.Bytes(code)
	}
	return d.paged(code)
}

// FindFrom is Find among the strings from some code on: it takes few steps where the string is
// near.
func (d *Dictionary) FindFrom(from int, s string) int { return d.FindBytesFrom(from, []byte(s)) }

// FindBytesFrom is FindFrom for the bytes of a string.
func (d *Dictionary) FindBytesFrom(from int, key []byte) int {
	step := 1
	for from+step <= d.Len() && bytes.Compare(d.Bytes(from+step-1), key) < 0 {
		from, step = from+step, 2*step
	}
	return from + sort.Search(min(step, d.Len()-from), func(i int) bool { return bytes.Compare(d.Bytes(from+i), key) >= 0 })
}

// OneByteEach reports whether all characters of the strings take a byte each.
func (d *Dictionary) OneByteEach() bool { return d.Strings().oneByteEach() }

// At returns a copy of string number code.
func (d *Dictionary) At(code int) string { return string(d.Bytes(code)) }

// Find returns the code of the first string not less than s, and whether it is s.
func (d *Dictionary) Find(s string) (code int, exact bool) {
	key := []byte(s)
	code = sort.Search(d.Len(), func(i int) bool { return bytes.Compare(d.Bytes(i), key) >= 0 })
	return code, code < d.Len() && bytes.Equal(d.Bytes(code), key)
}
