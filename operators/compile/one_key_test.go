package compile_test

import (
	"strings"
	"testing"

	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
)

// TestOneKey holds inner joins by several keys, of which one finds at most one row, against a plain
// evaluation, and that they need no index of all keys; another kind of join has one.
func TestOneKey(t *testing.T) {
	for _, kind := range []plan.JoinKind{plan.InnerJoin, plan.LeftJoin, plan.SemiJoin, plan.AntiJoin} {
		for seed := range uint64(5) {
			s := newSchema(seed, 700)
			b := newShaper(s)
			op := plan.HashProbe{Kind: kind, Keys: []plan.Expr{b.col("f_mode"), b.call(plan.Add, "f_id", 1), b.col("f_qty")}, Table: b.table(s.fact, kind.Keeps())}
			op.Match = []plan.Expr{b.col("f_mode"), b.col("f_id"), b.col("f_qty")}
			b.n.Ops = append(b.n.Ops, op)
			out := []plan.Expr{plan.ColumnRef{Table: 0, Column: 0, Of: b.n.Tables[0]}}
			if kind.Shows() {
				out = append(out, b.col("f_price"))
			}
			n, cache := b.rows(out...), index.NewCache(1<<20)
			if outcome := checkNetwork(t, seed, s, n, cache); outcome != "equal" && outcome != "several" {
				t.Errorf("%v, seed %d: %s", kind, seed, outcome)
			}
			q, err := compile.Query(t.Context(), n, cache)
			fatal(t, err)
			text := q.Program.Describe()
			if all := strings.Contains(text, "fact(f_mode, f_id, f_qty)"); all == (kind == plan.InnerJoin) {
				t.Errorf("%v, seed %d: an index of all keys %v\n%s", kind, seed, all, text)
			}
		}
	}
}
