package machine

import (
	"math"

	"gsdms/operators"
	"gsdms/plan/fault"
)

func fromBits(b uint64) float64 { return math.Float64frombits(b) }

// Run walks the chains of all rows, and passes a batch on whenever it is full.
func (s *probeStep) Run(m *Machine, n int, rest []Step) (int, error) {
	pairs := &m.probes[s.level]
	pairs.empty()
	clear(pairs.matched[:n])
	s.find(m, pairs, n)
	if from, to, ok := s.alike(m, pairs.first[:n]); ok {
		return 0, s.product(m, n, from, to, rest)
	}
	walk := s.walk
	if s.index.Spans && !s.once {
		walk = s.walkSpan
	}
	for i := range n {
		if m.State.Owner.Full() {
			return 0, nil
		}
		if err := walk(m, pairs, i, rest); err != nil {
			return 0, err
		}
	}
	return 0, s.flush(m, pairs, rest)
}

func (p *probeScratch) empty() {
	p.row, p.partner, p.ends = p.row[:0], p.partner[:0], 0
}

// walk finds the partners of row i. Under a condition it is filter that knows whether one
// is the second.
func (s *probeStep) walk(m *Machine, pairs *probeScratch, i int, rest []Step) error {
	for next := pairs.first[i]; next != 0; next = s.next(m, i, next) {
		if s.once && !s.conds && pairs.matched[i] {
			return manyRows()
		}
		if err := s.pair(m, pairs, i, next, rest); err != nil {
			return err
		}
		if !s.conds {
			pairs.matched[i] = true
		}
	}
	if s.outer && !pairs.matched[i] {
		return s.pair(m, pairs, i, 0, rest)
	}
	return nil
}

// walkSpan is walk for partners that lie side by side: entries for as many as there is room
// for are added at once.
func (s *probeStep) walkSpan(m *Machine, pairs *probeScratch, i int, rest []Step) error {
	next, end := pairs.first[i], uint32(0)
	if next != 0 {
		end = uint32(m.Slots[s.keys[1].Slot].Ints[i]) + 1
		pairs.matched[i] = !s.conds
	}
	for next < end {
		if len(pairs.row) == m.Batch {
			if err := s.flush(m, pairs, rest); err != nil {
				return err
			}
		}
		at := len(pairs.row)
		n := min(m.Batch-at, int(end-next))
		pairs.row, pairs.partner = pairs.row[:at+n], pairs.partner[:at+n]
		for k := range n {
			pairs.row[at+k], pairs.partner[at+k] = uint16(i), next+uint32(k)
		}
		next += uint32(n)
	}
	if s.outer && !pairs.matched[i] {
		return s.pair(m, pairs, i, 0, rest)
	}
	return nil
}

// manyRows is the error of a second partner where there must be one at most.
func manyRows() error {
	return fault.Errorf(fault.CodeManyRows, "Subquery returns more than 1 row")
}

// pair adds an entry.
func (s *probeStep) pair(m *Machine, pairs *probeScratch, i int, partner uint32, rest []Step) error {
	if len(pairs.row) == m.Batch {
		if err := s.flush(m, pairs, rest); err != nil {
			return err
		}
	}
	pairs.row = append(pairs.row, uint16(i))
	pairs.partner = append(pairs.partner, partner)
	if partner == 0 {
		pairs.ends++
	}
	return nil
}

// flush runs the rest of the body on the entries.
func (s *probeStep) flush(m *Machine, pairs *probeScratch, rest []Step) error {
	if len(pairs.row) == 0 {
		return nil
	}
	if err := m.pause(); err != nil {
		return err
	}
	if m.State.Owner.Full() {
		pairs.empty()
		return nil
	}
	if s.conds {
		if err := s.decide(m, pairs); err != nil {
			return err
		}
	}
	n := len(pairs.row)
	s.repeat(m, pairs)
	m.State.Counts[s.count] += int64(n)
	pairs.empty()
	if n == 0 {
		return nil
	}
	return m.exec(rest, n)
}

// decide drops the pairs that the condition does not hold for, and the ends of rows
// that have a partner. The condition is computed for pairs only: where there is no
// partner, there is nothing that could be out of range.
func (s *probeStep) decide(m *Machine, pairs *probeScratch) error {
	only := *pairs
	if pairs.ends > 0 {
		only = pairs.withoutEnds()
	}
	s.repeat(m, &only)
	if len(only.row) > 0 {
		if err := m.exec(s.on, len(only.row)); err != nil {
			return err
		}
	}
	return s.filter(m.Register(s.cond, len(only.row)), pairs)
}

// withoutEnds is a copy with the pairs only.
func (p *probeScratch) withoutEnds() probeScratch {
	var only probeScratch
	for e, partner := range p.partner {
		if partner != 0 {
			only.row, only.partner = append(only.row, p.row[e]), append(only.partner, partner)
		}
	}
	return only
}

// filter keeps the entries that stay, in order.
func (s *probeStep) filter(cond operators.Vector, pairs *probeScratch) error {
	kept, pair := 0, 0
	for e, p := range pairs.partner {
		row := pairs.row[e]
		stays := p == 0 && !pairs.matched[row]
		if p != 0 {
			stays = isTrue(cond, pair)
			if stays && s.once && pairs.matched[row] {
				return manyRows()
			}
			pairs.matched[row] = pairs.matched[row] || stays
			pair++
		}
		if stays {
			pairs.row[kept], pairs.partner[kept] = row, p
			kept++
		}
	}
	pairs.row, pairs.partner = pairs.row[:kept], pairs.partner[:kept]
	return nil
}

func isTrue(cond operators.Vector, i int) bool {
	return cond.Int[i] != 0 && (cond.Null == nil || cond.Null[i] == 0)
}

// repeat fills the slots of the pairs from the rows that came in.
func (s *probeStep) repeat(m *Machine, pairs *probeScratch) {
	rows := m.stores[s.level+1][:len(pairs.row)]
	for e, i := range pairs.row {
		rows[e] = m.Levels[s.level][i]
	}
	m.Levels[s.level+1] = rows
	for _, v := range s.pairs {
		from, to := &m.Slots[v.from], &m.Slots[v.to]
		for e, i := range pairs.row {
			to.Ints[e] = from.Ints[i]
		}
		if v.null {
			for e, i := range pairs.row {
				to.Null[e] = from.Null[i]
			}
		}
	}
	to := &m.Slots[s.dst]
	for e, p := range pairs.partner {
		to.Ints[e] = int64(p) - 1
		to.Null[e] = isZero(p)
	}
}
