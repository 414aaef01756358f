package compile_test

import (
	"context"
	"testing"

	"gsdms/operators/compile"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// Of a table that lies in the order of a column, NULLs first, only the rows that a limit can
// pass are streamed, and those that tie with the last of them; where rows are dropped on the
// way, or the table is in no order, all are.
func TestFirstRowsOfATableInOrder(t *testing.T) {
	const rows = 1000
	var cells [][]plan.Value
	for i := range rows {
		k := value.OfInt(int64(i / 4 * 10))
		if i < 20 {
			k = plan.Value{}
		}
		cells = append(cells, []plan.Value{k, value.OfInt(int64(i * 7919 % rows))})
	}
	table := makeTable("events", []columnDef{{"k", intType, nil}, {"other", intType, nil}}, cells)
	ref := &plan.TableRef{Alias: "events", Table: table.Table}
	column := func(i int) plan.Expr { return plan.ColumnRef{Table: 0, Column: i, Of: ref} }
	some, err := typing.Build(plan.Ge, column(1), literalOf(5))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		by            int
		desc          bool
		filter        bool
		offset, count int64
		want          int // rows streamed
	}{
		{0, false, false, 100, 10, 112}, {0, false, false, 0, 7, 20}, {0, false, false, 19, 1, 20}, {0, false, false, 20, 1, 24},
		{0, true, false, 10, 1, 12}, {0, true, false, 0, 4, 4}, {0, true, false, 0, 1000, rows},
		{0, false, false, 600, 10, rows}, {1, false, false, 10, 10, rows}, {0, false, true, 10, 10, rows - 5},
	} {
		n := &plan.Pipeline{Tables: []*plan.TableRef{ref}, Ops: []plan.Operator{
			plan.Project{Exprs: []plan.Expr{column(0), column(1)}},
			plan.Sort{Keys: []plan.SortKey{{Slot: c.by, Desc: c.desc}, {Slot: 1}}},
			plan.Limit{Offset: c.offset, Count: c.count},
		}}
		if c.filter {
			n.Ops = append([]plan.Operator{plan.Filter{Pred: some}}, n.Ops...)
		}
		compiled, err := compile.Query(context.Background(), n, nil)
		if err != nil {
			t.Fatal(err)
		}
		in, err := interpret(t, compiled.Program)
		if err != nil {
			t.Fatal(err)
		}
		if len(in.rows) != c.want {
			t.Errorf("%+v: %d rows are streamed", c, len(in.rows))
		}
	}
}
