package cpu

import "gsdms/operators"

// find gives each of n rows the head of the chain that its keys lead to. All rows go
// through one look-up before any goes on to the next: a processor has several of them
// under way at once where they do not wait for each other.
func (s *probeStep) find(m *machine, pairs *probeScratch, n int) {
	first := pairs.first[:n]
	if s.index.Direct {
		s.direct(m, first)
	} else {
		s.hashed(m, pairs.hashes[:n], first)
	}
	for _, v := range s.keys {
		if !v.null {
			continue
		}
		for i, null := range m.slots[v.slot].null[:n] {
			if null != 0 {
				first[i] = 0
			}
		}
	}
}

func (s *probeStep) direct(m *machine, first []uint32) {
	heads, lo := s.index.Heads, uint64(s.index.Lo)
	for i, n := range m.slots[s.keys[0].slot].ints[:len(first)] {
		first[i] = 0
		if at := uint64(n) - lo; at < uint64(len(heads)) {
			first[i] = heads[at]
		}
	}
}

func (s *probeStep) hashed(m *machine, hashes []uint64, first []uint32) {
	for i := range hashes {
		hashes[i] = operators.HashStart
	}
	for k, v := range s.keys {
		from := &m.slots[v.slot]
		if s.match[k].storage.Float {
			for i, f := range from.floats[:len(hashes)] {
				hashes[i] = operators.HashKey(hashes[i], operators.FloatKey(f))
			}
			continue
		}
		for i, n := range from.ints[:len(hashes)] {
			hashes[i] = operators.HashKey(hashes[i], n)
		}
	}
	heads, mask := s.index.Heads, s.index.Mask
	for i, h := range hashes {
		first[i] = heads[h&mask]
	}
}

// equal compares the keys of row i with those of a row of its chain.
func (s *probeStep) equal(m *machine, i int, row uint32) bool {
	if s.index.Direct {
		return true
	}
	for k := range s.match {
		if !s.match[k].equal(s.key(m, k, i), row) {
			return false
		}
	}
	return true
}

// key is key number k of row i as it is hashed and compared.
func (s *probeStep) key(m *machine, k, i int) int64 {
	from := &m.slots[s.keys[k].slot]
	if s.match[k].storage.Float {
		return operators.FloatKey(from.floats[i])
	}
	return from.ints[i]
}
