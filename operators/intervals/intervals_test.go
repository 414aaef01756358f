package intervals

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gsdms/operators"
	"gsdms/plan"
)

// drawClause draws a clause on column 0 of one byte, or sometimes on two columns, and the
// numbers of column 0 for which it holds.
func drawClause(t *rapid.T, p *operators.Program) (operators.Clause, func(n uint64) bool, bool) {
	var c operators.Clause
	var holds []func(n uint64) bool
	tabled := true
	for range rapid.IntRange(0, 2).Draw(t, "leaves") {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			tabled = false
			in := []operators.Range{{Lo: 1, Hi: 2}}
			c.Any = append(c.Any, operators.Ranges{In: in}, operators.Ranges{Column: 1, In: in})
		case 1, 2:
			few := rapid.Uint64().Draw(t, "bits") & rapid.Uint64().Draw(t, "mask")
			set := &operators.BitSet{Len: 128, Bits: []uint64{few, 7}}
			p.Bits = append(p.Bits, set)
			c.Any = append(c.Any, operators.Member{Set: len(p.Bits) - 1})
			has := func(n uint64) bool { return n < 128 && set.Bits[n/64]>>(n%64)&1 != 0 }
			holds = append(holds, has)
			runs := 0
			for n := range uint64(128) {
				if has(n) && (n == 0 || !has(n-1)) {
					runs++
				}
			}
			tabled = tabled && runs <= 16
		default:
			lo := rapid.Uint64Range(0, 260).Draw(t, "lo")
			r := operators.Range{Lo: lo, Hi: lo + rapid.SampledFrom([]uint64{0, 1, 9, 300, math.MaxUint64 - 260}).Draw(t, "width")}
			c.Any = append(c.Any, operators.Ranges{In: []operators.Range{r}})
			holds = append(holds, func(n uint64) bool { return r.Lo <= n && n <= r.Hi })
		}
	}
	some := func(n uint64) bool {
		return slices.ContainsFunc(holds, func(h func(uint64) bool) bool { return h(n) })
	}
	return c, some, tabled && len(c.Any) > 0
}

// For every number of a byte, a program fails in the number's interval exactly if one of
// its clauses does not hold for the number.
func TestIntervalsAgreeWithEveryNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reader := operators.Column{Storage: plan.Storage{Width: 1}}
		column := NewColumn(reader)
		most := rapid.SampledFrom([]int{3, 20, 256}).Draw(t, "most")
		taken := map[int][]func(n uint64) bool{}
		for range rapid.IntRange(0, 12).Draw(t, "clauses") {
			p := &operators.Program{Columns: []operators.Column{reader, reader}}
			c, holds, tabled := drawClause(t, p)
			_, in, ok := Tabled(p, c)
			if ok != tabled {
				t.Fatalf("tabled %v, want %v: %+v", ok, tabled, c)
			}
			before := len(column.Starts)
			program := rapid.IntRange(0, 4).Draw(t, "program")
			switch added := ok && column.Add(Test{Program: program, In: in}, most); {
			case added:
				taken[program] = append(taken[program], holds)
			case len(column.Starts) != before:
				t.Fatal("a test that was not taken left bounds")
			}
		}
		if len(column.Starts) > most || !slices.IsSorted(column.Starts) || column.Starts[0] != 0 {
			t.Fatalf("bounds %v, at most %d", column.Starts, most)
		}
		fails := map[[2]int]bool{}
		column.Fails(func(interval, program int) { fails[[2]int{interval, program}] = true })
		for n := range uint64(256) {
			interval := 0
			for interval+1 < len(column.Starts) && uint64(column.Starts[interval+1]) <= n {
				interval++
			}
			for program, all := range taken {
				want := slices.ContainsFunc(all, func(h func(uint64) bool) bool { return !h(n) })
				if got := fails[[2]int{interval, program}]; got != want {
					t.Fatalf("number %d, program %d: fails %v, want %v", n, program, got, want)
				}
			}
		}
	})
}

func TestWideColumnsHaveNoTable(t *testing.T) {
	for _, s := range []plan.Storage{{Width: 8}, {Width: 8, Float: true}} {
		p := &operators.Program{Columns: []operators.Column{{Storage: s}}}
		if _, _, ok := Tabled(p, operators.Clause{Any: []operators.Leaf{operators.Ranges{In: []operators.Range{{Lo: 1, Hi: 2}}}}}); ok {
			t.Errorf("%+v has a table", s)
		}
	}
}
