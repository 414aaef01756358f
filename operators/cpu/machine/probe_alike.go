package machine

// fewAlike is how many rows at least are passed on for one partner at a time: what follows takes so long
// for none.
const fewAlike = 128

// alike gives the span of partners that all rows have, as 1 + places, if they have the same: as in a cross
// product, of which nothing is about the row.
func (s *probeStep) alike(m *Machine, first []uint32) (from, to uint32, ok bool) {
	if !s.index.Spans || s.once || s.conds || len(first) < fewAlike || first[0] == 0 {
		return 0, 0, false
	}
	ends := m.Slots[s.keys[1].Slot].Ints[:len(first)]
	for i, f := range first {
		if f != first[0] || ends[i] != ends[0] {
			return 0, 0, false
		}
	}
	return first[0], uint32(ends[0]) + 1, true
}

// product passes all rows on with one partner after another: so none is picked out for its pairs.
func (s *probeStep) product(m *Machine, n int, from, to uint32, rest []Step) error {
	for partner := from; partner < to; partner++ {
		if err := m.pause(); err != nil {
			return err
		}
		if m.State.Owner.Full() {
			return nil
		}
		m.Levels[s.level+1] = append(m.stores[s.level+1][:0], m.Levels[s.level][:n]...)
		for _, v := range s.pairs {
			from, to := &m.Slots[v.from], &m.Slots[v.to]
			copy(to.Ints[:n], from.Ints[:n])
			if v.null {
				copy(to.Null[:n], from.Null[:n])
			}
		}
		dst := &m.Slots[s.dst]
		fill(dst.Ints[:n], int64(partner)-1)
		clear(dst.Null[:n])
		m.State.Counts[s.count] += int64(n)
		if err := m.exec(rest, n); err != nil {
			return err
		}
	}
	return nil
}

// fill has all of some numbers be one.
func fill(numbers []int64, n int64) {
	if len(numbers) == 0 {
		return
	}
	numbers[0] = n
	for done := 1; done < len(numbers); done *= 2 {
		copy(numbers[done:], numbers[:done])
	}
}
