package memory

import (
	"slices"
	"testing"

	"gsdms/cuda/cudatest"
)

// counted is a manager of a memory that only counts, without lanes.
func counted(m *cudatest.Counter) *Manager {
	return &Manager{blocks: newBlocks(m), pins: newPins(m)}
}

// states opens states of so many words.
func states(t *testing.T, m *Manager, words ...int64) []*State {
	t.Helper()
	var out []*State
	for len(out) < len(words) {
		some, err := m.States(words[len(out):])
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, some...)
	}
	return out
}

// States lie apart from each other, on the device and in their copies; those that are
// together are cleared and copied at once, in whatever order a kernel has them, and those
// around one that has gone in two parts.
func TestArenas(t *testing.T) {
	memory := &cudatest.Counter{}
	m := counted(memory)
	const most = arenaBytes / 8
	words := []int64{10, 3000, 1, shadowWords + 1, 5, shadowWords, shadowWords, shadowWords, shadowWords, 7}
	all := states(t, m, words...)
	if n := len(memory.Used); n != 4 { // three; the large one; five, which end at arenaBytes; the rest
		t.Errorf("%d arenas", n)
	}
	for i, s := range all {
		for n := range s.Shadow {
			s.Shadow[n] = byte(i)
		}
		if large := words[i] > shadowWords; large != (s.Shadow == nil) || !large && int64(len(s.Shadow)) != 8*words[i] {
			t.Errorf("state %d of %d words has a copy of %d bytes", i, words[i], len(s.Shadow))
		}
	}
	for i, s := range all {
		if slices.ContainsFunc(s.Shadow, func(b byte) bool { return b != byte(i) }) {
			t.Errorf("the copy of state %d is another's, too", i)
		}
	}
	slices.Reverse(all)
	if got := Spans(all); len(got) != 4 {
		t.Errorf("%d spans of all: %v", len(got), got)
	}
	slices.Reverse(all)
	first := Spans(all[:3])
	if len(first) != 1 || first[0].from != 0 || first[0].bytes != 256+24064+256 {
		t.Errorf("spans of the first three: %v", first)
	}
	apart := Spans([]*State{all[0], all[2]})
	if len(apart) != 2 || apart[1].from != 256+24064 || apart[1].bytes != 256 {
		t.Errorf("spans around one that has gone: %v", apart)
	}
	for _, s := range all {
		s.Release()
	}
	if _, err := m.blocks.trim(); err != nil || memory.InUse() != 0 {
		t.Errorf("%d bytes are left after all states have gone: %v", memory.InUse(), err)
	}
	if n := lentPins(m); n != 0 {
		t.Errorf("%d bytes of locked memory are left after all states have gone", n)
	}
	if again := states(t, m, most); again[0].Shadow != nil {
		t.Error("a large state has a copy")
	}
}

// lentPins is the bytes of locked memory that have not been given back.
func lentPins(m *Manager) int {
	n := len(m.pins.slabs) * slabBytes
	for _, list := range m.pins.spare {
		for _, one := range list {
			n -= cap(one)
		}
	}
	return n
}

// What is fetched of a kernel's runs is what the device has of them.
func TestFetchAndZero(t *testing.T) {
	all := states(t, counted(&cudatest.Counter{}), 40, 2, 33)
	q := &cudatest.FlatQueue{At: all[0].arena.at, Data: slices.Repeat([]byte{9}, 2000)}
	if err := Zero(q, Spans(all[1:2])); err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		clear(s.Shadow)
	}
	if err := Fetch(q, Spans(all[:2])); err != nil {
		t.Fatal(err)
	}
	for i, want := range []byte{9, 0, 0} {
		if slices.ContainsFunc(all[i].Shadow, func(b byte) bool { return b != want }) {
			t.Errorf("state %d is %v, want all %d", i, all[i].Shadow, want)
		}
	}
	if q.Calls != 2 {
		t.Errorf("%d operations, want a clear and a copy", q.Calls)
	}
}
