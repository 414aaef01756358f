package numbering

import (
	"hash/maphash"
	"strings"
)

// Texts numbers texts as they come, as long as few differ.
type Texts struct {
	seed  maphash.Seed
	slots []slot
	Known []string // by number
}

// slot is a place of the table: a hash, and 1 + the number of its text; 0: free.
type slot struct{ hash, number uint32 }

// MostTexts is how many different texts are numbered at most: as their table fits the caches of a
// processor.
const MostTexts = 1 << 14

// NewTexts makes a table that has no text yet.
func NewTexts() *Texts {
	return &Texts{seed: maphash.MakeSeed(), slots: make([]slot, 2*MostTexts)}
}

// Number gives each text its number, 0 where nulls (nil: nowhere) says that there is none, and how many
// bytes it has kept of those that are there for the first time; ok is false where these are too many, or
// most of the texts.
func (t *Texts) Number(to []uint16, texts []string, nulls []bool) (bytes int64, ok bool) {
	most := min(MostTexts, len(t.Known)+max(1, len(texts)/2))
	for i, text := range texts {
		if nulls != nil && nulls[i] {
			to[i] = 0
			continue
		}
		hash := uint32(maphash.String(t.seed, text))
		at := hash % uint32(len(t.slots))
		for t.slots[at].number != 0 && (t.slots[at].hash != hash || t.Known[t.slots[at].number-1] != text) {
			at = (at + 1) % uint32(len(t.slots))
		}
		if t.slots[at].number == 0 {
			if len(t.Known) == most {
				return bytes, false
			}
			t.Known = append(t.Known, strings.Clone(text))
			t.slots[at] = slot{hash, uint32(len(t.Known))}
			bytes += int64(len(text))
		}
		to[i] = uint16(t.slots[at].number - 1)
	}
	return bytes, true
}
