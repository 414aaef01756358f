package cpu

import "gsdms/operators"

// keepStep drops the rows where a condition is not true.
type keepStep struct {
	cond  value
	live  []value
	level int
	count int
}

func (s *keepStep) run(m *machine, n int, _ []step) (int, error) {
	cond := m.register(s.cond, n)
	kept := 0
	for i, c := range cond.Int {
		m.kept[kept] = uint16(i)
		if c != 0 && (cond.Null == nil || cond.Null[i] == 0) {
			kept++
		}
	}
	return m.keep(n, kept, s.level, s.live, s.count), nil
}

// keep goes on with the first kept positions of m.kept.
func (m *machine) keep(n, kept, level int, live []value, count int) int {
	m.state.counts[count] += int64(kept)
	if kept < n {
		m.compress(level, live, m.kept[:kept])
	}
	return kept
}

// testStep drops the rows whose number is not in a set.
type testStep struct {
	at    value
	set   *operators.BitSet
	live  []value
	level int
	count int
}

func (s *testStep) run(m *machine, n int, _ []step) (int, error) {
	at := m.register(s.at, n)
	kept := 0
	for i, a := range at.Int {
		m.kept[kept] = uint16(i)
		if (at.Null == nil || at.Null[i] == 0) && inSet(s.set, uint64(a)) != 0 {
			kept++
		}
	}
	return m.keep(n, kept, s.level, s.live, s.count), nil
}
