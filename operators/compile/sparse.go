package compile

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// mostRows is the longest column whose values are collected when a query is compiled.
const mostRows = 1 << 22

// sparse compiles an expression of one column of numbers as a table over the values that
// the column has, if they are not too many (ok): they lie too far apart for a table over
// all numbers between. A program finds a value's place by bisection.
func (c *compiler) sparse(e plan.Expr, places []exprs.Place) (o operand, ok bool, err error) {
	if len(places) != 1 {
		return operand{}, false, nil
	}
	p := places[0]
	column := c.where.ValueColumn(p)
	if column.Coded() || column.Type.Float() {
		return operand{}, false, nil
	}
	numbers, err := c.distinct(p)
	if err != nil || len(numbers) == 0 {
		return operand{}, false, err
	}
	return c.overNumbers(e, p, numbers)
}

// overNumbers compiles an expression of one column as a table over numbers in order, each of
// which stands for those up to the next one.
func (c *compiler) overNumbers(e plan.Expr, p exprs.Place, numbers []int64) (o operand, ok bool, err error) {
	x, err := c.value(plan.ColumnRef{Table: p.Table, Column: p.Column})
	if err != nil {
		return operand{}, false, err
	}
	column := c.where.ValueColumn(p)
	for len(numbers)&(len(numbers)-1) != 0 { // as many as bisection can ask for
		numbers = append(numbers, numbers[len(numbers)-1])
	}
	t, err := c.fillSparse(e, column.Type, numbers)
	if err != nil {
		return operand{}, false, err
	}
	at := c.Bisect(x, numbers, column.Name)
	if c.Reg(x).Nullable {
		n := int64(len(numbers))
		at = c.Compute(operators.IfInt, 0, operators.Reg{Hi: n}, c.IsNull(x), c.Number(n), at)
	}
	return operand{c.Lookup(t.array, at, t.reg), t.dict}, true, nil
}

// distinct gives the values of a column in order; none if there are too many.
func (c *compiler) distinct(p exprs.Place) ([]int64, error) {
	table, ordinal := c.where.ValuePlace(p)
	if table.Rows > mostRows {
		return nil, nil
	}
	a, err := c.cache.Column(c.ctx, table, ordinal)
	if err != nil {
		return nil, err
	}
	seen := map[int64]bool{}
	for i := range int(table.Rows) {
		if n, null := a.Storage.Load(index.Stored(a, i)); !null {
			seen[n] = true
		}
		if len(seen) > manyValues {
			return nil, nil
		}
	}
	numbers := make([]int64, 0, len(seen))
	for n := range seen {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return numbers, nil
}

// fillSparse evaluates a function for numbers and for NULL.
func (c *compiler) fillSparse(e plan.Expr, of plan.Type, numbers []int64) (*table, error) {
	var v plan.Value
	leaf := func(plan.Expr) (plan.Value, error) { return v, nil }
	work := truth.Effort{Ctx: c.ctx}
	given, function := newResults(e, len(numbers)+1), plan.Prepare(c.ctx, e)
	for i := range len(numbers) + 1 {
		v = plan.Value{}
		if i < len(numbers) {
			v = truth.ValueOf(of, nil, numbers[i])
		}
		r, err := function.Eval(leaf)
		if err == nil {
			err = work.Add(v, r)
		}
		if err == nil {
			err = given.put(i, r)
		}
		if err != nil {
			return nil, err
		}
	}
	return given.table(c.ctx, false)
}
