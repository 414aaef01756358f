package compile

import (
	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/plan"
)

// keep drops the rows where a predicate is not true.
func (c *compiler) keep(e plan.Expr) error {
	if done, err := c.keepListed(e); done || err != nil {
		return err
	}
	cond, err := c.Expr(e)
	if err != nil {
		return err
	}
	c.Emit(operators.Keep{Cond: c.Boolean(cond.Reg, e.Type())})
	return nil
}

// keyProbe joins a table by a foreign key in the body: with an outer join a row
// without a partner stays, with another it goes.
func (c *compiler) keyProbe(op plan.KeyProbe) error {
	row, err := c.NumberReg(exprs.Place{Table: op.From.Table, Column: op.From.Column})
	if err != nil {
		return err
	}
	s := &c.tables[op.Table]
	s.Row = row
	switch {
	case op.Outer && op.On != nil:
		cond, err := c.Expr(op.On)
		if err != nil {
			return err
		}
		r := c.Reg(row)
		r.Nullable = true
		s.Row = c.Compute(operators.IfInt, 0, r, c.Boolean(cond.Reg, op.On.Type()), row, c.Null(false))
	case !op.Outer && c.Reg(row).Nullable:
		isNull := c.Compute(operators.IsNullInt, 0, emit.Condition, row)
		c.Emit(operators.Keep{Cond: c.Compute(operators.NotBool, 0, emit.Condition, isNull)})
	}
	return nil
}
