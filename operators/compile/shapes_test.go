package compile_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/cockroachdb/datadriven"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/typing"
)

// shaper builds networks over the small schema by hand.
type shaper struct {
	s *schema
	n *plan.Pipeline
}

func newShaper(s *schema) *shaper {
	n := &plan.Pipeline{Text: "shape", Tables: []*plan.TableRef{{Alias: "fact", Table: s.fact.Table}}}
	return &shaper{s, n}
}

// col finds a column by name in the table joined last that has it.
func (b *shaper) col(name string) plan.ColumnRef {
	for t := len(b.n.Tables) - 1; t >= 0; t-- {
		for i, c := range b.n.Tables[t].Table.Columns {
			if c.Name == name {
				return plan.ColumnRef{Table: t, Column: i, Of: b.n.Tables[t]}
			}
		}
	}
	panic("no column " + name)
}

func (b *shaper) table(m *memoryTable, outer bool) int {
	b.n.Tables = append(b.n.Tables, &plan.TableRef{Alias: m.Name, Table: m.Table, Outer: outer})
	return len(b.n.Tables) - 1
}

func (b *shaper) key(m *memoryTable, from string, outer bool) *shaper {
	ref := b.col(from)
	b.n.Ops = append(b.n.Ops, plan.KeyProbe{Table: b.table(m, outer), From: ref, Outer: outer})
	return b
}

func (b *shaper) hash(m *memoryTable, key, match string) *shaper {
	k := b.col(key)
	t := b.table(m, false)
	b.n.Ops = append(b.n.Ops, plan.HashProbe{Table: t, Keys: []plan.Expr{k}, Match: []plan.Expr{b.col(match)}})
	return b
}

// exists joins customer by c_id, or other by o_a, where a condition on it alone and one on
// both hold; the rows that stay have the mark.
func (b *shaper) exists(kind plan.JoinKind, key string) *shaper {
	to, match, own, both := b.s.customer, "c_id", "c_size", "c_balance"
	if key == "f_qty" {
		to, match, own, both = b.s.other, "o_a", "o_dec", "o_cust"
	}
	on := b.col(key)
	op := plan.HashProbe{Table: b.table(to, kind.Keeps()), Kind: kind, Keys: []plan.Expr{on}}
	op.Match = []plan.Expr{b.col(match)}
	op.On = b.call(plan.And, b.call(plan.Gt, own, 1), b.call(plan.Lt, both, "f_price"))
	if kind == plan.SemiJoin {
		op.On = b.call(plan.Gt, own, 1)
	}
	if kind == plan.MarkJoin {
		mark := plan.Schema("mark", plan.Column{Name: "m_found", Type: boolType})
		b.n.Tables = append(b.n.Tables, &plan.TableRef{Alias: "mark", Table: mark})
		op.Mark = len(b.n.Tables) - 1
	}
	b.n.Ops = append(b.n.Ops, op)
	if kind == plan.MarkJoin {
		b.where(b.col("m_found"))
	}
	return b
}

// call builds a call of columns (strings that start with a lower letter and hold _)
// and constants.
func (b *shaper) call(op plan.Op, args ...any) plan.Expr {
	var list []plan.Expr
	for _, a := range args {
		switch a := a.(type) {
		case plan.Expr:
			list = append(list, a)
		case string:
			if len(a) > 1 && a[1] == '_' {
				list = append(list, b.col(a))
				continue
			}
			list = append(list, literalOf(a))
		default:
			list = append(list, literalOf(a))
		}
	}
	e, err := typing.Build(op, list...)
	if err != nil {
		panic(err)
	}
	return e
}

func (b *shaper) where(e plan.Expr) *shaper {
	b.n.Ops = append(b.n.Ops, plan.Filter{Pred: e})
	return b
}

func (b *shaper) rows(exprs ...plan.Expr) *plan.Pipeline {
	b.n.Ops = append(b.n.Ops, plan.Project{Exprs: exprs})
	return b.n
}

