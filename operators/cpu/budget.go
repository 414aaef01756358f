package cpu

import (
	"errors"
	"sync"
	"sync/atomic"

	"gsdms/operators"
)

// budget counts the memory of one run over all workers.
type budget struct {
	limit int64 // bytes; 0 or less: none
	used  held
}

// held is a number of bytes that counts in an account, too.
type held struct {
	bytes atomic.Int64
	above *operators.Account // nil: none
}

// Load is the bytes that are held.
func (h *held) Load() int64 { return h.bytes.Load() }

// Add counts bytes that are given back, a negative number of them.
func (h *held) Add(bytes int64) {
	h.bytes.Add(bytes)
	_ = h.above.Charge(bytes) // giving back succeeds
}

// errTooMany says that the numbers of groups have run out.
var errTooMany = errors.New("more than four billion groups or distinct values: ask for fewer")

// charge takes bytes; a negative number gives them back. An error means that nothing was
// taken.
func (b *budget) charge(bytes int64) error {
	used := b.used.bytes.Add(bytes)
	if b.limit > 0 && used > b.limit && bytes > 0 {
		b.used.bytes.Add(-bytes)
		return &operators.ShortError{Refusal: operators.QueryMemoryRefusal, Limit: b.limit}
	}
	if err := b.used.above.Charge(bytes); err != nil {
		b.used.bytes.Add(-bytes)
		return err
	}
	return nil
}

// room is how many more bytes may be charged, as far as is known now.
func (b *budget) room() int64 {
	room := b.used.above.Left()
	if b.limit > 0 {
		room = min(room, b.limit-b.used.Load())
	}
	return room
}

// release gives everything back.
func (b *budget) release() { b.used.Add(-b.used.Load()) }

// ChargeTo has the run's memory count in an account.
func (r *run) ChargeTo(a *operators.Account) error {
	if err := a.Charge(r.budget.used.Load()); err != nil {
		return err
	}
	r.budget.used.above = a
	return nil
}

// spareWords keeps the accumulators and pieces of earlier runs for the next ones, so that
// opening a run of a dashboard that repeats costs clearing memory that is in cache and not
// getting new pages.
type spareWords struct {
	mu    sync.Mutex
	words [][]int64
	kept  int // words in all
}

// maxSpare bounds what is kept: 8 Mi words are 64 MiB.
const maxSpare = 8 << 20

// get returns n zeros.
func (s *spareWords) get(n int) []int64 {
	if found := s.find(n); found != nil {
		clear(found)
		return found
	}
	return make([]int64, n)
}

// dirty returns n words of whatever they were, to be overwritten.
func (s *spareWords) dirty(n int) []int64 {
	if found := s.find(n); found != nil {
		return found
	}
	return make([]int64, n)
}

// find takes a spare slice that fits n and is not wastefully large.
func (s *spareWords) find(n int) []int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, w := range s.words {
		if cap(w) >= n && cap(w) <= 2*n+64 {
			last := len(s.words) - 1
			s.words[i] = s.words[last]
			s.words = s.words[:last]
			s.kept -= cap(w)
			return w[:n]
		}
	}
	return nil
}

// put keeps a slice that nobody uses any more.
func (s *spareWords) put(w []int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cap(w) > 0 && s.kept+cap(w) <= maxSpare {
		s.words = append(s.words, w)
		s.kept += cap(w)
	}
}
