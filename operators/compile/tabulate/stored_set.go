package tabulate

import "math/bits"

// storedSet is a set of few stored numbers, of which many are added again and again: a table in which a number
// has the first free place behind its hash.
type storedSet struct {
	places []uint64 // 0: free
	shift  int      // of a hash, to its place
	zero   bool     // 0 is in the set
	n      int      // how many are
}

// newStoredSet makes one for the numbers of so many rows, and of no more than are tabulated.
func newStoredSet(rows int) *storedSet {
	n := bits.Len(uint(2 * min(rows, Many+1))) // at least twice as many places
	return &storedSet{places: make([]uint64, 1<<n), shift: 64 - n}
}

// add adds a number to fewer than there are places.
func (s *storedSet) add(n uint64) {
	if n == 0 {
		if !s.zero {
			s.zero, s.n = true, s.n+1
		}
		return
	}
	const spread = 0x9E3779B97F4A7C15
	at := n * spread >> s.shift
	for s.places[at] != n {
		if s.places[at] == 0 {
			s.places[at], s.n = n, s.n+1
			return
		}
		at = (at + 1) & uint64(len(s.places)-1)
	}
}

// all gives each number to yield.
func (s *storedSet) all(yield func(n uint64) bool) {
	if s.zero && !yield(0) {
		return
	}
	for _, n := range s.places {
		if n != 0 && !yield(n) {
			return
		}
	}
}
