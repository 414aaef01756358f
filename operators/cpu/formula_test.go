package cpu

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// ordering is a top of rows by a*b, a-b or their like over a table of a, b and the row's
// number, of those with b from lo to hi, and then by number.
type ordering struct {
	op     operators.Opcode
	desc   bool
	rows   int64
	lo, hi int64
}

func (o ordering) number(a, b int64) int64 {
	if o.op == operators.SubInt || o.op == operators.SubChecked {
		return a - b
	}
	return a * b
}

// program orders by a register with the bounds of what is computed, or none.
func (o ordering) program(table *plan.Table, bounds operators.Reg) *operators.Program {
	p := over(table, fmt.Sprint(o), &operators.Emit{
		Out: []operators.EmitColumn{{Reg: 2, Type: plan.Type{Kind: plan.Int}}, {Reg: 3, Type: plan.Type{Kind: plan.Int}}},
		Top: &operators.Top{Keys: []operators.TopKey{{Reg: 3, Desc: o.desc}, {Reg: 2}}, Rows: o.rows, Column: -1},
	})
	p.Regs = []operators.Reg{{}, {}, {Hi: int64(table.Rows)}, bounds}
	for i := range 2 {
		p.Columns = append(p.Columns, operators.Column{Ordinal: 1 + i, Storage: table.Columns[1+i].Storage})
	}
	p.Body = append(p.Body, operators.Load{Dst: 1, Column: 1}, operators.Compute{Op: o.op, Dst: 3, Args: []int{0, 1}}, operators.Load{Dst: 2, Column: 2})
	s := table.Columns[1].Storage
	p.Filters = []operators.Clause{{Selectivity: 0.5, Any: []operators.Leaf{
		operators.Ranges{Column: 1, In: []operators.Range{{Lo: s.Store(o.lo), Hi: s.Store(o.hi)}}},
	}}}
	return p
}

// first gives the rows that come first, of all of them put in order.
func (o ordering) first(m *memTable) []int64 {
	var rows []int64
	for i, b := range m.cells[1] {
		if o.lo <= b.n && b.n <= o.hi {
			rows = append(rows, int64(i))
		}
	}
	slices.SortStableFunc(rows, func(i, j int64) int {
		order := int(o.number(m.cells[0][i].n, m.cells[1][i].n) - o.number(m.cells[0][j].n, m.cells[1][j].n))
		if o.desc {
			return -order
		}
		return order
	})
	return rows[:min(len(rows), int(o.rows))]
}

// Tops by numbers that are computed of columns, alone and together with others by the same
// and by other numbers, leave the rows that come first in a sort of all, of those that pass
// their filters, and far from all rows.
func TestTopsByFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 15))
	for round := range 4 * tries(3) {
		m := &memTable{}
		rows := []int{1, 100, plan.SegmentRows + 77, 3 * plan.SegmentRows}[round%4]
		as, bs, numbers := make([]cell, rows), make([]cell, rows), make([]cell, rows)
		values := []int64{1 << 20, 1000}[round/4%2] // of the latter many products are equal
		for i := range rows {
			as[i].n, bs[i].n, numbers[i].n = -500+r.Int64N(values), -9+r.Int64N(100), int64(i)
		}
		m.store(plan.Storage{Width: 4, Bias: -500}, as)
		m.store(plan.Storage{Width: 1, Bias: -9}, bs)
		m.store(plan.Storage{Width: 4}, numbers)
		table := m.table("formulas")
		bounds := operators.Reg{Lo: -9 << 20, Hi: 91 << 20}
		if round%3 == 1 {
			bounds = operators.Reg{} // not known: numbers of 8 bytes
		}
		var tops []ordering
		var programs []*operators.Program
		for range 1 + r.IntN(9) {
			o := ordering{[]operators.Opcode{operators.MulInt, operators.SubInt, operators.SubChecked}[r.IntN(3)], r.IntN(2) == 0, 1 + r.Int64N(20), -9 + r.Int64N(60), 50 + r.Int64N(40)}
			tops, programs = append(tops, o), append(programs, o.program(table, bounds))
		}
		runs := runTogether(t, Options{Threads: 1 + round%3, Batch: 1 + r.IntN(1024), NoSIMD: round%2 == 1}, m, 0, programs...)
		for i, run := range runs {
			out, err := run.Collect(t.Context())
			check(t, err)
			left := out.Columns[0].Ints
			for _, row := range tops[i].first(m) {
				if !slices.Contains(left, row) {
					t.Fatalf("round %d: row %d is not among the %d that are left of %d by %+v", round, row, len(left), rows, tops[i])
				}
			}
			for n, row := range left {
				if b := bs[row].n; b < tops[i].lo || b > tops[i].hi || out.Columns[1].Ints[n] != tops[i].number(as[row].n, b) {
					t.Fatalf("round %d: row %d has %d by %+v", round, row, out.Columns[1].Ints[n], tops[i])
				}
			}
			if values > 1000 && rows > 2*plan.SegmentRows && len(left) > rows/10 {
				t.Errorf("round %d: %d of %d rows are left by %+v", round, len(left), rows, tops[i])
			}
		}
	}
}

// A number is a formula where it is computed of columns without NULL by what cannot fail, as
// rows that no filter has passed are computed, too; and those that are computed alike are one.
func TestWhatIsAFormula(t *testing.T) {
	m := &memTable{}
	m.store(plan.Storage{Width: 4}, make([]cell, 10))
	m.store(plan.Storage{Width: 1}, make([]cell, 10))
	m.store(plan.Storage{Width: 4}, make([]cell, 10))
	table := m.table("formulas")
	b, err := New(Options{Threads: 1})
	check(t, err)
	defer b.Close()
	formulaOf := func(op operators.Opcode, alter func(p *operators.Program)) *formula {
		p := ordering{op: op, rows: 1}.program(table, operators.Reg{Hi: 100})
		alter(p)
		code, err := lower(p, b.options, &b.groups)
		check(t, err)
		return code.ranking.formula
	}
	same := func(*operators.Program) {}
	product := formulaOf(operators.MulInt, same)
	if product == nil || product.storage().Width != 4 {
		t.Fatalf("a product of columns is %+v", product)
	}
	renumbered := formulaOf(operators.MulInt, func(p *operators.Program) {
		p.Regs = append(p.Regs, p.Regs[0])
		p.Body[0] = operators.Load{Dst: 4, Column: 0}
		p.Body[2] = operators.Compute{Op: operators.MulInt, Dst: 3, Args: []int{4, 1}}
	})
	if renumbered == nil || renumbered.text != product.text {
		t.Errorf("the same with other registers: %+v and %+v", renumbered, product)
	}
	for name, other := range map[string]*formula{
		"difference": formulaOf(operators.SubInt, same),
		"square": formulaOf(operators.MulInt, func(p *operators.Program) {
			p.Body[2] = operators.Compute{Op: operators.MulInt, Dst: 3, Args: []int{1, 1}}
		}),
	} {
		if other == nil || other.text == product.text {
			t.Errorf("%s: %+v is that of a product, %+v", name, other, product)
		}
	}
	for name, none := range map[string]*formula{
		"can fail": formulaOf(operators.MulChecked, same),
		"NULL":     formulaOf(operators.MulInt, func(p *operators.Program) { p.Regs[0].Nullable, p.Regs[3].Nullable = true, true }),
		"column":   formulaOf(operators.MulInt, func(p *operators.Program) { p.Sink.(*operators.Emit).Top.Column = 0 }),
	} {
		if none != nil {
			t.Errorf("%s: it is a formula, %+v", name, none)
		}
	}
}