// shapes are networks whose programs the text test holds, by name.
func shapes(s *schema) map[string]*plan.Pipeline {
	n := map[string]*plan.Pipeline{}
	b := newShaper(s)
	n["key value"] = b.where(b.call(plan.Gt, "f_date", 19940101)).rows(b.col("f_date"))
	b = newShaper(s)
	n["null key"] = b.where(b.call(plan.IsNull, "f_cust")).rows(b.col("f_cust"))
	b = newShaper(s).key(s.customer, "f_cust", false)
	n["nullable key joined"] = b.rows(b.col("c_city"))
	b = newShaper(s).key(s.customer, "f_cust", false).key(s.nation, "c_nation", false)
	n["snowflake"] = b.where(b.call(plan.Eq, "n_region", "ASIA")).rows(b.col("n_name"), b.col("c_city"))
	b = newShaper(s).key(s.customer, "f_cust", false).key(s.nation, "c_nation", false)
	n["or within a snowflake"] = b.where(b.call(plan.Or, b.call(plan.Eq, "n_region", "ASIA"), b.call(plan.Eq, "c_city", "cityA"))).rows(b.col("f_id"))
	b = newShaper(s).key(s.customer, "f_cust", false)
	n["not and within a dimension"] = b.where(b.call(plan.Not, b.call(plan.And, b.call(plan.Gt, "c_size", 1), b.call(plan.Lt, "c_city", "cityD")))).rows(b.col("f_id"))
	b = newShaper(s).key(s.dates, "f_date", false)
	n["or over columns"] = b.where(b.call(plan.Or, b.call(plan.Eq, "d_year", 1993), b.call(plan.Lt, "f_qty", 3))).rows(b.col("f_id"))
	b = newShaper(s).key(s.customer, "f_cust", false)
	n["or of ands"] = b.where(b.call(plan.Or,
		b.call(plan.And, b.call(plan.Eq, "c_size", 1), b.call(plan.Lt, "f_qty", "c_size")),
		b.call(plan.And, b.call(plan.Gt, "c_city", "cityK"), b.call(plan.Gt, "f_qty", 8)))).rows(b.col("f_id"))
	b = newShaper(s).hash(s.other, "f_mode", "o_mode")
	n["or of ands over a hash join"] = b.where(b.call(plan.Or,
		b.call(plan.And, b.call(plan.Eq, "o_a", 1), b.call(plan.Lt, "f_qty", 3)),
		b.call(plan.And, b.call(plan.Eq, "o_a", 2), b.call(plan.Gt, "f_qty", 8)))).rows(b.col("f_id"))
	b = newShaper(s).key(s.customer, "f_cust", false)
	n["column with column"] = b.where(b.call(plan.Lt, "c_size", "f_qty")).rows(b.col("f_id"))
	b = newShaper(s)
	n["contradiction"] = b.where(b.call(plan.Gt, "f_qty", 5)).where(b.call(plan.Lt, "f_qty", 3)).rows(b.col("f_id"))
	b = newShaper(s)
	n["prefix"] = b.where(plan.Like{X: b.col("f_mode"), Pattern: "AIR%", Escape: '\\'}).rows(b.call("UPPER", b.call("CONCAT", "f_mode", "x")))
	b = newShaper(s)
	in, _ := typing.BuildIn(b.col("f_id"), []plan.Expr{literalOf(3), literalOf(9), literalOf(27), literalOf(28), literalOf(81), literalOf(50), literalOf(300)})
	n["many values"] = b.where(in).rows(b.col("f_id"))
	b = newShaper(s).key(s.customer, "f_cust", true)
	n["outer"] = b.where(b.call(plan.Lt, "f_qty", 3)).where(b.call(plan.IsNull, "c_city")).rows(b.call("COALESCE", "c_city", "none"))
	b = newShaper(s).hash(s.other, "f_mode", "o_mode")
	n["hash"] = b.where(b.call(plan.Gt, "o_a", 2)).rows(b.col("o_dec"), b.col("f_id"))
	b = newShaper(s).hash(s.other, "f_qty", "o_dec")
	n["hash across scales"] = b.rows(b.col("f_id"))
	b = newShaper(s)
	n["two dictionaries"] = b.key(s.dates, "f_date", false).where(b.call(plan.Lt, "f_mode", b.col("d_month"))).rows(b.col("f_id"))
	b = newShaper(s)
	n["limits of 64 bits"] = b.rows(b.call(plan.Add, "f_big", "f_qty"), b.call(plan.Mul, "f_qty", "f_qty"), b.call(plan.Div, "f_price", "f_qty"))
	b = newShaper(s).key(s.customer, "f_cust", true)
	n["two strings"] = b.rows(b.call("CONCAT", "f_mode", "-", "c_city"))
	b = newShaper(s)
	n["limit"] = b.rows(b.col("f_id"))
	n["limit"].Ops = append(n["limit"].Ops, plan.Limit{Offset: 2, Count: 5})
	joinShapes(s, n)
	return n
}

