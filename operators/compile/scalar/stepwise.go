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
	all := make([]truth.Verdict, len(conditions))
	for i, condition := range conditions {
		if all[i], ok = p.Truth(condition); !ok {
			return Operand{}, false, nil
		}
	}
	return c.betweenChanges(e, places[0], all)
}

// mostBisected is among how many ranges a row is looked up at most.
const mostBisected = 64

// inRanges compiles a condition on one column of numbers of which it is known for which it is true, and that
// no opcode computes.
func (c *Compiler) inRanges(e plan.Expr, places []exprs.Place) (o Operand, ok bool, err error) {
	if len(places) != 1 || e.Type().Kind != plan.Bool {
		return Operand{}, false, nil
	}
	column := c.Where.ValueColumn(places[0])
	if column.Coded() || column.Type.Float() || column.Min > column.Max {
		return Operand{}, false, nil
	}
	t, ok := c.Where.TruthOf(places[0], e)
	if !ok || len(t.Yes.In) > mostBisected {
		return Operand{}, false, nil
	}
	return c.betweenChanges(e, places[0], []truth.Verdict{t})
}

// betweenChanges compiles an expression of a column of numbers as a table over the numbers at which one of some
// conditions changes.
func (c *Compiler) betweenChanges(e plan.Expr, p exprs.Place, all []truth.Verdict) (o Operand, ok bool, err error) {
	column := c.Where.ValueColumn(p)
	numbers := []int64{column.Min}
	for _, t := range all {
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
	o, ok, err = c.overNumbers(e, p, numbers)
	if plan.IsOfValue(err) {
		return Operand{}, false, nil
	}
	return o, ok, err
}
