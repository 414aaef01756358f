package cpu

import "gsdms/operators"

// tuples numbers distinct tuples of int64 in the order in which they come: a hash table
// with open addressing, at most half full. A place holds 1 + the tuple's number in its
// low half and half of its hash in the other, so that a tuple that is not the one looked
// for is seldom read.
type tuples struct {
	width  int
	words  []int64 // tuple n is words[n*width : n*width+width]
	places []uint64
	budget *budget
}

const firstPlaces = 64

// maxTuples is how many numbers a place has.
const maxTuples = 1<<32 - 2

func newTuples(width int, b *budget) *tuples {
	return &tuples{width: width, places: make([]uint64, firstPlaces), budget: b}
}

// len is the number of tuples.
func (t *tuples) len() int { return len(t.words) / t.width }

func (t *tuples) at(n int) []int64 { return t.words[n*t.width : n*t.width+t.width] }

// tag is the half of a hash that a place keeps; the places use the other.
func tag(hash uint64) uint64 { return hash &^ (1<<32 - 1) }

// number returns the number of a tuple, new or not.
func (t *tuples) number(tuple []int64, hash uint64) (n int, fresh bool, err error) {
	mask := uint64(len(t.places) - 1)
	p := hash & mask
	for ; t.places[p] != 0; p = (p + 1) & mask {
		if place := t.places[p]; tag(place) == tag(hash) {
			if n = int(uint32(place)) - 1; same(t.at(n), tuple) {
				return n, false, nil
			}
		}
	}
	n = t.len()
	if err := t.room(n + 1); err != nil {
		return 0, false, err
	}
	t.words = append(t.words, tuple...)
	t.places[t.free(hash)] = tag(hash) | uint64(n+1)
	return n, true, nil
}

// hit returns the number of a tuple if it is where its hash leads first, else -1. Most
// are, and a loop over hits has few branches to miss.
func (t *tuples) hit(tuple []int64, hash uint64) int {
	place := t.places[hash&uint64(len(t.places)-1)]
	if n := int(uint32(place)) - 1; n >= 0 && tag(place) == tag(hash) && same(t.at(n), tuple) {
		return n
	}
	return -1
}

func same(a, b []int64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// free is the place for a tuple that is not there.
func (t *tuples) free(hash uint64) uint64 {
	mask := uint64(len(t.places) - 1)
	p := hash & mask
	for t.places[p] != 0 {
		p = (p + 1) & mask
	}
	return p
}

// room makes the table large enough for n tuples, and charges what it takes.
func (t *tuples) room(n int) error {
	if n > maxTuples {
		return errTooMany
	}
	if n*t.width > cap(t.words) {
		grown := max(2*cap(t.words), firstPlaces/2*t.width)
		if err := t.budget.charge(int64(8 * (grown - cap(t.words)))); err != nil {
			return err
		}
		t.words = append(make([]int64, 0, grown), t.words...)
	}
	if 2*n <= len(t.places) {
		return nil
	}
	if err := t.budget.charge(int64(8 * len(t.places))); err != nil {
		return err
	}
	t.places = make([]uint64, 2*len(t.places))
	for i := range t.len() {
		hash := operators.HashKeys(t.at(i)...)
		t.places[t.free(hash)] = tag(hash) | uint64(i+1)
	}
	return nil
}
