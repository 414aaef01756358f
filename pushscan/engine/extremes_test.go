package engine

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"pgregory.net/rapid"

	"gsdms/operators"
	"gsdms/plan"
)

// halfTold is a number and a double for each segment and row of it, of which only bounds are known.
type halfTold struct {
	ints   [][]int64 // by segment; NULL where null says so
	null   [][]bool
	nulls  bool     // said to be there in each segment
	wider  []uint64 // by segment: how far its bounds are from its numbers
	silent bool     // the bounds of doubles say nothing
	plan.Data
}

// number gives the number of a row as it is stored, of the double that is a quarter of it if it is asked.
func (h *halfTold) number(column, n int64) uint64 {
	if column == 0 {
		return uint64(n + 1000)
	}
	return plan.RankStorage(true).Store(plan.RankOf(float64(n) / 4))
}

func (h *halfTold) Least(column, segment int) uint64 {
	least := uint64(math.MaxUint64)
	for i, n := range h.ints[segment] {
		if !h.null[segment][i] {
			least = min(least, h.number(int64(column), n)-h.wider[segment])
		}
	}
	if h.silent && column == 1 {
		return plan.RankStorage(true).Store(plan.RankOf(math.Inf(-1)))
	}
	return least
}

func (h *halfTold) Zone(column, segment int) (lo, hi uint64) {
	lo = h.Least(column, segment)
	for i, n := range h.ints[segment] {
		if !h.null[segment][i] {
			hi = max(hi, h.number(int64(column), n)+h.wider[segment])
		}
	}
	if h.nulls {
		lo = 0
	}
	return lo, hi
}

func (*halfTold) Lacks(int) bool                           { return true }
func (*halfTold) Need(context.Context, []int, []int) error { return nil }
func (*halfTold) There(context.Context, int, int, int, []int) (arrow.Array, error) {
	return nil, nil
}

// zoned is the same rows, stored: there are zones alone.
type zoned struct {
	of *halfTold
	plan.Data
}

func (z zoned) Zone(column, segment int) (lo, hi uint64) {
	if column == 1 {
		return 0, math.MaxUint64
	}
	return z.of.Zone(column, segment)
}

// Of a stored table the zones tell of numbers without NULL, of the greatest with NULL, too, and of no
// doubles.
func TestExtremesOfStoredTable(t *testing.T) {
	const segments = fewSegments + 1
	h := &halfTold{ints: make([][]int64, segments), null: make([][]bool, segments), wider: make([]uint64, segments)}
	for s := range segments {
		h.ints[s], h.null[s] = []int64{int64(s), int64(s + 7)}, make([]bool, 2)
	}
	asked := func(f operators.Fold, nulls bool) []int {
		h.nulls = nulls
		q := h.query()
		q.Program.Table.Data = zoned{of: h}
		q.Program.Table.Columns[0].Storage.Nullable = nulls
		q.Program.Sink = &operators.Groups{Aggs: []operators.Fold{f}}
		x := extremesOf(q)
		if x == nil {
			return nil
		}
		var out []int
		part := x.next()
		for s := range segments {
			if part.Has(s) {
				out = append(out, s)
			}
		}
		return out
	}
	for i, test := range []struct {
		fold  int // of halfToldAggs
		nulls bool
		want  []int
	}{{0, false, []int{0}}, {2, false, []int{segments - 1}}, {0, true, nil}, {2, true, []int{segments - 1}}, {3, false, nil}, {4, false, nil}} {
		if got := asked(halfToldAggs[test.fold], test.nulls); !slices.Equal(got, test.want) {
			t.Errorf("case %d: the segments %v are read first, want %v", i, got, test.want)
		}
	}
}

var halfToldAggs = []operators.Fold{
	{Func: operators.MinInt, Arg: 0, Type: plan.Type{Kind: plan.Int}}, {Func: operators.CountRows, Arg: -1, Type: plan.Type{Kind: plan.Int}}, {Func: operators.MaxInt, Arg: 0, Type: plan.Type{Kind: plan.Int}},
	{Func: operators.MinFloat, Arg: 1, Type: plan.Type{Kind: plan.Double}}, {Func: operators.MaxFloat, Arg: 1, Type: plan.Type{Kind: plan.Double}},
}

// query asks for the extremes of both columns, and counts rows.
func (h *halfTold) query() *operators.Query {
	forms := []plan.Storage{{Width: 2, Nullable: true, Bias: -1000}, {Width: 8, Float: true, Nullable: true}}
	t := &plan.Table{Name: "t", Rows: len(h.ints) * plan.SegmentRows, Data: h, Columns: []plan.Column{{Name: "n", Storage: forms[0]}, {Name: "f", Type: plan.Type{Kind: plan.Double}, Storage: forms[1]}}}
	return &operators.Query{Program: &operators.Program{
		Table: t, Columns: []operators.Column{{Ordinal: 0, Storage: forms[0]}, {Ordinal: 1, Storage: forms[1]}},
		Body: []operators.Instr{operators.Load{Dst: 0, Column: 0}, operators.Load{Dst: 1, Column: 1}}, Sink: &operators.Groups{Aggs: halfToldAggs},
	}}
}

