package plan_test

import (
	"reflect"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// A prepared expression gives, row after row, what Eval gives: values, NULL and errors.
func TestPreparedGivesWhatEvalGives(t *testing.T) {
	text, number := plan.Type{Kind: plan.String}, plan.Type{Kind: plan.Int}
	s, u, n := plan.Slot{Index: 0, Of: text, CanBeNil: true}, plan.Slot{Index: 1, Of: text, CanBeNil: true}, plan.Slot{Index: 2, Of: number, CanBeNil: true}
	constant := func(text string) plan.Expr { return plan.Literal(value.OfString(text)) }
	build := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	length := build("LENGTH", s)
	exprs := []plan.Expr{
		s, constant("x"), length, build("UPPER", build("REVERSE", s)), build(plan.Concat, s, constant("-"), u), build("SUBSTRING", s, n, length),
		build("REPLACE", s, u, constant("*")), build("REPEAT", s, n), build(plan.Mul, n, plan.Literal(value.OfInt(1<<62))), build(plan.Div, n, length),
		build("COALESCE", u, s), build(plan.If, build(plan.Gt, n, length), s, build("UPPER", u)), build(plan.And, build(plan.Eq, s, u), build(plan.Gt, n, length)),
		build(plan.If, build(plan.Or, build(plan.Eq, s, u), build(plan.Gt, n, length)), build("JSON_VALUE", s, constant("$.a")), build(plan.If, u, constant("x"), build("REPEAT", u, n))),
		build(plan.And, build("JSON_EXTRACT", s, constant("$.a")), u), build(plan.Or, build(plan.Gt, n, length), build("JSON_EXTRACT", u, constant("$[0]"))),
		build("REGEXP_REPLACE", s, constant("[ab]+"), constant("<$0>")), build("REGEXP_LIKE", s, u), build("JSON_OBJECT", constant("a"), s, constant("b"), n),
		build("JSON_VALUE", s, constant("$.a")), build("JSON_VALUE", s, u), build("JSON_EXTRACT", s, constant("$[1]")), build("JSON_EXTRACT", s, constant("$.*")),
		plan.Like{X: s, Pattern: "%a%", Escape: '\\'}, plan.Call{Op: plan.LikeOf, Args: []plan.Expr{s, build(plan.Concat, constant("%"), u, constant("%")), constant("|")}, Of: plan.Type{Kind: plan.Bool}}, plan.In{X: s, List: []plan.Value{value.OfString("a"), {}}}, plan.Cast{X: s, To: number}, plan.Cast{X: n, To: text},
	}
	many := []plan.Value{}
	for _, text := range []string{"a", "b", "c", "$[", "e", "f", "", "12", "i", "["} {
		many = append(many, value.OfString(text))
	}
	exprs = append(exprs, plan.In{X: s, List: many}, plan.In{X: u, List: append([]plan.Value{{}}, many...)}, plan.In{X: build(plan.Concat, s, u), List: many})
	rows := [][]plan.Value{{{}, {}, {}}}
	for i, a := range []string{"", "a", "abba é", `{"a": "b", "b": [1, {"a": null}]}`, "[1, [2]]", "{", "12", "$.a"} {
		for k, b := range []string{"a", "b", "$.a", "$[", "("} {
			rows = append(rows, []plan.Value{value.OfString(a), value.OfString(b), value.OfInt(int64(i*k - 4))})
		}
		rows = append(rows, []plan.Value{value.OfString(a), {}, value.OfInt(3)}, []plan.Value{{}, value.OfString("("), {}})
	}
	failed := 0
	for _, e := range exprs {
		p := plan.Prepare(t.Context(), e)
		for _, row := range rows {
			leaf := func(x plan.Expr) (plan.Value, error) { return row[x.(plan.Slot).Index], nil }
			want, wrong := plan.Eval(e, leaf)
			got, err := p.Eval(leaf)
			if !reflect.DeepEqual(got, want) || (err == nil) != (wrong == nil) || err != nil && err.Error() != wrong.Error() {
				t.Errorf("%s of %v: %v, %v; Eval gives %v, %v", e, row, got, err, want, wrong)
			}
			if wrong != nil {
				failed++
			}
		}
	}
	if failed < 20 {
		t.Errorf("only %d of the values were errors", failed)
	}
}
