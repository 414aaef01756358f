package machine

import (
	"slices"

	"gsdms/operators"
	"gsdms/plan"
)

// existsStep finds whether each row has a partner: of a semi join it keeps those that
// do, of an anti join the others, of a mark join it sets a register. Rows stay on their
// level; the pairs are there for the condition only.
type existsStep struct {
	probeStep
	kind plan.JoinKind
	live []Value
	mark int // slot
}

// exists makes the step of a semi, anti or mark join.
func (l *Lowering) exists(s *probeStep, p operators.Probe, after []int) error {
	step := &existsStep{kind: p.Kind}
	if p.Cond >= 0 {
		level, slots := l.Level, slices.Clone(l.slot)
		if err := l.above(s, p, nil); err != nil {
			return err
		}
		l.Level, l.slot = level, slots
	}
	var err error
	if step.live, err = l.Values(after); err != nil {
		return err
	}
	if p.Kind == plan.MarkJoin {
		step.mark = l.place(p.Mark)
	}
	step.probeStep = *s
	step.count = l.Counted(p.Kind.String() + " probe " + s.index.Name)
	l.Add(step)
	return nil
}

func (s *existsStep) Run(m *Machine, n int, _ []Step) (int, error) {
	pairs := &m.probes[s.level]
	pairs.empty()
	clear(pairs.matched[:n])
	s.find(m, pairs, n)
	if err := s.search(m, pairs, n); err != nil {
		return 0, err
	}
	if s.kind == plan.MarkJoin {
		to := &m.Slots[s.mark]
		for i, matched := range pairs.matched[:n] {
			to.Ints[i] = oneIf(matched)
		}
		m.State.Counts[s.count] += int64(n)
		return n, nil
	}
	kept := 0
	for i, matched := range pairs.matched[:n] {
		m.Kept[kept] = uint16(i)
		if matched == (s.kind == plan.SemiJoin) {
			kept++
		}
	}
	return m.Keep(n, kept, s.level, s.live, s.count), nil
}

func oneIf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// search notes which of n rows have a partner. Under a condition the rows without one so far
// are asked in rounds, each for twice as many of its partners as in the round before: most rows
// that have a partner have it among the first, and no row is asked for twice what it takes.
func (s *existsStep) search(m *Machine, pairs *probeScratch, n int) error {
	if !s.conds {
		for i, first := range pairs.first[:n] {
			pairs.matched[i] = first != 0
		}
		return nil
	}
	waiting := pairs.active[:0]
	for i, first := range pairs.first[:n] {
		if first != 0 {
			waiting = append(waiting, uint16(i))
		}
	}
	for many := 1; len(waiting) > 0; many = min(2*many, m.Batch) {
		for _, i := range waiting {
			if err := s.ask(m, pairs, int(i), many); err != nil {
				return err
			}
		}
		if err := s.resolve(m, pairs); err != nil {
			return err
		}
		waiting = slices.DeleteFunc(waiting, func(i uint16) bool { return pairs.first[i] == 0 || pairs.matched[i] })
	}
	return nil
}

// ask adds pairs of row i with its next partners for the condition to decide, and notes in first
// which one comes behind them, 0 for none.
func (s *existsStep) ask(m *Machine, pairs *probeScratch, i, many int) error {
	next := pairs.first[i]
	for ; next != 0 && many > 0 && !pairs.matched[i]; many-- {
		pairs.row, pairs.partner = append(pairs.row, uint16(i)), append(pairs.partner, next)
		next = s.next(m, i, next)
		if len(pairs.row) < m.Batch {
			continue
		}
		if err := s.resolve(m, pairs); err != nil {
			return err
		}
	}
	pairs.first[i] = next
	return nil
}

// resolve computes the condition of the pairs at hand. Where that fails, the pairs are
// gone through one by one: the failing one may be behind the first partner of its row,
// and then nobody asks for it, however long a batch is.
func (s *existsStep) resolve(m *Machine, pairs *probeScratch) error {
	if err := m.pause(); err != nil {
		return err
	}
	if len(pairs.row) == 0 {
		return nil
	}
	if s.judge(m, pairs) != nil {
		for e, row := range pairs.row {
			one := probeScratch{row: pairs.row[e : e+1], partner: pairs.partner[e : e+1], matched: pairs.matched}
			if pairs.matched[row] {
				continue
			}
			if err := s.judge(m, &one); err != nil {
				return err
			}
		}
	}
	pairs.empty()
	return nil
}

// judge notes the rows of the pairs that the condition holds for.
func (s *existsStep) judge(m *Machine, pairs *probeScratch) error {
	s.repeat(m, pairs)
	n := len(pairs.row)
	if err := m.exec(s.on, n); err != nil {
		return err
	}
	cond := m.Register(s.cond, n)
	for e, row := range pairs.row {
		pairs.matched[row] = pairs.matched[row] || isTrue(cond, e)
	}
	return nil
}
