package codegen

import (
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// No rows make more groups than what decides their keys has values: counted over random columns,
// filters and look-ups.
func TestGroupsAreNoMoreThanWhatDecidesThem(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	reached := 0
	for range 500 {
		p, keys, set := decided(r)
		groups := map[[3]int]bool{}
		for range 400 {
			a, b := r.IntN(50), r.IntN(20)
			if set[a/64]>>(a%64)&1 == 0 || b < 5 || b > 9 {
				continue
			}
			row := [3]int{a, b, int(p.Arrays[0].Data[a])}
			group := [3]int{-1, -1, -1}
			for _, k := range keys {
				group[k] = row[k]
			}
			groups[group] = true
		}
		g := p.Sink.(*operators.Groups)
		most := mostDeciding(p, g)
		if int64(len(groups)) > most {
			t.Fatalf("%d groups by registers %v, %d at most by what decides them", len(groups), keys, most)
		}
		if int64(len(groups)) == most {
			reached++
		}
	}
	if reached < 50 {
		t.Errorf("the bound was reached %d times in 500: it bounds too little", reached)
	}
}

// decided is a program with a column of a set, one of a range, and what an array has for the
// first, of which some are keys.
func decided(r *rand.Rand) (p *operators.Program, keys []int, set []uint64) {
	set = []uint64{r.Uint64() & r.Uint64() & (1<<50 - 1)}
	array := &operators.Array{Storage: plan.Storage{Width: 1}, Len: 50, Data: make([]byte, 50)}
	for i := range array.Data {
		array.Data[i] = byte(r.IntN(7))
	}
	p = &operators.Program{
		Table: &plan.Table{Rows: 400},
		Filters: []operators.Clause{
			{Any: []operators.Leaf{operators.Member{Column: 0}}},
			{Any: []operators.Leaf{operators.Ranges{Column: 1, In: []operators.Range{{Lo: 5, Hi: 9}}}}},
		},
		Body: []operators.Instr{operators.Load{Dst: 0, Column: 0}, operators.Load{Dst: 1, Column: 1}, operators.Lookup{Dst: 2, At: 0}},
		Regs: []operators.Reg{{Hi: 49}, {Hi: 19}, {Hi: 6}}, Arrays: []*operators.Array{array}, Bits: []*operators.BitSet{{Len: 50, Bits: set}},
	}
	g := &operators.Groups{}
	for k := range 3 {
		if r.IntN(2) == 0 {
			keys, g.Keys = append(keys, k), append(g.Keys, operators.Key{Reg: k})
		}
	}
	p.Sink = g
	return p, keys, set
}
