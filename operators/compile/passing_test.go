package compile_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
)

// readings counts the rows that are read of each column.
type readings struct {
	*memoryData
	rows map[int]int
}

func (d readings) Rows(ctx context.Context, column, lo, hi int) (arrow.Array, error) {
	d.rows[column] += hi - lo
	return d.memoryData.Rows(ctx, column, lo, hi)
}

// TestPassingByValues holds that of a joined table whose rows have none of the values that a condition asks for
// no column of another condition is read.
func TestPassingByValues(t *testing.T) {
	s := newSchema(4, 300)
	data := readings{s.other.Data.(*memoryData), map[int]int{}}
	s.other.Data = data
	b := newShaper(s)
	op := plan.HashProbe{Kind: plan.LeftJoin, Keys: []plan.Expr{b.col("f_qty")}, Table: b.table(s.other, true)}
	op.Match = []plan.Expr{b.col("o_a")}
	op.On = plan.Combine(plan.And, []plan.Expr{
		b.call(plan.Lt, b.call(plan.Mul, b.col("o_cust"), 2), b.col("o_a")), b.call(plan.Eq, "o_mode", "MOON BASE"),
	})
	b.n.Ops = append(b.n.Ops, op)
	n := b.rows(b.col("f_id"), b.col("o_a"))
	_, err := compile.Query(t.Context(), n, index.NewCache(1<<20))
	fatal(t, err)
	if read := data.rows[b.col("o_mode").Column] + data.rows[b.col("o_cust").Column]; read > 0 {
		t.Errorf("%d rows are read of columns that conditions are about", read)
	}
	if outcome := checkNetwork(t, 0, s, n, index.NewCache(1<<20)); outcome != "equal" && outcome != "several" {
		t.Error(outcome)
	}
}

// TestRepeatedNumbers holds that no index of all rows is made to find out that several have a number, where there
// are more rows than numbers.
func TestRepeatedNumbers(t *testing.T) {
	s, cache := newSchema(6, 700), index.NewCache(1<<20)
	b := &shaper{s, &plan.Pipeline{Text: "shape", Tables: []*plan.TableRef{{Alias: "other", Table: s.other.Table}}}}
	b.hash(s.fact, "o_a", "f_qty")
	n := b.where(b.call(plan.Lt, "f_id", 20)).rows(b.col("o_a"), b.col("f_id"))
	if outcome := checkNetwork(t, 6, s, n, cache); outcome != "equal" && outcome != "several" {
		t.Error(outcome)
	}
	all := index.Key{Table: s.fact.Table, Kind: index.KeptJoin, Column: -1, Text: fmt.Sprintf("%d:0;", b.col("f_qty").Column)}
	if cache.Has(all) {
		t.Error("there is an index of all rows, where few are joined")
	}
}
