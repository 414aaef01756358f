package numbering

import (
	"errors"

	"gsdms/operators/cpu/budget"
	"gsdms/operators/large"
)

// Table numbers distinct keys of one or more words from 1 on, in the order in which they
// come: a hash table with open addressing, at most half full. A place holds the number of
// a key in its low half and half of its hash in the other, so that a key that is not the
// one looked for is seldom read.
type Table struct {
	Keys   [][]uint64 // by word, by number less one
	places []uint64
	roomy  int // keys that there is room for
	budget *budget.Budget
}

const firstPlaces = 64

// LeastBytes is what the places of a table without keys take.
const LeastBytes = 8 * firstPlaces

// looseMost is how many places a table may have of which it uses a quarter, so that fewer keys are
// behind others.
const looseMost = 1 << 15

// MaxKeys is how many numbers a place has.
const MaxKeys = 1<<32 - 2

// New makes a table for keys of so many words, which takes its memory from a budget.
func New(words int, b *budget.Budget) *Table {
	return &Table{Keys: make([][]uint64, words), places: make([]uint64, firstPlaces), budget: b}
}

// Over is New in places that another table had, which it takes over with their charge.
func Over(places []uint64, words int, b *budget.Budget) *Table {
	clear(places)
	return &Table{Keys: make([][]uint64, words), places: places, budget: b}
}

// Settle gives the places away, with their charge: the keys keep their numbers, and nobody looks for
// one any more.
func (t *Table) Settle() (places []uint64) {
	places, t.places, t.roomy = t.places, nil, 0
	return places
}

// PlacesBytes is what places that Settle has given are charged.
func PlacesBytes(places []uint64) int64 { return 8 * int64(max(0, len(places)-firstPlaces)) }

// Len is the number of keys.
func (t *Table) Len() int { return len(t.Keys[0]) }

// All lists the numbers of the keys.
func (t *Table) All() []uint32 {
	out := make([]uint32, t.Len())
	for i := range out {
		out[i] = uint32(i + 1)
	}
	return out
}

// tag is the half of a hash that a place keeps; the places use the other.
func tag(hash uint64) uint64 { return hash &^ (1<<32 - 1) }

// Find gives the number of row's key, or 0 and the place for it.
func (t *Table) Find(words [][]uint64, row int, hash uint64) (number uint32, at uint64) {
	mask := uint64(len(t.places) - 1)
	for at = hash & mask; t.places[at] != 0; at = (at + 1) & mask {
		place := t.places[at]
		if tag(place) == tag(hash) && t.same(uint32(place), words, row) {
			return uint32(place), at
		}
	}
	return 0, at
}

func (t *Table) same(number uint32, words [][]uint64, row int) bool {
	for w, keys := range t.Keys {
		if keys[number-1] != words[w][row] {
			return false
		}
	}
	return true
}

// Numbers gives the numbers of rows' keys. New keys are added until there are most; the
// others, misses of them, have the number 0. Most keys are where their hash leads first: of
// several words these are compared one after another for all rows.
func (t *Table) Numbers(words [][]uint64, hashes []uint64, out []uint32, most int) (misses int, err error) {
	out = out[:len(hashes)]
	switch len(words) {
	case 1:
		return t.numbersOfWord(words, hashes, out, most)
	case 2:
		return t.numbersOfTwo(words, hashes, out, most)
	}
	t.guess(hashes, out)
	for w, keys := range t.Keys {
		confirm(keys, words[w], out)
	}
	for i, n := range out {
		if n != 0 {
			continue
		}
		if out[i], err = t.number(words, i, hashes[i], most); err != nil {
			return 0, err
		}
		if out[i] == 0 {
			misses++
		}
	}
	return misses, nil
}

// numbersOfWord is Numbers of keys of one word.
func (t *Table) numbersOfWord(words [][]uint64, hashes []uint64, out []uint32, most int) (misses int, err error) {
	first := words[0][:len(hashes)]
	keys, places := t.Keys[0], t.places
	mask := uint64(len(places) - 1)
	for i, hash := range hashes {
		place := places[hash&mask]
		if n := uint32(place); place != 0 && tag(place) == tag(hash) && keys[n-1] == first[i] {
			out[i] = n
			continue
		}
		if out[i], err = t.number(words, i, hash, most); err != nil {
			return 0, err
		}
		if out[i] == 0 {
			misses++
		}
		keys, places = t.Keys[0], t.places
		mask = uint64(len(places) - 1)
	}
	return misses, nil
}

