package codegen

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"gsdms/cuda/narrow"
	"gsdms/operators"
)

// direct tests the filters of few programs one by one, the columns that drop most per
// byte first, and reads a column only where a row is left.
type direct struct {
	programs []*operators.Program
	tests    map[leafKey]string // name of each distinct leaf
	columns  []sharedColumn
}

func newDirect(programs []*operators.Program) *direct {
	d := &direct{programs: programs, tests: map[leafKey]string{}}
	d.collectLeaves()
	return d
}

// leafKey says what a leaf tests, so that equal leaves of different programs are one.
type leafKey struct {
	ordinal int
	ranges  string
	set     *operators.BitSet
}

// sharedColumn is a column that filters read, and the leaves that test it.
type sharedColumn struct {
	ordinal int
	reader  operators.Column
	cost    float64 // bytes, weighed by how little its filters let through
	leaves  []sharedLeaf
}

// sharedLeaf is a distinct leaf and the programs with a clause of just this leaf.
type sharedLeaf struct {
	name string
	leaf operators.Leaf
	set  *operators.BitSet
	of   []int
	pass float64 // share of the rows
}

// directRoom is the words of shared memory that two blocks of 1024 threads can have each.
const directRoom = 12 << 10

func (d *direct) limits() limits      { return limits{rows: 8, threads: 1024, room: directRoom} }
func (d *direct) seat(*generation)    {}
func (d *direct) begin(g *generation) { g.line("const Params* const my = p;") }

// tile writes the masks: qI has a bit for each of the thread's V rows that can still
// satisfy program I.
func (d *direct) tile(g *generation) {
	for i := range d.programs {
		g.line("u32 q%d = 0;", i)
	}
	g.open("if (!last)")
	d.narrow(g)
	g.shut()
}

// mask gives the squad, one program, its rows.
func (d *direct) mask(g *generation, s *squad) { g.line("m = q%d;", s.programs[0]) }

func (d *direct) narrow(g *generation) {
	g.line("const Part part = p->parts[tile / TILES];")
	g.line("row = part.first + (tile %% TILES * LANES + lane()) * V;")
	for i := range d.programs {
		g.line("q%d = valid(row, part.end);", i)
	}
	left := make([]float64, len(d.programs)) // of each program's rows
	for i := range left {
		left[i] = 1
	}
	for from := 0; from < len(d.columns); {
		to := from + 1
		d.drop(d.columns[from], left)
		for to < len(d.columns) && touched(d.columns[to], left) > readAhead {
			d.drop(d.columns[to], left)
			to++
		}
		d.testColumns(g, d.columns[from:to])
		from = to
	}
	for i, p := range d.programs {
		d.wideClauses(g, i, p)
	}
}

// readAhead is the share of a column's sectors from which it is read together with the
// one before, whose test would spare few.
const readAhead = 0.7

// touched is the share of a column's sectors in which a row is left.
func touched(c sharedColumn, left []float64) float64 {
	none := 1.0
	for _, l := range c.leaves {
		for _, i := range l.of {
			none *= 1 - left[i]
		}
	}
	return operators.Read{Column: c.reader, Spared: none}.Sectors()
}

// drop counts what the column's tests leave of each program's rows.
func (d *direct) drop(c sharedColumn, left []float64) {
	for _, l := range c.leaves {
		for _, i := range l.of {
			left[i] *= l.pass
		}
	}
}

// collectLeaves gathers the columns that clauses of one leaf read, the cheapest for
// what it drops first.
func (d *direct) collectLeaves() {
	for i, p := range d.programs {
		for _, c := range p.Filters {
			if len(c.Any) == 1 {
				d.collectLeaf(i, p, c)
			}
		}
	}
	sort.SliceStable(d.columns, func(a, b int) bool { return d.columns[a].cost < d.columns[b].cost })
}

func (d *direct) collectLeaf(program int, p *operators.Program, c operators.Clause) {
	column, key, set := describeLeaf(p, c.Any[0])
	at := slices.IndexFunc(d.columns, func(s sharedColumn) bool { return s.ordinal == key.ordinal })
	if at < 0 {
		at = len(d.columns)
		d.columns = append(d.columns, sharedColumn{ordinal: key.ordinal, reader: column, cost: float64(narrow.Width(p.Table, column.Ordinal))})
	}
	shared := &d.columns[at]
	shared.cost *= 0.2 + 0.8*c.Selectivity
	name, ok := d.tests[key]
	if !ok {
		name = fmt.Sprintf("f%d", len(d.tests))
		d.tests[key] = name
		shared.leaves = append(shared.leaves, sharedLeaf{name: name, leaf: c.Any[0], set: set, pass: c.Selectivity})
	}
	for i := range shared.leaves {
		if shared.leaves[i].name == name {
			shared.leaves[i].of = append(shared.leaves[i].of, program)
		}
	}
}

