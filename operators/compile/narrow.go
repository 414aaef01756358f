package compile

import (
	"gsdms/operators/compile/exprs"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// narrow carries what the predicates leave of each keyed table to the foreign key
// column it is reached by, the last joined table first, and so to the stream.
func (c *compiler) narrow() error {
	for i := len(c.net.Ops) - 1; i >= 0; i-- {
		table, ok := joinedBy(c.net.Ops[i])
		if !ok || c.tables[table].reach != keyed {
			continue
		}
		if err := c.settle(table); err != nil {
			return err
		}
		s := &c.tables[table]
		if s.by == nil && s.isWhole() && !c.column(exprs.Place{Table: s.from.Table, Column: s.from.Column}).Storage.Nullable {
			continue
		}
		numbers, err := c.leadTo(table, s.rows)
		if err != nil {
			return err
		}
		if err := c.restrictFrom(s.from, numbers, s.share()); err != nil {
			return err
		}
	}
	return c.settleRoot()
}

// joinedBy gives the table that a probe joins.
func joinedBy(op plan.Operator) (table int, ok bool) {
	switch op := op.(type) {
	case plan.KeyProbe:
		return op.Table, true
	case plan.HashProbe:
		return op.Table, true
	}
	return 0, false
}

// share estimates how many of the rows that find the table by values find a row that is
// not ruled out; 0 where it is found by row number.
func (s *source) share() float64 {
	if s.by == nil {
		return 0
	}
	return max(s.rows.Count()/float64(max(s.ref.Table.Rows, 1)), 1e-6)
}

// isWhole reports whether no row of the table is ruled out.
func (s *source) isWhole() bool { return s.rows.Covers(sets.Span(0, int64(s.ref.Table.Rows)-1)) }

// settle intersects a keyed table's rows with what is asked of its columns.
func (c *compiler) settle(table int) error {
	s := &c.tables[table]
	for _, v := range s.values {
		column := &s.ref.Table.Columns[v.column]
		numbers, err := c.numbersOf(column, v.set)
		if err != nil {
			return err
		}
		if numbers.All(column) {
			continue
		}
		rows, err := c.cache.Rows(c.ctx, s.ref.Table, v.column, numbers)
		if err != nil {
			return err
		}
		s.rows = s.rows.Intersect(rows)
	}
	return nil
}

// restrictFrom restricts a column that finds a table to some of its numbers.
func (c *compiler) restrictFrom(from plan.ColumnRef, s sets.Values, share float64) error {
	if from.Table == c.net.Root {
		c.restrictStream(from.Column, s, share)
		return nil
	}
	t := &c.tables[from.Table]
	rows, err := c.cache.Rows(c.ctx, t.ref.Table, from.Column, s)
	t.rows = t.rows.Intersect(rows)
	return err
}

func (c *compiler) settleRoot() error {
	root := &c.tables[c.net.Root]
	for _, v := range root.values {
		s, err := c.numbersOf(&root.ref.Table.Columns[v.column], v.set)
		if err != nil {
			return err
		}
		c.restrictStream(v.column, s, 0)
	}
	return nil
}
