package compile

import (
	"cmp"
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// filters writes the program's clauses, the cheapest way to the fewest rows first.
func (c *compiler) filters() {
	for _, v := range c.Where.Stream {
		column := &c.Prog.Table.Columns[v.Column]
		if v.Set.All(column) {
			continue
		}
		v.Set = c.gatherScattered(v, column)
		clause := c.clauseOf(v, column)
		if v.Share > 0 {
			clause.Selectivity = v.Share
		}
		c.Prog.Filters = append(c.Prog.Filters, clause)
	}
	for _, any := range c.Where.AnyOf {
		c.clause(any)
	}
	c.zones()
	if c.Where.Never {
		c.Prog.Filters = []operators.Clause{{}}
	}
	slices.SortStableFunc(c.Prog.Filters, func(a, b operators.Clause) int {
		return cmp.Compare(c.gain(b), c.gain(a))
	})
}

// zones writes what the zones are asked of conditions that the body computes.
func (c *compiler) zones() {
	for _, any := range c.Where.Zones {
		var out operators.Clause
		for _, a := range any {
			if in := a.Set.Stored(c.Where.Zoned(a.Column)); len(in) > 0 {
				out.Any = append(out.Any, rangesOf(c.UseColumn(a.Column), in)...)
			}
		}
		c.Prog.Zones = append(c.Prog.Zones, out)
	}
}

// clauseOf is the clause that a streamed column has a value of a set.
func (c *compiler) clauseOf(v restrict.ColumnValues, column *plan.Column) operators.Clause {
	if r := c.reachLike(v.Set); r != nil {
		at := c.UseColumn(v.Column)
		c.Prog.Bits = append(c.Prog.Bits, r.bits)
		return operators.Clause{Selectivity: r.share, Any: []operators.Leaf{operators.Member{Column: at, Set: len(c.Prog.Bits) - 1}}}
	}
	out := operators.Clause{Selectivity: restrict.Share(column, v.Set)}
	if in := v.Set.Stored(column); len(in) > 0 {
		out.Any = c.leaves(v.Column, in)
	}
	return out
}

// clause adds a disjunction over several streamed columns.
func (c *compiler) clause(any []restrict.Alternative) {
	out := operators.Clause{}
	miss := 1.0
	for _, a := range any {
		column := &c.Prog.Table.Columns[a.Column]
		if a.Set.All(column) {
			return
		}
		miss *= 1 - restrict.Share(column, a.Set)
		if in := a.Set.Stored(column); len(in) > 0 {
			out.Any = append(out.Any, c.leaves(a.Column, in)...)
		}
	}
	out.Selectivity = 1 - miss
	c.Prog.Filters = append(c.Prog.Filters, out)
}

// gain is the rows a clause drops for what it reads.
func (c *compiler) gain(clause operators.Clause) float64 {
	cost := 0.0
	width := func(column int) float64 { return float64(c.Prog.Columns[column].Storage.Width) }
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

// leaves makes the leaves of a clause for stored numbers of a streamed column: ranges
// if they are few, else a bit set.
func (c *compiler) leaves(column int, in sets.Stored) []operators.Leaf {
	at := c.UseColumn(column)
	if restrict.AsBits(in) {
		c.Prog.Bits = append(c.Prog.Bits, restrict.BitsOf(c.Prog.Table.Columns[column].Name, in))
		return []operators.Leaf{operators.Member{Column: at, Set: len(c.Prog.Bits) - 1}}
	}
	return rangesOf(at, in)
}

// rangesOf makes the leaves that test a column of the program for ranges.
func rangesOf(at int, in sets.Stored) (out []operators.Leaf) {
	for part := range slices.Chunk(in, operators.MaxRanges) {
		out = append(out, operators.Ranges{Column: at, In: part})
	}
	return out
}
