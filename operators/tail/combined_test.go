package tail

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// TestTextsOfFewCombinations compares texts of columns and of numbers and days that are computed of
// them, of few values with NULLs among them, with the text of each row by itself, behind a filter,
// too.
func TestTextsOfFewCombinations(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	const n = 20000
	moment := plan.Type{Kind: plan.DateTime, Scale: 6}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{
		{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n)},
		{Type: plan.Type{Kind: plan.String}, Ints: make([]int64, n), Dict: plan.NewDictionary([]uint32{0, 1, 3, 3}, []byte("abb")), Nulls: make([]bool, n)},
		{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n), Nulls: make([]bool, n)},
		{Type: moment, Ints: make([]int64, n), Nulls: make([]bool, n)},
	}}
	for i := range n {
		rows.Columns[0].Ints[i] = int64(i)
		rows.Columns[1].Ints[i], rows.Columns[1].Nulls[i] = int64(r.IntN(2)), r.IntN(5) == 0
		rows.Columns[2].Ints[i], rows.Columns[2].Nulls[i] = int64(r.IntN(30)-10), r.IntN(5) == 0
		rows.Columns[3].Ints[i], rows.Columns[3].Nulls[i] = 20000*86400e6+r.Int64N(40*86400e6), r.IntN(5) == 0
	}
	place := plan.Slot{Of: plan.Type{Kind: plan.Int}}
	name := plan.Slot{Index: 1, Of: plan.Type{Kind: plan.String}, CanBeNil: true}
	number := plan.Slot{Index: 2, Of: plan.Type{Kind: plan.Int}, CanBeNil: true}
	day := plan.Cast{X: plan.Slot{Index: 3, Of: moment, CanBeNil: true}, To: plan.Type{Kind: plan.Date}}
	text := func(s string) plan.Expr { return plan.Literal(value.OfString(s)) }
	whole := func(n int64) plan.Expr { return plan.Literal(value.OfInt(n)) }
	odd := built(t, plan.Gt, built(t, plan.Mod, place, whole(3)), whole(0))
	for _, c := range []struct {
		e    plan.Expr
		most int // texts; 0: the rows are looked at one by one
	}{
		{built(t, "CONCAT_WS", text("-"), name, number), 3 * 31},
		{built(t, "REPEAT", text("x"), number), 31},
		{built(t, "DATE_FORMAT", day, text("%Y week %v")), 8},
		{built(t, plan.Concat, built(t, "DATE_FORMAT", day, text("%M")), built(t, "DAYNAME", day), built(t, "REPEAT", text("!"), built(t, plan.Mod, place, whole(4)))), 41 * 4},
		{built(t, plan.If, odd, text("odd"), name), 4},
		{built(t, plan.If, odd, text("-"), built(t, "REPEAT", text("x"), built(t, "DIV", number, built(t, plan.Sub, number, whole(3))))), 60},
		{built(t, "REPEAT", text("x"), built(t, plan.Mod, place, whole(n-1))), 0},
		{built(t, plan.If, built(t, plan.Gt, place, whole(200)), name, built(t, "REPEAT", text("x"), built(t, "DIV", built(t, plan.Mul, place, whole(1<<50)), whole(1<<54)))), 0},
	} {
		checkTexts(t, rows, c.e, c.most)
	}
}

func built(t *testing.T, op plan.Op, args ...plan.Expr) plan.Expr {
	t.Helper()
	e, err := typing.Build(op, args...)
	must(t, err)
	return e
}

// checkTexts computes a text of all rows, and of those behind the first hundred.
func checkTexts(t *testing.T, rows *plan.Rows, e plan.Expr, most int) {
	t.Helper()
	for _, first := range []int{0, 100} {
		out := computedFrom(t, rows, e, first)
		if v := out.Columns[0]; (v.Dict != nil) != (most > 0) || v.Dict != nil && v.Dict.Len() > most {
			t.Fatalf("%s: dictionary %v: not a column of at most %d texts", e, v.Dict, most)
		}
	}
}

