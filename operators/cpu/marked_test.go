package cpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// folding counts the rows with b from lo to hi of a table of a and b, and folds a, b and what is
// computed of them. Its registers have the bounds that its filter leaves, or none.
type folding struct {
	op     operators.Opcode
	lo, hi int64
}

func (f folding) of(a, b int64) int64 { return ordering{op: f.op}.number(a, b) }

func (f folding) program(m *memTable, table *plan.Table, known bool) *operators.Program {
	p := over(table, fmt.Sprint(f), nil)
	p.Sink = &operators.Groups{Aggs: []operators.Fold{
		{Func: operators.CountRows, Arg: -1}, {Func: operators.Sum64, Arg: 2}, {Func: operators.MinInt, Arg: 2},
		{Func: operators.MaxInt, Arg: 2}, {Func: operators.Sum64, Arg: 0}, {Func: operators.MaxInt, Arg: 1},
	}}
	p.Regs = []operators.Reg{{}, {}, {}}
	if known {
		p.Regs[2] = operators.Reg{Lo: math.MaxInt64, Hi: math.MinInt64}
		for i, b := range m.cells[1] {
			if f.lo <= b.n && b.n <= f.hi {
				n := f.of(m.cells[0][i].n, b.n)
				p.Regs[2].Lo, p.Regs[2].Hi = min(p.Regs[2].Lo, n), max(p.Regs[2].Hi, n)
			}
		}
	}
	s := table.Columns[1].Storage
	p.Columns = append(p.Columns, operators.Column{Ordinal: 1, Storage: s})
	p.Body = append(p.Body, operators.Load{Dst: 1, Column: 1}, operators.Compute{Op: f.op, Dst: 2, Args: []int{0, 1}})
	p.Filters = []operators.Clause{{Selectivity: 0.5, Any: []operators.Leaf{
		operators.Ranges{Column: 1, In: []operators.Range{{Lo: s.Store(f.lo), Hi: s.Store(f.hi)}}},
	}}}
	return p
}

// want is the answer, row by row.
func (f folding) want(m *memTable) string {
	var rows, sum, sumA int64
	least, greatest, greatestB := int64(math.MaxInt64), int64(math.MinInt64), int64(math.MinInt64)
	for i, b := range m.cells[1] {
		if b.n < f.lo || b.n > f.hi {
			continue
		}
		a := m.cells[0][i].n
		n := f.of(a, b.n)
		rows, sum, sumA = rows+1, sum+n, sumA+a
		least, greatest, greatestB = min(least, n), max(greatest, n), max(greatestB, b.n)
	}
	if rows == 0 {
		return "0 NULL NULL NULL NULL NULL"
	}
	return fmt.Sprint(rows, sum, least, greatest, sumA, greatestB)
}

// Folds without keys of columns and of what is computed of them, of many rows and of few, alone
// and together with others whose rows differ and whose numbers have other bounds, give what
// going through the rows gives. Numbers of rows that a filter drops do not fit what is kept.
func TestFoldsOfMarkedRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 41))
	for round := range 24 {
		m, rows := &memTable{}, []int{1, 63, 200, plan.SegmentRows + 77}[round%4]
		as, bs := make([]cell, rows), make([]cell, rows)
		for i := range rows {
			as[i].n, bs[i].n = -1000+r.Int64N(1<<30), -9+r.Int64N(200)
		}
		m.store(plan.Storage{Width: 4, Bias: -1000}, as)
		m.store(plan.Storage{Width: []int{1, 2, 8}[round%3], Bias: -9}, bs)
		table := m.table("marked")
		var foldings []folding
		var programs []*operators.Program
		for range 1 + r.IntN(11) {
			f := folding{[]operators.Opcode{operators.MulInt, operators.SubInt, operators.SubChecked}[r.IntN(3)], -9 + r.Int64N(100), 0}
			f.hi = f.lo + r.Int64N(120)
			foldings, programs = append(foldings, f), append(programs, f.program(m, table, r.IntN(3) > 0))
		}
		o := Options{Threads: 1 + round%3, Batch: 1 + r.IntN(1024), NoSIMD: round%2 == 1, NoFuse: round%5 == 4, Families: Families(round % 3)}
		for i, run := range runTogether(t, o, m, 0, programs...) {
			got, err := run.Collect(t.Context())
			check(t, err)
			if got, want := rowLines(got)[0], foldings[i].want(m); got != want {
				t.Fatalf("round %d, %+v: %s, want %s", round, foldings[i], got, want)
			}
		}
	}
}

// Which runs take their rows as bitmaps: those without keys that fold whole numbers without
// NULL, of which nothing can fail.
func TestWhichRunsAreMarked(t *testing.T) {
	_, table := counting(1000)
	b, err := New(Options{Threads: 1})
	check(t, err)
	defer b.Close()
	for name, c := range map[string]struct {
		folds  []operators.Fold
		alter  func(p *operators.Program)
		marked bool
	}{
		"count":      {[]operators.Fold{{Func: operators.CountRows, Arg: -1}}, nil, true},
		"column":     {[]operators.Fold{{Func: operators.Sum64}, {Func: operators.MinInt}}, nil, true},
		"128 bits":   {[]operators.Fold{{Func: operators.Sum128}}, nil, false},
		"distinct":   {[]operators.Fold{{Func: operators.CountDistinct}}, nil, false},
		"NULL":       {[]operators.Fold{{Func: operators.MaxInt}}, func(p *operators.Program) { p.Regs[0].Nullable = true }, false},
		"drops rows": {[]operators.Fold{{Func: operators.MaxInt}}, func(p *operators.Program) { p.Body = append(p.Body, operators.Keep{Cond: 0}) }, false},
		"groups":     {[]operators.Fold{{Func: operators.MaxInt}}, func(p *operators.Program) { p.Sink.(*operators.Groups).Keys = []operators.Key{{Size: 1000}} }, false},
	} {
		p := over(table, name, &operators.Groups{Aggs: c.folds})
		if c.alter != nil {
			c.alter(p)
		}
		code, err := lower(p, b.options, &b.groups)
		check(t, err)
		if (code.marked != nil) != c.marked {
			t.Errorf("%s: folds by bitmaps %+v", name, code.marked)
		}
	}
}
