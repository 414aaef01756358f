package tail

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Joined texts are those that a program of a few lines makes, NULL where a part is.
func TestConcatenations(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	const n = 3*team.ChunkRows + 17
	texts, codes, numbers, nulls := make([]string, n), make([]int64, n), make([]int64, n), make([]bool, n)
	dict := []string{"", "a", "ü"}
	for i := range n {
		texts[i], codes[i], numbers[i], nulls[i] = fmt.Sprint(r.IntN(50)), r.Int64N(3), r.Int64()-r.Int64(), r.IntN(9) == 0
	}
	text, whole := plan.Type{Kind: plan.String}, plan.Type{Kind: plan.Int}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{
		{Type: text, Texts: texts, Nulls: nulls}, {Type: text, Ints: codes, Dict: plan.NewDictionary([]uint32{0, 0, 1, 3}, []byte("aü"))}, {Type: whole, Ints: numbers},
	}}
	e := plan.Call{Op: plan.Concat, Of: text, Args: []plan.Expr{
		plan.Slot{Index: 1, Of: text}, plan.Literal(value.OfString("-")), plan.Slot{Of: text, CanBeNil: true}, plan.Cast{X: plan.Slot{Index: 2, Of: whole}, To: text},
	}}
	out, err := Run(context.Background(), []plan.Operator{plan.Project{Exprs: []plan.Expr{e}}}, rows, Options{Charge: func(int64) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		want := dict[codes[i]] + "-" + texts[i] + fmt.Sprint(numbers[i])
		if got := out.Columns[0].Value(i); got.IsNull() != nulls[i] || !nulls[i] && got.Text != want {
			t.Fatalf("row %d: %s, want %s (NULL: %v)", i, got, want, nulls[i])
		}
	}
}
