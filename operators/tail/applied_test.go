package tail

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Functions of joined texts give what a few lines give that know ASCII alone; NULL where a part or
// a number is.
func TestAppliedFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	const n = 2*team.ChunkRows + 5
	texts, at, length, nulls := make([]string, n), make([]int64, n), make([]int64, n), make([]bool, n)
	for i := range n {
		texts[i], at[i], length[i], nulls[i] = fmt.Sprint("aB", r.IntN(5000)), r.Int64N(9), r.Int64N(6)-1, r.IntN(9) == 0
	}
	text, whole := plan.Type{Kind: plan.String}, plan.Type{Kind: plan.Int}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{{Type: text, Texts: texts}, {Type: whole, Ints: at}, {Type: whole, Ints: length, Nulls: nulls}}}
	call := func(op plan.Op, args ...plan.Expr) plan.Expr { return plan.Call{Op: op, Of: text, Args: args} }
	s, from, count := plan.Slot{Of: text}, plan.Slot{Index: 1, Of: whole}, plan.Slot{Index: 2, Of: whole, CanBeNil: true}
	of := call(plan.Concat, s, call("UPPER", call("SUBSTRING", call(plan.Concat, plan.Literal(value.OfString("x")), s, from), from, count)), call("LEFT", s, plan.Literal(value.OfInt(2))))
	out, err := Run(context.Background(), []plan.Operator{plan.Project{Exprs: []plan.Expr{of}}}, rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		inner := fmt.Sprint("x", texts[i], at[i])
		lo := min(max(int(at[i])-1, 0), len(inner))
		hi := min(max(lo+int(length[i]), lo), len(inner))
		if at[i] == 0 {
			hi = lo
		}
		want := texts[i] + strings.ToUpper(inner[lo:hi]) + "aB"
		if got := out.Columns[0].Value(i); got.IsNull() != nulls[i] || !nulls[i] && got.Text != want {
			t.Fatalf("row %d: %s, want %s (NULL: %v)", i, got, want, nulls[i])
		}
	}
}

// The least and greatest of texts are found by chunks as one by one, NULLs left out.
func TestChosenTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 5))
	const n = splitRows + 3*team.ChunkRows + 5
	texts, nulls := make([]string, n), make([]bool, n)
	least, most := "z", ""
	for i := range n {
		texts[i], nulls[i] = fmt.Sprint("t", r.Int64()), r.IntN(3) > 0 || i < team.ChunkRows
		if !nulls[i] {
			least, most = min(least, texts[i]), max(most, texts[i])
		}
	}
	text := plan.Type{Kind: plan.String}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{{Type: text, Texts: texts, Nulls: nulls}}}
	slot := plan.Slot{Of: text, CanBeNil: true}
	ops := []plan.Operator{plan.Group{Aggs: []plan.Agg{{Func: plan.Min, Arg: slot, Of: text}, {Func: plan.Max, Arg: slot, Of: text}}}}
	for _, threads := range []int{1, 2} {
		out, err := Run(context.Background(), ops, rows, Options{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := out.Columns[0].Value(0).Text, out.Columns[1].Value(0).Text; a != least || b != most {
			t.Errorf("%d threads: %s and %s, want %s and %s", threads, a, b, least, most)
		}
	}
}
