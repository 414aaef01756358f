package tail

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/operators/textsort/sorttest"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

func groupSlot(rows *plan.Rows, i int) plan.Slot {
	return plan.Slot{Index: i, Of: rows.Columns[i].Type, CanBeNil: true, Name: fmt.Sprint("c", i)}
}

// TestGroupsOfWideSums adds numbers that leave 64 bits, and finds the groups in order.
func TestGroupsOfWideSums(t *testing.T) {
	rows := &plan.Rows{Len: 5, Columns: []plan.Vector{
		{Type: plan.Type{Kind: plan.Int}, Ints: []int64{2, 1, 2, 1, 0}, Nulls: []bool{false, false, false, false, true}},
		{Type: value.DecimalType(20, 1), Ints: []int64{math.MaxInt64, 7, math.MaxInt64, -7, 0}, Nulls: []bool{false, false, false, false, true}},
	}}
	sum, err := typing.NewAgg(plan.Sum, groupSlot(rows, 1))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Run(t.Context(), []plan.Operator{plan.Group{Keys: []plan.Slot{groupSlot(rows, 0)}, Aggs: []plan.Agg{sum}}}, rows, Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	wide := new(big.Int).Lsh(big.NewInt(math.MaxInt64), 1)
	want := []string{"NULL NULL", "1 0.0", "2 " + value.OfWide(wide, 1).String()}
	for i, w := range want {
		if row := fmt.Sprint(got.Columns[0].Value(i), " ", got.Columns[1].Value(i)); got.Len != len(want) || row != w {
			t.Errorf("group %d of %d is %s, want %s", i, got.Len, row, w)
		}
	}
}

// TestEstimatesOfDistinctValues holds estimates against the numbers of values that there
// are: four standard errors, and nearly none for few values.
func TestEstimatesOfDistinctValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 10, 1000, 30_000, 45_000, 200_000} {
		values := make([]float64, 0, 2*n)
		for range n {
			f := r.Float64()
			values = append(values, f, f)
		}
		rows := &plan.Rows{Len: len(values), Columns: []plan.Vector{{Type: plan.Type{Kind: plan.Double}, Floats: values}}}
		agg, err := typing.NewGathered(plan.ApproxDistinct, []plan.Expr{groupSlot(rows, 0)}, plan.Gathered{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Run(t.Context(), []plan.Operator{plan.Group{Aggs: []plan.Agg{agg}}}, rows, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if have := got.Columns[0].Value(0).Int; math.Abs(float64(have)-float64(n)) > 0.0325*float64(n) || n <= 10 && have != int64(n) {
			t.Errorf("%d values are estimated as %d", n, have)
		}
	}
}

// TestVarianceOfDoublesFarFromZero has values whose squares would lose all their digits.
func TestVarianceOfDoublesFarFromZero(t *testing.T) {
	rows := &plan.Rows{Len: 4, Columns: []plan.Vector{{Type: plan.Type{Kind: plan.Double}, Floats: []float64{1e12 + 4, 1e12 + 7, 1e12 + 13, 1e12 + 16}}}}
	for f, want := range map[plan.AggFunc]float64{plan.VarSamp: 30, plan.VarPop: 22.5, plan.StddevPop: math.Sqrt(22.5)} {
		agg, err := typing.NewGathered(f, []plan.Expr{groupSlot(rows, 0)}, plan.Gathered{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Run(t.Context(), []plan.Operator{plan.Group{Aggs: []plan.Agg{agg}}}, rows, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if have := got.Columns[0].Value(0).Float; math.Abs(have-want) > 1e-9 {
			t.Errorf("%s is %v, want %v", f, have, want)
		}
	}
}

// TestFewDifferentTexts joins the different texts of groups, of which there are few, in both orders and
// by another column, beside a count of all rows, and compares with what maps and sorting give.
func TestFewDifferentTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	const n = 5000
	dict := plan.NewDictionary([]uint32{0, 0, 1, 3, 6}, []byte("abbccc"))
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{
		{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n), Nulls: make([]bool, n)},
		{Type: plan.Type{Kind: plan.String}, Ints: make([]int64, n), Dict: dict, Nulls: make([]bool, n)},
	}}
	type group struct {
		texts map[string]bool
		rows  int
	}
	want := map[string]*group{}
	for i := range n {
		key, text := &rows.Columns[0], &rows.Columns[1]
		key.Ints[i], key.Nulls[i] = int64(r.IntN(6))*1000, r.IntN(9) == 0
		text.Ints[i], text.Nulls[i] = int64(r.IntN(4)), r.IntN(3) == 0 || key.Ints[i] == 5000
		k := key.Value(i).String()
		if want[k] == nil {
			want[k] = &group{texts: map[string]bool{}}
		}
		want[k].rows++
		if !text.Nulls[i] {
			want[k].texts[text.Value(i).Text] = true
		}
	}
	key, text := groupSlot(rows, 0), groupSlot(rows, 1)
	joined := func(order ...plan.GatherBy) plan.Agg {
		g, err := typing.NewGathered(plan.GroupConcat, []plan.Expr{text}, plan.Gathered{Distinct: true, Order: order, Option: value.OfString("|")})
		must(t, err)
		return g
	}
	count, err := typing.NewAgg(plan.Count, nil)
	must(t, err)
	got, err := Run(t.Context(), []plan.Operator{plan.Group{Keys: []plan.Slot{key}, Aggs: []plan.Agg{
		joined(plan.GatherBy{Expr: text}), joined(plan.GatherBy{Expr: text, Desc: true}), joined(), count,
	}}}, rows, Options{Threads: 2})
	must(t, err)
	if got.Len != len(want) {
		t.Fatalf("%d groups, not %d", got.Len, len(want))
	}
	for i := range got.Len {
		w := want[got.Columns[0].Value(i).String()]
		up := slices.Sorted(maps.Keys(w.texts))
		down := slices.Clone(up)
		slices.Reverse(down)
		shown := func(texts []string) string {
			if len(texts) == 0 {
				return plan.Value{}.String()
			}
			return value.OfString(strings.Join(texts, "|")).String()
		}
		for k, v := range []string{shown(up), shown(down), shown(up), value.OfInt(int64(w.rows)).String()} {
			if have := got.Columns[k+1].Value(i).String(); have != v {
				t.Errorf("aggregate %d of %s is %s, not %s", k, got.Columns[0].Value(i), have, v)
			}
		}
	}
}

// The least and greatest texts of groups are those that a loop finds, of texts whose first bytes are
// the same, of codes, and of groups that have NULLs alone; in groups of many rows and of few.
func TestChosenTextsOfGroups(t *testing.T) {
	const n = 3*team.ChunkRows + 7
	for _, groups := range []int64{2, 50, n / 3} {
		chosenOfGroups(t, n, groups)
	}
}

func chosenOfGroups(t *testing.T, n int, groups int64) {
	r := rand.New(rand.NewPCG(4, 8))
	dict := sorttest.Awkward(r, 400)
	slices.Sort(dict)
	offsets, bytes := []uint32{0}, []byte{}
	for _, text := range dict {
		bytes = append(bytes, text...)
		offsets = append(offsets, uint32(len(bytes)))
	}
	keys, texts, codes, nulls := make([]int64, n), make([]string, n), make([]int64, n), make([]bool, n)
	of := map[int64][]string{}
	for i := range n {
		k := r.Int64N(groups)
		keys[i], codes[i], nulls[i] = k, r.Int64N(int64(len(dict))), k == 1 || r.IntN(4) == 0
		if of[k] = append(of[k], dict[codes[i]]); nulls[i] {
			of[k] = of[k][:len(of[k])-1]
			continue
		}
		texts[i] = dict[codes[i]]
	}
	text := plan.Type{Kind: plan.String}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{
		{Type: plan.Type{Kind: plan.Int}, Ints: keys}, {Type: text, Texts: texts, Nulls: nulls}, {Type: text, Ints: codes, Nulls: nulls, Dict: plan.NewDictionary(offsets, bytes)},
	}}
	g := plan.Group{Keys: []plan.Slot{groupSlot(rows, 0)}}
	for _, f := range []plan.AggFunc{plan.Min, plan.Max} {
		for i := range 2 {
			g.Aggs = append(g.Aggs, plan.Agg{Func: f, Arg: groupSlot(rows, 1+i), Of: text})
		}
	}
	out, err := Run(t.Context(), []plan.Operator{g}, rows, Options{Threads: 2})
	if err != nil || out.Len != len(of) {
		t.Fatal(out.Len, err)
	}
	for i := range out.Len {
		all := of[out.Columns[0].Ints[i]]
		for c, want := range []func([]string) string{slices.Min[[]string], slices.Min[[]string], slices.Max[[]string], slices.Max[[]string]} {
			if got := out.Columns[1+c].Value(i); got.IsNull() != (len(all) == 0) || len(all) > 0 && got.Text != want(all) {
				t.Fatalf("%d groups, group %d of %q, column %d: %q", groups, i, all, c, got.Text)
			}
		}
	}
}
