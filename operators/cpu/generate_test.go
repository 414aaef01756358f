package cpu

import (
	"math"
	"slices"

	"pgregory.net/rapid"

	"gsdms/operators"
	"gsdms/plan"
)

// generator draws random tables and random well-formed programs over them.
type generator struct {
	t     *rapid.T
	table *memTable
	side  *memTable
	plan  *plan.Table
	p     *operators.Program
	ints  []int // registers set so far, by kind
	dbls  []int
	noOut bool // inside of a probe's condition
}

func drawTable(t *rapid.T, rows, columns int) *memTable {
	m := &memTable{rows: rows}
	for range columns {
		s := plan.Storage{Width: 8, Float: rapid.IntRange(0, 4).Draw(t, "float") == 0}
		s.Nullable = rapid.Bool().Draw(t, "nullable")
		if !s.Float {
			s.Width = rapid.SampledFrom([]int{1, 2, 4, 8}).Draw(t, "width")
			s.Bias = rapid.SampledFrom([]int64{0, -3, 100, -1 << 40}).Draw(t, "bias")
		}
		m.store(s, drawCells(t, s, rows))
	}
	m.rows = rows
	return m
}

// drawCells draws a few values and repeats them in an order that a seed decides, so
// that large tables cost rapid little.
func drawCells(t *rapid.T, s plan.Storage, rows int) []cell {
	distinct := rapid.IntRange(1, 12).Draw(t, "distinct")
	values := make([]cell, distinct)
	for i := range values {
		values[i] = drawCell(t, s)
	}
	seed := rapid.Uint64().Draw(t, "seed")
	cells := make([]cell, rows)
	many := !s.Float && rapid.IntRange(0, 2).Draw(t, "many values") == 0
	for i := range cells {
		if many && i%8 != 0 {
			cells[i].n = s.Bias + 1 + int64(operators.HashKeys(int64(seed), int64(i))%255)
			continue
		}
		cells[i] = values[operators.HashKeys(int64(seed), int64(i))%uint64(distinct)]
	}
	return cells
}

func drawCell(t *rapid.T, s plan.Storage) cell {
	if s.Nullable && rapid.IntRange(0, 3).Draw(t, "null") == 0 {
		return cell{null: true}
	}
	if s.Float {
		return cell{f: rapid.SampledFrom([]float64{0, 1, -1, 0.1, -2.5, 1e16, -1e16, 1e300, -1e300, 3e-310, 1e-5}).Draw(t, "double")}
	}
	lo := int64(0)
	if s.Nullable {
		lo = 1
	}
	hi := int64(255)
	if s.Width == 8 {
		hi = math.MaxInt64 - 1<<41
	}
	n := rapid.OneOf(rapid.Int64Range(lo, 20), rapid.Int64Range(lo, min(hi, 255)), rapid.SampledFrom([]int64{lo, hi})).Draw(t, "stored")
	return cell{n: n + s.Bias}
}

func (g *generator) pick(from []int) int { return rapid.SampledFrom(from).Draw(g.t, "pick") }

func (g *generator) chance(one int) bool { return rapid.IntRange(1, one).Draw(g.t, "chance") == 1 }

// program draws a program over the generator's tables.
func (g *generator) program(name string) *operators.Program {
	g.p = &operators.Program{Name: name, Table: g.plan, Limit: -1}
	g.ints, g.dbls = nil, nil
	for o, s := range g.table.storage {
		g.p.Columns = append(g.p.Columns, operators.Column{Ordinal: o, Storage: s})
	}
	for i := range g.side.storage {
		g.p.Arrays = append(g.p.Arrays, g.side.array(i))
	}
	g.filters()
	g.p.Body = g.body(rapid.IntRange(0, 9).Draw(g.t, "instructions"))
	g.sink()
	return g.p
}

// relative draws a program that does the same as another to the rows that pass other
// filters, which it may list among other columns.
func (g *generator) relative(of *operators.Program) *operators.Program {
	g.p = &operators.Program{
		Name: of.Name, Table: of.Table, Columns: of.Columns, Body: of.Body, Regs: of.Regs, Arrays: of.Arrays,
		Bits: slices.Clone(of.Bits), Indexes: of.Indexes, Sink: of.Sink, Limit: of.Limit, Offset: of.Offset,
	}
	g.filters()
	return g.p
}

