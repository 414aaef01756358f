package compile_test

import (
	"context"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/plan"
	"gsdms/plan/typing"
)

// A key that is a function of a foreign key's column has the values that the dimension
// gives it, and no more: 84 months are not the 199,812 numbers up to 199812. (Random
// networks hold that such keys answer as a plain evaluation does.)
func TestKeysOfOneNumberAreTabulated(t *testing.T) {
	s := newStar(2, 3, 24000)
	q := s.query(s.date)
	month, err := typing.Build(plan.IntDiv, q.column("lo_orderdate"), literalOf(100))
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

// A key that rises with the rows of a joined table is that row's number until it is written,
// found by a foreign key of the streamed table or of another; one that does not rise is a
// look-up. The groups are those of a plain evaluation.
func TestKeysThatRiseAreRowNumbers(t *testing.T) {
	s := newSchema(7, 150)
	for key, rises := range map[string]bool{
		"f_cust": true, "c_id": true, "c_nation": false, "n_id": false, "c_city": false, "f_qty": false,
	} {
		b := newShaper(s).key(s.customer, "f_cust", false).key(s.nation, "c_nation", false)
		b.n.Ops = append(b.n.Ops, plan.Aggregate{Keys: []plan.Expr{b.col(key)}, Aggs: []plan.Agg{{Func: plan.Count, Of: intType}}})
		q, err := compile.Query(context.Background(), b.n, nil)
		fatal(t, err)
		if got := q.Program.Sink.(*operators.Groups).Keys[0].Values != nil; got != rises {
			t.Errorf("%s by the number of a row: %v", key, got)
		}
		checkGroups(t, key, s, b.n, q.Program)
	}
}

// checkGroups holds the groups of a program, interpreted and on the CPU, against a plain evaluation.
func checkGroups(t *testing.T, name string, s *schema, n *plan.Pipeline, p *operators.Program) {
	t.Helper()
	want, err := (&reference{s: s, n: n}).run()
	fatal(t, err)
	in, err := interpret(t, p)
	fatal(t, err)
	onCPU, err := runOnCPU(t, p, 64)
	fatal(t, err)
	for _, got := range [][]string{onCPU, in.texts(t)} {
		if !slices.Equal(sorted(got), sorted(want)) {
			t.Errorf("%s: groups\n%q, want\n%q", name, head(sorted(got)), head(sorted(want)))
		}
	}
}

// Counting a column that every row of a joined table has counts the rows that were found, and
// looks nothing up; one that can be NULL is looked up.
func TestCountsOfWhatIsAlwaysThere(t *testing.T) {
	s := newSchema(7, 150)
	for column, spared := range map[string]bool{"c_id": true, "c_balance": false} {
		b := newShaper(s)
		b.n.Tables[0] = &plan.TableRef{Alias: "other", Table: s.other.Table}
		b.key(s.customer, "o_cust", true)
		b.n.Ops = append(b.n.Ops, plan.Aggregate{Keys: []plan.Expr{b.col("o_mode")}, Aggs: []plan.Agg{{Func: plan.Count, Arg: b.col(column), Of: intType}}})
		q, err := compile.Query(context.Background(), b.n, nil)
		fatal(t, err)
		arg, looked := q.Program.Sink.(*operators.Groups).Aggs[0].Arg, false
		for _, in := range q.Program.Body {
			look, ok := in.(operators.Lookup)
			looked = looked || ok && look.Dst == arg
		}
		if arg < 0 || looked == spared {
			t.Errorf("%s: register %d is counted, looked up: %v", column, arg, looked)
		}
		want, err := (&reference{s: s, n: b.n}).run()
		fatal(t, err)
		got, err := runOnCPU(t, q.Program, 64)
		fatal(t, err)
		if !slices.Equal(sorted(got), sorted(want)) {
			t.Errorf("%s: groups\n%q, want\n%q", column, head(sorted(got)), head(sorted(want)))
		}
	}
}

// Distinct foreign keys are counted as the rows that they refer to, without a look-up of their
// values: those of the streamed table, which can be NULL, and those of a joined one.
func TestDistinctKeysAreCountedAsRows(t *testing.T) {
	s := newSchema(7, 150)
	for column, from := range map[string]string{"o_cust": "", "c_nation": "customer.c_nation", "c_city": "customer.c_city"} {
		b := newShaper(s)
		b.n.Tables[0] = &plan.TableRef{Alias: "other", Table: s.other.Table}
		b.key(s.customer, "o_cust", true)
		aggs := []plan.Agg{{Func: plan.CountDistinct, Arg: b.col(column), Of: intType}, {Func: plan.Count, Of: intType}}
		b.n.Ops = append(b.n.Ops, plan.Aggregate{Keys: []plan.Expr{b.col("o_mode")}, Aggs: aggs})
		q, err := compile.Query(context.Background(), b.n, nil)
		fatal(t, err)
		if got := elementsOf(q.Program, q.Program.Sink.(*operators.Groups).Aggs[0].Arg); got != from {
			t.Errorf("%s: what is counted is looked up in %q, want %q", column, got, from)
		}
		want, err := (&reference{s: s, n: b.n}).run()
		fatal(t, err)
		in, err := interpret(t, q.Program)
		fatal(t, err)
		got, err := runOnCPU(t, q.Program, 64)
		fatal(t, err)
		for _, got := range [][]string{got, in.texts(t)} {
			if !slices.Equal(sorted(got), sorted(want)) {
				t.Errorf("%s: groups\n%q, want\n%q", column, head(sorted(got)), head(sorted(want)))
			}
		}
	}
}

// elementsOf names the array that a register is looked up in; "" if that is none.
func elementsOf(p *operators.Program, register int) string {
	for _, in := range p.Body {
		if look, ok := in.(operators.Lookup); ok && look.Dst == register {
			return p.Arrays[look.Array].Name
		}
	}
	return ""
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
