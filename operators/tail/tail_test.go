package tail

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// randomRows makes rows of all forms of columns, with NULLs and many ties.
func randomRows(r *rand.Rand, n int) *plan.Rows {
	dict := plan.NewDictionary([]uint32{0, 1, 3, 6}, []byte("abbccc"))
	out := &plan.Rows{Len: n, Columns: []plan.Vector{
		{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n), Nulls: make([]bool, n)},
		{Type: plan.Type{Kind: plan.String}, Ints: make([]int64, n), Dict: dict},
		{Type: plan.Type{Kind: plan.Double}, Floats: make([]float64, n), Nulls: make([]bool, n)},
		{Type: plan.Type{Kind: plan.Decimal, Precision: 30, Scale: 2}, Wide: make([]*big.Int, n), Nulls: make([]bool, n)},
		{Type: plan.Type{Kind: plan.String}, Texts: make([]string, n), Nulls: make([]bool, n)},
	}}
	for i := range n {
		out.Columns[0].Ints[i] = r.Int64N(5) - 2
		out.Columns[1].Ints[i] = r.Int64N(3)
		out.Columns[2].Floats[i] = float64(r.IntN(4)) / 4
		out.Columns[3].Wide[i] = new(big.Int).Mul(big.NewInt(r.Int64N(3)), big.NewInt(1e18))
		out.Columns[4].Texts[i] = strings.Repeat("x", r.IntN(3))
		for _, c := range []int{0, 2, 3, 4} {
			out.Columns[c].Nulls[i] = r.IntN(6) == 0
		}
	}
	return out
}

// someRows is few rows mostly, now and then several chunks of them.
func someRows(r *rand.Rand) int {
	if r.IntN(40) == 0 {
		return r.IntN(3 * team.ChunkRows)
	}
	return r.IntN(80)
}

// cellsOf is the rows as values, by rows.
func cellsOf(rows *plan.Rows) [][]plan.Value {
	out := make([][]plan.Value, rows.Len)
	for i := range out {
		for c := range rows.Columns {
			out[i] = append(out[i], rows.Columns[c].Value(i))
		}
	}
	return out
}

func finishOf(t *testing.T, rows *plan.Rows, ops ...plan.Operator) [][]plan.Value {
	t.Helper()
	got, err := Run(t.Context(), ops, rows, Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	return cellsOf(got)
}

// sorted orders values the plain way: insertion into place, NULL first.
func sorted(rows [][]plan.Value, keys []plan.SortKey) [][]plan.Value {
	out := slices.Clone(rows)
	sort.SliceStable(out, func(i, j int) bool {
		for _, k := range keys {
			a, b := out[i][k.Slot], out[j][k.Slot]
			if k.Desc {
				a, b = b, a
			}
			switch {
			case a.IsNull() && b.IsNull():
				continue
			case a.IsNull():
				return true
			case b.IsNull():
				return false
			}
			if d := a.Compare(b); d != 0 {
				return d < 0
			}
		}
		return false
	})
	return out
}

func same(a, b [][]plan.Value) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

func TestSortAndLimitAgreeWithAPlainSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range tries(300) {
		rows := randomRows(r, someRows(r))
		before := fmt.Sprint(cellsOf(rows))
		keys := make([]plan.SortKey, 1+r.IntN(3))
		for i := range keys {
			keys[i] = plan.SortKey{Slot: r.IntN(5), Desc: r.IntN(2) == 0}
		}
		limit := plan.Limit{Offset: r.Int64N(4), Count: r.Int64N(70) - 1}
		if rows.Len > 1000 && round%3 == 0 {
			limit.Count = r.Int64N(int64(rows.Len))
		}
		want := sorted(cellsOf(rows), keys)
		if got := finishOf(t, rows, plan.Sort{Keys: keys}); !same(got, want) {
			t.Fatalf("round %d: sort by %v: got %v, want %v", round, keys, got, want)
		}
		lo := min(int(limit.Offset), len(want))
		want = want[lo:]
		if limit.Count >= 0 {
			want = want[:min(int(limit.Count), len(want))]
		}
		if got := finishOf(t, rows, plan.Sort{Keys: keys}, limit); !same(got, want) {
			t.Fatalf("round %d: sort by %v, limit %v: got %v, want %v", round, keys, limit, got, want)
		}
		if fmt.Sprint(cellsOf(rows)) != before {
			t.Fatal("the shared rows were changed")
		}
	}
}