// describeLeaf gives the column that a leaf tests and what makes it distinct.
func describeLeaf(p *operators.Program, l operators.Leaf) (operators.Column, leafKey, *operators.BitSet) {
	switch l := l.(type) {
	case operators.Member:
		c := p.Columns[l.Column]
		return c, leafKey{ordinal: c.Ordinal, set: p.Bits[l.Set]}, p.Bits[l.Set]
	case operators.Ranges:
		c := p.Columns[l.Column]
		return c, leafKey{ordinal: c.Ordinal, ranges: fmt.Sprint(l.In)}, nil
	}
	panic(fmt.Sprintf("leaf of unknown type %T", l))
}

// testColumns reads columns where a program that tests one of them is still alive, and
// narrows the masks.
func (d *direct) testColumns(g *generation, columns []sharedColumn) {
	g.open("if (%s)", strings.Join(alive(columns), " | "))
	for _, c := range columns {
		data := g.columnParam(c.reader)
		g.line("const Rows<%s> x%d = load(%s, row); // %s", g.columnType(c.reader), c.ordinal, data, g.columnName(c.ordinal))
	}
	for _, c := range columns {
		for _, l := range c.leaves {
			x := fmt.Sprintf("x%d", c.ordinal)
			g.line("const u32 %s = %s;", l.name, g.leafTest(x, l.name, l.leaf, l.set, strings.Join(masks(l.of), " | ")))
			for _, q := range l.of {
				g.line("q%d &= %s;", q, l.name)
			}
		}
	}
	g.shut()
}

// alive lists the masks of the programs that test one of the columns.
func alive(columns []sharedColumn) []string {
	var of []int
	for _, c := range columns {
		for _, l := range c.leaves {
			of = append(of, l.of...)
		}
	}
	slices.Sort(of)
	return masks(slices.Compact(of))
}

func masks(of []int) []string {
	out := make([]string, len(of))
	for i, q := range of {
		out[i] = fmt.Sprintf("q%d", q)
	}
	return out
}

func (g *generation) columnName(ordinal int) string { return g.programs[0].Table.Columns[ordinal].Name }

// columnParam declares the address of a streamed column.
func (g *generation) columnParam(c operators.Column) string {
	return g.param("const "+g.columnType(c)+"*", fmt.Sprintf("c%d", c.Ordinal), g.columnName(c.Ordinal), ColumnData{c.Ordinal})
}

// columnAddress is how a kernel reads the address of a streamed column.
func columnAddress(c operators.Column) string { return fmt.Sprintf("p->c%d", c.Ordinal) }

// leafTest is the expression of the bits of V numbers that satisfy a leaf.
func (g *generation) leafTest(x, name string, l operators.Leaf, set *operators.BitSet, mask string) string {
	if r, ok := l.(operators.Ranges); ok {
		return g.rangeTest(x, name, r)
	}
	bits := g.param("const u64*", name+"_set", set.Name, BitData{set})
	length := g.number(name+"_len", "bits", uint64(set.Len))
	return fmt.Sprintf("member(%s, %s, %s, %s)", x, bits, length, mask)
}

func (g *generation) rangeTest(x, name string, r operators.Ranges) string {
	if len(r.In) == 0 {
		return "0"
	}
	tests := make([]string, len(r.In))
	for i, in := range r.In {
		lo := g.number(fmt.Sprintf("%s_lo%d", name, i), "", in.Lo)
		span := g.number(fmt.Sprintf("%s_span%d", name, i), "", in.Hi-in.Lo)
		tests[i] = fmt.Sprintf("in(%s, %s, %s)", x, lo, span)
	}
	return strings.Join(tests, " | ")
}

// wideClauses writes the clauses of several leaves, which may lie on several columns.
func (d *direct) wideClauses(g *generation, program int, p *operators.Program) {
	for n, c := range p.Filters {
		if len(c.Any) == 1 {
			continue
		}
		g.open("if (q%d)", program)
		g.line("u32 any = 0;")
		for i, l := range c.Any {
			column, _, set := describeLeaf(p, l)
			name := fmt.Sprintf("q%d_w%d_%d", program, n, i)
			x := fmt.Sprintf("load(%s, row)", g.columnParam(column))
			g.line("any |= %s;", g.leafTest(x, name, l, set, fmt.Sprintf("q%d & ~any", program)))
		}
		g.line("q%d &= any;", program)
		g.shut()
	}
}
