package operators

import (
	"testing"

	"gsdms/plan"
)

// TestWorkOfPairs holds that the work of a few rows with many partners each grows with the pairs, whether the
// partners are in chains or lie side by side.
func TestWorkOfPairs(t *testing.T) {
	few := &plan.Table{Name: "few", Rows: 12}
	for _, kind := range []plan.JoinKind{plan.InnerJoin, plan.LeftJoin, plan.SemiJoin} {
		for _, spans := range []bool{false, true} {
			var instrs [2]float64
			for i, rows := range []int{12_000, 1_200_000} {
				x := &Index{Table: &plan.Table{Name: "many", Rows: rows}, Spans: spans, Parted: 12}
				if !spans {
					x.Parted, x.Heads = 0, make([]uint32, 16)
				}
				p := &Program{Table: few, Indexes: []*Index{x}, Body: []Instr{Probe{Kind: kind, Cond: 0, Mark: -1}}, Limit: -1}
				instrs[i] = WorkOf(p).Instrs
			}
			if instrs[0] < 12_000 || instrs[1] < 50*instrs[0] {
				t.Errorf("%v, side by side %v: %v instructions for a thousand partners of each row and for a hundred times as many", kind, spans, instrs)
			}
		}
	}
}
