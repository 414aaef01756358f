// Package extreme keeps the least or greatest texts of groups by their first bytes.
package extreme

import "gsdms/operators/textsort"

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
	prefix := textsort.Prefix(text)
	if b.Some[group] {
		switch best := b.prefixes[group]; {
		case prefix == best && (text > b.Texts[group]) == (sign > 0) && text != b.Texts[group]:
		case prefix != best && (prefix > best) == (sign > 0):
		default:
			return
		}
	}
	b.Texts[group], b.prefixes[group], b.Some[group] = text, prefix, true
}
