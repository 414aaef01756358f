package plan_test

import (
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// What is computed of plain texts without values of any kind is what Eval gives, and of all others Eval's own.
func TestPlainTextsGiveWhatEvalGives(t *testing.T) {
	s := plan.Slot{Of: plan.Type{Kind: plan.String}, CanBeNil: true}
	text := func(text string) plan.Expr { return plan.Literal(value.OfString(text)) }
	build := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	cast := func(e plan.Expr, to plan.Type) plan.Expr { return plan.Cast{X: e, To: to} }
	signed, unsigned := plan.Type{Kind: plan.Int, Name: "SIGNED"}, plan.Type{Kind: plan.Unsigned, Name: "UNSIGNED"}
	path, second := build("JSON_EXTRACT", s, text("$.a")), build("SUBSTRING_INDEX", build("SUBSTRING_INDEX", s, text("/"), plan.Literal(value.OfInt(2))), text("/"), plan.Literal(value.OfInt(-1)))
	address := build("INET_ATON", s)
	exprs := []plan.Expr{
		cast(s, signed), cast(s, unsigned), cast(second, signed), cast(build("JSON_UNQUOTE", path), signed), cast(build("JSON_UNQUOTE", path), unsigned), path, build("JSON_UNQUOTE", path), build("JSON_VALUE", s, text("$.a")),
		cast(cast(second, unsigned), value.DecimalType(20, 0)), cast(cast(s, signed), value.DecimalType(3, 0)), build("LENGTH", build("JSON_UNQUOTE", path)), address,
		build(plan.Ge, address, plan.Literal(value.OfInt(16909060))), build(plan.Lt, plan.Literal(value.OfUnsigned(16909060)), address),
		plan.Combine(plan.And, []plan.Expr{build(plan.Ge, cast(s, signed), plan.Literal(value.OfInt(-3))), build(plan.Le, cast(s, signed), plan.Literal(value.OfInt(99)))}),
		plan.Combine(plan.Or, []plan.Expr{build(plan.Eq, cast(s, signed), plan.Literal(value.OfInt(7))), build(plan.Gt, cast(s, signed), plan.Literal(value.OfInt(99)))}),
	}
	texts := []string{"", "0", "7", "-3", "-", "+5", " 42", "42 ", "007", "1.5", "1e3", "12x", "999999999999999999", "-999999999999999999", "1000000000000000000", "9223372036854775808", "18446744073709551616", "a/12/b", "a/-12/b", "12/",
		"1.2.3.4", "1.2", "1.2.3.4.5", "1..2", "1.2.3.", ".1.2.3", "256.1.1.1", "0001.2.3.004", "1.2.3.x", "99999999999.1", `{"a": 12}`, `{"a": "12"}`, `{"a": -1.50}`, `{"a": null}`, `{"b": 1}`, `{"a": "x\ny"}`, `{"a": 1, "a": 2}`, `{"a": [1, 2]}`, `{"a"`}
	for _, e := range exprs {
		of, ok := plan.OfPlainText(t.Context(), e)
		if !ok {
			t.Errorf("%s is not made of plain texts", e)
			continue
		}
		for _, x := range texts {
			want, wrong := plan.Eval(e, func(plan.Expr) (plan.Value, error) { return value.OfString(x), nil })
			var got plan.Value
			var err error
			if of.Text != nil {
				r, ok, e := of.Text(x)
				if err = e; ok && err == nil {
					got = value.OfString(r)
				}
			} else {
				n, ok, failed := of.Number(x)
				if err = failed; ok && err == nil {
					got = plan.Value{Kind: e.Type().Kind, Int: n}
				}
				n, fits := want.Number()
				if want.Int = n; !fits && !want.IsNull() { // which is refused
					want, wrong = plan.Value{}, &plan.RangeError{}
				}
			}
			if (err == nil) != (wrong == nil) || got.IsNull() != want.IsNull() || got.Text != want.Text || got.Int != want.Int {
				t.Errorf("%s of %q is %v (%v), not %v (%v)", e, x, got, err, want, wrong)
			}
		}
	}
	for _, e := range []plan.Expr{s, text("x"), cast(s, plan.Type{Kind: plan.Double}), cast(s, plan.Type{Kind: plan.Int, Min: -128, Max: 127}), build(plan.Concat, s, s), build(plan.Gt, cast(s, signed), cast(s, unsigned))} {
		if _, ok := plan.OfPlainText(t.Context(), e); ok {
			t.Errorf("%s is made of plain texts", e)
		}
	}
}