// Keys of many bits, the extremes and NULLs among them, are packed or not; the order is
// the same.
func TestPackedSortAgreesWithAPlainSort(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	kind := plan.Type{Kind: plan.Int}
	for round := range 200 {
		n, width := someRows(r), 1+r.IntN(63)
		rows := &plan.Rows{Len: n, Columns: []plan.Vector{
			{Type: kind, Ints: make([]int64, n), Nulls: make([]bool, n)}, {Type: kind, Ints: make([]int64, n)}, {Type: kind, Ints: make([]int64, n)},
		}}
		for i := range n {
			rows.Columns[0].Ints[i], rows.Columns[0].Nulls[i] = r.Int64()>>width, r.IntN(5) == 0
			rows.Columns[1].Ints[i] = -r.Int64N(4)
			rows.Columns[2].Ints[i] = int64(i) // tells ties apart
		}
		if n > 1 && round%5 == 0 {
			rows.Columns[0].Ints[0], rows.Columns[0].Ints[1] = math.MinInt64, math.MaxInt64
		}
		keys := []plan.SortKey{{Slot: r.IntN(2), Desc: r.IntN(2) == 0}, {Slot: r.IntN(2), Desc: r.IntN(2) == 0}}
		if got, want := finishOf(t, rows, plan.Sort{Keys: keys}), sorted(cellsOf(rows), keys); !same(got, want) {
			t.Fatalf("round %d: sort by %v: got %v, want %v", round, keys, got, want)
		}
	}
}

func TestDistinctKeepsTheFirstOfEqualRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		rows := randomRows(r, someRows(r))
		rows.Columns = rows.Columns[:1+r.IntN(5)]
		var want [][]plan.Value
		seen := map[string]bool{}
		for _, row := range cellsOf(rows) {
			if key := fmt.Sprintf("%q", row); !seen[key] {
				seen[key] = true
				want = append(want, row)
			}
		}
		if got := finishOf(t, rows, plan.Distinct{}); !same(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestFilterAndProject(t *testing.T) {
	rows := &plan.Rows{Len: 4, Columns: []plan.Vector{
		{Type: plan.Type{Kind: plan.Int}, Ints: []int64{1, 2, 3, 4}, Nulls: []bool{false, false, true, false}},
	}}
	slot := plan.Slot{Index: 0, Of: plan.Type{Kind: plan.Int}, CanBeNil: true}
	two := plan.Const{Value: value.OfInt(2), Of: plan.Type{Kind: plan.Int}}
	got := finishOf(t, rows,
		plan.Filter{Pred: plan.Call{Op: plan.Ge, Args: []plan.Expr{slot, two}, Of: plan.Type{Kind: plan.Bool}}},
		plan.Project{Exprs: []plan.Expr{plan.Call{Op: plan.Mul, Args: []plan.Expr{slot, two}, Of: plan.Type{Kind: plan.Int}}}})
	if want := "[[4] [8]]"; fmt.Sprint(got) != want {
		t.Fatalf("got %v, want %s", got, want)
	}
}

// Of many rows the first of equal ones is kept as well, wherever the next one lies, whether few or
// most differ, and of rows of which a filter has left some.
func TestDistinctOfManyRows(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	const n = 5*team.ChunkRows + 77
	text, whole := plan.Type{Kind: plan.String}, plan.Type{Kind: plan.Int}
	positive := plan.Filter{Pred: plan.Call{Op: plan.Gt, Args: []plan.Expr{plan.Slot{Index: 0, Of: whole}, plan.Literal(value.OfInt(0))}, Of: plan.Type{Kind: plan.Bool}}}
	for _, different := range []int{1, 40, team.ChunkRows / 2, 3 * n} {
		numbers, texts, nulls := make([]int64, n), make([]string, n), make([]bool, n)
		for i := range n {
			x := r.IntN(different)
			numbers[i], texts[i], nulls[i] = int64(x%3), fmt.Sprint("text ", x), r.IntN(6) == 0
		}
		columns := []plan.Vector{{Type: whole, Ints: numbers}, {Type: text, Texts: texts, Nulls: nulls}}
		for _, width := range []int{1, 2} {
			rows := &plan.Rows{Len: n, Columns: columns[:width]}
			var want [][]plan.Value
			seen := map[string]bool{}
			for _, row := range cellsOf(rows) {
				if key := fmt.Sprintf("%q", row); !seen[key] && row[0].Int > 0 {
					seen[key] = true
					want = append(want, row)
				}
			}
			if got := finishOf(t, rows, positive, plan.Distinct{}); !same(got, want) {
				t.Fatalf("%d columns, %d different: %d rows, want %d", width, different, len(got), len(want))
			}
		}
	}
}
