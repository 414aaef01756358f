package compile

import (
	"gsdms/operators/compile/wanted"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// Where a table lies in the order of a column by which the first of its rows are wanted, they
// are its first or its last: the others are no more read than those that a filter on the
// column drops.

// readFirst restricts the stream to the rows that a limit behind a sort can pass, where all
// rows of the table come to the sort and lie in its order. Rows that tie with the last one
// stay, since the keys behind the first decide among them.
func (c *compiler) readFirst(tail []plan.Operator) error {
	op, top, ok := wanted.First(tail)
	if !ok || top.Count > int64(c.Prog.Table.Rows)/2 {
		return nil
	}
	key, isColumn := op.Exprs[top.Keys[0].Slot].(plan.ColumnRef)
	if !isColumn || key.Table != c.net.Root {
		return nil
	}
	column, of := key.Column, &c.Prog.Table.Columns[key.Column]
	if risen, err := c.Where.ByNumber(of); !risen || err != nil {
		return err
	}
	v, err := c.cache.View(c.ctx, c.Prog.Table, column)
	if err != nil || !v.Sorted {
		return err
	}
	at, s := int(top.Count)-1, sets.Values{Null: of.Storage.Nullable}
	if top.Keys[0].Desc {
		at, s.Null = c.Prog.Table.Rows-int(top.Count), false
	}
	n, null := of.Storage.Load(index.Stored(v.Array, at))
	switch {
	case null && top.Keys[0].Desc:
		return nil // all that are not NULL, and some that are
	case null:
	case top.Keys[0].Desc:
		s.In = sets.Span(n, of.Max)
	default:
		s.In = sets.Span(of.Min, n)
	}
	c.Where.RestrictStream(column, s, 0)
	return nil
}