// joinShapes adds joins by dense keys that are not declared, of every kind.
func joinShapes(s *schema, n map[string]*plan.Pipeline) {
	b := newShaper(s).hash(s.customer, "f_id", "c_id")
	n["dense key"] = b.where(b.call(plan.Eq, "c_size", 2)).rows(b.col("c_city"), b.col("f_id"))
	b = newShaper(s).hash(s.customer, "f_id", "c_id").hash(s.nation, "c_size", "n_id")
	n["dense keys in a row"] = b.where(b.call(plan.Gt, "n_region", "ASIA")).rows(b.col("n_name"))
	for _, kind := range []plan.JoinKind{plan.LeftJoin, plan.SemiJoin, plan.AntiJoin, plan.MarkJoin, plan.SingleJoin} {
		for _, key := range []string{"f_id", "f_qty"} {
			if kind == plan.SingleJoin && key == "f_qty" {
				continue // some have several partners
			}
			b := newShaper(s)
			n[kind.String()+" by "+key] = b.exists(kind, key).rows(b.col("f_id"))
		}
	}
}

func TestShapes(t *testing.T) {
	s := newSchema(3, 120)
	all := shapes(s)
	datadriven.RunTest(t, "testdata/shapes", func(t *testing.T, d *datadriven.TestData) string {
		n := all[d.Input]
		if n == nil {
			d.Fatalf(t, "no shape %q", d.Input)
		}
		q, err := compile.Query(context.Background(), n, nil)
		if err != nil {
			return err.Error()
		}
		left := ""
		for _, op := range q.Finish {
			left += "finish " + op.String() + "\n"
		}
		return q.Program.Describe() + left
	})
}

// TestShapesAnswer holds the same programs against a plain evaluation.
func TestShapesAnswer(t *testing.T) {
	s := newSchema(3, 120)
	for name, n := range shapes(s) {
		if name == "limit" {
			continue // the reference knows no Limit
		}
		if outcome := checkNetwork(t, 0, s, n, nil); outcome != "equal" && outcome != "several" && name != "limits of 64 bits" {
			t.Errorf("%s: %s", name, outcome)
		}
	}
}

// TestLimitStopsEarly holds that a program with a limit needs no more rows than that, and skips the
// many that a limit skips which passes few, and that sorting keeps it from stopping.
func TestLimitStopsEarly(t *testing.T) {
	s := newSchema(3, 120)
	for _, c := range []struct {
		tail []plan.Operator
		want int64
		left int // operators behind the program
	}{
		{[]plan.Operator{plan.Limit{Count: 5}}, 5, 1},
		{[]plan.Operator{plan.Limit{Offset: 2, Count: 5}}, 7, 1},
		{[]plan.Operator{plan.Limit{Offset: 1e6, Count: 5}}, 1e6 + 5, 0},
		{[]plan.Operator{plan.Limit{Offset: 1e6, Count: 1e6}}, 2e6, 1},
		{[]plan.Operator{plan.Project{Exprs: []plan.Expr{plan.Slot{}}}, plan.Limit{Offset: 1e6, Count: 5}, plan.Distinct{}}, 1e6 + 5, 2},
		{[]plan.Operator{plan.Limit{Offset: 2, Count: -1}}, -1, 1},
		{[]plan.Operator{plan.Sort{}, plan.Limit{Count: 5}}, -1, 2},
		{[]plan.Operator{plan.Distinct{}, plan.Limit{Count: 5}}, -1, 2},
	} {
		b := newShaper(s)
		n := b.rows(b.col("f_id"))
		n.Ops = append(n.Ops, c.tail...)
		q, err := compile.Query(context.Background(), n, nil)
		if err != nil {
			t.Fatal(err)
		}
		if q.Program.Limit != c.want || len(q.Finish) != c.left {
			t.Errorf("%v: limit %d, want %d; finish %v", c.tail, q.Program.Limit, c.want, q.Finish)
		}
	}
}

