package restrict

import (
	"fmt"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// Keys is the numbers that keys have, where they are dense.
type Keys struct {
	In    sets.Ranges
	Dense bool
}

// KeptKeys gives the keys of the index of a text, from the cache. The index need not be there.
func (c *Conditions) KeptKeys(t *plan.Table, text string, find func() (Keys, error)) (Keys, error) {
	key := index.Key{Table: t, Kind: index.KeptKeys, Column: -1, Text: text}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		keys, err := find()
		return keys, int64(len(keys.In))*16 + int64(len(text)) + 96, err
	})
	if err != nil {
		return Keys{}, fmt.Errorf("find the keys of %s: %w", t.Name, err)
	}
	return v.(Keys), nil
}

// leadTo gives the numbers of the column that finds a keyed table for which it finds one
// of these rows.
func (c *Conditions) leadTo(table int, rows sets.Ranges) (sets.Values, error) {
	s := &c.tables[table]
	if s.By == nil {
		return sets.Values{In: rows}, nil
	}
	from := c.Column(exprs.Place{Table: s.From.Table, Column: s.From.Column})
	if !rows.Covers(sets.Span(0, int64(s.Ref.Table.Rows)-1)) {
		return c.NumbersOf(from, sets.Values{In: s.By.KeysOf(rows)})
	}
	keys, err := c.KeptKeys(s.Ref.Table, s.By.Text, func() (Keys, error) { return Keys{In: s.By.AllKeys(), Dense: true}, nil })
	if err != nil {
		return sets.Values{}, err
	}
	return c.NumbersOf(from, sets.Values{In: keys.In})
}

// Narrow carries what the predicates leave of each keyed table to the foreign key
// column it is reached by, the last joined table first, and so to the stream.
func (c *Conditions) Narrow(ops []plan.Operator) error {
	for i := len(ops) - 1; i >= 0; i-- {
		table, ok := JoinedBy(ops[i])
		if !ok || c.tables[table].Reach != Keyed {
			continue
		}
		if err := c.settle(table); err != nil {
			return err
		}
		s := &c.tables[table]
		if s.By == nil && s.isWhole() && !c.Column(exprs.Place{Table: s.From.Table, Column: s.From.Column}).Storage.Nullable {
			continue
		}
		numbers, err := c.leadTo(table, s.Rows)
		if err != nil {
			return err
		}
		if err := c.RestrictFrom(s.From, numbers, s.share()); err != nil {
			return err
		}
	}
	return c.settleRoot()
}

// JoinedBy gives the table that a probe joins.
func JoinedBy(op plan.Operator) (table int, ok bool) {
	switch op := op.(type) {
	case plan.KeyProbe:
		return op.Table, true
	case plan.HashProbe:
		return op.Table, true
	}
	return 0, false
}

// settle intersects a keyed table's rows with what is asked of its columns.
func (c *Conditions) settle(table int) error {
	s := &c.tables[table]
	var bits *operators.BitSet
	for _, v := range s.values {
		column := &s.Ref.Table.Columns[v.Column]
		numbers, err := c.NumbersOf(column, v.Set)
		if err != nil {
			return err
		}
		if numbers.All(column) {
			continue
		}
		rows, err := c.cache.Holding(c.ctx, s.Ref.Table, v.Column, numbers)
		if err != nil {
			return err
		}
		if bits = index.Common(bits, rows.Bits); rows.Bits == nil {
			s.Rows = s.Rows.Intersect(rows.Runs)
		}
	}
	if bits != nil {
		s.Rows = s.Rows.Intersect(sets.OfBits(bits.Bits, 0))
	}
	return nil
}

// RestrictFrom restricts a column that finds a table to some of its numbers.
func (c *Conditions) RestrictFrom(from plan.ColumnRef, s sets.Values, share float64) error {
	if from.Table == c.root {
		c.RestrictStream(from.Column, s, share)
		return nil
	}
	t := &c.tables[from.Table]
	rows, err := c.cache.Rows(c.ctx, t.Ref.Table, from.Column, s)
	t.Rows = t.Rows.Intersect(rows)
	return err
}

// settleRoot restricts the stream to what is asked of its columns.
func (c *Conditions) settleRoot() error {
	root := &c.tables[c.root]
	for _, v := range root.values {
		s, err := c.NumbersOf(&root.Ref.Table.Columns[v.Column], v.Set)
		if err != nil {
			return err
		}
		c.RestrictStream(v.Column, s, 0)
	}
	return nil
}
