package compile_test

import (
	"context"
	"testing"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/typing"
)

// MIN and MAX of a function of many texts compare these, and the first rows are found by first bytes, until
// something needs all of them in order, which is then made use of. Where most texts begin alike that is made.
func TestOrderOfFunctionsOfManyTexts(t *testing.T) {
	table := messageTable()
	ref := &plan.TableRef{Alias: "events", Table: table.Table}
	build := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		fatal(t, err)
		return e
	}
	column := func(i int) plan.Expr { return plan.ColumnRef{Table: 0, Column: i, Of: ref} }
	behind := build("SUBSTRING", column(1), literalOf(9))
	upper, reversed, same := build("UPPER", behind), build("REVERSE", behind), build("LEFT", column(1), literalOf(7))
	cache := index.NewCache(1 << 30)
	query := func(ops ...plan.Operator) *operators.Program {
		q, err := compile.Query(context.Background(), &plan.Pipeline{Tables: []*plan.TableRef{ref}, Ops: ops}, cache)
		fatal(t, err)
		return q.Program
	}
	extremes := func(e plan.Expr, keys ...plan.Expr) []operators.Fold {
		of := e.Type()
		return query(plan.Aggregate{Keys: keys, Aggs: []plan.Agg{{Func: plan.Min, Arg: e, Of: of}, {Func: plan.Max, Arg: e, Of: of}}}).Sink.(*operators.Groups).Aggs
	}
	for _, e := range []plan.Expr{upper, reversed} {
		if f := extremes(e); f[0].Func != operators.MinText || f[1].Func != operators.MaxText {
			t.Errorf("%s: folds %v", e, f)
		}
	}
	if f := extremes(reversed, column(2)); f[0].Func != operators.MinText {
		t.Errorf("by ten groups: folds %v", f)
	}
	if f := extremes(reversed, column(0)); f[0].Func != operators.MinInt {
		t.Errorf("by as many groups as rows: folds %v", f)
	}
	first := func(e plan.Expr) *operators.Emit {
		return query(plan.Project{Exprs: []plan.Expr{e, column(0)}}, plan.Sort{Keys: []plan.SortKey{{Slot: 0}, {Slot: 1}}}, plan.Limit{Count: 3}).Sink.(*operators.Emit)
	}
	if out := first(upper); out.Top == nil || out.Top.Whole || len(out.Top.Keys) != 1 || out.Out[0].Unsorted == nil {
		t.Errorf("%s: first rows by %+v", upper, out.Top)
	}
	for _, e := range []plan.Expr{reversed, same} { // is there; has one text
		if out := first(e); out.Top == nil || len(out.Top.Keys) != 2 || out.Out[0].Unsorted != nil {
			t.Errorf("%s: first rows by %+v", e, out.Top)
		}
	}
}
