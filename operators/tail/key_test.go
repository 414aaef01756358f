package tail

import (
	"math/rand/v2"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// The texts that JSON values of columns are ordered by are those of the values that are read again.
func TestMadeKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	const n = team.ChunkRows + 77
	cents, whole, texts, nulls := make([]int64, n), make([]int64, n), make([]string, n), make([]bool, n)
	for i := range n {
		cents[i], whole[i], nulls[i] = r.Int64N(2000)-1000, (r.Int64()-r.Int64())>>r.IntN(64), r.IntN(5) == 0
		texts[i] = []string{"", "a\"b", "ü\\", "\n\t\x01", "plain"}[r.IntN(5)]
	}
	text, dec, number := plan.Type{Kind: plan.String}, value.DecimalType(12, 2), plan.Type{Kind: plan.Int}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{{Type: dec, Ints: cents, Nulls: nulls}, {Type: number, Ints: whole}, {Type: text, Texts: texts, Nulls: nulls}}}
	of := func(op plan.Op, args ...plan.Expr) plan.Expr { return plan.Call{Op: op, Of: text, Args: args} }
	name := func(s string) plan.Expr { return plan.Literal(value.OfString(s)) }
	d, k, s := of(plan.JsonOf, plan.Slot{Of: dec, CanBeNil: true}), of(plan.JsonOf, plan.Slot{Index: 1, Of: number}), of(plan.JsonOf, plan.Slot{Index: 2, Of: text, CanBeNil: true})
	document := of("JSON_ARRAY", k, of("JSON_OBJECT", name("long"), s, name("b"), of("JSON_ARRAY", d, k), name("b"), of("JSON_ARRAY")), s, d)
	out, err := Run(t.Context(), []plan.Operator{plan.Project{Exprs: []plan.Expr{of(plan.JsonKey, document), document}}}, rows, Options{Threads: 2})
	must(t, err)
	for i := range n {
		v, ok := json.Read(out.Columns[1].Value(i).Text)
		if got := out.Columns[0].Value(i).Text; !ok || got != json.Key(v) {
			t.Fatalf("row %d: %q, want %q (%v)", i, got, json.Key(v), v)
		}
	}
}
