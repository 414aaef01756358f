package scalar

import (
	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/plan"
)

// sparse compiles an expression of one column of numbers as a table over the values that
// the column has, if they are not too many (ok): they lie too far apart for a table over
// all numbers between. A program finds a value's place by bisection.
func (c *Compiler) sparse(e plan.Expr, places []exprs.Place) (o Operand, ok bool, err error) {
	if len(places) != 1 {
		return Operand{}, false, nil
	}
	p := places[0]
	column := c.Where.ValueColumn(p)
	if column.Coded() || column.Type.Float() {
		return Operand{}, false, nil
	}
	numbers, err := c.Functions.Distinct(c.Where.ValuePlace(p))
	if err != nil || len(numbers) == 0 {
		return Operand{}, false, err
	}
	return c.overNumbers(e, p, numbers)
}

// overNumbers compiles an expression of one column as a table over numbers in order, each of
// which stands for those up to the next one.
func (c *Compiler) overNumbers(e plan.Expr, p exprs.Place, numbers []int64) (o Operand, ok bool, err error) {
	x, err := c.Value(plan.ColumnRef{Table: p.Table, Column: p.Column})
	if err != nil {
		return Operand{}, false, err
	}
	column := c.Where.ValueColumn(p)
	for len(numbers)&(len(numbers)-1) != 0 { // as many as bisection can ask for
		numbers = append(numbers, numbers[len(numbers)-1])
	}
	t, err := c.Functions.FillSparse(e, column.Type, numbers)
	if err != nil {
		return Operand{}, false, err
	}
	at := c.Bisect(x, numbers, column.Name)
	if c.Reg(x).Nullable {
		n := int64(len(numbers))
		at = c.Compute(operators.IfInt, 0, operators.Reg{Hi: n}, c.IsNull(x), c.Number(n), at)
	}
	return Operand{Reg: c.Lookup(t.Array, at, t.Reg), Dict: t.Dict}, true, nil
}
