package engine

import (
	"context"

	"gsdms/plan/fault"
)

// telling gives a context in which what the query computes tells it what is lost.
func (s *Started) telling(ctx context.Context) context.Context {
	s.query.tell(&s.told)
	return fault.Telling(ctx, &s.told)
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
