package cpu

import (
	"fmt"

	"gsdms/operators"
	"gsdms/operators/cpu/groups"
	"gsdms/operators/cpu/unroll"
)

// parts makes a code for each of the few partners that all rows have, which fold rows into the groups
// of the program.
func (l *lowering) parts(h *groups.Host) error {
	if l.code.groups == nil || l.code.ranking != nil {
		return nil
	}
	join := 1 + len(l.code.clauses) // of what is counted: behind the scan and the filters
	for i, part := range unroll.Of(l.Program) {
		one := l.Part(part.Program, join+1)
		grouping, sink := groups.NewLowering(one, h), part.Program.Sink.(*operators.Groups)
		grouping.Needs(sink)
		one.Needs(part.Program.Body)
		if err := one.Body(); err != nil {
			return fmt.Errorf("part %d: %w", i, err)
		}
		ok, err := grouping.LowerPart(sink, l.code.groups, part.Group, part.Alone)
		if err != nil {
			return fmt.Errorf("part %d: %w", i, err)
		}
		if !ok || !l.SameCounts(one) {
			l.DropParts()
			return nil
		}
		l.AddPart(one, join)
	}
	return nil
}
