package relation

import (
	"unsafe"

	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// words is how a column stores the numbers that rows of a part are places of.
type words struct {
	stored []uint64
	asked  bool
	within bool // all of them are within the bounds that the part has said
}

// of reports whether rows can be stored by their places in numbers, which are the same for all of
// the part: where one of these is not within its bounds, as no row's may be, rows have to be looked at.
func (w *words) of(c *column, b bounds, values *ingest.Column) bool {
	if w.asked {
		return w.within
	}
	w.asked, w.within = true, true
	if c.storage.Float {
		w.stored = unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(values.Floats))), len(values.Floats))
		w.within = b.haveAll(values.Floats, nil)
		return w.within
	}
	is := none()
	is.take(values.Ints, nil)
	if w.within = is.lo >= b.lo && is.hi <= b.hi; w.within {
		w.stored = make([]uint64, len(values.Ints))
		for i, n := range values.Ints {
			w.stored[i] = c.storage.Store(n)
		}
	}
	return w.within
}

// placed gives numbers themselves where rows have places of them.
func placed(values *ingest.Column) *ingest.Column {
	if values.Codes == nil {
		return values
	}
	out := &ingest.Column{Nulls: values.Nulls}
	if values.Ints != nil {
		out.Ints = at(values.Ints, values.Codes)
	} else {
		out.Floats = at(values.Floats, values.Codes)
	}
	return out
}

// at gives the numbers at places.
func at[T any](numbers []T, places []uint32) []T {
	out := make([]T, len(places))
	for i, place := range places {
		out[i] = numbers[place]
	}
	return out
}

// putWords stores in the rows from one on what their places in words have, or NULL. nulls may be nil.
func (c *column) putWords(at int, places []uint32, words []uint64, nulls []bool) {
	switch to := c.bytes[at*c.storage.Width:]; {
	case c.storage.Float:
		putWords(to, places, words, nulls, plan.NullBits)
	case c.storage.Width == 1:
		putWords(to, places, words, nulls, uint8(0))
	case c.storage.Width == 2:
		putWords(to, places, words, nulls, uint16(0))
	case c.storage.Width == 4:
		putWords(to, places, words, nulls, uint32(0))
	default:
		putWords(to, places, words, nulls, uint64(0))
	}
}

// putWords stores words in T.
func putWords[T uint8 | uint16 | uint32 | uint64](bytes []byte, places []uint32, words []uint64, nulls []bool, null T) {
	to := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), len(places))
	if nulls == nil {
		for i, at := range places {
			to[i] = T(words[at])
		}
		return
	}
	for i, is := range nulls[:len(to)] {
		there := T(1) // no branch: which rows are NULL cannot be foretold
		if is {
			there = 0
		}
		to[i] = null ^ (T(words[places[i]])^null)&-there
	}
}
