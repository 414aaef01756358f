package truth

import (
	"sync"

	"gsdms/operators/sets"
)

// marks are the numbers of a domain for which a predicate is true, and those for which it is false, a
// bit for each: of numbers that lie scattered there are nearly as many intervals, of 128 bits each.
// Parts of the domain are put in by several goroutines.
type marks struct {
	mu      sync.Mutex
	lo      int64
	yes, no []uint64
}

// piece is the truth for a part of a domain.
type piece struct {
	first   int64 // number of the first bit, with which a word of the marks begins
	yes, no []uint64
}

// newMarks makes marks of n numbers from lo on.
func newMarks(lo, n int64) *marks {
	words := (n + 63) / 64
	return &marks{lo: lo, yes: make([]uint64, words), no: make([]uint64, words)}
}

// piece begins a part of the domain, n numbers from lo on.
func (m *marks) piece(lo, n int64) *piece {
	if n == 0 {
		return &piece{first: m.lo}
	}
	before := (lo - m.lo) % 64
	words := (before + n + 63) / 64
	return &piece{first: lo - before, yes: make([]uint64, words), no: make([]uint64, words)}
}

func (t *piece) markYes(n int64) { t.yes[(n-t.first)/64] |= 1 << ((n - t.first) % 64) }

func (t *piece) markNo(n int64) { t.no[(n-t.first)/64] |= 1 << ((n - t.first) % 64) }

// put adds a part, which has words in common with those beside it.
func (m *marks) put(t *piece) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := (t.first - m.lo) / 64
	for i := range t.yes {
		m.yes[at+int64(i)] |= t.yes[i]
		m.no[at+int64(i)] |= t.no[i]
	}
}

// verdict gives what the marks say of all numbers.
func (m *marks) verdict() (t Verdict) {
	t.Yes.In, t.No.In = sets.OfBits(m.yes, m.lo), sets.OfBits(m.no, m.lo)
	return t
}
