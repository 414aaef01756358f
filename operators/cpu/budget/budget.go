// Package budget counts the memory of runs, and keeps that of earlier ones for the next.
package budget

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"gsdms/operators"
)

// Budget counts the memory of one run over all workers.
type Budget struct {
	Limit int64 // bytes; 0 or less: none
	Used  Held
}

// Held is a number of bytes that counts in an account, too.
type Held struct {
	bytes atomic.Int64
	Above *operators.Account // nil: none
}

// Load is the bytes that are held.
func (h *Held) Load() int64 { return h.bytes.Load() }

// Add counts bytes that are given back, a negative number of them.
func (h *Held) Add(bytes int64) {
	h.bytes.Add(bytes)
	_ = h.Above.Charge(bytes) // giving back succeeds
}

// Charge takes bytes; a negative number gives them back. An error means that nothing was
// taken.
func (b *Budget) Charge(bytes int64) error {
	used := b.Used.bytes.Add(bytes)
	if b.Limit > 0 && used > b.Limit && bytes > 0 {
		b.Used.bytes.Add(-bytes)
		return &operators.ShortError{Refusal: operators.QueryMemoryRefusal, Limit: b.Limit}
	}
	if err := b.Used.Above.Charge(bytes); err != nil {
		b.Used.bytes.Add(-bytes)
		return err
	}
	return nil
}

// Room is how many more bytes may be charged, as far as is known now.
func (b *Budget) Room() int64 {
	room := b.Used.Above.Left()
	if b.Limit > 0 {
		room = min(room, b.Limit-b.Used.Load())
	}
	return room
}

// Release gives everything back.
func (b *Budget) Release() { b.Used.Add(-b.Used.Load()) }

// Spare keeps the accumulators and pieces of earlier runs for the next ones, so that
// opening a run of a dashboard that repeats costs clearing memory that is in cache and not
// getting new pages.
type Spare struct {
	mu    sync.Mutex
	words [bits.UintSize + 2][][]int64 // by the bits of their capacity
	kept  int                          // words in all
	above *operators.Account           // where they count; nil: nowhere
}

// Under has what is kept from now on count in an account, which may be nil.
func (s *Spare) Under(a *operators.Account) {
	s.Forget()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.above = a
}

// Forget gives up all that is kept.
func (s *Spare) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.words[:])
	s.keep(-s.kept)
}

// keep counts words more, or a negative number of them less. It reports whether there is room for
// them. s.mu is held.
func (s *Spare) keep(words int) bool {
	if !s.above.Try(wordBytes * int64(words)) {
		return false
	}
	s.kept += words
	return true
}

// wordBytes is what a word takes.
const wordBytes = 8

// maxSpare bounds what is kept: 8 Mi words are 64 MiB.
const maxSpare = 8 << 20

// Get returns n zeros.
func (s *Spare) Get(n int) []int64 {
	if found := s.find(n); found != nil {
		clear(found)
		return found
	}
	return make([]int64, n)
}

// Dirty returns n words of whatever they were, to be overwritten.
func (s *Spare) Dirty(n int) []int64 {
	if found := s.find(n); found != nil {
		return found
	}
	return operators.Uncleared(n)
}

// lookedAt is how many spare slices of a size are looked at: there may be thousands, and
// all workers wait for who looks.
const lookedAt = 4

// find takes a spare slice that fits n and is not wastefully large.
func (s *Spare) find(n int) []int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	size := bits.Len(uint(n))
	for _, list := range []*[][]int64{&s.words[size], &s.words[size+1]} {
		for i := len(*list) - 1; i >= max(0, len(*list)-lookedAt); i-- {
			if w := (*list)[i]; cap(w) >= n && cap(w) <= 2*n+64 {
				*list = slices.Delete(*list, i, i+1)
				s.keep(-cap(w))
				return w[:n]
			}
		}
	}
	return nil
}

// Put keeps a slice that nobody uses any more, if there is room.
func (s *Spare) Put(w []int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cap(w) > 0 && s.kept+cap(w) <= maxSpare && s.keep(cap(w)) {
		list := &s.words[bits.Len(uint(cap(w)))]
		*list = append(*list, w)
	}
}
