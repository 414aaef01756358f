package compile_test

import (
	"fmt"
	"testing"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
)

// TestRanked holds groups by the ranks of a column whose numbers lie far apart, and values counted by
// them, against a plain evaluation: the first query that asks groups by the numbers and is to be compiled
// anew, the next one by ranks.
func TestRanked(t *testing.T) {
	for _, column := range []string{"f_big", "f_when", "f_dbl"} {
		s, cache := newSchema(6, 700), index.NewCache(1<<20).Linking(1)
		for again := range 3 {
			b := newShaper(s)
			b.n.Ops = append(b.n.Ops, plan.Aggregate{
				Keys: []plan.Expr{b.col(column), b.col("f_mode")},
				Aggs: []plan.Agg{{Func: plan.Count, Of: intType}, {Func: plan.CountDistinct, Arg: b.col(column), Of: intType}},
			})
			q, err := compile.Query(t.Context(), b.n, cache)
			fatal(t, err)
			groups := q.Program.Sink.(*operators.Groups)
			if ranked := groups.Keys[0].Values != nil; ranked == (again == 0) || q.Provisional == ranked {
				t.Errorf("%s, query %d: by ranks %v, to be compiled anew %v", column, again, ranked, q.Provisional)
			}
			if again > 0 && groups.Aggs[1].Arg != groups.Keys[0].Reg {
				t.Errorf("%s: values are counted by another register than groups\n%s", column, q.Program.Describe())
			}
			checkGroups(t, fmt.Sprintf("%s, query %d", column, again), s, b.n, q.Program)
		}
	}
}
