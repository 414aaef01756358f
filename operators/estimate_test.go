package operators

import (
	"math"
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

// TestEstimateOfSemiJoin leaves by a key with 400 numbers the share that an index of 20 has, and all rows where the
// key may have more numbers than there are rows, or a condition decides.
func TestEstimateOfSemiJoin(t *testing.T) {
	x := &Index{Table: &plan.Table{Rows: 20}, Heads: make([]uint32, 64)}
	for i := range 20 {
		x.Heads[3*i] = 1
	}
	for _, c := range []struct {
		kind   plan.JoinKind
		last   int64
		cond   int
		reach  float64
		nearly float64
	}{
		{plan.SemiJoin, 399, -1, 50, 5}, {plan.SemiJoin, 19, -1, 1000, 0}, {plan.SemiJoin, 1 << 40, -1, 1000, 0},
		{plan.SemiJoin, 399, 1, 1000, 0}, {plan.AntiJoin, 399, -1, 1000, 0}, {plan.MarkJoin, 399, -1, 1000, 0},
	} {
		p := &Program{
			Table: &plan.Table{Name: "t", Rows: 1000}, Limit: -1, Sink: &Emit{}, Regs: []Reg{{Hi: c.last}},
			Indexes: []*Index{x}, Body: []Instr{Probe{Kind: c.kind, Keys: []int{0}, Cond: c.cond}},
		}
		if got := p.Estimate().Sink; math.Abs(got-c.reach) > c.nearly {
			t.Errorf("a %v of a key to %d, condition %d, leaves %v rows, want %v", c.kind, c.last, c.cond, got, c.reach)
		}
	}
}
