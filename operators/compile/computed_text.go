package compile

import (
	"gsdms/operators"
	"gsdms/plan"
)

// A function of one of many texts has a table of its results, numbered in their order, which takes
// several times as long as to compute them. Where only the least or the greatest of them is asked for,
// or the first rows by them, the codes of the column stand for the results, in no order: a fold compares
// the texts themselves, the first rows are found by their first bytes (tabulate.Ranks), and the texts of
// those that are left are computed behind the program.

// extremeComputed compiles MIN or MAX of such a function by few groups: of many, nearly every text is the
// best of one. It is false for any other aggregate.
func (c *compiler) extremeComputed(a plan.Agg, keys []operators.Key) (f operators.Fold, ok bool, err error) {
	size, dense := c.denseSize(keys)
	if a.Func != plan.Min && a.Func != plan.Max || a.Gathered != nil || !dense || size > denseGroups {
		return f, false, nil
	}
	t, ok, err := c.ComputedText(a.Arg)
	if !ok {
		return f, false, err
	}
	f = operators.Fold{Func: operators.MinText, Arg: t.Reg, Type: a.Of, Unsorted: t.Of}
	if a.Func == plan.Max {
		f.Func = operators.MaxText
	}
	return f, true, nil
}

// topRank compiles what says more or less in which order texts of a function are; false where a table of
// all of them in order is as good, since too many begin alike, or one of those texts alone that rows have.
func (c *compiler) topRank(e plan.Expr) (reg int, ok bool, err error) {
	t, ok, err := c.ComputedText(e)
	if !ok || c.Prog.Emits(c.Prog.Table.Rows) < float64(t.Of.Len()/2) {
		return 0, false, err
	}
	ranks, err := c.Functions.Ranks(c.tables[t.Table].Ref.Table, t.Column, e, t.Of)
	if ranks == nil || err != nil {
		return 0, false, err
	}
	return c.ResultAt(ranks, t.Reg, 0, int64(t.Of.Len())-1).Reg, true, nil
}
