package compile

import (
	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/plan"
)

// A function of one of many texts has a table of its results, numbered in their order, which takes
// several times as long as to compute them. Where only the least or the greatest of them is asked for,
// or the first rows by them, the codes of the column stand for the results, in no order: a fold compares
// the texts themselves, the first rows are found by their first bytes (tabulate.Ranks), and the texts of
// those that are left are computed behind the program.

// mostRepeated is how many rows of the table there are at most for each text that such a function is
// computed of, since it is computed once more wherever a row comes to it.
const mostRepeated = 4

// computedText is such a function of a column: the register of its codes, and what they stand for.
type computedText struct {
	exprs.Place
	reg int
	of  *plan.Unsorted
}

// computedText compiles such a function. It is false for any other expression, and where a table of its
// results in order is there.
func (c *compiler) computedText(e plan.Expr) (t computedText, ok bool, err error) {
	ref, ok := c.manyTexts(e)
	if !ok {
		return t, false, nil
	}
	t.Place = exprs.Place{Table: ref.Table, Column: ref.Column}
	if t.of, err = c.functions.Computed(c.tables[t.Table].Ref.Table, t.Column, e, ref); t.of == nil || err != nil {
		return t, false, err
	}
	t.reg, err = c.value(ref)
	return t, err == nil, err
}

// manyTexts gives the column that an expression computes texts of, which has a dictionary of many; false
// where it is another, or its rows have each of them too often.
func (c *compiler) manyTexts(e plan.Expr) (ref plan.ColumnRef, ok bool) {
	if _, isCall := e.(plan.Call); !isCall || e.Type().Kind != plan.String || c.unbound {
		return ref, false
	}
	places := exprs.Places(e, nil)
	if len(places) != 1 {
		return ref, false
	}
	column := c.where.ValueColumn(places[0])
	if column.Type.Kind != plan.String || column.Dict == nil || column.Dict.Len() < manyTexts {
		return ref, false
	}
	ref = plan.ColumnRef{Table: places[0].Table, Column: places[0].Column, Of: c.tables[places[0].Table].Ref}
	return ref, c.prog.Table.Rows/mostRepeated <= column.Dict.Len()
}

// extremeComputed compiles MIN or MAX of such a function by few groups: of many, nearly every text is the
// best of one. It is false for any other aggregate.
func (c *compiler) extremeComputed(a plan.Agg, keys []operators.Key) (f operators.Fold, ok bool, err error) {
	size, dense := c.denseSize(keys)
	if a.Func != plan.Min && a.Func != plan.Max || a.Gathered != nil || !dense || size > denseGroups {
		return f, false, nil
	}
	t, ok, err := c.computedText(a.Arg)
	if !ok {
		return f, false, err
	}
	f = operators.Fold{Func: operators.MinText, Arg: t.reg, Type: a.Of, Unsorted: t.of}
	if a.Func == plan.Max {
		f.Func = operators.MaxText
	}
	return f, true, nil
}

// topRank compiles what says more or less in which order texts of a function are; false where a table of
// all of them in order is as good, since too many begin alike, or one of those texts alone that rows have.
func (c *compiler) topRank(e plan.Expr) (reg int, ok bool, err error) {
	t, ok, err := c.computedText(e)
	if !ok || c.prog.Emits(c.prog.Table.Rows) < float64(t.of.Len()/2) {
		return 0, false, err
	}
	ranks, err := c.functions.Ranks(c.tables[t.Table].Ref.Table, t.Column, e, t.of)
	if ranks == nil || err != nil {
		return 0, false, err
	}
	return c.resultAt(ranks, t.reg, 0, int64(t.of.Len())-1).reg, true, nil
}
