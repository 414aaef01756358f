package compile

import (
	"fmt"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// Numbers that lie far apart, such as the keys of a list of thousands, are no filter: it would test one
// range after another (1 million rows and 5,000 keys of 64 bits: 3.1 s, and 17,730: 10.5). The
// filter has some ranges around them, by which segments are skipped, and the body looks each row up
// that is left.

// mostScattered is how many numbers are looked up at most.
const mostScattered = 1 << 22

// gathered is a streamed column and the numbers that it is looked up among: a semi join's, or an
// anti join's.
type gathered struct {
	column int
	kind   plan.JoinKind
	among  sets.Ranges
}

// gatherScattered gives what a filter tests of what is asked of a streamed column, and notes what else
// the body has to.
func (c *compiler) gatherScattered(v restrict.ColumnValues, column *plan.Column) sets.Values {
	if c.unbound || v.Set.Null && column.Storage.Nullable || !restrict.Scattered(v.Set.Stored(column)) {
		return v.Set
	}
	g := gathered{v.Column, plan.SemiJoin, v.Set.In.Intersect(sets.Span(column.Min, column.Max))}
	hull := sets.Values{In: g.among.Hull(operators.MaxRanges)}
	if g.among.Count() > mostScattered { // all but some
		g.kind, g.among = plan.AntiJoin, g.among.Complement(column.Min, column.Max)
	}
	if g.among.Count() > mostScattered {
		return v.Set
	}
	c.scattered = append(c.scattered, g)
	return hull
}

// lookUpScattered writes what keeps the rows whose columns have one of the numbers that they are
// looked up among, or none.
func (c *compiler) lookUpScattered() error {
	for _, g := range c.scattered {
		var numbers []int64
		for _, r := range g.among {
			for n := r.Lo; ; n++ {
				if numbers = append(numbers, n); n == r.Hi {
					break
				}
			}
		}
		column := &c.prog.Table.Columns[g.column]
		table := plan.Schema(fmt.Sprintf("the %d numbers of %s", len(numbers), column.Name))
		table.Rows, table.Passing = len(numbers), true
		a, _ := index.Numbers(c.ctx, table.Name, numbers, nil)
		x, err := c.cache.Build(c.ctx, table.Name, table, []*operators.Array{a}, nil)
		if err != nil {
			return err
		}
		probe := operators.Probe{Kind: g.kind, Keys: []int{c.loadColumn(g.column)}, Index: len(c.prog.Indexes), Cond: -1, Mark: -1}
		if x.Packed != nil {
			probe.Keys[0] = c.Pack(x.Packed, probe.Keys)
		}
		c.prog.Indexes = append(c.prog.Indexes, x.Index)
		probe.Dst = c.NewReg(emit.Settled(operators.Reg{Lo: 0, Hi: int64(len(numbers)) - 1}))
		c.Emit(probe)
	}
	return nil
}
