package cpu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// Of each part those rows are left that a sort of the part puts first, with all that tie with the
// last of them, however many workers there are; and they are far from all. Parts are told apart by
// one column or by two, and may be NULL.
func TestFirstRowsOfPartsAreLeft(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	for round := range tries(40) {
		m := &memTable{rows: 1 + r.IntN(3*plan.SegmentRows)}
		parts, more, keys, numbers := make([]cell, m.rows), make([]cell, m.rows), make([]cell, m.rows), make([]cell, m.rows)
		values := 1 + r.Int64N(1<<uint(1+r.IntN(20)))
		for i := range keys {
			parts[i] = cell{n: 3 + r.Int64N(40), null: r.IntN(50) == 0}
			more[i] = cell{n: r.Int64N(3)}
			keys[i] = cell{n: r.Int64N(values), null: r.IntN(50) == 0}
			numbers[i].n = int64(i)
		}
		m.store(plan.Storage{Width: 2, Nullable: true, Bias: 2}, parts)
		m.store(plan.Storage{Width: 1}, more)
		m.store(plan.Storage{Width: 4, Nullable: true, Bias: -1}, keys)
		m.store(plan.Storage{Width: 4}, numbers)
		top := &operators.Top{Rows: int64(1 + r.IntN(9)), Column: -1, Distinct: r.IntN(2) == 0, Keys: []operators.TopKey{{Reg: 2, Desc: r.IntN(2) == 0}}}
		top.Within = []operators.Key{{Reg: 0, Nullable: true, Lo: 3, Size: 41}, {Reg: 1, Size: 3}}[:1+r.IntN(2)]
		got := emittedParts(t, m, top, values, Options{Threads: 1 + round%4, Batch: 1 + r.IntN(1024)})
		of := map[[2]cell][]int64{}
		for i := range m.rows {
			part := [2]cell{parts[i]}
			if parts[i].null {
				part[0].n = 0
			}
			if len(top.Within) > 1 {
				part[1] = more[i]
			}
			of[part] = append(of[part], int64(i))
		}
		for part, rows := range of {
			for _, row := range firstByDefinition(rows, keys, top) {
				if _, found := slices.BinarySearch(got, row); !found {
					t.Fatalf("round %d: row %d is left out of %v, with %+v", round, row, part, top)
				}
			}
		}
		if values > 1<<15 && m.rows > 2*plan.SegmentRows && len(got) > m.rows/8 {
			t.Errorf("round %d: %d of %d rows are left of %d parts, of each %d", round, len(got), m.rows, len(of), top.Rows)
		}
	}
}

// firstByDefinition sorts the rows of a part, and gives those before which there are fewer rows,
// or fewer different keys, than are wanted.
func firstByDefinition(rows []int64, keys []cell, top *operators.Top) (out []int64) {
	sorted := slices.Clone(rows)
	compare := func(a, b int64) int { return compareTopKeys(keys[a], keys[b], top.Keys[0].Desc) }
	slices.SortStableFunc(sorted, compare)
	rank, dense := 0, 0
	for i, row := range sorted {
		if i == 0 || compare(sorted[i-1], row) != 0 {
			rank, dense = i, dense+1
		}
		if top.Distinct && dense <= int(top.Rows) || !top.Distinct && rank < int(top.Rows) {
			out = append(out, row)
		}
	}
	return out
}

// emittedParts gives the numbers of the rows that are left of a table of two columns of parts, a
// key and the number.
func emittedParts(t *testing.T, m *memTable, top *operators.Top, values int64, o Options) []int64 {
	table := m.table("parts")
	sink := &operators.Emit{Top: top}
	p := over(table, "parts", sink)
	p.Regs = []operators.Reg{{Nullable: true, Lo: 3, Hi: 42}, {Hi: 2}, {Nullable: true, Hi: values - 1}, {}}
	for i := range p.Regs {
		if i > 0 {
			p.Columns = append(p.Columns, operators.Column{Ordinal: i, Storage: table.Columns[i].Storage})
			p.Body = append(p.Body, operators.Load{Dst: i, Column: i})
		}
		sink.Out = append(sink.Out, operators.EmitColumn{Reg: i, Type: plan.Type{Kind: plan.Int}})
	}
	out, err := runTogether(t, o, m, 0, p)[0].Collect(t.Context())
	check(t, err)
	return out.Columns[3].Ints
}
