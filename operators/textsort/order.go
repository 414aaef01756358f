package textsort

import (
	"cmp"
	"slices"
	"strings"
	"unsafe"

	"gsdms/operators/radix"
)

// room is what putting a part in order needs for a while.
type room struct {
	texts   []string // as they were dealt
	entries []radix.Entry
	written []byte   // the texts in order
	offsets []uint32 // where the different ones begin there, and their end
}

// fill takes the texts that begin in text at some places, one behind another up to its end.
func (r *room) fill(begins []uint32, text []byte) {
	r.texts = slices.Grow(r.texts[:0], len(begins))[:len(begins)]
	r.entries = slices.Grow(r.entries[:0], len(begins))[:len(begins)]
	for i, begin := range begins {
		end := len(text)
		if i+1 < len(begins) {
			end = int(begins[i+1])
		}
		r.texts[i] = unsafe.String(unsafe.SliceData(text[begin:]), end-int(begin))
		r.entries[i] = radix.Entry{Row: uint32(i)}
	}
}

// tied is entries whose texts begin with the same bytes, so many of them.
type tied struct {
	entries []radix.Entry
	from    int
}

// fewTexts are sorted by comparing them.
const fewTexts = 24

// order sorts texts by 8 bytes at a time, as numbers, and those that have these in common by what
// is behind them.
func (r *room) order(t tied) {
	if len(t.entries) <= fewTexts {
		slices.SortFunc(t.entries, func(x, y radix.Entry) int { return strings.Compare(r.texts[x.Row], r.texts[y.Row]) })
		return
	}
	t = r.behindShort(t)
	end := r.load(t.entries, r.common(t.entries, t.from))
	radix.Sort(t.entries)
	eachTie(t.entries, func(same []radix.Entry) { r.order(tied{same, end}) })
}

// behindShort puts texts that end where others go on before these, and leaves the others.
// What ends there was followed by zeros that others may have, so that its length says the
// order, and those of one length are equal.
func (r *room) behindShort(t tied) tied {
	n := 0
	for i, e := range t.entries {
		if len(r.texts[e.Row]) <= t.from {
			t.entries[n], t.entries[i] = e, t.entries[n]
			n++
		}
	}
	slices.SortFunc(t.entries[:n], func(x, y radix.Entry) int { return cmp.Compare(len(r.texts[x.Row]), len(r.texts[y.Row])) })
	return tied{t.entries[n:], t.from}
}

// common is how many bytes all texts begin with; it is from at least.
func (r *room) common(entries []radix.Entry, from int) int {
	if len(entries) == 0 {
		return from
	}
	first := r.texts[entries[0].Row]
	common := len(first)
	for _, e := range entries {
		s := r.texts[e.Row]
		common = min(common, len(s))
		for common > from && s[from:common] != first[from:common] {
			common--
		}
	}
	return common
}

// load makes the 8 bytes of each text from a place on its key; end is the place behind them.
func (r *room) load(entries []radix.Entry, from int) (end int) {
	for i := range entries {
		entries[i].Key = Prefix(r.texts[entries[i].Row][from:])
	}
	return from + 8
}

// eachTie shows the entries of equal keys, where there are several.
func eachTie(entries []radix.Entry, show func(same []radix.Entry)) {
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].Key == entries[0].Key {
			n++
		}
		if n > 1 {
			show(entries[:n])
		}
		entries = entries[n:]
	}
}
