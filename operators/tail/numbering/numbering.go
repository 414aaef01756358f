// Package numbering numbers different values as they come.
package numbering

import "math/bits"

// Table numbers hashes that only equal keys share, as they come.
type Table struct {
	slots  []uint32 // 1 + number; 0: free
	hashes []uint64 // by number
}

// New makes a table for so many different hashes at most.
func New(most int) *Table {
	return &Table{slots: make([]uint32, 1<<bits.Len(uint(2*most)))}
}

// Number gives the number of a hash, from 0 on, and whether it is there for the first time.
func (t *Table) Number(hash uint64) (n uint32, isNew bool) {
	mask := uint64(len(t.slots) - 1)
	for at := hash >> 32 & mask; ; at = (at + 1) & mask { // the lowest bits chose the partition
		switch k := t.slots[at]; {
		case k == 0:
			t.hashes = append(t.hashes, hash)
			t.slots[at] = uint32(len(t.hashes))
			return uint32(len(t.hashes) - 1), true
		case t.hashes[k-1] == hash:
			return k - 1, false
		}
	}
}

// Len is how many different hashes there are.
func (t *Table) Len() int { return len(t.hashes) }