// filters draws clauses, and shares of the rows that decide their order where all are known.
func (g *generator) filters() {
	known := g.chance(2)
	for range rapid.IntRange(0, 3).Draw(g.t, "clauses") {
		var c operators.Clause
		if known {
			c.Selectivity = rapid.SampledFrom([]float64{0.001, 0.1, 1}).Draw(g.t, "share")
		}
		for range rapid.SampledFrom([]int{1, 1, 2}).Draw(g.t, "leaves") {
			if col := rapid.IntRange(0, len(g.table.storage)-1).Draw(g.t, "filtered"); !g.table.storage[col].Float {
				c.Any = append(c.Any, g.leaf(col))
			}
		}
		if len(c.Any) > 0 {
			g.p.Filters = append(g.p.Filters, c)
		}
	}
}

func (g *generator) leaf(col int) operators.Leaf {
	if g.chance(4) {
		return operators.Member{Column: col, Set: g.set()}
	}
	var in []operators.Range
	lo := uint64(rapid.IntRange(0, 4).Draw(g.t, "lo"))
	for range rapid.SampledFrom([]int{1, 1, 2, 4}).Draw(g.t, "ranges") {
		hi := lo + uint64(rapid.SampledFrom([]int{0, 3, 9, 300}).Draw(g.t, "width"))
		in = append(in, operators.Range{Lo: lo, Hi: hi})
		lo = hi + 2
	}
	if g.chance(3) {
		in[len(in)-1].Hi = math.MaxUint64
	}
	return operators.Ranges{Column: col, In: in}
}

func (g *generator) set() int {
	n := rapid.IntRange(0, 130).Draw(g.t, "bits")
	b := &operators.BitSet{Name: "set", Len: n, Bits: make([]uint64, (n+63)/64)}
	word := rapid.Uint64().Draw(g.t, "word")
	for i := range n {
		b.Bits[i/64] |= (word >> (i % 61) & 1) << (i % 64)
	}
	g.p.Bits = append(g.p.Bits, b)
	return len(g.p.Bits) - 1
}

func (g *generator) reg(float, nullable bool) int {
	g.p.Regs = append(g.p.Regs, operators.Reg{Float: float, Nullable: nullable})
	r := len(g.p.Regs) - 1
	if float {
		g.dbls = append(g.dbls, r)
	} else {
		g.ints = append(g.ints, r)
	}
	return r
}

func (g *generator) body(n int) []operators.Instr {
	var body []operators.Instr
	for range n {
		body = append(body, g.instruction()...)
	}
	return body
}

func (g *generator) instruction() []operators.Instr {
	switch rapid.IntRange(0, 10).Draw(g.t, "kind") {
	case 10:
		return g.nest()
	case 0, 1, 2:
		return []operators.Instr{g.load()}
	case 3:
		null := g.chance(4)
		float := g.chance(3)
		c := operators.Const{Int: rapid.Int64Range(-3, 3).Draw(g.t, "number"), Float: 0.5, Null: null}
		c.Dst = g.reg(float, null)
		return []operators.Instr{c}
	case 4, 5, 6:
		return g.compute()
	case 7:
		return g.lookup()
	case 8:
		return g.drop()
	default:
		return g.probe()
	}
}

func (g *generator) load() operators.Instr {
	c := rapid.IntRange(0, len(g.table.storage)-1).Draw(g.t, "column")
	return operators.Load{Dst: g.columnReg(c), Column: c}
}

// columnReg is a register for a column, with bounds where the values have some.
func (g *generator) columnReg(column int) int {
	s := g.table.storage[column]
	r := g.reg(s.Float, s.Nullable)
	if s.Width < 8 && !g.chance(3) {
		g.p.Regs[r].Lo, g.p.Regs[r].Hi = s.Bias, s.Bias+255
		if s.Nullable {
			g.p.Regs[r].Lo++
		}
	}
	return r
}

var intOps = []operators.Opcode{operators.AddChecked, operators.SubChecked, operators.MulChecked, operators.ModInt,
	operators.LtInt, operators.NeInt, operators.IsNullInt, operators.IfInt}

var floatOps = []operators.Opcode{operators.AddFloat, operators.MulFloat, operators.LtFloat, operators.ToFloat}

