package ordering

import (
	"math/rand/v2"
	"slices"
)

// Unique finds a key that occurs twice, of keys that are tuples of numbers, given
// batch by batch. While the keys only rise it remembers the last one; from the first
// that does not on, a set of 64-bit hashes. Equal hashes are settled by reading the
// keys again, so that the answer is exact. One goroutine owns it.
type Unique struct {
	last  []int64
	rows  int
	rises bool
	seen  hashSet
	seed  uint64
	// before reads the keys of all rows so far, batch by batch, column by column.
	before func(yield func(keys [][]int64, rows int) error) error
}

// NewUnique makes one; before reads the keys of all rows so far, those of a batch that is being
// added among them.
func NewUnique(before func(yield func(keys [][]int64, rows int) error) error) *Unique {
	return &Unique{rises: true, seed: rand.Uint64(), before: before}
}

// Add takes the keys of a batch that before already reads, and gives the first row of
// the batch whose key is not new, or -1.
func (u *Unique) Add(keys [][]int64, rows int) (twice int, err error) {
	first := u.rows
	u.rows += rows
	from := 0
	if u.rises {
		if from = u.rising(keys, rows); from == rows {
			return -1, nil
		}
		u.rises = false
		if err := u.remember(first + from); err != nil {
			return 0, err
		}
	}
	for i := from; i < rows; i++ {
		if u.seen.add(u.hash(keys, i)) {
			continue
		}
		again, err := u.occurs(keys, i, first+i)
		if err != nil || again {
			return i, err
		}
	}
	return -1, nil
}

// rising gives the first row whose key is not above the one before, or rows.
func (u *Unique) rising(keys [][]int64, rows int) int {
	key := make([]int64, len(keys))
	for i := range rows {
		for c := range keys {
			key[c] = keys[c][i]
		}
		if u.last != nil && slices.Compare(u.last, key) >= 0 {
			return i
		}
		if u.last == nil {
			u.last = make([]int64, len(keys))
		}
		copy(u.last, key)
	}
	return rows
}

// remember puts the first n rows into the set.
func (u *Unique) remember(n int) error {
	return u.before(func(keys [][]int64, rows int) error {
		for i := range min(rows, n) {
			u.seen.add(u.hash(keys, i))
		}
		n -= min(rows, n)
		return nil
	})
}

// occurs says whether the key of row i is among the first n rows.
func (u *Unique) occurs(of [][]int64, i, n int) (bool, error) {
	found := false
	err := u.before(func(keys [][]int64, rows int) error {
		for k := range min(rows, n) {
			found = found || sameKey(of, i, keys, k)
		}
		n -= min(rows, n)
		return nil
	})
	return found, err
}

func sameKey(a [][]int64, i int, b [][]int64, k int) bool {
	for c := range a {
		if a[c][i] != b[c][k] {
			return false
		}
	}
	return true
}

// hash mixes a key's numbers (the finalizer of splitmix64 after each).
func (u *Unique) hash(keys [][]int64, i int) uint64 {
	h := u.seed
	for c := range keys {
		h ^= uint64(keys[c][i])
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}

// hashSet is a set of numbers but 0, by linear probing.
type hashSet struct {
	slots []uint64
	used  int
}

// add says whether h is new.
func (s *hashSet) add(h uint64) bool {
	h = max(h, 1)
	if 4*s.used >= 3*len(s.slots) {
		s.grow()
	}
	mask := uint64(len(s.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		switch s.slots[i] {
		case 0:
			s.slots[i] = h
			s.used++
			return true
		case h:
			return false
		}
	}
}

func (s *hashSet) grow() {
	old := s.slots
	s.slots, s.used = make([]uint64, max(1024, 2*len(old))), 0
	for _, h := range old {
		if h != 0 {
			s.add(h)
		}
	}
}
