package tail

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/window"
)

// TestWindowsOfPartitionsFarApart holds that partitions are the same where their keys are numbered
// before they are sorted: few and many of them, by one key and by two, with keys of NULL and doubles.
func TestWindowsOfPartitionsFarApart(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	integer := plan.Type{Kind: plan.Int}
	for _, groups := range []int{1, 7, 3000, 1 << 30} {
		for _, n := range []int{fewRows + 1, 5*team.ChunkRows + 3, 2*partitionRows + 77} {
			keys := make([]uint64, min(groups, n))
			for i := range keys {
				keys[i] = r.Uint64() >> 1
			}
			rows := &plan.Rows{Len: n, Columns: []plan.Vector{
				{Type: integer, Ints: make([]int64, n), Nulls: make([]bool, n)}, {Type: plan.Type{Kind: plan.Double}, Floats: make([]float64, n)}, randomInts(r, n, 50), randomInts(r, n, 1<<40),
			}}
			for i := range n {
				k := keys[r.IntN(len(keys))]
				if rows.Columns[0].Nulls[i] = k%5 == 0; k%5 != 0 {
					rows.Columns[0].Ints[i] = int64(k)
				}
				rows.Columns[1].Floats[i] = float64(k>>9) / 3
			}
			for _, partition := range [][]int{{0}, {1}} {
				checkParted(t, rows, partition[0])
			}
		}
	}
}

// checkParted compares with the rows of each partition, which a map finds, in order.
func checkParted(t *testing.T, rows *plan.Rows, by int) {
	t.Helper()
	slot := func(i int) plan.Slot { return plan.Slot{Index: i, Of: rows.Columns[i].Type} }
	over := plan.Over{Partition: []plan.Slot{slot(by)}, Order: []plan.WindowOrder{{Slot: slot(2), Desc: true}}}
	rowsOnly := over
	rowsOnly.Frame = &plan.Frame{Lo: plan.Bound{At: plan.UnboundedPreceding}, Hi: plan.Bound{At: plan.CurrentRow}}
	var funcs []plan.WindowFunc
	for _, f := range []struct {
		name plan.WindowName
		args []plan.Expr
		over plan.Over
	}{
		{plan.RowNumber, nil, over}, {plan.WindowCount, nil, over}, {plan.WindowCount, nil, rowsOnly},
		{plan.Lag, []plan.Expr{slot(3)}, over}, {plan.WindowSum, []plan.Expr{slot(3)}, rowsOnly},
	} {
		made, err := window.New(f.name, f.args, f.over)
		must(t, err)
		funcs = append(funcs, made)
	}
	got, err := Run(t.Context(), []plan.Operator{plan.Window{Funcs: funcs}}, rows, Options{Threads: 2})
	must(t, err)
	type key struct {
		null bool
		n    int64
		f    float64
	}
	parts := map[key][]int{}
	for i := range rows.Len {
		k := key{null: rows.Columns[by].IsNull(i)}
		if by == 1 {
			k.f = rows.Columns[1].Floats[i]
		} else {
			k.n = rows.Columns[0].Ints[i]
		}
		parts[k] = append(parts[k], i)
	}
	at := func(f, row int) int64 { return got.Columns[4+f].Ints[row] }
	for _, part := range parts {
		order := rows.Columns[2].Ints
		slices.SortStableFunc(part, func(a, b int) int { return cmp.Compare(order[b], order[a]) })
		sum := int64(0)
		for i, row := range part {
			peers := i + 1
			for peers < len(part) && order[part[peers]] == order[row] {
				peers++
			}
			sum += rows.Columns[3].Ints[row]
			if at(0, row) != int64(i+1) || at(1, row) != int64(peers) || at(2, row) != int64(i+1) || at(4, row) != sum {
				t.Fatalf("%d rows, %d partitions: row %d is %d, %d, %d, %d; want %d, %d, %[8]d, %d", rows.Len, len(parts), row, at(0, row), at(1, row), at(2, row), at(4, row), i+1, peers, sum)
			}
			if lagged := got.Columns[7].IsNull(row); lagged != (i == 0) || i > 0 && at(3, row) != rows.Columns[3].Ints[part[i-1]] {
				t.Fatalf("%d rows, %d partitions: the row before row %d", rows.Len, len(parts), row)
			}
		}
	}
}
