package compile_test

import (
	"context"
	"fmt"
	"testing"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

const messages = 70000

// messageTable has a text in each row that no other has, or NULL, and two numbers.
func messageTable() *memoryTable {
	var cells [][]plan.Value
	for i := range messages {
		text := value.OfString(fmt.Sprintf("message %d from %d", i*7919%messages, i%100))
		if i%1000 == 999 {
			text = plan.Value{}
		}
		cells = append(cells, []plan.Value{value.OfInt(int64(i)), text, value.OfInt(int64(i % 10)), value.OfInt(int64(i * 31 % 1000))})
	}
	return makeTable("events", []columnDef{{"e_id", intType, nil}, {"e_text", textType, nil}, {"e_level", intType, nil}, {"e_code", intType, nil}}, cells)
}

// Where the filters leave few of many texts, a function is made of these alone, of others for
// other filters, and of all when as much was made in parts: the rows are the same each time.
func TestFunctionsOfTheTextsThatRowsHave(t *testing.T) {
	table := messageTable()
	ref := &plan.TableRef{Alias: "events", Table: table.Table}
	s := &schema{byTable: map[*plan.Table]*memoryTable{table.Table: table}}
	build := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		fatal(t, err)
		return e
	}
	column := func(i int) plan.Expr { return plan.ColumnRef{Table: 0, Column: i, Of: ref} }
	upper := build("UPPER", build("CONCAT", column(1), plan.Literal(value.OfString("x"))))
	level := func(n int) plan.Expr { return build(plan.Eq, column(2), literalOf(n)) }
	odd := plan.In{X: column(3), List: []plan.Value{value.OfInt(1), value.OfInt(77), value.OfInt(300), value.OfInt(555), value.OfInt(800), value.OfInt(801)}}
	cache := index.NewCache(1 << 30)
	for _, c := range []struct {
		where plan.Expr
		of    plan.Expr
		whole bool
	}{
		{build(plan.And, level(3), build(plan.Lt, column(3), literalOf(500))), upper, false},
		{build(plan.And, plan.NewLike(column(1), "%7%", '\\'), level(4)), upper, false},
		{build(plan.And, level(3), build(plan.Lt, column(3), literalOf(500))), upper, false}, // is kept
		{odd, upper, false},
		{build(plan.Eq, column(3), literalOf(31*999%1000)), upper, false}, // NULL in all rows
		{level(9), build("COALESCE", build("REVERSE", column(1)), plan.Literal(value.OfString("none"))), false},
		{level(5), build("LOCATE", plan.Literal(value.OfString("9")), column(1)), false},
		{build(plan.Lt, column(2), literalOf(6)), build("REVERSE", column(1)), false},
		{build(plan.Gt, column(2), literalOf(3)), build("REVERSE", column(1)), true},
		{build(plan.Lt, column(2), literalOf(6)), build("REVERSE", column(1)), true}, // all are there
	} {
		n := &plan.Pipeline{Tables: []*plan.TableRef{ref}, Ops: []plan.Operator{
			plan.Filter{Pred: c.where}, plan.Aggregate{Keys: []plan.Expr{c.of}, Aggs: []plan.Agg{{Func: plan.Count, Of: intType}}},
		}}
		if how := checkNetwork(t, 0, s, n, cache); how != "several" && how != "equal" {
			t.Fatalf("%s where %s: %s", c.of, c.where, how)
		}
		q, err := compile.Query(context.Background(), n, cache)
		fatal(t, err)
		of := q.Program.Sink.(*operators.Groups).Keys[0].Dict
		if of == nil {
			continue
		}
		if want := textsOf(t, s, n, c.of, c.whole); of.Len() != want {
			t.Errorf("%s where %s is made of %d texts, want %d", c.of, c.where, of.Len(), want)
		}
	}
}

