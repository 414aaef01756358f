package tabulate

// storedSet is a set of few stored numbers, of which many are added again and again: a table in which a number
// has the first free place behind its hash.
type storedSet struct {
	places []uint64 // 0: free
	zero   bool     // 0 is in the set
	n      int      // how many are
}

// bitsOfPlaces is four places for each number that is tabulated.
const bitsOfPlaces = 18

func newStoredSet() *storedSet { return &storedSet{places: make([]uint64, 1<<bitsOfPlaces)} }

// add adds a number to fewer than there are places.
func (s *storedSet) add(n uint64) {
	if n == 0 {
		if !s.zero {
			s.zero, s.n = true, s.n+1
		}
		return
	}
	const spread = 0x9E3779B97F4A7C15
	at := n * spread >> (64 - bitsOfPlaces)
	for s.places[at] != n {
		if s.places[at] == 0 {
			s.places[at], s.n = n, s.n+1
			return
		}
		at = (at + 1) % (1 << bitsOfPlaces)
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
