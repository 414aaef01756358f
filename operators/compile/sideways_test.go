package compile_test

import (
	"strings"
	"testing"

	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
)

// Rows joined with few by a double are compared with the least and the largest of these first, where a row without a
// partner is dropped, and the answer is the same.
func TestFewDoublesBoundTheStream(t *testing.T) {
	for seed := range uint64(8) {
		for _, kind := range []plan.JoinKind{plan.InnerJoin, plan.SemiJoin, plan.AntiJoin} {
			s := newSchema(seed, 700)
			b := newShaper(s)
			op := plan.HashProbe{Kind: kind, Keys: []plan.Expr{b.col("f_dbl")}, Table: b.table(s.other, kind.Keeps())}
			op.Match = []plan.Expr{b.col("o_dbl")}
			b.n.Ops = append(b.n.Ops, op)
			n, cache := b.rows(b.col("f_id"), b.col("f_dbl")), index.NewCache(1<<20).Linking(1)
			if outcome := checkNetwork(t, seed, s, n, cache); outcome != "equal" && outcome != "several" {
				t.Errorf("join of kind %v, seed %d: %s", kind, seed, outcome)
			}
			q, err := compile.Query(t.Context(), n, cache)
			fatal(t, err)
			asks, drops := strings.Contains(q.Program.Describe(), ">= r"), kind == plan.InnerJoin || kind == plan.SemiJoin
			if asks != drops {
				t.Errorf("join of kind %v:\n%s", kind, q.Program.Describe())
			}
		}
	}
}
