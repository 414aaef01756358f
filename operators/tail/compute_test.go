package tail

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/operators/dictionary"
	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// numbersNear are numbers around the limits where the opcodes must step back.
var numbersNear = []int64{0, 0, 1, -1, 2, 3, 5, -7, 10, 49, 50, 51, 12345, 1e6, -1e12, 1e18, 1 << 62, -1 << 63, 1<<63 - 1}

var words = []string{"", "a", "b", "ab", "Zebra", "12", "12.5x", "-3", "2024-02-29", "2023-12-31", "äß", "99999999999999999999"}

// dictionaryOf gives the dictionary of different texts and the code of each.
func dictionaryOf(texts []string) (*plan.Dictionary, []int64) {
	dict, codes, err := dictionary.Of(context.Background(), texts, nil)
	if err != nil {
		panic(err)
	}
	return dict, codes
}

// mixedRows has columns of all forms; few of its numbers are extreme where tame.
func mixedRows(r *rand.Rand, n int, tame bool) *plan.Rows {
	dict, codes := dictionaryOf(words)
	rows := &plan.Rows{Len: n}
	add := func(v plan.Vector, set func(v *plan.Vector, i int)) {
		v.Nulls = make([]bool, n)
		for i := range n {
			v.Nulls[i] = r.IntN(7) == 0
			set(&v, i)
		}
		if r.IntN(3) == 0 {
			v.Nulls = nil
		}
		rows.Columns = append(rows.Columns, v)
	}
	number := func() int64 {
		if tame {
			return r.Int64N(200) - 100
		}
		return numbersNear[r.IntN(len(numbersNear))]
	}
	ints := func(v *plan.Vector, i int) { v.Ints[i] = number() }
	add(plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n)}, ints)
	add(plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n)}, ints)
	add(plan.Vector{Type: value.DecimalType(18, 2), Ints: make([]int64, n)}, ints)
	add(plan.Vector{Type: value.DecimalType(22, 4), Ints: make([]int64, n)}, ints)
	add(plan.Vector{Type: value.DecimalType(40, 3), Wide: make([]*big.Int, n)}, func(v *plan.Vector, i int) {
		v.Wide[i] = big.NewInt(number())
		if r.IntN(4000) == 0 {
			v.Wide[i].Mul(v.Wide[i], big.NewInt(1e15))
		}
	})
	add(plan.Vector{Type: plan.Type{Kind: plan.Double}, Floats: make([]float64, n)}, func(v *plan.Vector, i int) { v.Floats[i] = float64(r.IntN(400)-200) / 8 })
	add(plan.Vector{Type: plan.Type{Kind: plan.Date}, Ints: make([]int64, n)}, func(v *plan.Vector, i int) { v.Ints[i] = r.Int64N(40000) - 10000 })
	add(plan.Vector{Type: plan.Type{Kind: plan.String}, Ints: make([]int64, n), Dict: dict}, func(v *plan.Vector, i int) { v.Ints[i] = codes[r.IntN(len(codes))] })
	add(plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: make([]string, n)}, func(v *plan.Vector, i int) { v.Texts[i] = words[r.IntN(len(words))] })
	add(plan.Vector{Type: plan.Type{Kind: plan.Bool}, Ints: make([]int64, n)}, func(v *plan.Vector, i int) { v.Ints[i] = r.Int64N(2) })
	return rows
}

func slotOf(rows *plan.Rows, i int) plan.Slot {
	v := &rows.Columns[i]
	return plan.Slot{Index: i, Of: v.Type, CanBeNil: v.Nulls != nil}
}

