package truth

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// Where a text is said to begin as the one before it does, the expression gives the same for
// both, whatever letters they have, and bytes that are no letters.
func TestTextsOfOneBeginningGiveTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	pieces := []string{"a", "b", "é", "日", "\xc3", "\xa9", "\xff", ""}
	var texts []string
	for range 4000 {
		text := ""
		for range r.IntN(6) {
			text += pieces[r.IntN(len(pieces))]
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	leaf := plan.Slot{Of: plan.Type{Kind: plan.String}}
	number := func(n int64) plan.Expr { return plan.Literal(value.OfInt(n)) }
	call := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	in, err := typing.BuildIn(call("LEFT", leaf, number(2)), []plan.Expr{plan.Literal(value.OfString("aé")), plan.Literal(value.OfString("b"))})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		e     plan.Expr
		saves bool
	}{
		{in, true},
		{call("LEFT", leaf, number(1)), true},
		{call("LEFT", leaf, number(0)), false},
		{call("SUBSTRING", leaf, number(2), number(2)), true},
		{call("SUBSTRING", leaf, number(-1), number(1)), false},
		{call("SUBSTRING", leaf, number(2)), false},
		{call("CONCAT", call("LEFT", leaf, number(1)), call("SUBSTRING", leaf, number(1), number(3))), true},
		{call("CONCAT", call("LEFT", leaf, number(1)), leaf), false},
		{call("LENGTH", leaf), false},
	} {
		lead, saved := LeadOf(c.e), 0
		var before plan.Value
		for _, text := range texts {
			v := value.OfString(text)
			want, err := plan.Eval(c.e, func(plan.Expr) (plan.Value, error) { return v, nil })
			if err != nil {
				t.Fatal(err)
			}
			if lead.Same(v) {
				if saved++; before.Text != want.Text || before.Int != want.Int || before.Kind != want.Kind {
					t.Fatalf("%s of %q: %v, and %v of the text before it", c.e, text, want, before)
				}
			}
			before = want
		}
		if (saved > 0) != c.saves {
			t.Errorf("%s: %d of %d texts need no look", c.e, saved, len(texts))
		}
	}
}
