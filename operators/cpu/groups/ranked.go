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
	parts int64 // how many partitions have such sets
	dense bool  // there may be a group of each key
}

// reserved says for how much of the memory that is left room may be made for keys that have not come.
const reserved = 8

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
	if r.n = n; n == before || width == 0 {
		return nil
	}
	if err := r.room(a, before*width, n*width); err != nil {
		return err
	}
	r.move(a.words[:n*width], before, old, width)
	return nil
}

// room makes room for so many words, of which some are used: at once for those of all keys that there
// can be, where memory has much more. Where keys come in order there are some more with each block: a
// quarter is to spare then.
func (r *ranked) room(a *accumulators, used, need int) error {
	has := len(a.words)
	if need <= has {
		return nil
	}
	if all := (int(r.mask) + 1) * a.groups.width; r.dense && int64(8*all)*r.parts < a.run.budget.Room()/reserved {
		need = all
	} else if used > 0 {
		need = max(need, has+has/4)
	}
	if err := a.run.budget.Charge(int64(8 * need)); err != nil {
		return err
	}
	words := make([]int64, need)
	copy(words, a.words[:used])
	a.words = words
	a.run.budget.Used.Add(int64(-8 * has))
	return nil
}

// move moves the groups of the keys old, which are in their order, the last ones first: up to those that
// no key has come before, which stay. New groups are zeros.
func (r *ranked) move(words []int64, before int, old []uint64, width int) {
	end := len(words) // words from here on are what they shall be
	for w := len(old) - 1; w >= 0; w-- {
		for word := old[w]; word != 0; {
			bit := bits.Len64(word) - 1
			word &^= 1 << bit
			before--
			from, to := before*width, int(r.number(uint64(w*64+bit)))*width
			clear(words[to+width : end])
			if end = to; from == to {
				return
			}
			for i := range width {
				words[to+i] = words[from+i]
			}
		}
	}
	clear(words[:end])
}