// Rows of another step bring the dictionary of all texts of a column, of which they have few: a function
// is made of these, though no filter leaves any out.
func TestFunctionsOfTheTextsOfFewRows(t *testing.T) {
	all := messageTable()
	rows := *all.Table
	rows.Rows = 2000
	table := &memoryTable{Table: &rows}
	for _, cells := range all.cells {
		table.cells = append(table.cells, cells[:rows.Rows])
	}
	ref := &plan.TableRef{Alias: "events", Table: &rows}
	s := &schema{byTable: map[*plan.Table]*memoryTable{&rows: table}}
	reverse, err := typing.Build("REVERSE", plan.ColumnRef{Table: 0, Column: 1, Of: ref})
	fatal(t, err)
	n := &plan.Pipeline{Tables: []*plan.TableRef{ref}, Ops: []plan.Operator{plan.Aggregate{Keys: []plan.Expr{reverse}, Aggs: []plan.Agg{{Func: plan.Count, Of: intType}}}}}
	cache := index.NewCache(1 << 30)
	if how := checkNetwork(t, 0, s, n, cache); how != "several" {
		t.Fatal(how)
	}
	q, err := compile.Query(context.Background(), n, cache)
	fatal(t, err)
	if got := q.Program.Sink.(*operators.Groups).Keys[0].Dict.Len(); got != rows.Rows-2 { // two are NULL
		t.Errorf("%s is made of %d texts, want %d", reverse, got, rows.Rows-2)
	}
}

// A condition that makes something of many texts is asked of those that rows have which others leave, and of
// all where these are many, or the answer is there.
func TestConditionsOfTheTextsThatRowsHave(t *testing.T) {
	table := messageTable()
	ref := &plan.TableRef{Alias: "events", Table: table.Table}
	s := &schema{byTable: map[*plan.Table]*memoryTable{table.Table: table}}
	build := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		fatal(t, err)
		return e
	}
	column := func(i int) plan.Expr { return plan.ColumnRef{Table: 0, Column: i, Of: ref} }
	level := func(op plan.Op, n int) plan.Expr { return build(op, column(2), literalOf(n)) }
	seven := build(plan.Eq, build("RIGHT", column(1), literalOf(1)), plan.Literal(value.OfString("7")))
	reversed := plan.NewLike(build("REVERSE", column(1)), "3%", '\\')
	cache := index.NewCache(1 << 30)
	for _, c := range []struct {
		where   plan.Expr
		filters int
	}{
		{build(plan.And, seven, level(plan.Eq, 7)), 1},
		{build(plan.And, build(plan.Not, seven), level(plan.Eq, 2)), 1},
		{build(plan.And, seven, level(plan.Ge, 3)), 2},
		{build(plan.And, seven, level(plan.Eq, 7)), 2}, // the answer is there
		{plan.Combine(plan.And, []plan.Expr{level(plan.Lt, 4), reversed, plan.NewLike(column(1), "%12%", '\\')}), 2},
		{reversed, 1},
	} {
		n := &plan.Pipeline{Tables: []*plan.TableRef{ref}, Ops: []plan.Operator{
			plan.Filter{Pred: c.where}, plan.Aggregate{Keys: []plan.Expr{column(3)}, Aggs: []plan.Agg{{Func: plan.Count, Of: intType}}},
		}}
		q, err := compile.Query(context.Background(), n, cache)
		fatal(t, err)
		if got := len(q.Program.Filters); got != c.filters {
			t.Errorf("%s: %d filters, want %d\n%s", c.where, got, c.filters, q.Program.Describe())
		}
		if how := checkNetwork(t, 0, s, n, cache); how != "several" {
			t.Fatalf("%s: %s", c.where, how)
		}
	}
}

// textsOf counts the different texts that an expression is in the rows that a pipeline's filter leaves, or in all.
func textsOf(t *testing.T, s *schema, n *plan.Pipeline, e plan.Expr, all bool) int {
	t.Helper()
	ops := n.Ops
	if all {
		ops = nil
	}
	x := &reference{s: s, n: &plan.Pipeline{Tables: n.Tables, Ops: ops[:max(0, len(ops)-1)]}}
	if _, err := x.run(); err != nil {
		t.Fatal(err)
	}
	texts := map[string]bool{}
	for _, row := range x.rows {
		v, err := plan.Eval(e, x.leaf(row))
		fatal(t, err)
		if !v.IsNull() {
			texts[v.Text] = true
		}
	}
	return len(texts)
}
