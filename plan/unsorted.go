package plan

import (
	"context"
	"runtime"
	"sort"
	"sync/atomic"
	"unsafe"
)

// Unsorted is the texts of a column as a file has them, in parts: a text's code is its place, so
// equal texts may have several codes, and codes say nothing of their order. Whether a text is one
// that is looked for shows by the texts alone, so much of what is asked of a file needs no
// dictionary of it. Parts are there once they are loaded. Safe for concurrent use.
type Unsorted struct {
	begins []int // the first code of each part, and the number of codes
	parts  []atomic.Pointer[Texts]
	size   int64
	once   bool
	files  any // that have the texts; nil: they are in memory
	load   func(ctx context.Context, part int) error
	bounds func(part int) (low, high string, ok bool)
	peaks  atomic.Pointer[Peaks]

	computed *computed // gives the texts, which are in no part; nil: parts have them
}

// NewUnsorted makes texts of parts, whose codes begin at begins, of which the last is the number of
// all codes; size is the bytes that they take, more or less. load has to Put a part.
func NewUnsorted(begins []int, size int64, load func(ctx context.Context, part int) error) *Unsorted {
	return &Unsorted{begins: begins, parts: make([]atomic.Pointer[Texts], len(begins)-1), size: size, load: load}
}

// Bounded tells between which texts those of a part are said to lie, in their order as bytes; ok is
// false where nothing is said of a part. It is called before anybody else has the texts.
func (u *Unsorted) Bounded(bounds func(part int) (low, high string, ok bool)) { u.bounds = bounds }

// Bounds are two texts between which all of a part lie, whether it is loaded or not; ok is false
// where none are known.
func (u *Unsorted) Bounds(part int) (low, high string, ok bool) {
	if u.bounds == nil {
		return "", "", false
	}
	return u.bounds(part)
}

// Codes are the first code of a part, and the one behind its last.
func (u *Unsorted) Codes(part int) (first, end int) { return u.begins[part], u.begins[part+1] }

// NewNumbered makes texts that are there, of which each has one code.
func NewNumbered(parts []*Texts, size int64) *Unsorted {
	u := NewListed(parts, size)
	u.once = true
	return u
}

// NewListed makes texts that are there.
func NewListed(parts []*Texts, size int64) *Unsorted {
	begins := make([]int, 1, len(parts)+1)
	for i, t := range parts {
		begins = append(begins, begins[i]+t.Len())
	}
	u := NewUnsorted(begins, size, nil)
	for i, t := range parts {
		u.Put(i, t)
	}
	return u
}

// Once reports whether each text has one code, so that codes tell which texts are equal.
func (u *Unsorted) Once() bool { return u.once }

// Lie says that the texts lie in files, which stay as long as these texts are referred to: memory had
// no room for them, so an order of all has none. It is called before anybody else has the texts.
func (u *Unsorted) Lie(files any) { u.files = files }

// Filed reports whether the texts lie in files.
func (u *Unsorted) Filed() bool { return u.files != nil }

// Put gives a part its texts, no more than it has codes. A code that has none is that of no row.
func (u *Unsorted) Put(part int, t *Texts) { u.parts[part].Store(t) }

// Len is the number of codes.
func (u *Unsorted) Len() int { return u.begins[len(u.begins)-1] }

// Size is the memory that the texts take, in bytes, once all are loaded.
func (u *Unsorted) Size() int64 { return u.size }

// Parts is the number of parts.
func (u *Unsorted) Parts() int { return len(u.parts) }

// Part gives the texts of a part, which is loaded if it is not there, and the code of the first.
func (u *Unsorted) Part(ctx context.Context, part int) (t *Texts, first int, err error) {
	if t = u.parts[part].Load(); t == nil {
		if err = u.load(ctx, part); err == nil {
			t = u.parts[part].Load()
		}
	}
	return t, u.begins[part], err
}

// Texts puts the texts of codes to out, none where nulls (nil: nowhere) says that there is none.
// Their parts have been loaded; the texts stay where they are, and of those that lie in files there
// are copies.
func (u *Unsorted) Texts(out []string, codes []int64, nulls []bool) {
	u.views(out, codes, nulls)
	if u.Filed() {
		copied(out[:len(codes)])
	}
	runtime.KeepAlive(u)
}

// copied has texts be in memory of their own.
func copied(texts []string) {
	bytes := 0
	for _, text := range texts {
		bytes += len(text)
	}
	all := make([]byte, 0, bytes)
	for i, text := range texts {
		from := len(all)
		all = append(all, text...)
		texts[i] = unsafe.String(unsafe.SliceData(all[from:]), len(text))
	}
}

// views is Texts without copies.
func (u *Unsorted) views(out []string, codes []int64, nulls []bool) {
	r := Reading{Of: u}
	for i, code := range codes {
		if nulls != nil && nulls[i] {
			continue
		}
		text := r.At(code)
		out[i] = unsafe.String(unsafe.SliceData(text), len(text))
	}
}

// Reading gives texts one by one, of codes that are mostly of one part. Its zero value but for Of is
// ready; one goroutine uses it, while somebody holds Of.
type Reading struct {
	Of   *Unsorted
	Null bool  // of texts that a function gives: the last one is NULL
	Err  error // of these: the first error

	part  *Texts
	first int
	codes uint // of the part

	by *computing // once a function was asked for a text
}

// At is the text of a code, which the caller must not change. Its part has been loaded. NULL is an
// empty text.
func (r *Reading) At(code int64) []byte {
	if at := int(code) - r.first; uint(at) < r.codes {
		return r.part.Bytes(at)
	}
	return r.elsewhere(int(code))
}

func (r *Reading) elsewhere(code int) []byte {
	u := r.Of
	if u.computed != nil {
		text := r.compute(int64(code))
		return unsafe.Slice(unsafe.StringData(text), len(text))
	}
	part := sort.Search(len(u.parts), func(p int) bool { return u.begins[p+1] > code })
	r.part, r.first, r.codes = u.parts[part].Load(), u.begins[part], uint(u.begins[part+1]-u.begins[part])
	return r.part.Bytes(code - r.first)
}
