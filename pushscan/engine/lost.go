package engine

import "gsdms/plan/fault"

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
