package compile

import (
	"errors"
	"fmt"

	"gsdms/operators"
	"gsdms/operators/compile/scalar"
	"gsdms/operators/index"
	"gsdms/plan"
)

// A column of doubles, or of numbers that lie far apart, is grouped by their ranks, and counted by them: groups are
// dense then, and values bits. What rank the number of each row has is kept for all queries, as the
// partners of rows are; it takes about as long as to group the rows by a hash table once.

// farApart is how many numbers lie between two of a column, for each of its rows, from where on their
// ranks are used: closer ones number groups themselves.
const farApart = 8

// rankedRows is how many rows of the column there are at most for each that a query looks at, for these
// to have ranks.
const rankedRows = 16

// leastRepeated is how likely two rows must be alike in a column that is ranked: of as many different
// numbers as there may be, two of the rows of a sample hardly are.
const leastRepeated = 2.0 / index.MostRanked

// ranked compiles a streamed column as the places of its numbers; ok is false of anything else, and
// where they are not worth it.
func (c *compiler) ranked(e plan.Expr) (reg int, r *index.Ranks, ok bool, err error) {
	ordinal := c.streamed(e)
	if ordinal < 0 || !c.isRankable(ordinal) {
		return -1, nil, false, nil
	}
	table := c.Prog.Table
	key := index.Key{Table: table, Kind: index.KeptRanks, Column: ordinal}
	if c.expectedRows()*rankedRows < float64(table.Rows) {
		return -1, nil, false, nil
	}
	if !c.cache.Again(key) {
		c.provisional = true
		return -1, nil, false, nil
	}
	r, err = c.ranksOf(key)
	if r == nil || err != nil {
		return -1, nil, false, err
	}
	places := operators.Reg{Nullable: r.Places.Storage.Nullable, Lo: 0, Hi: int64(r.Values.Len) - 1}
	return c.Lookup(r.Places, c.RowNumber(), places), r, true, nil
}

// isRankable reports whether the numbers of a streamed column of many rows are doubles, or lie far apart.
func (c *compiler) isRankable(ordinal int) bool {
	table := c.Prog.Table
	column := &table.Columns[ordinal]
	if table.Passing || table.Data == nil || !c.cache.Links(table) || column.Coded() {
		return false
	}
	return column.Storage.Float || uint64(column.Max)-uint64(column.Min) >= farApart*uint64(table.Rows)
}

// expectedRows is how many rows the filters are expected to leave.
func (c *compiler) expectedRows() float64 {
	rows := float64(c.Prog.Table.Rows)
	for _, f := range c.Prog.Filters {
		rows *= f.Selectivity
	}
	return rows
}

// ranksOf gives the ranks of a column, from the cache; nil where too many numbers differ, or memory has
// no room for them.
func (c *compiler) ranksOf(key index.Key) (*index.Ranks, error) {
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		r, err := c.newRanks(key)
		if r == nil || err != nil {
			return (*index.Ranks)(nil), 96, err
		}
		return r, int64(len(r.Places.Data)+len(r.Values.Data)) + 256, nil
	})
	if errors.As(err, new(*operators.ShortError)) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("rank column %s of table %s: %w", key.Table.Columns[key.Column].Name, key.Table.Name, err)
	}
	return v.(*index.Ranks), nil
}

func (c *compiler) newRanks(key index.Key) (*index.Ranks, error) {
	repeats, err := c.cache.Repeats(c.ctx, key.Table, key.Column)
	if err != nil || repeats < leastRepeated {
		return nil, err
	}
	release, err := c.cache.Hold(c.ctx, index.RanksBytes(key.Table.Rows))
	if err != nil {
		return nil, err
	}
	defer release()
	a, err := c.cache.Column(c.ctx, key.Table, key.Column)
	if err != nil {
		return nil, err
	}
	r, err := index.NewRanks(c.ctx, a)
	if r == nil || err != nil {
		return nil, err
	}
	return r, c.cache.Keep(c.ctx, key.Table, r.Places, r.Values)
}

// rankedKey compiles a group key as the places of a column's numbers.
func (c *compiler) rankedKey(e plan.ColumnRef) (k operators.Key, ok bool, err error) {
	reg, r, ok, err := c.ranked(e)
	if !ok || err != nil {
		return k, false, err
	}
	k = c.key(scalar.Operand{Reg: reg}, e.Type())
	k.Values = r.Values
	return k, true, nil
}
