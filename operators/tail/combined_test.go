package tail

import (
	"math/rand/v2"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// TestTextsOfFewCombinations compares texts of two columns, of few values with NULLs among
// them, with the text of each row by itself, behind a filter, too.
func TestTextsOfFewCombinations(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	const n = 20000
	dict := plan.NewDictionary([]uint32{0, 1, 3, 3}, []byte("abb"))
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{
		{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n)},
		{Type: plan.Type{Kind: plan.String}, Ints: make([]int64, n), Dict: dict, Nulls: make([]bool, n)},
		{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n), Nulls: make([]bool, n)},
	}}
	for i := range n {
		rows.Columns[0].Ints[i] = int64(i)
		rows.Columns[1].Ints[i], rows.Columns[1].Nulls[i] = int64(r.IntN(2)), r.IntN(5) == 0
		rows.Columns[2].Ints[i], rows.Columns[2].Nulls[i] = int64(r.IntN(30)-10), r.IntN(5) == 0
	}
	name := plan.Slot{Index: 1, Of: plan.Type{Kind: plan.String}, CanBeNil: true}
	number := plan.Slot{Index: 2, Of: plan.Type{Kind: plan.Int}, CanBeNil: true}
	e, err := typing.Build("CONCAT_WS", plan.Literal(value.OfString("-")), name, number)
	if err != nil {
		t.Fatal(err)
	}
	pred, err := typing.Build(plan.Gt, plan.Slot{Of: plan.Type{Kind: plan.Int}}, plan.Literal(value.OfInt(99)))
	if err != nil {
		t.Fatal(err)
	}
	out, err := Run(t.Context(), []plan.Operator{plan.Filter{Pred: pred}, plan.Project{Exprs: []plan.Expr{e}}}, rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v := out.Columns[0]; out.Len != n-100 || v.Dict == nil || v.Dict.Len() > 3*31 {
		t.Fatalf("%d rows, dictionary %v: not a column of codes of the combinations", out.Len, v.Dict)
	}
	for i := range out.Len {
		want, err := plan.Eval(e, func(x plan.Expr) (plan.Value, error) {
			return rows.Columns[x.(plan.Slot).Index].Value(i + 100), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := out.Columns[0].Value(i); got.String() != want.String() {
			t.Fatalf("row %d is %s, not %s", i, got, want)
		}
	}
}
