package groups

import (
	"math/bits"
)

// ranked is a set of small numbers, the low bits of keys, that knows the place of each
// among the others: the number of a key's group. It is 12 bytes for 64 possible keys, and
// its groups are in key order without being sorted.
type ranked struct {
	bits  []uint64
	below []uint32 // by word: keys in the words before
	mask  uint64   // of the bits of a key that count
	n     int
}

// mark adds the keys of rows.
func (r *ranked) mark(keys []int64) {
	for _, k := range keys {
		r.set(uint64(k))
	}
}

func (r *ranked) set(key uint64) {
	key &= r.mask
	r.bits[key/64] |= 1 << (key % 64)
}

// number is the number of a key that is there.
func (r *ranked) number(key uint64) uint32 {
	key &= r.mask
	return r.below[key/64] + uint32(bits.OnesCount64(r.bits[key/64]&(1<<(key%64)-1)))
}

func (r *ranked) numbers(keys []uint64, out []uint32) {
	for i, k := range keys {
		out[i] = r.number(k)
	}
}

// renumber counts the keys after some were added to those of old, and moves the groups
// to their new numbers.
func (r *ranked) renumber(a *accumulators, old []uint64) error {
	before, n := r.n, 0
	for w, word := range r.bits {
		r.below[w] = uint32(n)
		n += bits.OnesCount64(word)
	}
	width := a.groups.width
	if r.n = n; n == before || width == 0 || before == 0 && n*width <= len(a.words) {
		return nil
	}
	if err := a.run.budget.Charge(int64(8 * n * width)); err != nil {
		return err
	}
	words := make([]int64, n*width)
	if before > 0 {
		r.move(a.words, words, old, width)
	}
	a.run.budget.Used.Add(int64(-8 * len(a.words)))
	a.words = words
	return nil
}

// move copies the groups of the keys old, which are in their order.
func (r *ranked) move(from, to []int64, old []uint64, width int) {
	for w, word := range old {
		for ; word != 0; word &= word - 1 {
			n := int(r.number(uint64(w*64 + bits.TrailingZeros64(word))))
			copy(to[n*width:n*width+width], from)
			from = from[width:]
		}
	}
}
