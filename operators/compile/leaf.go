package compile

import (
	"cmp"
	"slices"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// filters writes the program's clauses, the cheapest way to the fewest rows first.
func (c *compiler) filters() {
	for _, v := range c.stream {
		column := &c.prog.Table.Columns[v.column]
		if v.set.All(column) {
			continue
		}
		clause := c.clauseOf(v, column)
		if v.share > 0 {
			clause.Selectivity = v.share
		}
		c.prog.Filters = append(c.prog.Filters, clause)
	}
	for _, any := range c.anyOf {
		c.clause(any)
	}
	if c.never {
		c.prog.Filters = []operators.Clause{{}}
	}
	slices.SortStableFunc(c.prog.Filters, func(a, b operators.Clause) int {
		return cmp.Compare(c.gain(b), c.gain(a))
	})
}

// clauseOf is the clause that a streamed column has a value of a set.
func (c *compiler) clauseOf(v columnValues, column *plan.Column) operators.Clause {
	if r := c.reachLike(v.set); r != nil {
		at := c.UseColumn(v.column)
		c.prog.Bits = append(c.prog.Bits, r.bits)
		return operators.Clause{Selectivity: r.share, Any: []operators.Leaf{operators.Member{Column: at, Set: len(c.prog.Bits) - 1}}}
	}
	out := operators.Clause{Selectivity: share(column, v.set)}
	if in := v.set.Stored(column); len(in) > 0 {
		out.Any = c.leaves(v.column, in)
	}
	return out
}

// clause adds a disjunction over several streamed columns.
func (c *compiler) clause(any []alternative) {
	out := operators.Clause{}
	miss := 1.0
	for _, a := range any {
		column := &c.prog.Table.Columns[a.column]
		if a.set.All(column) {
			return
		}
		miss *= 1 - share(column, a.set)
		if in := a.set.Stored(column); len(in) > 0 {
			out.Any = append(out.Any, c.leaves(a.column, in)...)
		}
	}
	out.Selectivity = 1 - miss
	c.prog.Filters = append(c.prog.Filters, out)
}

// gain is the rows a clause drops for what it reads.
func (c *compiler) gain(clause operators.Clause) float64 {
	cost := 0.0
	width := func(column int) float64 { return float64(c.prog.Columns[column].Storage.Width) }
	for _, l := range clause.Any {
		switch l := l.(type) {
		case operators.Ranges:
			cost += width(l.Column)
		case operators.Member:
			cost += memberCost * width(l.Column)
		}
	}
	return (1 - clause.Selectivity) / max(cost, 0.5)
}

// memberCost is what a test against a bit set costs in range tests of the column.
const memberCost = 8

// share estimates the rows that hold a value of the set: the values, NULL as one of
// them, as evenly spread.
func share(column *plan.Column, s sets.Values) float64 {
	domain := sets.Span(column.Min, column.Max)
	have, all := s.In.Intersect(domain).Count(), domain.Count()
	if column.Storage.Nullable {
		all++
		if s.Null {
			have++
		}
	}
	return min(1, have/max(all, 1))
}

// maxSetBits bounds the bit set of a leaf; above it, ranges are spread over leaves.
const maxSetBits = 1 << 27

// leaves makes the leaves of a clause for stored numbers of a streamed column: ranges
// if they are few, else a bit set.
func (c *compiler) leaves(column int, in sets.Stored) []operators.Leaf {
	at := c.UseColumn(column)
	if asBits(in) {
		c.prog.Bits = append(c.prog.Bits, bitsOf(c.prog.Table.Columns[column].Name, in))
		return []operators.Leaf{operators.Member{Column: at, Set: len(c.prog.Bits) - 1}}
	}
	var out []operators.Leaf
	for part := range slices.Chunk(in, operators.MaxRanges) {
		out = append(out, operators.Ranges{Column: at, In: part})
	}
	return out
}

// asBits reports whether a leaf looks stored numbers up in a bit set.
func asBits(in sets.Stored) bool {
	return len(in) > operators.MaxRanges && in[len(in)-1].Hi < maxSetBits
}

// bitsOf is stored numbers as a bit set.
func bitsOf(name string, in sets.Stored) *operators.BitSet {
	bits := int(in[len(in)-1].Hi) + 1
	set := &operators.BitSet{Name: name, Len: bits, Bits: make([]uint64, (bits+63)/64)}
	for _, r := range in {
		fill(set, r.Lo, r.Hi)
	}
	return set
}

// fill adds the numbers from lo to hi to a set.
func fill(b *operators.BitSet, lo, hi uint64) {
	for w := lo / 64; w <= hi/64; w++ {
		word := ^uint64(0)
		if w == lo/64 {
			word &= ^uint64(0) << (lo % 64)
		}
		if w == hi/64 {
			word &= ^uint64(0) >> (63 - hi%64)
		}
		b.Bits[w] |= word
	}
}
