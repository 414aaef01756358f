package scalar

import (
	"gsdms/operators/compile/exprs"
	"gsdms/plan"
)

// mostRepeated is how many rows of the table there are at most for each text that such a function is
// computed of, since it is computed once more wherever a row comes to it.
const mostRepeated = 4

// manyTexts is from how many texts on their results are left in no order.
const manyTexts = 1 << 16

// ComputedText is such a function of a column: the register of its codes, and what they stand for.
type ComputedText struct {
	exprs.Place
	Reg int
	Of  *plan.Unsorted
}

// ComputedText compiles such a function. It is false for any other expression, and where a table of its
// results in order is there.
func (c *Compiler) ComputedText(e plan.Expr) (t ComputedText, ok bool, err error) {
	ref, ok := c.manyTexts(e)
	if !ok {
		return t, false, nil
	}
	t.Place = exprs.Place{Table: ref.Table, Column: ref.Column}
	if t.Of, err = c.Functions.Computed(c.Tables[t.Table].Ref.Table, t.Column, e, ref); t.Of == nil || err != nil {
		return t, false, err
	}
	t.Reg, err = c.Value(ref)
	return t, err == nil, err
}

// manyTexts gives the column that an expression computes texts of, which has a dictionary of many; false
// where it is another, or its rows have each of them too often.
func (c *Compiler) manyTexts(e plan.Expr) (ref plan.ColumnRef, ok bool) {
	if _, isCall := e.(plan.Call); !isCall || e.Type().Kind != plan.String || c.unbound {
		return ref, false
	}
	places := exprs.Places(e, nil)
	if len(places) != 1 {
		return ref, false
	}
	column := c.Where.ValueColumn(places[0])
	if column.Type.Kind != plan.String || column.Dict == nil || column.Dict.Len() < manyTexts {
		return ref, false
	}
	ref = plan.ColumnRef{Table: places[0].Table, Column: places[0].Column, Of: c.Tables[places[0].Table].Ref}
	return ref, c.Prog.Table.Rows/mostRepeated <= column.Dict.Len()
}
