package operators

import (
	"testing"

	"gsdms/plan"
)

// TestEstimate multiplies by hand: of 1,000 rows half pass a filter and a fifth of these a
// set; a probe of chains of 3 triples what is left, and a semi join does not.
func TestEstimate(t *testing.T) {
	table := &plan.Table{Name: "t", Rows: 1000}
	p := &Program{
		Table:   table,
		Limit:   -1,
		Filters: []Clause{{Any: []Leaf{Ranges{}}, Selectivity: 0.5}},
		Bits:    []*BitSet{{Len: 10, Bits: []uint64{3}}},
		Indexes: []*Index{{Table: &plan.Table{Rows: 30}, Heads: make([]uint32, 10)}},
		Body:    []Instr{Test{}, Probe{Kind: plan.LeftJoin}, Probe{Kind: plan.SemiJoin}},
		Sink:    &Emit{},
	}
	for i := range p.Indexes[0].Heads {
		p.Indexes[0].Heads[i] = 1
	}
	check := func(sink, leave float64) {
		t.Helper()
		if got := p.Estimate(); got != (Estimate{sink, leave}) {
			t.Errorf("got %+v, want %v and %v", got, sink, leave)
		}
	}
	check(300, 300)
	p.Limit = 7
	check(300, 7)
	p.Offset = 3
	check(300, 4)
	p.Offset = 400
	check(300, 0)
	p.Sink = &Groups{Keys: []Key{{Size: 5}, {Size: 4}}}
	check(300, 20)
	p.Sink = &Groups{Keys: []Key{{Size: 5}, {}}}
	check(300, 300)
	p.Sink = &Groups{}
	check(300, 1)
	p.Filters = append(p.Filters, Clause{Selectivity: 1})
	check(0, 1)
}