func (g *generator) compute() []operators.Instr {
	op := rapid.SampledFrom(append(intOps, floatOps...)).Draw(g.t, "op")
	row := op.Operation()
	c := operators.Compute{Op: op, Imm: one(op == operators.ToFloat)}
	nullable := row.Makes
	for _, kind := range row.Args {
		from := g.ints
		if kind == 'f' {
			from = g.dbls
		}
		if len(from) == 0 {
			return nil
		}
		c.Args = append(c.Args, g.pick(from))
		nullable = nullable || g.p.Regs[c.Args[len(c.Args)-1]].Nullable
	}
	if op == operators.IsNullInt {
		nullable = false
	}
	c.Dst = g.reg(row.Float, nullable)
	return []operators.Instr{c}
}

// lookup makes a place in the side table first: number % rows is not negative for the
// numbers used, by multiplying with itself.
func (g *generator) lookup() []operators.Instr {
	if len(g.ints) == 0 || g.side.rows == 0 {
		return nil
	}
	from := g.pick(g.ints)
	rows := operators.Const{Int: int64(g.side.rows), Dst: g.reg(false, false)}
	rest := operators.Compute{Op: operators.ModInt, Args: []int{from, rows.Dst}, Dst: g.reg(false, true)}
	square := operators.Compute{Op: operators.MulChecked, Args: []int{rest.Dst, rest.Dst}, Dst: g.reg(false, true)}
	place := operators.Compute{Op: operators.ModInt, Args: []int{square.Dst, rows.Dst}, Dst: g.reg(false, true)}
	a := rapid.IntRange(0, len(g.p.Arrays)-1).Draw(g.t, "array")
	look := operators.Lookup{Array: a, At: place.Dst, Dst: g.reg(g.p.Arrays[a].Storage.Float, true)}
	return []operators.Instr{rows, rest, square, place, look}
}

func (g *generator) drop() []operators.Instr {
	if len(g.ints) == 0 || g.noOut {
		return nil
	}
	if g.chance(2) {
		return []operators.Instr{operators.Keep{Cond: g.pick(g.ints)}}
	}
	return []operators.Instr{operators.Test{Set: g.set(), At: g.pick(g.ints)}}
}

// probe joins the side table by up to two keys of matching kinds.
func (g *generator) probe() []operators.Instr {
	if g.noOut || len(g.p.Indexes) == 2 {
		return nil
	}
	p := operators.Probe{Cond: -1}
	p.Kind = plan.JoinKind(rapid.IntRange(int(plan.InnerJoin), int(plan.SingleJoin)).Draw(g.t, "join"))
	var columns []int
	for k := range rapid.IntRange(0, 2).Draw(g.t, "keys") {
		from := g.ints
		if k >= len(g.side.storage) {
			break
		}
		if g.side.storage[k].Float {
			from = g.dbls
		}
		if len(from) == 0 {
			break
		}
		p.Keys = append(p.Keys, g.pick(from))
		columns = append(columns, k)
	}
	p.Index = len(g.p.Indexes)
	g.p.Indexes = append(g.p.Indexes, g.index(columns))
	ints := len(g.ints)
	p.Dst = g.reg(false, p.Kind.Keeps())
	if g.chance(2) {
		g.condition(&p)
	}
	if !p.Kind.Shows() {
		g.ints = g.ints[:ints]
	}
	if p.Kind == plan.MarkJoin {
		p.Mark = g.reg(false, false)
	}
	return []operators.Instr{p}
}

// index draws how the side table is indexed.
func (g *generator) index(columns []int) *operators.Index {
	ix := buildIndex(g.side, columns)
	if g.chance(2) {
		ix = withFilter(ix, g.side, columns)
	}
	if len(columns) == 1 && !g.side.storage[columns[0]].Float && g.chance(2) {
		if direct := directIndex(g.side, columns[0]); direct != nil {
			return direct
		}
	}
	return ix
}

// condition draws On; what it sets is not seen behind the probe.
func (g *generator) condition(p *operators.Probe) {
	ints, dbls := len(g.ints), len(g.dbls)
	g.noOut = true
	p.On = g.body(rapid.IntRange(1, 4).Draw(g.t, "on"))
	g.noOut = false
	p.Cond = g.pick(g.ints)
	g.ints, g.dbls = g.ints[:ints], g.dbls[:dbls]
}
