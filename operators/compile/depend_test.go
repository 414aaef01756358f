package compile_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/plan"
)

// Keys that are columns of the row that earlier keys find are folds, and the answer is that
// of the plain evaluation; others stay keys.
func TestKeysThatOthersDecideAreFolds(t *testing.T) {
	s := newSchema(5, 150)
	fact := func() *shaper { return newShaper(s).key(s.customer, "f_cust", false).key(s.nation, "c_nation", false) }
	other := func() *shaper {
		b := newShaper(s)
		keyless := *s.other.Table
		keyless.PrimaryKey = nil // o_a has values twice
		s.byTable[&keyless] = s.other
		b.n.Tables[0] = &plan.TableRef{Alias: "other", Table: &keyless}
		return b.hash(s.fact, "o_a", "f_id").key(s.customer, "f_cust", false)
	}
	for name, c := range map[string]struct {
		b    *shaper
		keys string
		left int
	}{
		"the primary key of the streamed table": {fact(), "f_id f_big f_dbl f_mode", 1},
		"rows that it finds":                    {fact(), "f_id c_balance f_dbl n_name c_id", 1},
		"a key behind":                          {fact(), "f_big f_id f_dbl", 2},
		"one word with and without":             {fact(), "c_id c_city f_dbl", 3},
		"by number without":                     {fact(), "c_id c_city f_qty", 2},
		"found by another table's column":       {other(), "o_a f_big o_mode f_dbl c_city", 2},
		"by the same value of the own column":   {other(), "f_id o_a f_big f_dbl", 2},
		"nothing decides":                       {other(), "f_mode f_big f_dbl c_city", 4},
	} {
		var op plan.Aggregate
		for column := range strings.FieldsSeq(c.keys) {
			op.Keys = append(op.Keys, c.b.col(column))
		}
		op.Aggs = []plan.Agg{{Func: plan.Count, Of: intType}}
		c.b.n.Ops = append(c.b.n.Ops, op)
		q, err := compile.Query(context.Background(), c.b.n, nil)
		fatal(t, err)
		if got := len(q.Program.Sink.(*operators.Groups).Keys); got != c.left {
			t.Errorf("%s: %d keys are left, want %d", name, got, c.left)
		}
		want, err := (&reference{s: s, n: c.b.n}).run()
		fatal(t, err)
		got, err := runOnCPU(t, q.Program, 64)
		fatal(t, err)
		if got = inOrder(got, q.Finish); !slices.Equal(sorted(got), sorted(want)) {
			t.Errorf("%s: groups\n%q, want\n%q", name, head(sorted(got)), head(sorted(want)))
		}
	}
}

// inOrder puts the columns of rows in the order of a projection of slots, if there is one.
func inOrder(rows []string, finish []plan.Operator) []string {
	if len(finish) == 0 {
		return rows
	}
	out := make([]string, len(rows))
	for i, row := range rows {
		cells := strings.Split(row, "|")
		for _, e := range finish[0].(plan.Project).Exprs {
			out[i] += cells[e.(plan.Slot).Index] + "|"
		}
	}
	return out
}