// rows is what a ride over segments gives.
func (h *halfTold) rows(in func(segment int) bool) *plan.Rows {
	lo, hi, count := int64(math.MaxInt64), int64(math.MinInt64), int64(0)
	for s := range h.ints {
		for i, n := range h.ints[s] {
			if in(s) {
				count++
			}
			if in(s) && !h.null[s][i] {
				lo, hi = min(lo, n), max(hi, n)
			}
		}
	}
	nulls := []bool{lo > hi}
	rows := &plan.Rows{Len: 1, Columns: make([]plan.Vector, len(halfToldAggs))}
	for i, n := range []int64{lo, count, hi} {
		rows.Columns[i] = plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: []int64{n}, Nulls: nulls}
	}
	rows.Columns[1].Nulls = nil
	for i, n := range []int64{lo, hi} {
		rows.Columns[3+i] = plan.Vector{Type: plan.Type{Kind: plan.Double}, Floats: []float64{float64(n) / 4}, Nulls: nulls}
	}
	return rows
}

// Whatever the bounds are, as long as they are bounds, the extremes are those of all rows; where they
// are those of rows, no more than one segment is read for each.
func TestExtremesOfFewSegments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "segments")
		h := &halfTold{ints: make([][]int64, n), null: make([][]bool, n), wider: make([]uint64, n), nulls: rapid.Bool().Draw(t, "nulls")}
		exact := rapid.Bool().Draw(t, "exact")
		for s := range n {
			h.ints[s] = rapid.SliceOfN(rapid.Int64Range(-900, 900), 1, 4).Draw(t, "numbers")
			h.null[s] = make([]bool, len(h.ints[s]))
			for i := range h.null[s] {
				h.null[s][i] = h.nulls && rapid.IntRange(0, 2).Draw(t, "NULL") > 0
			}
			if !exact {
				h.wider[s] = rapid.Uint64Range(0, 90).Draw(t, "wider")
			}
		}
		q := h.query()
		x := extremesOf(q)
		if x == nil {
			t.Fatal("no extremes by bounds")
		}
		read := 0
		for part := x.next(); part != nil; part = x.next() {
			for s := range n {
				if part.Has(s) {
					read++
				}
			}
			x.take(h.rows(part.Has))
		}
		want := h.rows(func(int) bool { return true })
		for i := range want.Columns {
			got, w := &x.rows.Columns[i], &want.Columns[i]
			if i == 1 {
				if got.Ints[0] != int64(q.Program.Table.Rows) {
					t.Errorf("%d rows", got.Ints[0])
				}
				continue
			}
			if got.IsNull(0) != w.IsNull(0) || !w.IsNull(0) && got.Value(0).String() != w.Value(0).String() {
				t.Errorf("value %d is %v, want %v", i, got.Value(0), w.Value(0))
			}
		}
		if exact && read > 4 {
			t.Errorf("%d of %d segments are read", read, n)
		}
	})
}

// What is more than extremes of columns, or of unknown bounds, takes the whole scan.
func TestWhatBoundsDoNotTell(t *testing.T) {
	made := func() (*halfTold, *operators.Query) {
		h := &halfTold{ints: [][]int64{{1}}, null: [][]bool{{false}}, wider: []uint64{0}}
		return h, h.query()
	}
	aggs := func(f ...operators.Fold) func(*halfTold, *operators.Program) {
		return func(_ *halfTold, p *operators.Program) { p.Sink = &operators.Groups{Aggs: f} }
	}
	for name, change := range map[string]func(*halfTold, *operators.Program){
		"silent doubles": func(h *halfTold, _ *operators.Program) { h.silent = true },
		"a filter":       func(_ *halfTold, p *operators.Program) { p.Filters = []operators.Clause{{}} },
		"a condition":    func(_ *halfTold, p *operators.Program) { p.Body = append(p.Body, operators.Keep{Cond: 0}) },
		"groups":         func(_ *halfTold, p *operators.Program) { p.Sink.(*operators.Groups).Keys = make([]operators.Key, 1) },
		"rows":           func(_ *halfTold, p *operators.Program) { p.Sink = &operators.Emit{} },
		"stored rows":    func(h *halfTold, p *operators.Program) { p.Table.Data = h.Data },
		"dead rows":      func(_ *halfTold, p *operators.Program) { p.Table.Dead = 1 },
		"a count of all": aggs(operators.Fold{Func: operators.CountRows, Arg: -1}),
		"no order":       func(_ *halfTold, p *operators.Program) { p.Table.Columns[0].Unsorted = &plan.Unsorted{} },
		"other codes": func(_ *halfTold, p *operators.Program) {
			p.Table.Columns[0].Dict = plan.NewDictionary([]uint32{0}, nil)
		},
		"a reference": func(_ *halfTold, p *operators.Program) { p.Table.Columns[0].Ref = &plan.Ref{} },
		"a sum":       aggs(operators.Fold{Func: operators.Sum64, Arg: 0}),
		"a count":     aggs(operators.Fold{Func: operators.CountValues, Arg: 0}),
		"no column":   aggs(operators.Fold{Func: operators.MinInt, Arg: 7}),
		"no sign":     aggs(operators.Fold{Func: operators.MinInt, Arg: 0, Type: plan.Type{Kind: plan.Unsigned}}),
	} {
		h, q := made()
		if change(h, q.Program); extremesOf(q) != nil {
			t.Errorf("%s: few segments are read", name)
		}
	}
	if _, q := made(); extremesOf(q) == nil {
		t.Error("all is read for extremes alone")
	}
}
