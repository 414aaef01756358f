package tail

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Texts of decimals, dates and JSON objects are those that fmt, time and encoding/json make.
func TestMadeFragments(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	const n = team.ChunkRows + 33
	cents, days, texts, nulls := make([]int64, n), make([]int64, n), make([]string, n), make([]bool, n)
	for i := range n {
		cents[i], days[i], nulls[i] = r.Int64N(200000)-100000, r.Int64N(40000), r.IntN(5) == 0
		texts[i] = []string{"", "a\"b", "ü\\", "\n\t\x01", "plain"}[r.IntN(5)]
	}
	text, dec, date := plan.Type{Kind: plan.String}, value.DecimalType(12, 2), plan.Type{Kind: plan.Date}
	epoch := value.Days(1970, 1, 1)
	for i := range days {
		days[i] += epoch
	}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{{Type: dec, Ints: cents, Nulls: nulls}, {Type: date, Ints: days}, {Type: text, Texts: texts, Nulls: nulls}}}
	d, day, s := plan.Slot{Of: dec, CanBeNil: true}, plan.Slot{Index: 1, Of: date}, plan.Slot{Index: 2, Of: text, CanBeNil: true}
	of := func(op plan.Op, args ...plan.Expr) plan.Expr { return plan.Call{Op: op, Of: text, Args: args} }
	name := func(s string) plan.Expr { return plan.Literal(value.OfString(s)) }
	of2 := of("LPAD", plan.Cast{X: d, To: text}, plan.Literal(value.OfInt(10)), name("0"))
	sign := plan.Call{Op: plan.Lt, Args: []plan.Expr{d, plan.Const{Value: value.OfDecimal(0, 2), Of: dec}}, Of: plan.Type{Kind: plan.Bool}}
	choice := of("UPPER", of(plan.If, sign, of(plan.Concat, name("less"), s), of(plan.If, sign, name("?"), of("RPAD", plan.Cast{X: day, To: text}, plan.Literal(value.OfInt(13)), name("ab")))))
	exprs := []plan.Expr{choice,
		of(plan.Concat, plan.Cast{X: d, To: text}, name("/"), plan.Cast{X: day, To: text}, of2),
		of("JSON_OBJECT", name("xy"), of(plan.JsonOf, s), name("b"), of(plan.JsonOf, d), name("a"), of("JSON_ARRAY", of(plan.JsonOf, day), of(plan.JsonOf, s))),
	}
	out, err := Run(context.Background(), []plan.Operator{plan.Project{Exprs: exprs}}, rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		sign, c := "", cents[i]
		if c < 0 {
			sign, c = "-", -c
		}
		number := fmt.Sprintf("%s%d.%02d", sign, c/100, c%100)
		date := time.Unix(0, 0).UTC().AddDate(0, 0, int(days[i]-epoch)).Format(time.DateOnly)
		want := fmt.Sprintf("%s/%s%010s", number, date, number)
		if got := out.Columns[1].Value(i); got.IsNull() != nulls[i] || !nulls[i] && got.Text != want {
			t.Fatalf("row %d: %s, want %s (NULL: %v)", i, got, want, nulls[i])
		}
		want = date + "ABA"
		if !nulls[i] && cents[i] < 0 {
			want = strings.ToUpper("less" + texts[i])
		}
		if got := out.Columns[0].Value(i); got.Text != want {
			t.Fatalf("row %d: %s, want %s", i, got, want)
		}
		members := map[string]any{"b": json.Number(number), "a": []any{date, texts[i]}, "xy": texts[i]}
		if nulls[i] {
			members = map[string]any{"b": nil, "a": []any{date, nil}, "xy": nil}
		}
		sameJSON(t, out.Columns[2].Value(i).Text, members)
	}
}

// sameJSON compares a JSON text with a value.
func sameJSON(t *testing.T, text string, want map[string]any) {
	t.Helper()
	var got any
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	var again any
	_ = json.Unmarshal(b, &again)
	if b, _ = json.Marshal(again); string(a) != string(b) {
		t.Fatalf("%s, want %s", a, b)
	}
}
