package machine

import (
	"slices"

	"gsdms/operators"
)

// What is known of each row of the streamed table is found by the number of the row: arrays of so
// many elements are read like the columns of a chunk.

// isRow reports whether a register is the number of the row, which steps find themselves.
func (l *Lowering) isRow(register int) bool {
	_, ok := l.Set[register].(operators.Row)
	return ok && !l.noFuse
}

// keptColumn gives the number, behind the program's columns, of an array that is read like one.
func (l *Lowering) keptColumn(a *operators.Array) int {
	at := slices.Index(l.Code.kept, a)
	if at < 0 {
		at = len(l.Code.kept)
		l.Code.kept = append(l.Code.kept, a)
	}
	return len(l.Program.Columns) + at
}

// rowStep sets a register to the numbers of the rows.
type rowStep struct{ dst, level int }

func (s *rowStep) Run(m *Machine, n int, _ []Step) (int, error) {
	to := &m.Slots[s.dst]
	dst := to.Ints[:n]
	for i, r := range m.Levels[s.level][:n] {
		dst[i] = int64(m.first) + int64(r)
	}
	clear(to.Null[:n])
	return n, nil
}

// FirstRow is the number of the row that the vector at hand begins with.
func (m *Machine) FirstRow() uint64 { return uint64(m.first) }

// RowNumbers writes the numbers of the rows at hand at a level.
func (m *Machine) RowNumbers(level int, to []uint64) {
	for i, r := range m.Levels[level][:len(to)] {
		to[i] = uint64(m.first) + uint64(r)
	}
}

// testRowStep drops the rows whose own number is not in a set.
type testRowStep struct {
	set   *operators.BitSet
	live  []Value
	level int
	count int
}

func (s *testRowStep) Run(m *Machine, n int, _ []Step) (int, error) {
	kept, first := 0, uint64(m.first)
	for i, r := range m.Levels[s.level][:n] {
		m.Kept[kept] = uint16(i)
		kept += int(InSet(s.set, first+uint64(r)))
	}
	return m.Keep(n, kept, s.level, s.live, s.count), nil
}
