package cpu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// Of rows in random order, with many equal keys and NULLs, those that a top leaves contain
// the rows that a stable sort of all of them puts first, and they are far from all.
func TestTopLeavesTheFirstRows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 60 {
		m := &memTable{rows: 1 + r.IntN(3*plan.SegmentRows)}
		keys, numbers := make([]cell, m.rows), make([]cell, m.rows)
		values, nullable := 1+r.Int64N(1<<uint(1+r.IntN(20))), r.IntN(2) == 0
		for i := range keys {
			keys[i] = cell{n: r.Int64N(values), null: nullable && r.IntN(50) == 0}
			numbers[i].n = int64(i)
		}
		bias := -r.Int64N(1000) - 1 // of a nullable column one less than the least number, or lower
		m.store(plan.Storage{Width: []int{4, 8}[r.IntN(2)], Nullable: nullable, Bias: bias}, keys)
		m.store(plan.Storage{Width: 4}, numbers)
		desc, rows := r.IntN(2) == 0, int64(1+r.IntN(40))
		passing := uint64(m.rows / (1 + r.IntN(2))) // rows before this one pass a filter
		got := emittedTop(t, m, nullable, desc, rows, passing, Options{Threads: 1 + round%4, Batch: 1 + r.IntN(1024)})
		want := make([]int64, passing)
		for i := range want {
			want[i] = int64(i)
		}
		if len(got) > 0 && got[len(got)-1] >= int64(passing) {
			t.Fatalf("round %d: row %d is left, which does not pass the filter", round, got[len(got)-1])
		}
		slices.SortStableFunc(want, func(a, b int64) int { return compareTopKeys(keys[a], keys[b], desc) })
		for _, row := range want[:min(len(want), int(rows))] {
			if _, found := slices.BinarySearch(got, row); !found {
				t.Fatalf("round %d: row %d is not among the %d that are left of %d, descending %v, %d wanted", round, row, len(got), m.rows, desc, rows)
			}
		}
		if values > 1<<15 && m.rows > 2*plan.SegmentRows && len(got) > m.rows/10 {
			t.Errorf("round %d: %d of %d rows are left for a top of %d", round, len(got), m.rows, rows)
		}
	}
}

func compareTopKeys(a, b cell, desc bool) int {
	order := 0
	switch {
	case a.null && b.null:
	case a.null:
		order = -1
	case b.null:
		order = 1
	default:
		order = int(a.n - b.n)
	}
	if desc {
		return -order
	}
	return order
}

// emittedTop gives the second column of the rows that are left, by the first one's order,
// of those whose second column is less than passing.
func emittedTop(t *testing.T, m *memTable, nullable, desc bool, rows int64, passing uint64, o Options) []int64 {
	table := m.table("top")
	p := over(table, "top", &operators.Emit{
		Out: []operators.EmitColumn{{Reg: 0, Type: plan.Type{Kind: plan.Int}}, {Reg: 1, Type: plan.Type{Kind: plan.Int}}},
		Top: &operators.Top{Reg: 0, Desc: desc, Rows: rows, Column: 0},
	})
	p.Regs = []operators.Reg{{Nullable: nullable}, {}}
	p.Columns = append(p.Columns, operators.Column{Ordinal: 1, Storage: table.Columns[1].Storage})
	p.Body = append(p.Body, operators.Load{Dst: 1, Column: 1})
	if passing < uint64(m.rows) {
		below := operators.Ranges{Column: 1, In: []operators.Range{{Hi: passing - 1}}}
		if passing == 0 {
			below.In = nil
		}
		p.Filters = []operators.Clause{{Any: []operators.Leaf{below}}}
	}
	out, err := runTogether(t, o, m, 0, p)[0].Collect(t.Context())
	check(t, err)
	return out.Columns[1].Ints
}

// TestWantedStoredNumbers: the range that a bound stands for has the stored numbers whose
// place does not lie behind it, and no others.
func TestWantedStoredNumbers(t *testing.T) {
	for _, desc := range []bool{false, true} {
		for _, nullable := range []bool{false, true} {
			s := plan.Storage{Width: 1, Nullable: nullable, Bias: -100}
			table := &plan.Table{Columns: []plan.Column{{Storage: s}}}
			for last := range uint64(256) {
				top := newTop(&operators.Top{Desc: desc, Rows: 1})
				n, null := s.Load(last)
				bound := top.place(orderedInt(n), null)
				top.bound.Store(bound)
				in, ok := top.wanted(table)
				if !ok {
					if !null {
						t.Errorf("descending %v: no range for the bound %d", desc, n)
					}
					continue
				}
				for stored := range uint64(256) {
					n, null := s.Load(stored)
					if want := top.place(orderedInt(n), null) <= bound; want != (stored >= in.Lo && stored <= in.Hi) {
						t.Errorf("descending %v, nullable %v, bound %d: %d is in %v: %v", desc, nullable, last, stored, in, !want)
					}
				}
			}
		}
	}
}
