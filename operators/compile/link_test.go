package compile_test

import (
	"fmt"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
)

// linked joins rows by two keys: of the table itself, where one is unique, or of another one whose
// keys come often and may be NULL.
func linked(s *schema, kind plan.JoinKind, to string, under bool) *plan.Pipeline {
	b := newShaper(s)
	keys, match, own := []string{"f_qty", "f_mode"}, []string{"o_a", "o_mode"}, "o_cust"
	table := s.other
	if to == "fact" {
		table, match, own = s.fact, keys, "f_cust"
	}
	if kind == plan.InnerJoin {
		keys, match, own, table = []string{"f_id"}, []string{"f_id"}, "f_cust", s.fact
	}
	op := plan.HashProbe{Kind: kind}
	for _, k := range keys {
		op.Keys = append(op.Keys, b.col(k))
	}
	op.Table = b.table(table, false)
	for _, m := range match {
		op.Match = append(op.Match, b.col(m))
	}
	if kind == plan.InnerJoin { // with the line before, so that no column is found by its number
		op.Match[0] = b.call(plan.Add, "f_id", 1)
	}
	condition := b.call(plan.Gt, own, 20)
	if under && kind != plan.InnerJoin {
		op.On = condition
	}
	b.n.Ops = append(b.n.Ops, op)
	if under && kind == plan.InnerJoin {
		b.where(condition)
	}
	if kind == plan.InnerJoin {
		return b.rows(b.col("f_qty"), b.col("f_price"))
	}
	return b.rows(plan.ColumnRef{Table: 0, Column: 0, Of: b.n.Tables[0]})
}

// TestLinked holds joins by links against a plain evaluation, and that one is a look-up by the number
// of the row: of the first query that asks, and of the next one.
func TestLinked(t *testing.T) {
	for _, kind := range []plan.JoinKind{plan.InnerJoin, plan.SemiJoin, plan.AntiJoin} {
		for _, to := range []string{"fact", "other"} {
			for _, rows := range []int{1, 2, 90, 700} {
				s, cache := newSchema(5, rows), index.NewCache(1<<20).Linking(1)
				for _, under := range []bool{false, true} {
					n := linked(s, kind, to, under)
					if outcome := checkNetwork(t, 0, s, n, cache); outcome != "equal" && outcome != "several" {
						t.Errorf("%v of %s, %d rows: %s", kind, to, rows, outcome)
					}
					q, err := compile.Query(t.Context(), n, cache)
					fatal(t, err)
					if rows > 2 && !slices.ContainsFunc(q.Program.Body, isRowNumber) {
						t.Errorf("%v of %s, %d rows: no link\n%s", kind, to, rows, q.Program.Describe())
					}
				}
			}
		}
	}
}

// TestLinkedToFew holds that rows are looked up among few partners that conditions leave, and linked when the
// same is asked again, with equal answers.
func TestLinkedToFew(t *testing.T) {
	for _, kind := range []plan.JoinKind{plan.InnerJoin, plan.SemiJoin, plan.AntiJoin} {
		s, cache := newSchema(5, 700), index.NewCache(1<<20).Linking(1)
		b := newShaper(s)
		op := plan.HashProbe{Kind: kind, Keys: []plan.Expr{b.col("f_id")}, Table: b.table(s.fact, false)}
		op.Match = []plan.Expr{b.call(plan.Add, "f_id", 1)}
		few := b.call(plan.Lt, "f_id", 20)
		if b.n.Ops = append(b.n.Ops, op); kind == plan.InnerJoin {
			b.where(few)
		} else {
			b.n.Ops[0] = plan.HashProbe{Kind: kind, Keys: op.Keys, Table: op.Table, Match: op.Match, On: few}
		}
		n := b.rows(plan.ColumnRef{Table: 0, Column: 0, Of: b.n.Tables[0]})
		for again := range 2 {
			q, err := compile.Query(t.Context(), n, cache)
			fatal(t, err)
			if linked := slices.ContainsFunc(q.Program.Body, isRowNumber); linked != (again == 1) || q.Provisional == linked {
				t.Errorf("%v, query %d: by a link %v, to be compiled anew %v\n%s", kind, again, linked, q.Provisional, q.Program.Describe())
			}
			asked := cache
			if again == 0 {
				asked = index.NewCache(1 << 20).Linking(1)
			}
			if outcome := checkNetwork(t, 0, s, n, asked); outcome != "equal" && outcome != "several" {
				t.Errorf("%v, query %d: %s", kind, again, outcome)
			}
		}
	}
}

// TestLinkedForFew holds that the partners of a few streamed rows are looked up, where their keys lead to none, and
// all rows are linked when the same is asked again, with equal answers.
func TestLinkedForFew(t *testing.T) {
	for _, kind := range []plan.JoinKind{plan.InnerJoin, plan.SemiJoin, plan.AntiJoin} {
		s, cache := newSchema(5, 700), index.NewCache(1<<20).Linking(1)
		b := newShaper(s)
		op := plan.HashProbe{Kind: kind, Keys: []plan.Expr{b.col("f_id")}}
		few := b.call(plan.Lt, "f_id", 20)
		op.Table = b.table(s.fact, false)
		op.Match = []plan.Expr{b.call(plan.Add, "f_id", 1)}
		b.where(few)
		b.n.Ops = append(b.n.Ops, op)
		n := b.rows(plan.ColumnRef{Table: 0, Column: 0, Of: b.n.Tables[0]})
		for again := range 2 {
			q, err := compile.Query(t.Context(), n, cache)
			fatal(t, err)
			if linked := slices.ContainsFunc(q.Program.Body, isRowNumber); linked != (again == 1) || q.Provisional == linked {
				t.Errorf("%v, query %d: by a link %v, to be compiled anew %v\n%s", kind, again, linked, q.Provisional, q.Program.Describe())
			}
			if outcome := checkNetwork(t, 0, s, n, index.NewCache(1<<20).Linking(1)); outcome != "equal" && outcome != "several" {
				t.Errorf("%v, query %d: %s", kind, again, outcome)
			}
		}
	}
}

func isRowNumber(in operators.Instr) bool { _, is := in.(operators.Row); return is }

// TestLinkedWithoutMemory holds that a join without room for a link goes another way.
func TestLinkedWithoutMemory(t *testing.T) {
	s := newSchema(5, 700)
	for _, kind := range []plan.JoinKind{plan.SemiJoin, plan.AntiJoin} {
		cache := index.NewCache(1 << 20).Linking(1).Under(operators.NewAccount(20_000, "full", nil))
		n := linked(s, kind, "fact", true)
		if outcome := checkNetwork(t, 0, s, n, cache); outcome != "several" {
			t.Errorf("%v: %s", kind, outcome)
		}
		q, err := compile.Query(t.Context(), n, cache)
		fatal(t, err)
		if slices.ContainsFunc(q.Program.Body, isRowNumber) {
			t.Errorf("%v: a link where there is no room\n%s", kind, fmt.Sprint(q.Program.Describe()))
		}
	}
}