// expression builds a random expression, as SQL would be bound; nil where the types drawn
// do not go together.
func expression(r *rand.Rand, rows *plan.Rows, depth int) plan.Expr {
	if depth == 0 || r.IntN(6) == 0 {
		return leaf(r, rows)
	}
	arg := func() plan.Expr { return expression(r, rows, depth-1) }
	names := typing.Functions()
	ops := []plan.Op{plan.Add, plan.Sub, plan.Mul, plan.Div, plan.IntDiv, plan.Mod, plan.Neg, plan.Eq, plan.Ne, plan.Lt, plan.Le,
		plan.Gt, plan.Ge, plan.NullEq, plan.And, plan.Or, plan.Xor, plan.Not, plan.IsNull, plan.If, plan.If, plan.And, plan.Or}
	for _, name := range names {
		ops = append(ops, plan.Op(name))
	}
	op := ops[r.IntN(len(ops))]
	for n := 1; n <= 3; n++ {
		args := make([]plan.Expr, n)
		for i := range args {
			if args[i] = arg(); args[i] == nil {
				return nil
			}
		}
		e, err := typing.Build(op, args...)
		var coded *fault.Error
		if errors.As(err, &coded) && coded.Code == fault.CodeWrongParamCount {
			continue
		}
		if err != nil {
			return nil
		}
		return wrapped(r, e)
	}
	return nil
}

func leaf(r *rand.Rand, rows *plan.Rows) plan.Expr {
	switch r.IntN(9) {
	case 0:
		return plan.Literal(value.OfInt(r.Int64N(20) - 5))
	case 1:
		return plan.Literal(value.OfDecimal(r.Int64N(1000)-200, 1+r.IntN(3)))
	case 2:
		return plan.Literal([]plan.Value{value.OfFloat(2.5), value.OfString("b"), value.OfDate(9000), {}}[r.IntN(4)])
	}
	return slotOf(rows, r.IntN(len(rows.Columns)))
}

// wrapped now and then casts an expression or looks it up in a list.
func wrapped(r *rand.Rand, e plan.Expr) plan.Expr {
	k := e.Type().Kind
	switch r.IntN(10) {
	case 0:
		to := []plan.Type{{Kind: plan.Int}, {Kind: plan.Double}, value.DecimalType(12, 3), value.DecimalType(30, 6), {Kind: plan.String}, {Kind: plan.Date}, {Kind: plan.Bool},
			{Kind: plan.Int, Min: -128, Max: 127}}[r.IntN(8)]
		if c, err := coerce.To(e, to); err == nil {
			return c
		}
	case 1:
		if k == plan.Int {
			return plan.In{X: e, List: []plan.Value{value.OfInt(3), value.OfInt(-7), value.OfInt(50)}}
		}
		if k == plan.String {
			return plan.Like{X: e, Pattern: "%2%", Escape: '\\'}
		}
	}
	return e
}

// TestExpressionsAgreeWithEval holds columns against plan.Eval, row by row, also for which
// of them there is an error.
func TestExpressionsAgreeWithEval(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	computedOnes, failed := 0, 0
	for round := range 4000 {
		rows := mixedRows(r, 1+r.IntN(12), r.IntN(4) > 0)
		e := expression(r, rows, 1+r.IntN(4))
		if e == nil {
			continue
		}
		want, failing := evaluated(rows, e)
		got, err := Run(t.Context(), []plan.Operator{plan.Project{Exprs: []plan.Expr{e}}}, rows, Options{Threads: 2})
		if (err != nil) != (failing != nil) || err != nil && plan.IsOutOfRange(err) != plan.IsOutOfRange(failing) {
			t.Fatalf("round %d: %s: error %v, want %v", round, e, err, failing)
		}
		if err != nil {
			failed++
			continue
		}
		computedOnes++
		for row, w := range want {
			if have := got.Columns[0].Value(row); have.String() != w.String() || have.IsNull() != w.IsNull() {
				t.Fatalf("round %d: %s of %v: got %s, want %s", round, e, cellsOf(rows)[row], have, w)
			}
		}
		holdFilter(t, rows, e, want)
	}
	if computedOnes < 1000 || failed < 20 {
		t.Errorf("%d expressions computed, %d failed: too few to say anything", computedOnes, failed)
	}
}

