package cpu

import (
	"fmt"
	"math/bits"
	"slices"

	"gsdms/operators"
	"gsdms/operators/simd"
)

// atom is the smallest test of a filter: one range of a column, or one set. Equal atoms
// of different runs are one.
type atom struct {
	ordinal int
	in      simd.Bounds
	set     *operators.BitSet // nil: the range
}

// pack is up to four ranges of one column, which are evaluated in one pass.
type pack struct {
	ordinal int
	log     int // binary logarithm of the column's width
	atoms   [4]int
	in      [4]simd.Bounds
	n       int
}

// clause is a disjunction of atoms, ascending. If they are ranges of one column, or one
// set, it can be tested row by row, too.
type clause struct {
	atoms  []int
	column int // ordinal, -1 for several columns, or sets beside other atoms
	in     []simd.Bounds
	set    *operators.BitSet
}

// clause makes the clause of atoms.
func (f *filters) clause(atoms []int) clause {
	c := clause{atoms: atoms, column: -1}
	for _, a := range atoms {
		t := &f.atoms[a]
		if t.ordinal != f.atoms[atoms[0]].ordinal || t.set != nil && len(atoms) > 1 {
			return clause{atoms: atoms, column: -1}
		}
		c.column = t.ordinal
		if c.set = t.set; t.set == nil {
			c.in = append(c.in, t.in)
		}
	}
	return c
}

// filters is the distinct tests of a kernel.
type filters struct {
	atoms   []atom
	packOf  []int // by atom; -1 for a set
	packs   []pack
	clauses []clause
}

// bytes is the memory of the bitmaps for vectors of so many rows.
func (f *filters) bytes(vector int) int {
	return (len(f.atoms) + len(f.clauses)) * (vector + 63) / 64 * 8
}

// collector gathers the distinct tests of runs.
type collector struct {
	filters
	known   map[atom]int
	open    map[int]int                 // by ordinal: the pack that still has room
	single  map[int]int                 // by atom: the clause of that atom alone
	several map[string]int              // by atoms: the clause
	sets    map[int][]*operators.BitSet // by ordinal: those that differ
}

func newCollector() *collector {
	return &collector{known: map[atom]int{}, open: map[int]int{}, single: map[int]int{}, several: map[string]int{}, sets: map[int][]*operators.BitSet{}}
}

// add takes the clauses of a run and returns their numbers.
func (c *collector) add(r *run) []int {
	numbers := make([]int, len(r.code.filters))
	for i, atoms := range r.code.filters {
		numbers[i] = c.number(atoms)
	}
	return numbers
}

func (c *collector) number(atoms []rangedAtom) int {
	if len(atoms) == 1 {
		a := c.atom(atoms[0])
		if n, ok := c.single[a]; ok {
			return n
		}
		c.single[a] = len(c.clauses)
		c.clauses = append(c.clauses, c.filters.clause([]int{a}))
		return len(c.clauses) - 1
	}
	list := make([]int, len(atoms))
	for i, a := range atoms {
		list[i] = c.atom(a)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	key := fmt.Sprint(list)
	n, ok := c.several[key]
	if !ok {
		n = len(c.clauses)
		c.several[key] = n
		c.clauses = append(c.clauses, c.filters.clause(list))
	}
	return n
}

func (c *collector) atom(a rangedAtom) int {
	if a.set != nil {
		a.set = c.equal(a.ordinal, a.set)
	}
	if n, ok := c.known[a.atom]; ok {
		return n
	}
	n := len(c.atoms)
	c.known[a.atom] = n
	c.atoms = append(c.atoms, a.atom)
	c.packOf = append(c.packOf, -1)
	if a.set == nil {
		c.packOf[n] = c.room(a)
		p := &c.packs[c.packOf[n]]
		p.atoms[p.n], p.in[p.n] = n, a.in
		p.n++
	}
	return n
}

// equal gives the set of the same numbers that the column was tested against before, or
// this one: queries that were compiled apart have sets of their own. Sets that differ do
// so in their first words, as a rule.
func (c *collector) equal(ordinal int, set *operators.BitSet) *operators.BitSet {
	for _, s := range c.sets[ordinal] {
		if s == set || s.Len == set.Len && slices.Equal(s.Bits, set.Bits) {
			return s
		}
	}
	c.sets[ordinal] = append(c.sets[ordinal], set)
	return set
}

// room finds a pack of the atom's column with room for one more range.
func (c *collector) room(a rangedAtom) int {
	if n, ok := c.open[a.ordinal]; ok && c.packs[n].n < 4 {
		return n
	}
	c.open[a.ordinal] = len(c.packs)
	c.packs = append(c.packs, pack{ordinal: a.ordinal, log: bits.TrailingZeros(uint(a.width))})
	return len(c.packs) - 1
}

// rangedAtom is an atom with the width of its column.
type rangedAtom struct {
	atom
	width int
}

// atomsOf gives the atoms of a clause that can hold; a clause without any never holds.
func atomsOf(p *operators.Program, c operators.Clause) []rangedAtom {
	var out []rangedAtom
	for _, leaf := range c.Any {
		switch l := leaf.(type) {
		case operators.Ranges:
			out = appendRanges(out, p.Columns[l.Column], l.In)
		case operators.Member:
			col := p.Columns[l.Column]
			out = append(out, rangedAtom{atom{ordinal: col.Ordinal, set: p.Bits[l.Set]}, col.Storage.Width})
		}
	}
	return out
}

// appendRanges clamps ranges to what a column of this width can hold.
func appendRanges(out []rangedAtom, col operators.Column, in []operators.Range) []rangedAtom {
	largest := ^uint64(0) >> (64 - 8*col.Storage.Width)
	for _, r := range in {
		if r.Lo <= largest && r.Lo <= r.Hi {
			a := atom{ordinal: col.Ordinal, in: simd.Bounds{Lo: r.Lo, Hi: min(r.Hi, largest)}}
			out = append(out, rangedAtom{a, col.Storage.Width})
		}
	}
	return out
}
