package engine

import (
	"context"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/pushscan/relation"
)

// telling gives a context in which what the query computes tells it what is lost.
func (s *Started) telling(ctx context.Context) context.Context {
	s.query.tell(&s.told)
	return fault.Telling(ctx, &s.told)
}

// read is a column of a table that a query reads.
type read struct {
	table  *plan.Table
	column int
}

// lost is what was told, and what the columns of files have lost that the query reads, as far as they
// are read.
func (s *Started) lost() []fault.Warning {
	out := s.told.All()
	for _, r := range s.query.reads {
		out = append(out, relation.Lost(r.table, r.column).Says(r.table.Columns[r.column].Name, r.table.Name)...)
	}
	return out
}

// tell tells what is known of the query before it runs: what its constants lost, and values in what
// was computed of them for the stages that need no other.
func (q *Query) tell(told *fault.Told) {
	told.Add(q.lost...)
	for _, leaf := range q.Leaves {
		if leaf != nil {
			told.Add(leaf.Lost...)
		}
	}
}