// computedFrom computes an expression of the rows from one on, and compares it with what it is of each
// row by itself.
func computedFrom(t *testing.T, rows *plan.Rows, e plan.Expr, first int) *plan.Rows {
	t.Helper()
	ops := []plan.Operator{plan.Project{Exprs: []plan.Expr{e}}}
	if first > 0 {
		pred := built(t, plan.Ge, plan.Slot{Of: plan.Type{Kind: plan.Int}}, plan.Literal(value.OfInt(int64(first))))
		ops = []plan.Operator{plan.Filter{Pred: pred}, ops[0]}
	}
	out, err := Run(t.Context(), ops, rows, Options{})
	must(t, err)
	if out.Len != rows.Len-first {
		t.Fatalf("%s: %d rows, not %d", e, out.Len, rows.Len-first)
	}
	for i := range out.Len {
		want, err := plan.Eval(e, func(x plan.Expr) (plan.Value, error) {
			return rows.Columns[x.(plan.Slot).Index].Value(i + first), nil
		})
		must(t, err)
		if got := out.Columns[0].Value(i); got.String() != want.String() {
			t.Fatalf("%s: row %d is %s, not %s", e, i, got, want)
		}
	}
	return out
}

// TestNumbersOfFew compares numbers that no opcode computes, of days and of numbers that are computed
// of columns, with those of each row by itself.
func TestNumbersOfFew(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	const n = 20000
	moment := plan.Type{Kind: plan.DateTime, Scale: 6}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{
		{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n)},
		{Type: moment, Ints: make([]int64, n), Nulls: make([]bool, n)},
	}}
	for i := range n {
		rows.Columns[0].Ints[i] = int64(i)
		rows.Columns[1].Ints[i], rows.Columns[1].Nulls[i] = 20000*86400e6+r.Int64N(400*86400e6), r.IntN(5) == 0
	}
	place := plan.Slot{Of: plan.Type{Kind: plan.Int}}
	day := plan.Cast{X: plan.Slot{Index: 1, Of: moment, CanBeNil: true}, To: plan.Type{Kind: plan.Date}}
	whole := func(n int64) plan.Expr { return plan.Literal(value.OfInt(n)) }
	for _, e := range []plan.Expr{
		built(t, "WEEK", day, whole(3)),
		built(t, "BIT_COUNT", built(t, plan.Mod, place, whole(100))),
		built(t, "BIT_COUNT", built(t, plan.Mod, place, whole(n-1))),
		built(t, plan.Add, built(t, "LENGTH", built(t, "DATE_FORMAT", day, plan.Literal(value.OfString("%M")))), built(t, "WEEK", day, whole(0))),
	} {
		computedFrom(t, rows, e, 0)
		computedFrom(t, rows, e, 100)
	}
}

// The first texts in order, and the least of all, are those of a loop over all rows, where there are
// nearly as many combinations of what they are made of as rows; they get no dictionary.
func TestFirstOfManyCombinations(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	const n, first = 20000, 10
	whole := plan.Type{Kind: plan.Int}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{{Type: whole, Ints: make([]int64, n)}, {Type: whole, Ints: make([]int64, n)}}}
	want := make([]string, n)
	for i := range n {
		a, b := r.Int64N(100), r.Int64N(150)
		rows.Columns[0].Ints[i], rows.Columns[1].Ints[i], want[i] = a, b, fmt.Sprint(a, "/", b)
	}
	slices.Sort(want)
	number := func(i int) plan.Expr {
		return plan.Cast{X: plan.Slot{Index: i, Of: whole}, To: plan.Type{Kind: plan.String}}
	}
	project := plan.Project{Exprs: []plan.Expr{built(t, plan.Concat, number(0), plan.Literal(value.OfString("/")), number(1))}}
	out, err := Run(t.Context(), []plan.Operator{project, plan.Sort{Keys: []plan.SortKey{{}}}, plan.Limit{Count: first}}, rows, Options{Threads: 2})
	must(t, err)
	for i := range first {
		if got := out.Columns[0].Value(i).Text; out.Len != first || got != want[i] {
			t.Errorf("text %d of %d is %s, want %s", i, out.Len, got, want[i])
		}
	}
	if out.Columns[0].Dict != nil {
		t.Error("ten texts got a dictionary of all")
	}
	text := plan.Slot{Of: plan.Type{Kind: plan.String}}
	least := plan.Group{Aggs: []plan.Agg{{Func: plan.Min, Arg: text, Of: text.Of}}}
	out, err = Run(t.Context(), []plan.Operator{project, least}, rows, Options{Threads: 2})
	must(t, err)
	if got := out.Columns[0].Value(0).Text; got != want[0] {
		t.Errorf("the least is %s, want %s", got, want[0])
	}
}