// TestUnsupported holds that what cannot be computed is refused with the expression
// that is to blame.
func TestUnsupported(t *testing.T) {
	s := newSchema(2, 20)
	b := newShaper(s).key(s.customer, "f_cust", false)
	concat := b.call("CONCAT", "f_mode", "c_city", "f_mode", b.call("LOWER", "c_city"))
	n := b.rows(b.call("LENGTH", concat))
	_, err := compile.Query(context.Background(), n, nil)
	var unsupported *compile.UnsupportedError
	if !errors.As(err, &unsupported) {
		t.Fatalf("compiled to %v", err)
	}
	if got := fmt.Sprint(unsupported.Expr); got != concat.String() {
		t.Errorf("blames %s, not %s", got, concat)
	}
}

// TestCancelled holds that a cancelled compilation ends with the context's error, and
// leaves nothing half made behind.
func TestCancelled(t *testing.T) {
	s := newSchema(2, 20)
	cache := index.NewCache(1 << 20)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := newShaper(s).hash(s.other, "f_mode", "o_mode")
	n := b.rows(b.col("o_dec"))
	if _, err := compile.Query(ctx, n, cache); !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled: %v", err)
	}
	for range 2 {
		if outcome := checkNetwork(t, 0, s, n, cache); outcome != "several" {
			t.Errorf("afterwards: %s", outcome)
		}
	}
}

// TestUntakenBranchMayOverflow holds that only the branch of an IF that is taken can end
// in error 1690.
func TestUntakenBranchMayOverflow(t *testing.T) {
	s := newSchema(3, 120)
	b := newShaper(s)
	sum := b.call(plan.Add, "f_big", "f_qty")
	guarded := b.call(plan.If, b.call(plan.Lt, "f_big", 1<<50), sum, b.call(plan.If, b.call(plan.Gt, "f_disc", 0), literalOf(1), "f_disc"))
	n := b.rows(guarded, b.call(plan.If, b.call(plan.Ge, "f_big", 1<<50), literalOf(0), sum))
	if outcome := checkNetwork(t, 0, s, n, nil); outcome != "several" {
		t.Errorf("guarded: %s", outcome)
	}
	b = newShaper(s)
	q, err := compile.Query(context.Background(), b.rows(b.call(plan.If, b.call(plan.Gt, "f_disc", 0), b.call(plan.Add, "f_big", "f_qty"), "f_disc")), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := interpret(t, q.Program); !isRangeError(err) {
		t.Errorf("a taken branch past 64 bits gives %v", err)
	}
}

// Where a row has one partner at most, sums need no more bits than without the join.
func TestSumsBehindJoins(t *testing.T) {
	s := newSchema(3, 120)
	for _, c := range []struct {
		kind plan.JoinKind
		to   *memoryTable
		want operators.FoldFunc
	}{
		{plan.InnerJoin, s.customer, operators.Sum64}, {plan.LeftJoin, s.customer, operators.Sum64},
		{plan.InnerJoin, s.fact, operators.Sum128}, {plan.LeftJoin, s.fact, operators.Sum128},
		{plan.SemiJoin, s.fact, operators.Sum64}, {plan.AntiJoin, s.fact, operators.Sum64}, {plan.SingleJoin, s.fact, operators.Sum64},
	} {
		b := newShaper(s)
		qty, key := b.col("f_qty"), b.col("f_id")
		to := b.table(c.to, c.kind.Keeps())
		match := plan.ColumnRef{Table: to, Column: 0, Of: b.n.Tables[to]}
		if c.to == s.fact {
			key, match.Column = qty, qty.Column
		}
		b.n.Ops = append(b.n.Ops, plan.HashProbe{Table: to, Kind: c.kind, Keys: []plan.Expr{key}, Match: []plan.Expr{match}})
		sum, err := typing.NewAgg(plan.Sum, qty)
		if err != nil {
			t.Fatal(err)
		}
		b.n.Ops = append(b.n.Ops, plan.Aggregate{Aggs: []plan.Agg{sum}})
		q, err := compile.Query(context.Background(), b.n, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := q.Program.Sink.(*operators.Groups).Aggs[0].Func; got != c.want {
			t.Errorf("%s join with %s: fold %d, want %d", c.kind, c.to.Name, got, c.want)
		}
	}
}
