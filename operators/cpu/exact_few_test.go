package cpu

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// Sums, counts of rows and counts of values of a column of doubles with NULLs are those of arithmetic of
// any precision, for one group, few and many, of all rows and of those that a filter leaves, and
// wherever one double of a batch is too far from the others.
func TestSumsOfDoublesWithNulls(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 4))
	for round := range 200 {
		n, size := 1+r.IntN(9000), []int{1, 2, 7, 64, 65, 300}[r.IntN(6)]
		nulls, odd := r.IntN(3) > 0, r.IntN(3) == 0
		values, groups := make([]cell, n), make([]cell, n)
		filter := operators.Range{Lo: uint64(r.IntN(size)), Hi: uint64(size - 1)}
		if round%2 == 0 {
			filter.Lo = 0
		}
		sums, rows, present := make([]big.Float, size), make([]int64, size), make([]int64, size)
		for i := range values {
			g := r.IntN(size)
			values[i] = cell{f: math.Round((r.Float64()-0.3)*1e4) / 100, null: nulls && r.IntN(6) == 0}
			if odd && r.IntN(700) == 0 {
				values[i].f = []float64{1e300, -1e-300, 1 << 40, 5e-324}[r.IntN(4)]
			}
			groups[i].n = int64(g)
			if uint64(g) < filter.Lo {
				continue
			}
			if rows[g]++; !values[i].null {
				present[g]++
				sums[g].SetPrec(4000).Add(&sums[g], big.NewFloat(values[i].f))
			}
		}
		got := summedWithNulls(t, values, groups, size, nulls, filter, Options{Threads: 1 + round%3, Morsel: 1 << 12})
		at := 0
		for g := range size {
			if rows[g] == 0 {
				continue
			}
			want, _ := sums[g].Float64()
			sum, null := got.Columns[2].Floats[at], got.Columns[2].IsNull(at)
			if got.Columns[0].Ints[at] != int64(g) || got.Columns[1].Ints[at] != rows[g] || got.Columns[3].Ints[at] != present[g] {
				t.Fatalf("round %d: group %d has %d rows and %d values, want group %d, %d and %d", round, got.Columns[0].Ints[at], got.Columns[1].Ints[at], got.Columns[3].Ints[at], g, rows[g], present[g])
			}
			if null != (present[g] == 0) || !null && sum != want {
				t.Fatalf("round %d: the sum of group %d is %v (NULL: %t), want %v of %d values", round, g, sum, null, want, present[g])
			}
			at++
		}
		if at != got.Len {
			t.Fatalf("round %d: %d groups, want %d", round, got.Len, at)
		}
	}
}

// summedWithNulls groups values: COUNT(*), SUM and COUNT of each group in a range.
func summedWithNulls(t *testing.T, values, groups []cell, size int, nullable bool, in operators.Range, o Options) *plan.Rows {
	m := &memTable{rows: len(values)}
	m.store(plan.Storage{Width: 8, Float: true, Nullable: nullable}, values)
	m.store(plan.Storage{Width: 2}, groups)
	table := m.table("sums")
	p := over(table, "sums", &operators.Groups{
		Keys: []operators.Key{{Reg: 1, Type: plan.Type{Kind: plan.Int}, Size: size}}, Dense: true, Size: size,
		Aggs: []operators.Fold{
			{Func: operators.CountRows, Arg: -1, Type: plan.Type{Kind: plan.Int}},
			{Func: operators.SumFloat, Arg: 0, Type: plan.Type{Kind: plan.Double}},
			{Func: operators.CountValues, Arg: 0, Type: plan.Type{Kind: plan.Int}},
		},
	})
	p.Regs = []operators.Reg{{Float: true, Nullable: nullable}, {Hi: int64(size - 1)}}
	p.Columns = append(p.Columns, operators.Column{Ordinal: 1, Storage: table.Columns[1].Storage})
	p.Body = append(p.Body, operators.Load{Dst: 1, Column: 1})
	if in.Lo > 0 {
		p.Filters = []operators.Clause{{Any: []operators.Leaf{operators.Ranges{Column: 1, In: []operators.Range{in}}}}}
	}
	rows, err := runTogether(t, o, m, 0, p)[0].Collect(t.Context())
	check(t, err)
	return rows
}
