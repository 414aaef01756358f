package compile

import (
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/index"
	"gsdms/operators/large"
	"gsdms/operators/sets"
	"gsdms/plan"
	"gsdms/plan/value"
)

// A join with a table of few rows tells the scan, before it begins, which values of the
// streamed column can find one at all: they become a filter, which segments are skipped
// by. That is worth most where the rows are what a stage before has left.

// fewRows is how many rows such a table has at most, and one in how many of the streamed.
const (
	fewRows = 1 << 16
	oneIn   = 8
)

// sideways restricts the columns that rows of a small table are found by to the values
// that it has. It reports whether nothing is left to do: for a semi join by one column.
func (c *compiler) sideways(op plan.HashProbe) (done bool, err error) {
	t := &c.tables[op.Table]
	rows, few := c.fewPartners(op)
	if !few {
		return false, nil
	}
	whole := op.Kind == plan.SemiJoin && op.On == nil && op.Band == nil && len(op.Keys) == 1
	for i := range op.Keys {
		from, ok := op.Keys[i].(plan.ColumnRef)
		match, isColumn := op.Match[i].(plan.ColumnRef)
		if !ok || !isColumn || !c.Where.OnStream([]exprs.Place{{Table: from.Table, Column: from.Column}}) || !c.Where.SameNumbers(from, match) {
			continue
		}
		column := c.Where.Column(exprs.Place{Table: from.Table, Column: from.Column})
		if t.passing != nil && float64(rows) > float64(column.Max)-float64(column.Min) {
			continue // they may have nearly all
		}
		keys, err := c.Where.KeptKeys(t.Ref.Table, "numbers "+keyText([]keyColumn{stored(match.Column)})+t.where, func() (restrict.Keys, error) {
			in, err := c.numbersIn(t.Ref.Table, match.Column, t.passing)
			return restrict.Keys{In: in}, err
		})
		if err != nil {
			return false, err
		}
		s, err := c.Where.NumbersOf(column, sets.Values{In: keys.In})
		if err == nil && !whole && from.Table == c.net.Root && restrict.Scattered(s, column) { // the join looks them up
			s.In = s.In.Hull(operators.MaxRanges)
		}
		if err == nil {
			err = c.Where.RestrictFrom(from, s, 0)
		}
		if err != nil {
			return false, err
		}
		if whole {
			t.Reach = restrict.Bodied
			return true, nil
		}
	}
	return false, nil
}

// fewPartners reports whether a join keeps only rows with partners, of which there are few; rows is how many.
func (c *compiler) fewPartners(op plan.HashProbe) (rows int, few bool) {
	t := &c.tables[op.Table]
	if rows = t.Ref.Table.Rows; t.passing != nil {
		rows = index.Members(t.passing)
	}
	return rows, (op.Kind == plan.InnerJoin || op.Kind == plan.SemiJoin) && rows <= fewRows && rows <= c.Prog.Table.Rows/oneIn
}

// hulled is how many partners there are at most where doubles are compared with the least and the largest first: of
// more these are probably far apart, and nearly all rows pass.
const hulled = 64

// withinHulls gives filters of what sideways says of doubles, which have no numbers: those that can find a row lie
// between the least and the largest that the table has. Rows with the largest value of their group, of 8 million with
// three groups, took twice as long when all were looked up.
func (c *compiler) withinHulls(op plan.HashProbe) (filters []plan.Operator, err error) {
	if rows, few := c.fewPartners(op); !few || rows > hulled {
		return nil, nil
	}
	t := &c.tables[op.Table]
	for i := range op.Keys {
		from, ok := op.Keys[i].(plan.ColumnRef)
		match, isColumn := op.Match[i].(plan.ColumnRef)
		isDouble := func(e plan.Expr) bool { return e.Type().Kind == plan.Double }
		if !ok || !isColumn || !isDouble(from) || !isDouble(match) || !c.Where.OnStream([]exprs.Place{{Table: from.Table, Column: from.Column}}) {
			continue
		}
		a, err := c.keyArray(t.Ref.Table, stored(match.Column))
		if err != nil {
			return nil, err
		}
		lo, hi := hullOf(a, t.passing)
		bound := func(op plan.Op, d float64) plan.Expr {
			return plan.Call{Op: op, Args: []plan.Expr{from, plan.Literal(value.OfFloat(d))}, Of: plan.Type{Kind: plan.Bool}}
		}
		within := plan.Combine(plan.And, []plan.Expr{bound(plan.Ge, lo), bound(plan.Le, hi)})
		if filters, err = c.restrict(within, filters); err != nil {
			return nil, err
		}
	}
	return filters, nil
}

// hullOf gives the least and the largest double of some rows, nil for all; lo > hi where there is none.
func hullOf(a *operators.Array, rows *operators.BitSet) (lo, hi float64) {
	lo, hi = math.MaxFloat64, -math.MaxFloat64
	index.EachMember(rows, a.Len, func(row int) {
		if stored := index.Stored(a, row); !a.Storage.Nullable || stored != plan.NullBits {
			lo, hi = min(lo, index.Double(stored)), max(hi, index.Double(stored))
		}
	})
	return lo, hi
}

// numbersIn gives the values that a column of a joined table has, in the rows that can be
// anybody's partner: those of a set, nil for all.
func (c *compiler) numbersIn(t *plan.Table, column int, rows *operators.BitSet) (sets.Ranges, error) {
	a, err := c.keyArray(t, stored(column))
	if err != nil {
		return nil, err
	}
	most := a.Len
	if rows != nil {
		most = index.Members(rows)
	}
	numbers := large.Make[int64](most)[:0]
	index.EachMember(rows, a.Len, func(row int) {
		if n, null := index.NumberOf(a, row); !null {
			numbers = append(numbers, n)
		}
	})
	return sets.OfNumbers(numbers), nil
}

// One in how many rows of its table an optional join finds by, at most, and one in how many streamed
// rows they are where each of these is looked up.
const (
	spared   = 2
	lookedUp = 4
)

// idle reports whether an optional join with a table is not worth anything: nearly all of the table's
// rows can be partners, so that nearly all streamed rows may have one. Where these have many more numbers
// than the table has rows, most have none.
func (c *compiler) idle(op plan.HashProbe) bool {
	t := &c.tables[op.Table]
	if op.On != nil || op.Band != nil {
		return true
	}
	return t.passing != nil && index.Members(t.passing) > t.Ref.Table.Rows/spared && !c.scarce(op, index.Members(t.passing))
}

// scarce reports whether so many rows have few of the numbers that streamed rows look for by a key.
func (c *compiler) scarce(op plan.HashProbe, rows int) bool {
	return slices.ContainsFunc(op.Keys, func(e plan.Expr) bool {
		from, ok := e.(plan.ColumnRef)
		if !ok || from.Table != c.net.Root {
			return false
		}
		column := columnOf(c.net, from)
		return column.Dict == nil && !column.Storage.Float && float64(column.Max)-float64(column.Min) >= lookedUp*float64(rows)
	})
}

// costly reports whether looking every streamed row up is more than an optional join is worth.
func (c *compiler) costly(op plan.HashProbe) bool {
	t := &c.tables[op.Table]
	keys := t.Ref.Table.Rows
	if t.passing != nil {
		keys = index.Members(t.passing)
	}
	return keys > c.Prog.Table.Rows/lookedUp
}
