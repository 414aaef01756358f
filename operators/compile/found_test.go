package compile_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
)

// TestFound holds joins with a table whose rows find those of another under conditions against a plain
// evaluation: by a number, by a foreign key and by what is computed, of which rows are linked. The first
// table's index is of the rows that find one.
func TestFound(t *testing.T) {
	for _, by := range [][2]string{{"o_a", "c_size"}, {"o_cust", "c_id"}, {"o_a", "computed"}} {
		for seed := range uint64(6) {
			for left := range 4 {
				s := newSchema(seed, 700)
				ids := slices.SortedFunc(slices.Values(s.customer.cells[0]), func(a, b plan.Value) int { return cmp.Compare(a.Int, b.Int) })
				b := newShaper(s).hash(s.other, "f_qty", "o_a")
				op := plan.HashProbe{Keys: []plan.Expr{b.col(by[0])}, Table: b.table(s.customer, false)}
				if by[1] == "computed" {
					op.Match = []plan.Expr{b.call(plan.Add, "c_id", int(-ids[1].Int))}
				} else {
					op.Match = []plan.Expr{b.col(by[1])}
				}
				b.n.Ops = append(b.n.Ops, op)
				n := b.where(b.call(plan.Lt, "c_id", int(ids[left].Int))).rows(b.col("f_qty"), b.col("o_a"), b.col("c_id"))
				cache := index.NewCache(1 << 20).Linking(1)
				if outcome := checkNetwork(t, seed, s, n, cache); outcome != "equal" && outcome != "several" {
					t.Errorf("%v, seed %d, %d rows left: %s", by, seed, left, outcome)
				}
				q, err := compile.Query(t.Context(), n, cache)
				fatal(t, err)
				if text := strings.Join(strings.Fields(q.Program.Describe()), " "); !strings.Contains(text, "other(o_a) of ") {
					t.Errorf("%v, seed %d, %d rows left: all rows are looked up\n%s", by, seed, left, q.Program.Describe())
				}
			}
		}
	}
}
