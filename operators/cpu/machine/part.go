package machine

import (
	"slices"

	"gsdms/operators"
)

// Part begins the code of a part of the program: what it does with one partner of the first join, by
// a program of its own. Names are what is counted up to that join. Constants have no slots of their own,
// since another part writes to these.
func (l *Lowering) Part(p *operators.Program, names int) *Lowering {
	part := NewLowering(p, l.noFuse)
	part.Then = func(int) error { return nil }
	part.lasting = false
	part.Code.Names = slices.Clone(l.Code.Names[:names])
	part.Code.kept, part.Code.loads = l.Code.kept, l.Code.loads
	copy(part.loaded, l.loaded)
	return part
}

// AddPart has the code run a part, and those before it, in place of its steps where rows are many. The
// pairs of the join are counted at join.
func (l *Lowering) AddPart(part *Lowering, join int) {
	l.Code.join = join
	l.Code.parts = append(l.Code.parts, part.Code)
	l.next, l.deepest = max(l.next, part.next), max(l.deepest, part.deepest)
	l.Code.lists = max(l.Code.lists, part.Code.lists)
	l.Code.kept = part.Code.kept
	for _, c := range part.Code.loads {
		l.Column(c)
	}
}

// DropParts has the code run its own steps again.
func (l *Lowering) DropParts() { l.Code.parts = nil }

// SameCounts reports whether a part counts the steps that the code counts.
func (l *Lowering) SameCounts(part *Lowering) bool {
	return slices.Equal(part.Code.Names, l.Code.Names)
}

// runParts takes the selected rows through the parts of a code, one after another.
func (m *Machine) runParts(c *Code, sel []uint16) error {
	for len(sel) > 0 {
		n := min(m.Batch, len(sel))
		for _, part := range c.parts {
			if err := m.pause(); err != nil {
				return err
			}
			m.Levels[0] = append(m.stores[0][:0], sel[:n]...)
			m.State.Counts[c.join] += int64(n)
			if err := m.exec(part.steps, n); err != nil {
				return err
			}
		}
		sel = sel[n:]
	}
	return nil
}
