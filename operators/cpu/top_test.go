package cpu

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/simd"
	"gsdms/plan"
)

// Of rows in random order, with many equal keys and NULLs, those that a top leaves contain
// the rows that a stable sort of all of them puts first, and they are far from all.
func TestTopLeavesTheFirstRows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range tries(120) {
		m := &memTable{rows: 1 + r.IntN(3*plan.SegmentRows)}
		keys, seconds, numbers := make([]cell, m.rows), make([]cell, m.rows), make([]cell, m.rows)
		values, nullable := 1+r.Int64N(1<<uint(1+r.IntN(20))), r.IntN(2) == 0
		absent := []int{50, 2}[r.IntN(2)]                  // one in so many is NULL
		most := []int64{999, math.MaxInt64 / 2}[r.IntN(2)] // of the second key, as far as is known: more have no room in the first's word
		for i := range keys {
			keys[i] = cell{n: r.Int64N(values), null: nullable && r.IntN(absent) == 0}
			seconds[i] = cell{n: r.Int64N(1000), null: nullable && r.IntN(50) == 0}
			numbers[i].n = int64(i)
		}
		bias := -r.Int64N(1000) - 1 // of a nullable column one less than the least number, or lower
		m.store(plan.Storage{Width: []int{4, 8}[r.IntN(2)], Nullable: nullable, Bias: bias}, keys)
		m.store(plan.Storage{Width: 4}, numbers)
		m.store(plan.Storage{Width: map[int64]int{999: 2}[most] + 8*int(most>>61), Nullable: nullable, Bias: map[bool]int64{true: -1}[nullable]}, seconds)
		desc, second, rows := r.IntN(2) == 0, []operators.TopKey{{Reg: 2, Desc: r.IntN(2) == 0}}[:r.IntN(2)], int64(1+r.IntN(40))
		passing := uint64(m.rows / (1 + r.IntN(2))) // rows before this one pass a filter
		by := append([]operators.TopKey{{Desc: desc}}, second...)
		last := 1 // whether the order of the table, or a last key that turns it round, decides among rows of equal keys
		if len(second) > 0 && r.IntN(2) == 0 {
			last, by = -1, append(by, operators.TopKey{Reg: 1, Desc: true})
		}
		top := operators.Top{Keys: by, Rows: rows, Whole: r.IntN(2) == 0}
		got := emittedTop(t, m, nullable, [2]int64{values - 1, most}, top, passing, Options{Threads: 1 + round%4, Batch: 1 + r.IntN(1024)})
		want := make([]int64, passing)
		for i := range want {
			want[i] = int64(i)
		}
		if len(got) > 0 && got[len(got)-1] >= int64(passing) {
			t.Fatalf("round %d: row %d is left, which does not pass the filter", round, got[len(got)-1])
		}
		slices.SortStableFunc(want, func(a, b int64) int {
			order := compareTopKeys(keys[a], keys[b], desc)
			if order == 0 && len(second) > 0 {
				order = compareTopKeys(seconds[a], seconds[b], second[0].Desc)
			}
			return cmp.Or(order, last*cmp.Compare(a, b))
		})
		for _, row := range want[:min(len(want), int(rows))] {
			if _, found := slices.BinarySearch(got, row); !found {
				t.Fatalf("round %d: row %d is not among the %d that are left of %d, descending %v, %d wanted", round, row, len(got), m.rows, desc, rows)
			}
		}
		if values > 1<<15 && absent > 2 && m.rows > 2*plan.SegmentRows && len(got) > m.rows/10 {
			t.Errorf("round %d: %d of %d rows are left for a top of %d", round, len(got), m.rows, rows)
		}
		known := values > 1 && last == 1 // the bounds of the first key, and no row comes before all earlier ones
		if top.Whole && known && m.rows > 2*plan.SegmentRows && len(got) > m.rows/4 {
			t.Errorf("round %d: %d of %d rows are left for a top of %d whose keys are all", round, len(got), m.rows, rows)
		}
		if len(second) > 0 && known && (values < 100 || absent == 2) && m.rows > plan.SegmentRows && len(got) > m.rows/10 {
			t.Errorf("round %d: %d of %d rows are left for a top of %d by two keys, of which the first has %d values", round, len(got), m.rows, rows, values)
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
func emittedTop(t *testing.T, m *memTable, nullable bool, most [2]int64, top operators.Top, passing uint64, o Options) []int64 {
	table := m.table("top")
	p := over(table, "top", &operators.Emit{
		Out: []operators.EmitColumn{{Reg: 0, Type: plan.Type{Kind: plan.Int}}, {Reg: 1, Type: plan.Type{Kind: plan.Int}}},
		Top: &top,
	})
	p.Regs = []operators.Reg{{Nullable: nullable, Hi: most[0]}, {}, {Nullable: nullable, Hi: most[1]}}
	p.Columns = append(p.Columns, operators.Column{Ordinal: 1, Storage: table.Columns[1].Storage})
	p.Columns = append(p.Columns, operators.Column{Ordinal: 2, Storage: table.Columns[2].Storage})
	p.Body = append(p.Body, operators.Load{Dst: 1, Column: 1}, operators.Load{Dst: 2, Column: 2})
	p.Sink.(*operators.Emit).Out = append(p.Sink.(*operators.Emit).Out, operators.EmitColumn{Reg: 2, Type: plan.Type{Kind: plan.Int}})
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
// place does not lie behind it, and no others; where the key is packed, with another behind
// it, and where it is not.
func TestWantedStoredNumbers(t *testing.T) {
	for i := range 8 {
		desc, nullable, packed := i&1 == 1, i&2 == 2, i&4 == 4
		s := plan.Storage{Width: 1, Nullable: nullable, Bias: -100}
		by := &ranking{spec: &operators.Top{Keys: []operators.TopKey{{Desc: desc}}, Rows: 1}, word: word{key: machine.Value{Null: nullable}, desc: desc}}
		if packed {
			p := keys.Packing{}
			p.Add(keys.Key{Value: by.key, Lo: s.Bias + 1, Hi: s.Bias + 255})
			p.Add(keys.Key{Value: machine.Value{Slot: 1}, Hi: 12})
			p.Settle()
			by.packed = &p
			if desc {
				by.flip = p.Fields[0].Mask() << p.Fields[0].Shift
			}
		}
		m := machine.New(256, simd.Plain())
		m.Fit(&machine.Code{Slots: 2, Levels: 1})
		first := 0
		if packed && !nullable {
			first = 1 // not within the bounds of the key
		}
		for stored := range 256 {
			n, null := s.Load(uint64(stored))
			m.Slots[0].Ints[stored], m.Slots[1].Ints[stored] = n, int64(stored%13)
			m.Slots[0].Null[stored] = map[bool]byte{true: 1}[null]
		}
		places := make([]uint64, 256)
		by.places(&m, 256, places)
		for last := first; last < 256; last++ {
			top := newTop(by)
			top.bound.Store(places[last])
			in, ok := top.wanted(s)
			n, null := s.Load(uint64(last))
			if !ok {
				if !null {
					t.Errorf("case %d: no range for the bound %d", i, n)
				}
				continue
			}
			for stored := first; stored < 256; stored++ {
				if places[stored] <= places[last] && (uint64(stored) < in.Lo || uint64(stored) > in.Hi) {
					t.Errorf("case %d, bound %d: %d is not in %v", i, last, stored, in)
				}
				other, _ := s.Load(uint64(stored))
				if behind := !null && other != n && (other > n) != desc; behind && uint64(stored) >= in.Lo && uint64(stored) <= in.Hi {
					t.Errorf("case %d, bound %d: %d is in %v", i, last, stored, in)
				}
			}
		}
	}
}
