package compile_test

import (
	"context"
	"testing"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/plan"
)

// A key that is a function of a foreign key's column has the values that the dimension
// gives it, and no more: 84 months are not the 199,812 numbers up to 199812. (Random
// networks hold that such keys answer as a plain evaluation does.)
func TestKeysOfOneNumberAreTabulated(t *testing.T) {
	s := newStar(2, 3, 24000)
	q := s.query(s.date)
	month, err := plan.Build(plan.IntDiv, q.column("lo_orderdate"), literalOf(100))
	if err != nil {
		t.Fatal(err)
	}
	n := q.sum("lo_revenue")
	n.Ops[len(n.Ops)-1] = plan.Aggregate{Keys: []plan.Expr{month}, Aggs: n.Ops[len(n.Ops)-1].(plan.Aggregate).Aggs}
	compiled, err := compile.Query(context.Background(), n, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := compiled.Program.Sink.(*operators.Groups)
	if k := g.Keys[0]; !g.Dense || k.Lo != 199201 || k.Size != 199812-199201+1 || k.Nullable {
		t.Errorf("dense %v, key %+v", g.Dense, k)
	}
	if _, err := interpret(t, compiled.Program); err != nil {
		t.Error(err)
	}
}

// Rows of which only the distinct ones matter are groups, but not where a limit passes
// the first of them.
func TestDistinctRowsAreGroups(t *testing.T) {
	s := newSchema(3, 120)
	for _, c := range []struct {
		tail   []plan.Operator
		groups bool
	}{
		{[]plan.Operator{plan.Distinct{}}, true},
		{[]plan.Operator{plan.Distinct{}, plan.Sort{}, plan.Limit{Count: 5}}, true},
		{[]plan.Operator{plan.Distinct{}, plan.Limit{Count: 5}}, false},
		{[]plan.Operator{plan.Sort{}, plan.Distinct{}}, false},
	} {
		b := newShaper(s)
		n := b.rows(b.col("f_qty"), b.col("f_mode"))
		n.Ops = append(n.Ops, c.tail...)
		q, err := compile.Query(context.Background(), n, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, groups := q.Program.Sink.(*operators.Groups)
		left := len(c.tail)
		if groups {
			left--
		}
		if groups != c.groups || len(q.Finish) != left || groups && len(g.Keys) != 2 {
			t.Errorf("%v: sink %+v, finish %v", c.tail, q.Program.Sink, q.Finish)
		}
	}
}
