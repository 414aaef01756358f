// Package radix sorts numbers together with what belongs to them: byte by byte, the least
// first, but for the bytes that all have in common.
package radix

import (
	"cmp"
	"slices"

	"gsdms/operators/large"
)

// Entry is a key and what it is of, for its owner to say.
type Entry struct {
	Key         uint64
	Number, Row uint32
}

// few is below what a comparison sort is faster.
const few = 256

// Sort sorts entries by key. Many of equal keys stay in their order, few need not.
func Sort(entries []Entry) {
	if len(entries) < few {
		slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Key, b.Key) })
		return
	}
	differ := uint64(0)
	for _, e := range entries {
		differ |= e.Key ^ entries[0].Key
	}
	from, to := entries, large.Make[Entry](len(entries))
	for shift := 0; shift < 64; shift += 8 {
		if differ>>shift&0xff != 0 {
			byByte(from, to, shift)
			from, to = to, from
		}
	}
	if &from[0] != &entries[0] {
		copy(entries, from)
	}
}

func byByte(from, to []Entry, shift int) {
	var at [257]uint32
	for _, e := range from {
		at[e.Key>>shift&0xff+1]++
	}
	for b := range 256 {
		at[b+1] += at[b]
	}
	for _, e := range from {
		b := e.Key >> shift & 0xff
		to[at[b]] = e
		at[b]++
	}
}
