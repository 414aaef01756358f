package large

import (
	"sync"
	"unsafe"
)

// Slab cuts slices that are needed for as long as each other out of memory in large pages, of which
// each alone may be too small to have one. Safe for concurrent use.
type Slab struct {
	mu       sync.Mutex
	left     []uint64
	expected int // words that are still to be cut
}

// slabWords is how many words a slab gets at once: 32 MiB.
const slabWords = 4 << 20

// NewSlab makes a slab of which so many bytes will be cut, more or less.
func NewSlab(bytes int64) *Slab { return &Slab{expected: int(bytes / 8)} }

// Cut gives n zeros of a slab, with no room behind them.
func Cut[T any](s *Slab, n int) []T {
	words := s.cut((n*int(unsafe.Sizeof(*new(T))) + 7) / 8)
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(words))), n)
}

func (s *Slab) cut(words int) []uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if words > len(s.left) {
		s.left = Pages(make([]uint64, max(words, min(slabWords, s.expected))))
	}
	out := s.left[:words:words]
	s.left, s.expected = s.left[words:], s.expected-words
	return out
}
