package tail

import "math/bits"

// numbering numbers hashes that only equal keys share, as they come.
type numbering struct {
	slots  []uint32 // 1 + number; 0: free
	hashes []uint64 // by number
}

func newNumbering(most int) *numbering {
	return &numbering{slots: make([]uint32, 1<<bits.Len(uint(2*most)))}
}

func (t *numbering) number(hash uint64) (n uint32, isNew bool) {
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
