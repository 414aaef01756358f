package scalar

import (
	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// LoadColumn gives the register of a streamed column's numbers.
func (c *Compiler) LoadColumn(ordinal int) int {
	return c.Load(ordinal, func() operators.Reg { return c.Where.StreamReg(ordinal) })
}

// Value gives the register of a column's value.
func (c *Compiler) Value(e plan.ColumnRef) (int, error) {
	p := exprs.Place{Table: e.Table, Column: e.Column}
	if c.unbound {
		return c.anyValue(p), nil
	}
	column := c.Where.Column(p)
	r, err := c.NumberReg(p)
	for err == nil && column.Ref != nil {
		r, err = c.dereference(column.Ref, r)
		column = &column.Ref.Table.Columns[column.Ref.Column]
	}
	return r, err
}

// NumberReg gives the register of a column's number: of a foreign key, the row number.
func (c *Compiler) NumberReg(p exprs.Place) (int, error) {
	if p.Table == c.net.Root {
		return c.LoadColumn(p.Column), nil
	}
	s := &c.Tables[p.Table]
	if s.Mark >= 0 {
		return s.Mark, nil
	}
	row, err := c.RowReg(p.Table)
	if err != nil {
		return -1, err
	}
	a, err := c.cache.Column(c.ctx, s.Ref.Table, p.Column)
	if err != nil {
		return -1, err
	}
	r, err := c.Where.Bounds(p)
	return c.Lookup(a, row, r), err
}

// dereference gives the register of the key that a foreign key's row number stands for.
func (c *Compiler) dereference(ref *plan.Ref, row int) (int, error) {
	a, err := c.cache.Column(c.ctx, ref.Table, ref.Column)
	if err != nil {
		return -1, err
	}
	column := &ref.Table.Columns[ref.Column]
	lo, hi := column.Min, column.Max
	v, err := c.cache.View(c.ctx, ref.Table, ref.Column)
	if err != nil {
		return -1, err
	}
	at := c.Reg(row)
	if l, h, ok := v.Bounds(sets.Span(at.Lo, at.Hi)); ok {
		lo, hi = l, h
	}
	return c.Lookup(a, row, operators.Reg{Float: column.Storage.Float, Nullable: column.Storage.Nullable, Lo: lo, Hi: hi}), nil
}

// RowReg gives the register of the row number of a table.
func (c *Compiler) RowReg(table int) (int, error) {
	s := &c.Tables[table]
	if s.Row >= 0 {
		return s.Row, nil
	}
	if s.Reach != restrict.Keyed {
		return -1, &emit.UnsupportedError{Why: "table " + s.Ref.Alias + " is used before it is joined"}
	}
	row, err := c.foundRow(s)
	if c.InBody() && err == nil {
		s.Row = row
	}
	return row, err
}

// foundRow gives the register of the row number of a keyed table. The filters have left
// rows that find one only.
func (c *Compiler) foundRow(s *Source) (int, error) {
	if s.By == nil {
		return c.NumberReg(exprs.Place{Table: s.From.Table, Column: s.From.Column})
	}
	key, err := c.Value(s.From)
	if err != nil {
		return -1, err
	}
	lo, hi := s.Rows.Bounds()
	return c.RowAt(s.By, c.Distance(s.By, key), operators.Reg{Lo: lo, Hi: hi}), nil
}

// RowAt gives the register of the row at a place of a direct index.
func (c *Compiler) RowAt(x *index.Join, place int, as operators.Reg) int {
	if x.InOrder {
		return place
	}
	return c.Lookup(x.Firsts, place, as)
}

// Distance gives the register of a key's place in a direct index that has one for it, or
// NULL.
func (c *Compiler) Distance(x *index.Join, key int) int {
	if x.Lo == 0 {
		return key
	}
	r := c.Reg(key)
	last := int64(len(x.Heads)) - 1
	place := operators.Reg{Nullable: r.Nullable, Lo: max(r.Lo, x.Lo) - x.Lo, Hi: min(r.Hi, x.Lo+last) - x.Lo}
	return c.Compute(operators.SubInt, 0, place, key, c.Number(x.Lo))
}