func evaluated(rows *plan.Rows, e plan.Expr) ([]plan.Value, error) {
	var out []plan.Value
	for row := range rows.Len {
		v, err := plan.Eval(e, func(x plan.Expr) (plan.Value, error) { return rows.Columns[x.(plan.Slot).Index].Value(row), nil })
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// holdFilter holds a filter by an expression against its values.
func holdFilter(t *testing.T, rows *plan.Rows, e plan.Expr, values []plan.Value) {
	t.Helper()
	var want []int
	for row, v := range values {
		if v.True() {
			want = append(want, row)
		}
	}
	numbered := &plan.Rows{Len: rows.Len, Columns: append(rows.Columns[:len(rows.Columns):len(rows.Columns)], plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, rows.Len)})}
	for i := range rows.Len {
		numbered.Columns[len(rows.Columns)].Ints[i] = int64(i)
	}
	got, err := Run(t.Context(), []plan.Operator{plan.Filter{Pred: e}}, numbered, Options{})
	if err != nil {
		t.Fatalf("filter %s: %v", e, err)
	}
	var have []int
	for i := range got.Len {
		have = append(have, int(got.Columns[len(rows.Columns)].Ints[i]))
	}
	if fmt.Sprint(have) != fmt.Sprint(want) {
		t.Fatalf("filter %s of %v: kept %v, want %v", e, cellsOf(rows), have, want)
	}
}

// Many rows go chunk by chunk, some by opcodes and some by plan.Eval, and after a filter by
// row numbers.
func TestLargeColumnsAgreeWithEval(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	for round := range tries(12) {
		rows := mixedRows(r, 2*team.ChunkRows+r.IntN(team.ChunkRows), true)
		e := expression(r, rows, 2)
		if e == nil {
			continue
		}
		pred, _ := typing.Build(plan.Gt, slotOf(rows, 0), plan.Literal(value.OfInt(-90)))
		kept, err := Run(t.Context(), []plan.Operator{plan.Filter{Pred: pred}}, rows, Options{Threads: 3})
		if err != nil {
			t.Fatal(err)
		}
		want, failing := evaluated(kept, e)
		got, err := Run(t.Context(), []plan.Operator{plan.Filter{Pred: pred}, plan.Project{Exprs: []plan.Expr{e}}}, rows, Options{Threads: 3})
		if (err != nil) != (failing != nil) {
			t.Fatalf("round %d: %s: error %v, want %v", round, e, err, failing)
		}
		for row, w := range want {
			if have := got.Columns[0].Value(row); have.String() != w.String() {
				t.Fatalf("round %d: %s of row %d: got %s, want %s", round, e, row, have, w)
			}
		}
	}
}

// TestAveragesGoByOpcodes computes quotients by hand: an average has four digits more than
// what it is of, rounded half away from zero. It is no work for plan.Eval.
func TestAveragesGoByOpcodes(t *testing.T) {
	rows := &plan.Rows{Len: 6, Columns: []plan.Vector{
		{Type: value.DecimalType(32, 0), Ints: []int64{7, 2, -1, 1, 100001, 5}},
		{Type: plan.Type{Kind: plan.Int}, Ints: []int64{2, 3, 3, 32000, 20000, 0}},
	}}
	count, err := coerce.To(slotOf(rows, 1), value.DecimalType(19, 0))
	if err != nil {
		t.Fatal(err)
	}
	average, err := typing.Build(plan.Div, slotOf(rows, 0), count)
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(t.Context(), rows, Options{Threads: 1})
	c, err := r.compile(average)
	if op, ok := c.node.(opNode); err != nil || !ok || op.op != operators.DivScaled {
		t.Fatalf("%s is left to plan.Eval: %v", average, err)
	}
	v, err := r.column(average)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"3.5000", "0.6667", "-0.3333", "0.0000", "5.0001", "NULL"} {
		if got := v.Value(i).String(); got != want {
			t.Errorf("row %d: %s, want %s", i, got, want)
		}
	}
}
