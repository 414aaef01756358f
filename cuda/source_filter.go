package cuda

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"gsdms/operators"
)

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

// sharedLeaf is a distinct leaf and the clauses of programs that hang on it alone.
type sharedLeaf struct {
	name string
	leaf operators.Leaf
	set  *operators.BitSet
	of   []int // programs with a clause of just this leaf
}

// filters writes the masks: qI has a bit for each of the thread's V rows that can
// still satisfy program I.
func (g *generator) filters() {
	for i := range g.programs {
		g.line("u32 q%d = valid4(row, part.end);", i)
	}
	g.collectLeaves()
	for _, c := range g.columns {
		g.testColumn(c)
	}
	for i, p := range g.programs {
		g.wideClauses(i, p)
	}
}

// collectLeaves gathers the columns that clauses of one leaf read, the cheapest for
// what it drops first.
func (g *generator) collectLeaves() {
	for i, p := range g.programs {
		for _, c := range p.Filters {
			if len(c.Any) == 1 {
				g.collectLeaf(i, p, c)
			}
		}
	}
	sort.SliceStable(g.columns, func(a, b int) bool { return g.columns[a].cost < g.columns[b].cost })
}

func (g *generator) collectLeaf(program int, p *operators.Program, c operators.Clause) {
	column, key, set := describeLeaf(p, c.Any[0])
	at := slices.IndexFunc(g.columns, func(s sharedColumn) bool { return s.ordinal == key.ordinal })
	if at < 0 {
		at = len(g.columns)
		g.columns = append(g.columns, sharedColumn{ordinal: key.ordinal, reader: column, cost: float64(column.Storage.Width)})
	}
	shared := &g.columns[at]
	shared.cost *= 0.2 + 0.8*c.Selectivity
	name, ok := g.leaves[key]
	if !ok {
		name = fmt.Sprintf("f%d", len(g.leaves))
		g.leaves[key] = name
		shared.leaves = append(shared.leaves, sharedLeaf{name: name, leaf: c.Any[0], set: set})
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

// testColumn reads one column where a program that tests it is still alive, and
// narrows the masks.
func (g *generator) testColumn(c sharedColumn) {
	data := g.columnParam(c.reader)
	g.open("if (%s)", strings.Join(alive(c), " | "))
	g.line("const Four<%s> x = load4(%s, row);", ctype(c.reader.Storage), data)
	for _, l := range c.leaves {
		g.line("const u32 %s = %s;", l.name, g.leafTest("x", l.name, l.leaf, l.set, strings.Join(masks(l.of), " | ")))
		for _, q := range l.of {
			g.line("q%d &= %s;", q, l.name)
		}
	}
	g.shut()
}

func alive(c sharedColumn) []string {
	var of []int
	for _, l := range c.leaves {
		of = append(of, l.of...)
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

// columnParam declares the address of a streamed column.
func (g *generator) columnParam(c operators.Column) string {
	name := fmt.Sprintf("c%d", c.Ordinal)
	table := g.programs[0].Table
	return g.param("const "+ctype(c.Storage)+"*", name, table.Columns[c.Ordinal].Name, ColumnData{c.Ordinal})
}

// leafTest is the expression of the bits of V numbers that satisfy a leaf.
func (g *generator) leafTest(x, name string, l operators.Leaf, set *operators.BitSet, mask string) string {
	if r, ok := l.(operators.Ranges); ok {
		return g.rangeTest(x, name, r)
	}
	bits := g.param("const u64*", name+"_set", set.Name, BitData{set})
	length := g.param("u64", name+"_len", "bits", Constant(uint64(set.Len)))
	return fmt.Sprintf("member4(%s, %s, %s, %s)", x, bits, length, mask)
}

func (g *generator) rangeTest(x, name string, r operators.Ranges) string {
	if len(r.In) == 0 {
		return "0"
	}
	tests := make([]string, len(r.In))
	for i, in := range r.In {
		lo := g.param("u64", fmt.Sprintf("%s_lo%d", name, i), "", Constant(in.Lo))
		span := g.param("u64", fmt.Sprintf("%s_span%d", name, i), "", Constant(in.Hi-in.Lo))
		tests[i] = fmt.Sprintf("in4(%s, %s, %s)", x, lo, span)
	}
	return strings.Join(tests, " | ")
}

// wideClauses writes the clauses of several leaves, which may lie on several columns.
func (g *generator) wideClauses(program int, p *operators.Program) {
	for n, c := range p.Filters {
		if len(c.Any) == 1 {
			continue
		}
		g.open("if (q%d)", program)
		g.line("u32 any = 0;")
		for i, l := range c.Any {
			column, _, set := describeLeaf(p, l)
			name := fmt.Sprintf("q%d_w%d_%d", program, n, i)
			load := fmt.Sprintf("load4(%s, row)", g.columnParam(column))
			g.line("any |= %s;", g.leafTest(load, name, l, set, fmt.Sprintf("q%d & ~any", program)))
		}
		g.line("q%d &= any;", program)
		g.shut()
	}
}
