package compile

import (
	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// loadColumn gives the register of a streamed column's numbers.
func (c *compiler) loadColumn(ordinal int) int {
	return c.Load(ordinal, func() operators.Reg { return c.where.StreamReg(ordinal) })
}

// value gives the register of a column's value.
func (c *compiler) value(e plan.ColumnRef) (int, error) {
	p := exprs.Place{Table: e.Table, Column: e.Column}
	if c.unbound {
		return c.anyValue(p), nil
	}
	column := c.where.Column(p)
	r, err := c.numberReg(p)
	for err == nil && column.Ref != nil {
		r, err = c.dereference(column.Ref, r)
		column = &column.Ref.Table.Columns[column.Ref.Column]
	}
	return r, err
}

// numberReg gives the register of a column's number: of a foreign key, the row number.
func (c *compiler) numberReg(p exprs.Place) (int, error) {
	if p.Table == c.net.Root {
		return c.loadColumn(p.Column), nil
	}
	s := &c.tables[p.Table]
	if s.mark >= 0 {
		return s.mark, nil
	}
	row, err := c.rowReg(p.Table)
	if err != nil {
		return -1, err
	}
	a, err := c.cache.Column(c.ctx, s.Ref.Table, p.Column)
	if err != nil {
		return -1, err
	}
	r, err := c.where.Bounds(p)
	return c.Lookup(a, row, r), err
}

// dereference gives the register of the key that a foreign key's row number stands for.
func (c *compiler) dereference(ref *plan.Ref, row int) (int, error) {
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

// rowReg gives the register of the row number of a table.
func (c *compiler) rowReg(table int) (int, error) {
	s := &c.tables[table]
	if s.row >= 0 {
		return s.row, nil
	}
	if s.Reach != restrict.Keyed {
		return -1, &emit.UnsupportedError{Why: "table " + s.Ref.Alias + " is used before it is joined"}
	}
	row, err := c.foundRow(s)
	if c.InBody() && err == nil {
		s.row = row
	}
	return row, err
}

// keep drops the rows where a predicate is not true.
func (c *compiler) keep(e plan.Expr) error {
	if done, err := c.keepListed(e); done || err != nil {
		return err
	}
	cond, err := c.expr(e)
	if err != nil {
		return err
	}
	c.Emit(operators.Keep{Cond: c.Boolean(cond.reg, e.Type())})
	return nil
}

// keyProbe joins a table by a foreign key in the body: with an outer join a row
// without a partner stays, with another it goes.
func (c *compiler) keyProbe(op plan.KeyProbe) error {
	row, err := c.numberReg(exprs.Place{Table: op.From.Table, Column: op.From.Column})
	if err != nil {
		return err
	}
	s := &c.tables[op.Table]
	s.row = row
	switch {
	case op.Outer && op.On != nil:
		cond, err := c.expr(op.On)
		if err != nil {
			return err
		}
		r := c.Reg(row)
		r.Nullable = true
		s.row = c.Compute(operators.IfInt, 0, r, c.Boolean(cond.reg, op.On.Type()), row, c.Null(false))
	case !op.Outer && c.Reg(row).Nullable:
		isNull := c.Compute(operators.IsNullInt, 0, emit.Condition, row)
		c.Emit(operators.Keep{Cond: c.Compute(operators.NotBool, 0, emit.Condition, isNull)})
	}
	return nil
}
