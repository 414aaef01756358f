package machine

import (
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
)

// find gives each of n rows its first partner in the index, as 1 + row, 0 for none: what
// is still asked of it is the condition. All rows go through one look-up before any goes
// on to the next: a processor has several of them under way at once where they do not
// wait for each other.
func (s *probeStep) find(m *Machine, pairs *probeScratch, n int) {
	first := pairs.first[:n]
	switch {
	case s.index.Spans:
		s.spans(m, first)
	case s.index.Direct:
		s.direct(m, first)
	default:
		s.hashed(m, pairs.hashes[:n], first)
	}
	for _, v := range s.keys {
		if !v.Null {
			continue
		}
		for i, null := range m.Slots[v.Slot].Null[:n] {
			if null != 0 {
				first[i] = 0
			}
		}
	}
	if !s.index.Direct && !s.index.Spans {
		s.advance(m, pairs, first)
	}
}

// spans gives the first places of spans that are not empty.
func (s *probeStep) spans(m *Machine, first []uint32) {
	ends := m.Slots[s.keys[1].Slot].Ints
	for i, at := range m.Slots[s.keys[0].Slot].Ints[:len(first)] {
		first[i] = 0
		if at < ends[i] {
			first[i] = uint32(at) + 1
		}
	}
}

func (s *probeStep) direct(m *Machine, first []uint32) {
	heads, lo := s.index.Heads, uint64(s.index.Lo)
	for i, n := range m.Slots[s.keys[0].Slot].Ints[:len(first)] {
		first[i] = 0
		if at := uint64(n) - lo; at < uint64(len(heads)) {
			first[i] = heads[at]
		}
	}
}

// hashed finds the heads of the chains that the filter of the index admits.
func (s *probeStep) hashed(m *Machine, hashes []uint64, first []uint32) {
	for i := range hashes {
		hashes[i] = operators.HashStart
	}
	for k, v := range s.keys {
		from := &m.Slots[v.Slot]
		if s.match[k].storage.Float {
			for i, f := range from.Floats[:len(hashes)] {
				hashes[i] = operators.HashKey(hashes[i], operators.FloatKey(f))
			}
			continue
		}
		for i, n := range from.Ints[:len(hashes)] {
			hashes[i] = operators.HashKey(hashes[i], n)
		}
	}
	heads, filter, mask := s.index.Heads, s.index.Filter, s.index.Mask
	if filter == nil {
		for i, h := range hashes {
			first[i] = heads[h&mask]
		}
		return
	}
	for i, h := range hashes {
		first[i] = 0
		if filter[h&mask]&operators.FilterBit(h) != 0 {
			first[i] = heads[h&mask]
		}
	}
}

// advance walks every chain to the first row with the same keys, one step of all chains
// that have not got there after another.
func (s *probeStep) advance(m *Machine, pairs *probeScratch, first []uint32) {
	active := pairs.active[:0]
	for i, f := range first {
		if f != 0 {
			active = append(active, uint16(i))
		}
	}
	for len(active) > 0 {
		differs := pairs.differs[:len(active)]
		clear(differs)
		for k := range s.match {
			s.match[k].compare(&m.Slots[s.keys[k].Slot], first, active, differs)
		}
		left := 0
		for a, i := range active {
			if differs[a] == 0 {
				continue
			}
			if first[i] = s.index.After(first[i] - 1); first[i] != 0 {
				active[left] = i
				left++
			}
		}
		active = active[:left]
	}
}

// matcher compares a key with the stored numbers of the index's table.
type matcher struct {
	storage plan.Storage
	numbers unsafe.Pointer
	rows    int
}

// compare notes which of the active rows differ in the key from the row of the index's
// table that they have come to. Rows with a NULL key are in no chain.
func (k *matcher) compare(key *Slot, first []uint32, active []uint16, differs []byte) {
	switch {
	case k.storage.Float:
		numbers := unsafe.Slice((*uint64)(k.numbers), k.rows)
		for a, i := range active {
			if operators.FloatKey(fromBits(numbers[first[i]-1])) != operators.FloatKey(key.Floats[i]) {
				differs[a] = 1
			}
		}
	case k.storage.Width == 1:
		compareInts[uint8](k, key.Ints, first, active, differs)
	case k.storage.Width == 2:
		compareInts[uint16](k, key.Ints, first, active, differs)
	case k.storage.Width == 4:
		compareInts[uint32](k, key.Ints, first, active, differs)
	default:
		compareInts[uint64](k, key.Ints, first, active, differs)
	}
}

func compareInts[T Unsigned](k *matcher, keys []int64, first []uint32, active []uint16, differs []byte) {
	numbers, bias := unsafe.Slice((*T)(k.numbers), k.rows), k.storage.Bias
	for a, i := range active {
		if int64(numbers[first[i]-1])+bias != keys[i] {
			differs[a] = 1
		}
	}
}

// next gives 1 + the next row of the chain behind a partner that is one, too, 0 at the end.
func (s *probeStep) next(m *Machine, i int, partner uint32) uint32 {
	switch {
	case s.index.Spans:
		if int64(partner) < m.Slots[s.keys[1].Slot].Ints[i] {
			return partner + 1
		}
		return 0
	case s.index.Unique:
		return 0
	}
	for partner = s.index.After(partner - 1); partner != 0 && !s.equal(m, i, partner-1); {
		partner = s.index.After(partner - 1)
	}
	return partner
}

// equal compares the keys of row i with those of a row of its chain.
func (s *probeStep) equal(m *Machine, i int, row uint32) bool {
	if s.index.Direct {
		return true
	}
	for k := range s.match {
		if !s.match[k].equal(&m.Slots[s.keys[k].Slot], i, row) {
			return false
		}
	}
	return true
}

func (k *matcher) equal(key *Slot, i int, row uint32) bool {
	at := unsafe.Add(k.numbers, int(row)*k.storage.Width)
	switch {
	case k.storage.Float:
		return operators.FloatKey(fromBits(*(*uint64)(at))) == operators.FloatKey(key.Floats[i])
	case k.storage.Width == 1:
		return int64(*(*uint8)(at))+k.storage.Bias == key.Ints[i]
	case k.storage.Width == 2:
		return int64(*(*uint16)(at))+k.storage.Bias == key.Ints[i]
	case k.storage.Width == 4:
		return int64(*(*uint32)(at))+k.storage.Bias == key.Ints[i]
	}
	return int64(*(*uint64)(at))+k.storage.Bias == key.Ints[i]
}
