package scalar

import (
	"slices"

	"gsdms/operators/compile/exprs"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// manySteps is from how many conditions on a choice among constants is a table: bisection
// then asks for less.
const manySteps = 8

// stepwise compiles a choice among constants by conditions on one column of numbers, as in CASE
// WHEN x < 10 THEN 'a' WHEN x < 20 THEN 'b' …, as a table over the numbers at which some
// condition changes: between these it has one value.
func (c *Compiler) stepwise(e plan.Expr, places []exprs.Place) (o Operand, ok bool, err error) {
	var conditions []plan.Expr
	if len(places) != 1 || !exprs.AddChoices(e, &conditions) || len(conditions) < manySteps {
		return Operand{}, false, nil
	}
	column := c.Where.ValueColumn(places[0])
	if column.Coded() || column.Type.Float() || column.Min > column.Max {
		return Operand{}, false, nil
	}
	p := truth.NewProber(c.ctx, column)
	numbers := []int64{column.Min}
	for _, condition := range conditions {
		t, ok := p.Truth(condition)
		if !ok {
			return Operand{}, false, nil
		}
		for _, in := range slices.Concat(t.Yes.In, t.No.In) {
			numbers = append(numbers, in.Lo)
			if in.Hi < column.Max {
				numbers = append(numbers, in.Hi+1)
			}
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	numbers = slices.DeleteFunc(numbers, func(n int64) bool { return n < column.Min || n > column.Max })
	o, ok, err = c.overNumbers(e, places[0], numbers)
	if plan.IsOfValue(err) {
		return Operand{}, false, nil
	}
	return o, ok, err
}
