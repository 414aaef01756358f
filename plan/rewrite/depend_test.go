package rewrite_test

import (
	"fmt"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/plan/rewrite"
	"gsdms/plan/value"
)

// TestGroupsByIndependentKeys: groups of random keys, some of which follow from others, have
// the same keys and counts after Rewrite, and none is formed by a key that follows.
func TestGroupsByIndependentKeys(t *testing.T) {
	p := newPredicates(23)
	fewer := 0
	for range 500 {
		keys := make([]plan.Expr, 1+p.r.IntN(4))
		for i := range keys {
			if keys[i] = p.number(); p.r.IntN(2) == 0 {
				keys[i] = p.condition(t, 2)
			}
		}
		n := &plan.Pipeline{Tables: []*plan.TableRef{p.table}, Ops: []plan.Operator{plan.Aggregate{Keys: keys, Aggs: []plan.Agg{{Func: plan.Count, Of: plan.Type{Kind: plan.Int}}}}}}
		rewritten, err := rewrite.Pipeline(n)
		if err != nil {
			t.Fatal(err)
		}
		rows := make([][]plan.Value, 40)
		for i := range rows {
			rows[i] = p.row()
		}
		want, got := groupsOf(t, n, rows), groupsOf(t, rewritten, rows)
		if !slices.Equal(want, got) {
			t.Fatalf("keys %s: groups %v, want %v", keys, got, want)
		}
		if len(rewritten.Ops[0].(plan.Aggregate).Keys) < len(keys) {
			fewer++
		}
	}
	if fewer < 50 {
		t.Errorf("only %d of 500 had keys that follow from others", fewer)
	}
}

// groupsOf gives the groups of rows as sorted texts, with COUNT(*).
func groupsOf(t *testing.T, n *plan.Pipeline, rows [][]plan.Value) []string {
	a := n.Ops[0].(plan.Aggregate)
	counts, values := map[string]int64{}, map[string][]plan.Value{}
	for _, row := range rows {
		key := valuesOf(t, a.Keys, func(e plan.Expr) (plan.Value, error) { return row[e.(plan.ColumnRef).Column], nil })
		name := fmt.Sprint(key)
		counts[name]++
		values[name] = key
	}
	var out []string
	for name, group := range values {
		group = append(group, value.OfInt(counts[name]))
		for _, op := range n.Ops[1:] {
			group = valuesOf(t, op.(plan.Project).Exprs, func(e plan.Expr) (plan.Value, error) { return group[e.(plan.Slot).Index], nil })
		}
		out = append(out, fmt.Sprint(group))
	}
	slices.Sort(out)
	return out
}

func valuesOf(t *testing.T, exprs []plan.Expr, leaf func(plan.Expr) (plan.Value, error)) []plan.Value {
	out := make([]plan.Value, len(exprs))
	for i, e := range exprs {
		v, err := plan.Eval(e, leaf)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = v
	}
	return out
}
