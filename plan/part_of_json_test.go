package plan_test

import (
	"context"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// Parts of JSON values, whose texts are as they are kept, are those of any text that is read as a whole:
// by themselves, as functions of one text, and as conditions.
func TestPartsOfKeptValuesAreThoseOfTexts(t *testing.T) {
	build := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	texts := []string{`{"a": 1, "b": "x\ny", "cc": {"a": [1.5, "é", null]}, "é": true}`, `[1, [2, {"a": "\\"}], {}]`, `"a"`, `null`, `{}`, `[]`, `{"b": null, "aa": "}"}`, `{"a": {"b": 12345678901234567890}}`, `-1e300`}
	chains := 0
	for _, path := range []string{"$", "$.a", "$.b", "$.cc.a[1]", "$.cc.a[0]", "$[0]", "$[1][1].a", `$."é"`, "$.aa", "$.a.b", "$[2]", "$[0][0]", "$.*", "$[last]"} {
		of := func(t plan.Type) []plan.Expr {
			x, at := plan.Slot{Of: t, CanBeNil: true}, plan.Literal(value.OfString(path))
			part := build("JSON_EXTRACT", x, at)
			out := []plan.Expr{part, build("JSON_UNQUOTE", part), build("UPPER", build("JSON_UNQUOTE", part)), plan.Like{X: build("JSON_UNQUOTE", part), Pattern: "%a%", Escape: '\\'}}
			if path != "$.*" {
				out = append(out, build("JSON_VALUE", x, at), build("LENGTH", build("JSON_VALUE", x, at)))
			}
			return out
		}
		kept, any := of(plan.JsonType()), of(plan.Type{Kind: plan.String})
		for i := range kept {
			one, isChain := plan.OfOneText(kept[i])
			p := plan.Prepare(context.Background(), kept[i])
			for _, text := range texts {
				leaf := func(plan.Expr) (plan.Value, error) { return value.OfString(text), nil }
				want, err := plan.Eval(any[i], leaf)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := p.Eval(leaf); err != nil || got.String() != want.String() {
					t.Errorf("%s of %s: %v (%v), want %v", kept[i], text, got, err, want)
				}
				if isChain && one.Text != nil {
					chains++
					if s, ok, err := one.Text(text); err != nil || ok == want.IsNull() || s != want.Text {
						t.Errorf("%s of %s as a chain: %q (%v, %v), want %v", kept[i], text, s, ok, err, want)
					}
				}
			}
			if v, err := p.Eval(func(plan.Expr) (plan.Value, error) { return plan.Value{}, nil }); err != nil || !v.IsNull() {
				t.Errorf("%s of NULL: %v (%v)", kept[i], v, err)
			}
		}
	}
	if chains < 300 {
		t.Errorf("only %d values of chains", chains)
	}
}
