package engine

import (
	"math/bits"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/network/cut"
)

// Expects is how many rows of a table the query is expected to do more with than to test its conditions on
// them; ok is false where that is not known before it runs.
func (q *Query) Expects(t *plan.Table) (rows float64, ok bool) {
	for i, stage := range q.Shape.Stages {
		for j, ref := range stage.Tables {
			if stage.From[j] != cut.Stored || ref.Table != t {
				continue
			}
			leaf := q.Leaves[i]
			if leaf == nil || leaf.Program.Table != t || len(stage.Tables) > 1 {
				return 0, false
			}
			rows += expected(leaf.Program)
		}
	}
	return rows, true
}

// expected is how many rows of the streamed table come to the sink: no more than zone maps leave.
func expected(p *operators.Program) float64 {
	live := 0
	for _, w := range p.Live().Bits {
		live += bits.OnesCount64(w)
	}
	return min(p.Estimate().Sink, float64(live)*plan.SegmentRows)
}
