package rewrite_test

import (
	"math/rand/v2"
	"testing"

	"gsdms/plan"
	"gsdms/plan/rewrite"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// predicates makes random conditions over the columns x (INT), y (INT NOT NULL) and d
// (DECIMAL) of one table.
type predicates struct {
	r     *rand.Rand
	table *plan.TableRef
}

func newPredicates(seed uint64) *predicates {
	return &predicates{rand.New(rand.NewPCG(seed, seed)), &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Columns: []plan.Column{
		{Name: "x", Type: plan.Type{Kind: plan.Int}, Nullable: true},
		{Name: "y", Type: plan.Type{Kind: plan.Int}},
		{Name: "d", Type: value.DecimalType(6, 1), Nullable: true},
	}}}}
}

func (p *predicates) number() plan.Expr {
	switch k := p.r.IntN(8); {
	case k < 5:
		return plan.ColumnRef{Column: k % 3, Of: p.table}
	case k == 5:
		return plan.NullOf(plan.Type{Kind: plan.Int})
	}
	return plan.Literal(value.OfInt(int64(p.r.IntN(3))))
}

func (p *predicates) condition(t *testing.T, depth int) plan.Expr {
	var e plan.Expr
	var err error
	if depth == 0 || p.r.IntN(4) == 0 {
		ops := []plan.Op{plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq, plan.IsNull}
		op := ops[p.r.IntN(len(ops))]
		args := []plan.Expr{p.number(), p.number()}
		if op == plan.IsNull {
			args = args[:1]
		}
		e, err = typing.Build(op, args...)
	} else {
		ops := []plan.Op{plan.And, plan.And, plan.Or, plan.Or, plan.Not, plan.If, plan.Xor, "IN"}
		switch op := ops[p.r.IntN(len(ops))]; op {
		case plan.Not:
			e, err = typing.Build(op, p.condition(t, depth-1))
		case plan.If:
			e, err = typing.Build(op, p.condition(t, depth-1), p.condition(t, depth-1), p.condition(t, depth-1))
		case "IN":
			e, err = typing.BuildIn(p.number(), []plan.Expr{p.number(), p.number()})
		default:
			e, err = typing.Build(op, p.condition(t, depth-1), p.condition(t, depth-1))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (p *predicates) row() []plan.Value {
	row := []plan.Value{value.OfInt(int64(p.r.IntN(3))), value.OfInt(int64(p.r.IntN(3))), value.OfDecimal(int64(p.r.IntN(6)*5), 1)}
	for _, nullable := range []int{0, 2} {
		if p.r.IntN(3) == 0 {
			row[nullable] = plan.Value{}
		}
	}
	return row
}

// TestRewriteKeepsValues: what is projected has the same values after Rewrite, and the
// filters together keep the same rows.
func TestRewriteKeepsValues(t *testing.T) {
	p := newPredicates(11)
	kept := 0
	for range 4000 {
		e, value := p.condition(t, 4), p.condition(t, 4)
		n := &plan.Pipeline{Tables: []*plan.TableRef{p.table}, Ops: []plan.Operator{plan.Filter{Pred: e}, plan.Project{Exprs: []plan.Expr{value}}}}
		rewritten, err := rewrite.Pipeline(n)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			row := p.row()
			leaf := func(e plan.Expr) (plan.Value, error) { return row[e.(plan.ColumnRef).Column], nil }
			wantKept, want := run(t, n, leaf)
			gotKept, got := run(t, rewritten, leaf)
			if wantKept != gotKept || want != got {
				t.Fatalf("row %v: %v %s, want %v %s\n%s%s", row, gotKept, got, wantKept, want, n, rewritten)
			}
			if wantKept {
				kept++
			}
		}
	}
	if kept < 10000 {
		t.Fatalf("only %d rows passed", kept)
	}
}

func run(t *testing.T, n *plan.Pipeline, leaf func(plan.Expr) (plan.Value, error)) (keep bool, value string) {
	t.Helper()
	keep = true
	for _, op := range n.Ops {
		switch op := op.(type) {
		case plan.Filter:
			v, err := plan.Eval(op.Pred, leaf)
			if err != nil {
				t.Fatal(err)
			}
			keep = keep && v.True()
		case plan.Project:
			v, err := plan.Eval(op.Exprs[0], leaf)
			if err != nil {
				t.Fatal(err)
			}
			value = v.String()
		}
	}
	return keep, value
}

// TestNullable: an expression that says it is never NULL is not.
func TestNullable(t *testing.T) {
	p := newPredicates(13)
	never := 0
	for range 4000 {
		e := p.condition(t, 3)
		if e.Nullable() {
			continue
		}
		never++
		for range 10 {
			row := p.row()
			v, err := plan.Eval(e, func(e plan.Expr) (plan.Value, error) { return row[e.(plan.ColumnRef).Column], nil })
			if err != nil || v.IsNull() {
				t.Fatalf("%s is NULL (%v) for %v", e, err, row)
			}
		}
	}
	if never < 100 {
		t.Fatalf("only %d conditions that cannot be NULL", never)
	}
}