// numbersOfTwo is Numbers of keys of two words.
func (t *Table) numbersOfTwo(words [][]uint64, hashes []uint64, out []uint32, most int) (misses int, err error) {
	first, second := words[0][:len(hashes)], words[1][:len(hashes)]
	left, right, places := t.Keys[0], t.Keys[1], t.places
	mask := uint64(len(places) - 1)
	for i, hash := range hashes {
		place := places[hash&mask]
		if n := uint32(place); place != 0 && tag(place) == tag(hash) && left[n-1] == first[i] && right[n-1] == second[i] {
			out[i] = n
			continue
		}
		if out[i], err = t.number(words, i, hash, most); err != nil {
			return 0, err
		}
		if out[i] == 0 {
			misses++
		}
		left, right, places = t.Keys[0], t.Keys[1], t.places
		mask = uint64(len(places) - 1)
	}
	return misses, nil
}

// guess gives the numbers at the places that hashes lead to, where their tags agree.
func (t *Table) guess(hashes []uint64, out []uint32) {
	places, mask := t.places, uint64(len(t.places)-1)
	for i, hash := range hashes {
		place := places[hash&mask]
		n := uint32(place)
		if tag(place) != tag(hash) {
			n = 0
		}
		out[i] = n
	}
}

// confirm makes the numbers 0 whose keys differ from the rows' in a word.
func confirm(keys, word []uint64, numbers []uint32) {
	for i, n := range numbers {
		if n != 0 && keys[n-1] != word[i] {
			numbers[i] = 0
		}
	}
}

// number gives the number of a key, and adds it if there are fewer than most.
func (t *Table) number(words [][]uint64, row int, hash uint64, most int) (uint32, error) {
	n, at := t.Find(words, row, hash)
	if n != 0 || t.Len() >= most {
		return n, nil
	}
	if t.Len() >= t.roomy {
		if err := t.Room(t.Len() + 1); err != nil {
			return 0, err
		}
		_, at = t.Find(words, row, hash)
	}
	for w, keys := range t.Keys {
		t.Keys[w] = append(keys, words[w][row])
	}
	t.places[at] = tag(hash) | uint64(t.Len())
	return uint32(t.Len()), nil
}

// Room makes the table large enough for n keys, and charges what it takes.
func (t *Table) Room(n int) error {
	if n > MaxKeys {
		return ErrTooMany
	}
	if have := cap(t.Keys[0]); n > have {
		grown := max(2*have, firstPlaces/2, n)
		if err := t.budget.Charge(int64(8 * (grown - have) * len(t.Keys))); err != nil {
			return err
		}
		for w, k := range t.Keys {
			t.Keys[w] = append(large.Around(make([]uint64, 0, grown)), k...)
		}
	}
	places := len(t.places)
	for places < 2*n || places < looseMost && places < 4*n {
		places *= 2
	}
	if places > len(t.places) {
		if err := t.budget.Charge(int64(8 * (places - len(t.places)))); err != nil {
			return err
		}
		t.places = large.Make[uint64](places)
		t.rehash()
	}
	t.roomy = min(cap(t.Keys[0]), places/2)
	if places < looseMost || places/4 >= n { // it grows before more than a quarter is used
		t.roomy = min(t.roomy, max(n, places/4))
	}
	return nil
}

// Bytes is what the table takes, as it has been charged since it had its first places.
func (t *Table) Bytes() int64 {
	return 8*int64(cap(t.Keys[0])*len(t.Keys)) + PlacesBytes(t.places)
}

// rehashed is how many keys are hashed at once.
const rehashed = 256

// rehash puts all keys into new places.
func (t *Table) rehash() {
	mask := uint64(len(t.places) - 1)
	hashes := make([]uint64, min(t.Len(), rehashed))
	for n := range t.Len() {
		if n%rehashed == 0 {
			Hash(t.some(n, rehashed), hashes[:min(len(hashes), t.Len()-n)])
		}
		hash := hashes[n%rehashed]
		at := hash & mask
		for t.places[at] != 0 {
			at = (at + 1) & mask
		}
		t.places[at] = tag(hash) | uint64(n+1)
	}
}

// some is the words of so many keys from one on, or of those that there are.
func (t *Table) some(first, n int) [][]uint64 {
	out := make([][]uint64, len(t.Keys))
	for w, keys := range t.Keys {
		out[w] = keys[first:min(len(keys), first+n)]
	}
	return out
}

// Empty takes all keys out.
func (t *Table) Empty() {
	clear(t.places)
	for w := range t.Keys {
		t.Keys[w] = t.Keys[w][:0]
	}
}

// ErrTooMany says that the numbers of groups have run out.
var ErrTooMany = errors.New("more than four billion groups or distinct values: ask for fewer")
