package compile

import (
	"fmt"
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/compile/scalar"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// Numbers that lie far apart, such as the keys of a list of thousands, are no filter: it would test one
// range after another (1 million rows and 5,000 keys of 64 bits: 3.1 s, and 17,730: 10.5). The
// filter has some ranges around them, by which segments are skipped, and the body looks each row up
// that is left.

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
	if v.Set.Null && column.Storage.Nullable || !restrict.Scattered(v.Set, column) {
		return v.Set
	}
	g := gathered{v.Column, plan.SemiJoin, v.Set.In.Intersect(sets.Span(column.Min, column.Max))}
	hull := sets.Values{In: g.among.Hull(operators.MaxRanges)}
	most := max(restrict.MostLooked, 2*float64(len(g.among)))
	if g.among.Count() > most { // all but some
		g.kind, g.among = plan.AntiJoin, g.among.Complement(column.Min, column.Max)
	}
	if g.among.Count() > most {
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
		a, _ := index.Numbers(c.ctx, c.Prog.Table.Columns[g.column].Name, numbers, nil)
		if err := c.lookUpAmong(g.kind, c.LoadColumn(g.column), a); err != nil {
			return err
		}
	}
	return nil
}

// lookUpAmong writes what keeps the rows for which a register is one of numbers that all differ, of a
// semi join, or none of them.
func (c *compiler) lookUpAmong(kind plan.JoinKind, reg int, numbers *operators.Array) error {
	_, err := c.placeAmong(kind, reg, numbers)
	return err
}

// placeAmong joins rows with numbers that all differ, and gives the register of the place of the one
// that a register is equal to.
func (c *compiler) placeAmong(kind plan.JoinKind, reg int, numbers *operators.Array) (int, error) {
	table := plan.Schema(fmt.Sprintf("%d numbers of %s", numbers.Len, numbers.Name))
	table.Rows, table.Passing = numbers.Len, true
	x, err := c.cache.Build(c.ctx, table.Name, table, []*operators.Array{numbers}, nil)
	if err != nil {
		return -1, err
	}
	probe := operators.Probe{Kind: kind, Keys: []int{reg}, Index: len(c.Prog.Indexes), Cond: -1, Mark: -1}
	if x.Packed != nil {
		probe.Keys[0] = c.Pack(x.Packed, probe.Keys)
	}
	c.Prog.Indexes = append(c.Prog.Indexes, x.Index)
	probe.Dst = c.NewReg(emit.Settled(operators.Reg{Nullable: kind.Keeps(), Lo: 0, Hi: int64(numbers.Len) - 1}))
	c.Emit(probe)
	return probe.Dst, nil
}

// manyListed is from how many constants on a list is a table that each row is looked up in.
const manyListed = 64

// keepListed writes a condition that what is computed is in a long list of numbers, or is not. It
// reports false for others.
func (c *compiler) keepListed(e plan.Expr) (done bool, err error) {
	kind := plan.SemiJoin
	if call, not := e.(plan.Call); not && call.Op == plan.Not {
		kind, e = plan.AntiJoin, call.Args[0]
	}
	in, ok := e.(plan.In)
	if !ok || len(in.List) <= manyListed || kind == plan.AntiJoin && slices.ContainsFunc(in.List, plan.Value.IsNull) {
		return false, nil
	}
	x, err := c.Expr(in.X)
	if err != nil || x.Dict != nil {
		return false, nil // who compiles it as any other says why
	}
	numbers := c.listed(in, x)
	if numbers.Len == 0 {
		return false, nil
	}
	if kind == plan.AntiJoin && c.Reg(x.Reg).Nullable {
		c.Emit(operators.Keep{Cond: c.Compute(operators.NotBool, 0, emit.Condition, c.IsNull(x.Reg))})
	}
	return true, c.lookUpAmong(kind, x.Reg, numbers)
}

// listed gives the numbers of a list that a register can have, each once; none where it cannot tell.
func (c *compiler) listed(in plan.In, x scalar.Operand) *operators.Array {
	name := in.X.String()
	if c.Reg(x.Reg).Float {
		var out []float64
		for _, v := range in.List {
			switch {
			case v.Kind == plan.Double:
				out = append(out, v.Float)
			case !v.IsNull():
				return &operators.Array{}
			}
		}
		slices.Sort(out)
		return index.Floats(c.ctx, name, slices.Compact(out), nil)
	}
	var out []int64
	for _, v := range in.List {
		if n, ok := c.NumberIn(x, in.X.Type(), v); ok && !v.IsNull() {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	a, _ := index.Numbers(c.ctx, name, slices.Compact(out), nil)
	return a
}
