package operators

import (
	"math"
	"testing"

	"gsdms/plan"
)

// costly is a program over a 2-byte column that a tenth of the rows pass, a 4-byte
// column that half of those pass, and an 8-byte column that is summed.
func costly() *Program {
	column := func(ordinal, width int) Column { return Column{ordinal, plan.Storage{Width: width}} }
	return &Program{
		Columns: []Column{column(3, 8), column(0, 2), column(1, 4)},
		Filters: []Clause{
			{Any: []Leaf{Ranges{Column: 1, In: []Range{{1, 2}}}}, Selectivity: 0.1},
			{Any: []Leaf{Ranges{Column: 2, In: []Range{{1, 2}, {4, 4}}}, Member{Column: 2}}, Selectivity: 0.5},
		},
		Body: []Instr{Load{Dst: 0, Column: 0}},
		Sink: &Groups{Aggs: []Fold{{Func: Sum64}}},
	}
}

// TestCostByHand: 16 rows of the first column are a sector and all are read; of 8 rows
// of the second at least one has passed the first filter in 1-0.9^8 of the sectors; of 4
// rows of the third, one has passed both in 1-0.95^4.
func TestCostByHand(t *testing.T) {
	c := CostOf([]*Program{costly()})
	read := 2 + 4*(1-math.Pow(0.9, 8)) + 8*(1-math.Pow(0.95, 4))
	instrs := 3 + 0.1*(6+6) + 0.05*(4+2)
	if c.Width != 14 || math.Abs(c.Read-read) > 1e-12 || math.Abs(c.Instrs-instrs) > 1e-12 {
		t.Errorf("%+v, want 14, %g, %g", c, read, instrs)
	}
}

// TestCostOfFolds: counting rows is no instruction for each, an aggregate of all rows needs no
// group, and one of groups does.
func TestCostOfFolds(t *testing.T) {
	of := func(s *Groups) float64 {
		p := costly()
		p.Filters, p.Sink = nil, s
		return CostOf([]*Program{p}).Instrs
	}
	count, sum := Fold{Func: CountRows}, Fold{Func: Sum64}
	for _, c := range []struct {
		sink *Groups
		want float64
	}{
		{&Groups{Aggs: []Fold{count}}, 4},
		{&Groups{Aggs: []Fold{count, sum}}, 4 + 2},
		{&Groups{Keys: []Key{{}}, Aggs: []Fold{count, sum}}, 4 + 3*10},
	} {
		if got := of(c.sink); got != c.want {
			t.Errorf("%+v: %g instructions, want %g", c.sink, got, c.want)
		}
	}
}

// TestCostOfSharedPrograms: the columns that two programs share are read once, more of
// them than by one; their instructions add up. A program without filters reads all.
func TestCostOfSharedPrograms(t *testing.T) {
	one, all := CostOf([]*Program{costly()}), costly()
	two := CostOf([]*Program{costly(), costly()})
	read := 2 + 4*(1-math.Pow(0.9, 16)) + 8*(1-math.Pow(0.95, 8))
	if two.Width != one.Width || math.Abs(two.Read-read) > 1e-12 || math.Abs(two.Instrs-2*one.Instrs) > 1e-12 {
		t.Errorf("two: %+v, one %+v; want %g read", two, one, read)
	}
	all.Filters = nil
	if c := CostOf([]*Program{costly(), all}); c.Read != 14 {
		t.Errorf("with one that reads every row: %+v", c)
	}
}
