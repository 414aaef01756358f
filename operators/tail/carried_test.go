package tail

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// TestColumnsGoWithTheirRows interpolates in groups of so many rows that their numbers are put in order with
// them: of numbers and of doubles, with NULLs and without, of one column and of two side by side.
func TestColumnsGoWithTheirRows(t *testing.T) {
	const rows, groups = carriedRows + 4097, 700
	r := rand.New(rand.NewPCG(11, 2))
	for turn := range tries(4) {
		set := &plan.Rows{Len: rows, Columns: []plan.Vector{
			{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, rows)}, rankedShapes[turn%2](r, rows), rankedShapes[6](r, rows),
		}}
		for i := range rows {
			set.Columns[0].Ints[i] = r.Int64N(groups) - 100
		}
		if turn > 1 {
			nulls := make([]bool, rows)
			for i := range nulls {
				nulls[i] = r.IntN(3) == 0 || set.Columns[0].Ints[i] == 2
			}
			set.Columns[1+turn%2].Nulls = nulls
		}
		c := carriedGroups{set: set, threads: 1 + turn%3, what: fmt.Sprint("turn ", turn)}
		c.compare(t, r.Float64())
	}
}

// carriedGroups is rows of a group's number and two values.
type carriedGroups struct {
	set     *plan.Rows
	threads int
	what    string
}

// compare holds percentiles of both values, computed side by side, against those of sorted groups.
func (c carriedGroups) compare(t *testing.T, share float64) {
	t.Helper()
	group := plan.Group{Keys: []plan.Slot{groupSlot(c.set, 0)}}
	var want []map[int64][]float64
	for column := 1; column <= 2; column++ {
		agg, err := typing.NewGathered(plan.PercentileCont, []plan.Expr{groupSlot(c.set, column)}, plan.Gathered{Option: value.OfFloat(share)})
		must(t, err)
		group.Aggs = append(group.Aggs, agg)
		of := ranked{set: &plan.Rows{Len: c.set.Len, Columns: []plan.Vector{c.set.Columns[0], c.set.Columns[column]}}}
		of.sort()
		want = append(want, of.of)
	}
	run := newRunner(t.Context(), c.set, Options{Threads: c.threads})
	if of := run.carry(group); of == nil || len(of.columns) != 2 {
		t.Fatalf("%s: nothing goes with the rows", c.what)
	}
	must(t, run.group(group))
	if run.rows.Len != len(want[0]) {
		t.Fatalf("%s: %d groups, want %d", c.what, run.rows.Len, len(want[0]))
	}
	for i := range run.rows.Len {
		key := run.rows.Columns[0].Ints[i]
		for column, of := range want {
			have, want := run.rows.Columns[1+column].Value(i), interpolated(of[key], share)
			if fmt.Sprint(have) != fmt.Sprint(want) {
				t.Errorf("%s: %v of column %d of group %d is %v, want %v", c.what, share, column, key, have, want)
			}
		}
	}
}
