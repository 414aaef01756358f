package groups

import (
	"sync"

	"gsdms/operators"
	"gsdms/operators/cpu/budget"
)

// block is rows that wait to be folded: words column by column, the keys first, then the
// arguments, then, where one can be NULL, the bits that say which are. The columns lie
// next to each other, as long as the store's rows, of which the first are used.
type block struct {
	words []int64
	rows  int
}

// blockStore makes the blocks of a run and takes them back. Safe for concurrent use.
type blockStore struct {
	mu     sync.Mutex
	words  int       // of a block
	free   [][]block // whose rows do not matter, as they were given back
	bytes  int64     // charged
	budget *budget.Budget
}

// slabBytes is about what is asked for at once.
const slabBytes = 128 << 10

// some gives as many blocks as are asked for at once, at least one, so that those who need
// many seldom meet here. Memory is made outside of the lock: it takes long, since it is new.
func (s *blockStore) some() ([]block, error) {
	n := max(1, slabBytes/8/s.words)
	if kept := s.kept(n); len(kept) > 0 {
		return kept, nil
	}
	bytes := int64(8 * n * s.words)
	if err := s.budget.Charge(bytes); err != nil {
		return nil, err
	}
	slab, blocks := operators.Uncleared(n*s.words), make([]block, n)
	for i := range blocks {
		blocks[i].words = slab[i*s.words : (i+1)*s.words : (i+1)*s.words]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bytes += bytes
	return blocks, nil
}

// kept takes up to n blocks of those that were given back.
func (s *blockStore) kept(n int) []block {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.free) - 1
	if last < 0 {
		return nil
	}
	rest := len(s.free[last]) - min(n, len(s.free[last]))
	out := s.free[last][rest:]
	if s.free[last] = s.free[last][:rest:rest]; rest == 0 {
		s.free = s.free[:last]
	}
	return out
}

// put takes blocks back, and their list.
func (s *blockStore) put(blocks []block) {
	if len(blocks) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, blocks)
}

// supply gives somebody blocks one by one, of those that the store gives at once.
type supply struct {
	store *blockStore
	left  []block
}

func (s *supply) block() ([]int64, error) {
	if len(s.left) == 0 {
		some, err := s.store.some()
		if err != nil {
			return nil, err
		}
		s.left = some
	}
	last := len(s.left) - 1
	words := s.left[last].words
	s.left = s.left[:last]
	return words, nil
}

// end gives back what was not needed.
func (s *supply) end() {
	s.store.put(s.left)
	s.left = nil
}

// drop forgets all blocks, which nobody uses any more.
func (s *blockStore) drop() {
	s.budget.Used.Add(-s.bytes)
	s.free, s.bytes = nil, 0
}
