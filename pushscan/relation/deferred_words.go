package relation

import (
	"unsafe"

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
func (w *words) of(c *column, b bounds, ints []int64) bool {
	if w.asked {
		return w.within
	}
	is := none()
	is.take(ints, nil)
	w.asked, w.within = true, is.lo >= b.lo && is.hi <= b.hi
	if w.within {
		w.stored = make([]uint64, len(ints))
		for i, n := range ints {
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
	out := &ingest.Column{Ints: make([]int64, len(values.Codes)), Nulls: values.Nulls}
	for i, at := range values.Codes {
		out.Ints[i] = values.Ints[at]
	}
	return out
}

// putWords stores in the rows from one on what their places in words have, NULL as 0. nulls may be nil.
func (c *column) putWords(at int, places []uint32, words []uint64, nulls []bool) {
	switch to := c.bytes[at*c.storage.Width:]; c.storage.Width {
	case 1:
		putWords[uint8](to, places, words, nulls)
	case 2:
		putWords[uint16](to, places, words, nulls)
	case 4:
		putWords[uint32](to, places, words, nulls)
	default:
		putWords[uint64](to, places, words, nulls)
	}
}

// putWords stores words in T.
func putWords[T uint8 | uint16 | uint32 | uint64](bytes []byte, places []uint32, words []uint64, nulls []bool) {
	to := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), len(places))
	if nulls == nil {
		for i, at := range places {
			to[i] = T(words[at])
		}
		return
	}
	for i, null := range nulls[:len(to)] {
		there := T(0) // no branch: which rows are NULL cannot be foretold
		if !null {
			there = 1
		}
		to[i] = T(words[places[i]]) & -there
	}
}
