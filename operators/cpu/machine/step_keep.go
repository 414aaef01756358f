package machine

import "gsdms/operators"

// keepStep drops the rows where a condition is not true.
type keepStep struct {
	cond  Value
	live  []Value
	level int
	count int
}

func (s *keepStep) Run(m *Machine, n int, _ []Step) (int, error) {
	cond := m.Register(s.cond, n)
	kept := 0
	if cond.Null == nil {
		kept = trueIn(cond.Int, m.Kept)
	} else {
		for i, c := range cond.Int {
			m.Kept[kept] = uint16(i)
			if c != 0 && cond.Null[i] == 0 {
				kept++
			}
		}
	}
	return m.Keep(n, kept, s.level, s.live, s.count), nil
}

// trueIn puts the positions of what is not 0 into out, and gives their number. No jump depends on
// the values, since nobody can tell where these go.
func trueIn(values []int64, out []uint16) (kept int) {
	for i, v := range values {
		out[kept] = uint16(i)
		more := 0
		if v != 0 {
			more = 1
		}
		kept += more
	}
	return kept
}

// Keep goes on with the first kept positions of m.kept.
func (m *Machine) Keep(n, kept, level int, live []Value, count int) int {
	m.State.Counts[count] += int64(kept)
	if kept < n {
		m.compress(level, live, m.Kept[:kept])
	}
	return kept
}

// testStep drops the rows whose number is not in a set.
type testStep struct {
	at    Value
	set   *operators.BitSet
	live  []Value
	level int
	count int
}

func (s *testStep) Run(m *Machine, n int, _ []Step) (int, error) {
	at := m.Register(s.at, n)
	kept := 0
	for i, a := range at.Int {
		m.Kept[kept] = uint16(i)
		is := InSet(s.set, uint64(a))
		if at.Null != nil && at.Null[i] != 0 {
			is = 0
		}
		kept += int(is)
	}
	return m.Keep(n, kept, s.level, s.live, s.count), nil
}
