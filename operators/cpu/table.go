package cpu

import "gsdms/operators"

// table numbers distinct keys of one or more words from 1 on, in the order in which they
// come: a hash table with open addressing, at most half full. A place holds the number of
// a key in its low half and half of its hash in the other, so that a key that is not the
// one looked for is seldom read.
type table struct {
	keys   [][]uint64 // by word, by number less one
	places []uint64
	budget *budget
}

const firstPlaces = 64

// maxKeys is how many numbers a place has.
const maxKeys = 1<<32 - 2

func newTable(words int, b *budget) *table {
	return &table{keys: make([][]uint64, words), places: make([]uint64, firstPlaces), budget: b}
}

// len is the number of keys.
func (t *table) len() int { return len(t.keys[0]) }

// tag is the half of a hash that a place keeps; the places use the other.
func tag(hash uint64) uint64 { return hash &^ (1<<32 - 1) }

// find gives the number of row's key, or 0 and the place for it.
func (t *table) find(words [][]uint64, row int, hash uint64) (number uint32, at uint64) {
	mask := uint64(len(t.places) - 1)
	for at = hash & mask; t.places[at] != 0; at = (at + 1) & mask {
		place := t.places[at]
		if tag(place) == tag(hash) && t.same(uint32(place), words, row) {
			return uint32(place), at
		}
	}
	return 0, at
}

func (t *table) same(number uint32, words [][]uint64, row int) bool {
	for w, keys := range t.keys {
		if keys[number-1] != words[w][row] {
			return false
		}
	}
	return true
}

// numbers gives the numbers of rows' keys. New keys are added until there are most; the
// others, misses of them, have the number 0.
func (t *table) numbers(words [][]uint64, hashes []uint64, out []uint32, most int) (misses int, err error) {
	first := words[0][:len(hashes)]
	keys, places := t.keys[0], t.places
	mask := uint64(len(places) - 1)
	for i, hash := range hashes {
		// Most keys are where their hash leads first, and have one word.
		place := places[hash&mask]
		if n := uint32(place); place != 0 && tag(place) == tag(hash) && keys[n-1] == first[i] && len(words) == 1 {
			out[i] = n
			continue
		}
		n, err := t.number(words, i, hash, most)
		if err != nil {
			return 0, err
		}
		if out[i] = n; n == 0 {
			misses++
		}
		keys, places = t.keys[0], t.places
		mask = uint64(len(places) - 1)
	}
	return misses, nil
}

// number gives the number of a key, and adds it if there are fewer than most.
func (t *table) number(words [][]uint64, row int, hash uint64, most int) (uint32, error) {
	n, at := t.find(words, row, hash)
	if n != 0 || t.len() >= most {
		return n, nil
	}
	grown, err := t.room(t.len() + 1)
	if err != nil {
		return 0, err
	}
	if grown {
		_, at = t.find(words, row, hash)
	}
	for w := range t.keys {
		t.keys[w] = append(t.keys[w], words[w][row])
	}
	t.places[at] = tag(hash) | uint64(t.len())
	return uint32(t.len()), nil
}

// room makes the table large enough for n keys, and charges what it takes.
func (t *table) room(n int) (rehashed bool, err error) {
	if n > maxKeys {
		return false, errTooMany
	}
	if have := cap(t.keys[0]); n > have {
		grown := max(2*have, firstPlaces/2, n)
		if err := t.budget.charge(int64(8 * (grown - have) * len(t.keys))); err != nil {
			return false, err
		}
		for w, k := range t.keys {
			t.keys[w] = append(make([]uint64, 0, grown), k...)
		}
	}
	places := len(t.places)
	for places < 2*n {
		places *= 2
	}
	if places == len(t.places) {
		return false, nil
	}
	if err := t.budget.charge(int64(8 * (places - len(t.places)))); err != nil {
		return false, err
	}
	t.places = make([]uint64, places)
	t.rehash()
	return true, nil
}

// rehash puts all keys into new places.
func (t *table) rehash() {
	mask := uint64(len(t.places) - 1)
	for n := range t.len() {
		hash := t.hashOf(uint32(n + 1))
		at := hash & mask
		for t.places[at] != 0 {
			at = (at + 1) & mask
		}
		t.places[at] = tag(hash) | uint64(n+1)
	}
}

// hashOf is the hash of key n.
func (t *table) hashOf(n uint32) uint64 {
	hash := operators.HashStart
	for _, keys := range t.keys {
		hash = operators.HashKey(hash, int64(keys[n-1]))
	}
	return hash
}
