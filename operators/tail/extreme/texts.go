// Package extreme keeps the least or greatest texts of groups by their first bytes.
package extreme

import (
	"math"
	"strings"

	"gsdms/operators/textsort"
)

// Texts is the best texts of groups in the rows that one worker has seen.
type Texts struct {
	Texts    []string
	prefixes []uint64
	Some     []bool // which groups have one
}

// New has no text for any of so many groups.
func New(groups int) *Texts {
	return &Texts{make([]string, groups), make([]uint64, groups), make([]bool, groups)}
}

// Bytes is what it takes for each group.
const Bytes = 16 + 8 + 1

// Add takes in a text of a group: the greatest stays where sign is above 0, else the least.
func (b *Texts) Add(group int32, text string, sign int) {
	if b.Beats(group, text, sign) {
		b.Texts[group], b.prefixes[group], b.Some[group] = text, textsort.Prefix(text), true
	}
}

// Beats reports whether a text would stay.
func (b *Texts) Beats(group int32, text string, sign int) bool {
	if !b.Some[group] {
		return true
	}
	prefix, best := textsort.Prefix(text), b.prefixes[group]
	if prefix == best {
		return text != b.Texts[group] && (text > b.Texts[group]) == (sign > 0)
	}
	return (prefix > best) == (sign > 0)
}

// MayBeat reports whether a text that begins in some way may stay.
func (b *Texts) MayBeat(group int32, begin string, sign int) bool {
	if !b.Some[group] {
		return true
	}
	prefix, best := textsort.Prefix(begin), b.prefixes[group]
	if n := len(begin); n < 8 {
		best &^= math.MaxUint64 >> (8 * n)
	}
	if prefix != best {
		return (prefix > best) == (sign > 0)
	}
	text := b.Texts[group]
	n := min(len(begin), len(text))
	order := strings.Compare(begin[:n], text[:n])
	return order == 0 || order*sign > 0
}
