package cpu

import "sync"

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
	words  int // of a block
	free   [][]int64
	bytes  int64 // charged
	budget *budget
}

// slabBytes is about what is asked for at once.
const slabBytes = 128 << 10

func (s *blockStore) get() ([]int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.free) == 0 {
		if err := s.slab(); err != nil {
			return nil, err
		}
	}
	last := len(s.free) - 1
	words := s.free[last]
	s.free = s.free[:last]
	return words, nil
}

func (s *blockStore) slab() error {
	n := max(1, slabBytes/8/s.words)
	bytes := int64(8 * n * s.words)
	if err := s.budget.charge(bytes); err != nil {
		return err
	}
	s.bytes += bytes
	slab := make([]int64, n*s.words)
	for i := range n {
		s.free = append(s.free, slab[i*s.words:(i+1)*s.words:(i+1)*s.words])
	}
	return nil
}

func (s *blockStore) put(blocks []block) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range blocks {
		s.free = append(s.free, b.words)
	}
}

// drop forgets all blocks, which nobody uses any more.
func (s *blockStore) drop() {
	s.budget.used.Add(-s.bytes)
	s.free, s.bytes = nil, 0
}
