package rewrite_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/rewrite"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// present stands for the numbers of a stored table.
type present struct{ plan.Data }

// bounded is a table of the columns x (INT), y (INT NOT NULL), d (DECIMAL), f (DOUBLE) and
// big, whose numbers may be any.
func bounded() *plan.TableRef {
	return &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Data: present{}, Columns: []plan.Column{
		{Name: "x", Type: plan.Type{Kind: plan.Int}, Nullable: true, Storage: plan.Storage{Nullable: true}, Min: -50, Max: 50},
		{Name: "y", Type: plan.Type{Kind: plan.Int}, Min: 0, Max: 100},
		{Name: "d", Type: value.DecimalType(6, 1), Nullable: true, Storage: plan.Storage{Nullable: true}, Min: -500, Max: 500},
		{Name: "f", Type: plan.Type{Kind: plan.Double}, Nullable: true},
		{Name: "big", Type: plan.Type{Kind: plan.Int}, Min: math.MinInt64, Max: math.MaxInt64},
	}}}
}

// sums makes expressions of the columns of bounded.
type sums struct {
	r     *rand.Rand
	table *plan.TableRef
}

func (s *sums) build(t *testing.T, op plan.Op, args ...plan.Expr) plan.Expr {
	t.Helper()
	e, err := typing.Build(op, args...)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (s *sums) expr(t *testing.T, depth int) plan.Expr {
	k := s.r.IntN(10)
	switch {
	case depth == 0 && k < 7:
		return plan.ColumnRef{Column: k % 3, Of: s.table}
	case depth == 0 && k < 9:
		return plan.Literal(value.OfInt(int64(s.r.IntN(7) - 3)))
	case depth == 0:
		return plan.Literal(value.OfDecimal(int64(s.r.IntN(500)-250), 2))
	case k == 0:
		return s.build(t, plan.Neg, s.expr(t, depth-1))
	}
	op := []plan.Op{plan.Add, plan.Sub, plan.Mul}[k%3]
	return s.build(t, op, s.expr(t, depth-1), s.expr(t, s.r.IntN(depth)))
}

func (s *sums) rows() [][]plan.Value {
	rows := make([][]plan.Value, s.r.IntN(6))
	for i := range rows {
		rows[i] = []plan.Value{
			value.OfInt(int64(s.r.IntN(101) - 50)), value.OfInt(int64(s.r.IntN(101))), value.OfDecimal(int64(s.r.IntN(1001)-500), 1),
			value.OfFloat(s.r.Float64()), value.OfInt(s.r.Int64()),
		}
		for _, c := range []int{0, 2} {
			if s.r.IntN(3) == 0 {
				rows[i][c] = plan.Value{}
			}
		}
	}
	return rows
}

// aggregated computes sums and counts value by value, with numbers of up to 65 digits.
func aggregated(t *testing.T, a plan.Aggregate, rows [][]plan.Value) []plan.Value {
	t.Helper()
	var out []plan.Value
	for _, g := range a.Aggs {
		count, sum := int64(0), plan.Value{}
		for _, row := range rows {
			v := value.OfInt(1)
			if g.Arg != nil {
				v = evaluated(t, g.Arg, func(e plan.Expr) (plan.Value, error) { return row[e.(plan.ColumnRef).Column], nil })
			}
			if v.IsNull() {
				continue
			}
			count++
			if sum.IsNull() {
				sum = v
				continue
			}
			e, err := typing.Build(plan.Add, plan.Literal(sum), plan.Literal(v))
			if err != nil {
				t.Fatal(err)
			}
			sum = evaluated(t, e, nil)
		}
		if g.Func == plan.Count {
			sum = value.OfInt(count)
		} else if sum.Kind == plan.Int {
			sum = value.OfDecimal(sum.Int, 0)
		}
		out = append(out, sum)
	}
	return out
}

func evaluated(t *testing.T, e plan.Expr, leaf func(plan.Expr) (plan.Value, error)) plan.Value {
	t.Helper()
	v, err := plan.Eval(e, leaf)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// answers gives what a pipeline of an aggregation, and maybe a projection, gives.
func answers(t *testing.T, p *plan.Pipeline, rows [][]plan.Value) string {
	t.Helper()
	values := aggregated(t, p.Ops[0].(plan.Aggregate), rows)
	if len(p.Ops) > 1 {
		slots := values
		values = nil
		for _, e := range p.Ops[1].(plan.Project).Exprs {
			values = append(values, evaluated(t, e, func(s plan.Expr) (plan.Value, error) { return slots[s.(plan.Slot).Index], nil }))
		}
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.String()
	}
	return strings.Join(texts, " ")
}

func aggregate(t *testing.T, f plan.AggFunc, args ...plan.Expr) plan.Aggregate {
	t.Helper()
	var a plan.Aggregate
	for _, e := range args {
		g, err := typing.NewAgg(f, e)
		if err != nil {
			t.Fatal(err)
		}
		a.Aggs = append(a.Aggs, g)
	}
	return a
}

// TestSharedSumsKeepValues: sums and counts of random expressions are what they were, digit
// by digit, NULLs and no rows included.
func TestSharedSumsKeepValues(t *testing.T) {
	s := &sums{rand.New(rand.NewPCG(5, 5)), bounded()}
	shared := 0
	for range 3000 {
		var args []plan.Expr
		for range 5 {
			args = append(args, s.expr(t, s.r.IntN(3)))
		}
		a := aggregate(t, plan.Sum, args...)
		a.Aggs = append(a.Aggs, aggregate(t, plan.Count, args[:2]...).Aggs...)
		p := &plan.Pipeline{Tables: []*plan.TableRef{s.table}, Ops: []plan.Operator{a}}
		rewritten, err := rewrite.Pipeline(p)
		if err != nil {
			t.Fatal(err)
		}
		shared += len(rewritten.Ops) - 1
		for range 5 {
			rows := s.rows()
			if want, got := answers(t, p, rows), answers(t, rewritten, rows); got != want {
				t.Fatalf("rows %v: %s, want %s\n%s%s", rows, got, want, p, rewritten)
			}
		}
	}
	if shared < 300 {
		t.Fatalf("only %d aggregations shared a sum", shared)
	}
}

// TestSumsThatAreNotShared: where a row could leave 64 bits, of doubles, and where there is
// one sum, nothing changes.
func TestSumsThatAreNotShared(t *testing.T) {
	s := &sums{table: bounded()}
	column := func(i int) plan.Expr { return plan.ColumnRef{Column: i, Of: s.table} }
	one := plan.Literal(value.OfInt(1))
	schema := &sums{table: &plan.TableRef{Alias: "s", Table: plan.Schema("s", plan.Column{Name: "a", Type: plan.Type{Kind: plan.Int}})}}
	for name, test := range map[string]struct {
		table *plan.TableRef
		args  []plan.Expr
		sums  int
	}{
		"x, x + 1":     {s.table, []plan.Expr{column(0), s.build(t, plan.Add, column(0), one)}, 1},
		"y, y + 1":     {s.table, []plan.Expr{column(1), s.build(t, plan.Add, column(1), one)}, 1},
		"x + 1":        {s.table, []plan.Expr{s.build(t, plan.Add, column(0), one)}, 1},
		"x + 1, y + 1": {s.table, []plan.Expr{s.build(t, plan.Add, column(0), one), s.build(t, plan.Add, column(1), one)}, 2},
		"big, big + 1": {s.table, []plan.Expr{column(4), s.build(t, plan.Add, column(4), one)}, 2},
		"f, f + 1":     {s.table, []plan.Expr{column(3), s.build(t, plan.Add, column(3), one)}, 2},
		"a, a + 1":     {schema.table, []plan.Expr{plan.ColumnRef{Of: schema.table}, s.build(t, plan.Add, plan.ColumnRef{Of: schema.table}, one)}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := rewrite.Pipeline(&plan.Pipeline{Tables: []*plan.TableRef{test.table}, Ops: []plan.Operator{aggregate(t, plan.Sum, test.args...)}})
			if err != nil {
				t.Fatal(err)
			}
			got := 0
			for _, g := range p.Ops[0].(plan.Aggregate).Aggs {
				got += value.BoolInt(g.Func == plan.Sum)
			}
			if got != test.sums {
				t.Errorf("%d sums, want %d\n%s", got, test.sums, p)
			}
		})
	}
}

// TestSumsOfUnsignedAreShared: what is added to an unsigned column makes an unsigned number, whose
// sum is one of the column as long as no row is negative, which would be an error.
func TestSumsOfUnsignedAreShared(t *testing.T) {
	const below = math.MinInt64 // of the number of a BIGINT UNSIGNED
	table := &plan.TableRef{Alias: "u", Table: &plan.Table{Name: "u", Data: present{}, Columns: []plan.Column{
		{Name: "i", Type: plan.Type{Kind: plan.Int, Name: "INT UNSIGNED", Min: 0, Max: math.MaxUint32}, Max: 900},
		{Name: "w", Type: plan.Type{Kind: plan.Unsigned}, Nullable: true, Storage: plan.Storage{Nullable: true}, Min: below + 5, Max: below + 70},
		{Name: "past", Type: plan.Type{Kind: plan.Unsigned}, Min: 0, Max: 9}, // from 2^63 on
	}}}
	rows := [][]plan.Value{
		{value.OfInt(0), {}, {}}, {value.OfInt(900), {Kind: plan.Unsigned, Int: below + 70}, {}}, {value.OfInt(17), {Kind: plan.Unsigned, Int: below + 5}, {}},
	}
	s := &sums{table: table}
	for _, test := range []struct{ column, add, sums int }{{0, 7, 1}, {0, 0, 1}, {0, -7, 2}, {1, 7, 1}, {1, -5, 1}, {1, -6, 2}, {2, 1, 2}} {
		x := plan.ColumnRef{Column: test.column, Of: table}
		a := aggregate(t, plan.Sum, x, s.build(t, plan.Add, x, plan.Literal(value.OfInt(int64(test.add)))))
		p := &plan.Pipeline{Tables: []*plan.TableRef{table}, Ops: []plan.Operator{a}}
		rewritten, err := rewrite.Pipeline(p)
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, g := range rewritten.Ops[0].(plan.Aggregate).Aggs {
			got += value.BoolInt(g.Func == plan.Sum)
		}
		if got != test.sums && test.add != 0 {
			t.Errorf("column %d + %d: %d sums, want %d\n%s", test.column, test.add, got, test.sums, rewritten)
		}
		if test.sums > 1 {
			continue // a row may fail
		}
		if want, got := answers(t, p, rows), answers(t, rewritten, rows); got != want {
			t.Errorf("column %d + %d: %s, want %s", test.column, test.add, got, want)
		}
	}
}
