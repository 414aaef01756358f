package cpu

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// Numbers that are read at the places of long and of short lists, from columns and, at places
// that these give, from arrays of all widths, are those that going through the rows gives: as
// keys of groups and as what is added up. What a column stores may be above or below the place.
func TestListsOfRows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 77))
	for round := range 36 {
		const rows, places = plan.SegmentRows + 333, 97
		widths := []int{1, 2, 4, 8}
		m, bias := &memTable{}, []int64{0, 3, -2, 1}[round%4]
		at, weights := make([]cell, rows), make([]cell, rows)
		for i := range rows {
			at[i].n, weights[i].n = max(0, bias)+r.Int64N(places-max(0, bias)), r.Int64N(100)-7
		}
		m.store(plan.Storage{Width: widths[round%3], Bias: bias}, at)
		m.store(plan.Storage{Width: widths[round/3%4], Bias: -7}, weights)
		table := m.table("lists")
		array, values := randomArray(r, widths[round/2%4], places)
		least := r.Int64N(100) - 7 // few rows are left, or many
		p := listing(table, array, least)
		want := map[int64][2]int64{}
		for i := range rows {
			if v, w := values[at[i].n], weights[i].n; w >= least {
				sums := want[v]
				want[v] = [2]int64{sums[0] + 1, sums[1] + w + v}
			}
		}
		for _, o := range []Options{{Threads: 1 + round%2, Batch: 700 + r.IntN(400)}, {Threads: 1, NoSIMD: true}} {
			got, err := runTogether(t, o, m, 0, p)[0].Collect(t.Context())
			check(t, err)
			lines := rowLines(got)
			if len(lines) != len(want) {
				t.Fatalf("round %d: %d groups, want %d", round, len(lines), len(want))
			}
			for i, line := range lines {
				key := got.Columns[0].Ints[i]
				if own := fmt.Sprint(key, want[key][0], want[key][1]); line != own {
					t.Fatalf("round %d, %+v: %s, want %s", round, o, line, own)
				}
			}
		}
	}
}

// randomArray has numbers of a few values, and gives them.
func randomArray(r *rand.Rand, width, rows int) (*operators.Array, []int64) {
	s := plan.Storage{Width: width, Bias: -20}
	m, cells, values := &memTable{}, make([]cell, rows), make([]int64, rows)
	for i := range cells {
		values[i] = r.Int64N(50) - 20
		cells[i].n = values[i]
	}
	m.store(s, cells)
	return &operators.Array{Name: "array", Storage: s, Len: rows, Data: m.columns[0]}, values
}

// listing groups the rows whose weight is no less by what an array has for them, and adds up
// both.
func listing(table *plan.Table, array *operators.Array, least int64) *operators.Program {
	p := over(table, "lists", &operators.Groups{
		Dense: true, Size: 50, Keys: []operators.Key{{Reg: 1, Lo: -20, Size: 50, Type: plan.Type{Kind: plan.Int}}},
		Aggs: []operators.Fold{{Func: operators.CountRows, Arg: -1}, {Func: operators.Sum64, Arg: 3}},
	})
	p.Arrays = []*operators.Array{array}
	p.Regs = []operators.Reg{{Hi: 200}, {Lo: -20, Hi: 29}, {Lo: -7, Hi: 92}, {Lo: -27, Hi: 121}}
	s := table.Columns[1].Storage
	p.Columns = append(p.Columns, operators.Column{Ordinal: 1, Storage: s})
	p.Body = append(p.Body, operators.Lookup{Dst: 1, At: 0}, operators.Load{Dst: 2, Column: 1}, operators.Compute{Op: operators.AddInt, Dst: 3, Args: []int{1, 2}})
	p.Filters = []operators.Clause{{Selectivity: 0.5, Any: []operators.Leaf{
		operators.Ranges{Column: 1, In: []operators.Range{{Lo: s.Store(least), Hi: s.Store(92)}}},
	}}}
	return p
}
