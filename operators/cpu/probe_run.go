package cpu

import (
	"math"

	"gsdms/operators"
	"gsdms/plan/fault"
)

func fromBits(b uint64) float64 { return math.Float64frombits(b) }

// run walks the chains of all rows, and passes a batch on whenever it is full.
func (s *probeStep) run(m *machine, n int, rest []step) (int, error) {
	pairs := &m.probes[s.level]
	pairs.empty()
	clear(pairs.matched[:n])
	s.find(m, pairs, n)
	walk := s.walk
	if s.index.Spans && !s.once {
		walk = s.walkSpan
	}
	for i := range n {
		if m.state.full() {
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
func (s *probeStep) walk(m *machine, pairs *probeScratch, i int, rest []step) error {
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
func (s *probeStep) walkSpan(m *machine, pairs *probeScratch, i int, rest []step) error {
	next, end := pairs.first[i], uint32(0)
	if next != 0 {
		end = uint32(m.slots[s.keys[1].slot].ints[i]) + 1
		pairs.matched[i] = !s.conds
	}
	for next < end {
		if len(pairs.row) == m.batch {
			if err := s.flush(m, pairs, rest); err != nil {
				return err
			}
		}
		at := len(pairs.row)
		n := min(m.batch-at, int(end-next))
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
func (s *probeStep) pair(m *machine, pairs *probeScratch, i int, partner uint32, rest []step) error {
	if len(pairs.row) == m.batch {
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
func (s *probeStep) flush(m *machine, pairs *probeScratch, rest []step) error {
	if len(pairs.row) == 0 {
		return nil
	}
	if err := m.pause(); err != nil {
		return err
	}
	if m.state.full() {
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
	m.state.counts[s.count] += int64(n)
	pairs.empty()
	if n == 0 {
		return nil
	}
	return m.exec(rest, n)
}

// decide drops the pairs that the condition does not hold for, and the ends of rows
// that have a partner. The condition is computed for pairs only: where there is no
// partner, there is nothing that could be out of range.
func (s *probeStep) decide(m *machine, pairs *probeScratch) error {
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
	return s.filter(m.register(s.cond, len(only.row)), pairs)
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
func (s *probeStep) repeat(m *machine, pairs *probeScratch) {
	rows := m.stores[s.level+1][:len(pairs.row)]
	for e, i := range pairs.row {
		rows[e] = m.levels[s.level][i]
	}
	m.levels[s.level+1] = rows
	for _, v := range s.pairs {
		from, to := &m.slots[v.from], &m.slots[v.to]
		for e, i := range pairs.row {
			to.ints[e] = from.ints[i]
		}
		if v.null {
			for e, i := range pairs.row {
				to.null[e] = from.null[i]
			}
		}
	}
	to := &m.slots[s.dst]
	for e, p := range pairs.partner {
		to.ints[e] = int64(p) - 1
		to.null[e] = isZero(p)
	}
}
