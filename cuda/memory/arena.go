package memory

import (
	"cmp"
	"slices"
	"sync/atomic"

	"gsdms/cuda/device"
)

// arena is a block of device memory in which the accumulators of runs that were opened
// together lie side by side, and a page-locked copy of it: they are cleared and copied at
// once, where a call of the driver for each of a hundred runs would take as long as the
// kernel. The last of its states frees it.
type arena struct {
	manager *Manager
	at      device.Ptr
	shadow  []byte // nil: one state, too large to be copied after each launch
	users   atomic.Int64
}

// Sizes of arenas. The copy of what is larger than shadowWords is left to Collect. One with
// several states ends at arenaBytes, for it is freed no sooner than its last one.
const (
	shadowWords = 1 << 17
	arenaBytes  = 4 << 20
	arenaAlign  = 256
)

// State is the words of a run's accumulators, on the device and, where they are few, in
// page-locked memory.
type State struct {
	At     device.Ptr
	Shadow []byte // as long as the words; nil where they are many

	arena *arena
	bytes int64 // in the arena
}

// stateBytes is what a state of so many words takes in an arena.
func stateBytes(words int64) int64 { return (8*words + arenaAlign - 1) / arenaAlign * arenaAlign }

// States takes memory for the first of states of so many words each: for as many as lie in one
// arena, which is one at least. Their contents are whatever was there.
func (m *Manager) States(words []int64) ([]*State, error) {
	words = words[:neighbours(words)]
	bytes := int64(0)
	for _, w := range words {
		bytes += stateBytes(w)
	}
	a := &arena{manager: m}
	var err error
	if words[0] <= shadowWords {
		if a.shadow, err = m.Pin(int(bytes)); err != nil {
			return nil, err
		}
	}
	if a.at, err = m.Alloc(bytes); err != nil {
		m.Unpin(a.shadow)
		return nil, err
	}
	a.users.Store(int64(len(words)))
	return a.cut(words), nil
}

// cut makes the states of an arena.
func (a *arena) cut(words []int64) []*State {
	out, from := make([]*State, len(words)), int64(0)
	for i, w := range words {
		out[i] = &State{At: a.at + device.Ptr(from), arena: a, bytes: stateBytes(w)}
		if a.shadow != nil {
			out[i].Shadow = a.shadow[from : from+8*w]
		}
		from += out[i].bytes
	}
	return out
}

// Release is called once, when nothing on the device uses the state any more.
func (s *State) Release() {
	if a := s.arena; a.users.Add(-1) == 0 {
		a.manager.Unpin(a.shadow)
		a.manager.Free(a.at)
	}
}

// neighbours is how many of the states of so many words, from the first on, lie in one arena.
func neighbours(words []int64) int {
	bytes := int64(0)
	for i, w := range words {
		bytes += stateBytes(w)
		if i > 0 && (w > shadowWords || words[0] > shadowWords || bytes > arenaBytes) {
			return i
		}
	}
	return len(words)
}

// Span is states that are neighbours in an arena.
type Span struct {
	arena *arena
	from  int64 // in the arena
	bytes int64
}

// Spans joins states to spans.
func Spans(states []*State) []Span {
	order := slices.Clone(states)
	slices.SortFunc(order, func(a, b *State) int { return cmp.Or(cmp.Compare(a.arena.at, b.arena.at), cmp.Compare(a.At, b.At)) })
	var out []Span
	for _, s := range order {
		from := int64(s.At - s.arena.at)
		if n := len(out) - 1; n >= 0 && out[n].arena == s.arena && out[n].from+out[n].bytes == from {
			out[n].bytes += s.bytes
			continue
		}
		out = append(out, Span{s.arena, from, s.bytes})
	}
	return out
}

// Zero puts on a queue that the spans are cleared on the device.
func Zero(q device.Queue, spans []Span) error {
	for _, s := range spans {
		if err := q.Clear(s.arena.at+device.Ptr(s.from), s.bytes); err != nil {
			return err
		}
	}
	return nil
}

// Fetch puts on a queue that the spans are copied to the states' Shadows, which there have to be.
func Fetch(q device.Queue, spans []Span) error {
	for _, s := range spans {
		if err := q.CopyOut(s.arena.shadow[s.from:s.from+s.bytes], s.arena.at+device.Ptr(s.from)); err != nil {
			return err
		}
	}
	return nil
}
