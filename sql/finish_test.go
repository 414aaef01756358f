package sql

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
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

// cells is the rows as values, by rows.
func cells(rows *plan.Rows) [][]plan.Value {
	out := make([][]plan.Value, rows.Len)
	for i := range out {
		for c := range rows.Columns {
			out[i] = append(out[i], cellValue(&rows.Columns[c], i))
		}
	}
	return out
}

func finishOf(t *testing.T, rows *plan.Rows, ops ...plan.Operator) [][]plan.Value {
	t.Helper()
	n := &plan.Pipeline{Output: make([]plan.Output, len(rows.Columns))}
	got, err := finish(&operators.Query{Network: n, Finish: ops}, rows)
	if err != nil {
		t.Fatal(err)
	}
	return cells(got)
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
	for round := range 300 {
		rows := randomRows(r, r.IntN(60))
		before := fmt.Sprint(cells(rows))
		keys := make([]plan.SortKey, 1+r.IntN(3))
		for i := range keys {
			keys[i] = plan.SortKey{Slot: r.IntN(5), Desc: r.IntN(2) == 0}
		}
		limit := plan.Limit{Offset: r.Int64N(4), Count: r.Int64N(70) - 1}
		want := sorted(cells(rows), keys)
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
		if fmt.Sprint(cells(rows)) != before {
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
		n, width := r.IntN(50), 1+r.IntN(63)
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
		if got, want := finishOf(t, rows, plan.Sort{Keys: keys}), sorted(cells(rows), keys); !same(got, want) {
			t.Fatalf("round %d: sort by %v: got %v, want %v", round, keys, got, want)
		}
	}
}

func TestDistinctKeepsTheFirstOfEqualRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		rows := randomRows(r, r.IntN(80))
		rows.Columns = rows.Columns[:1+r.IntN(5)]
		var want [][]plan.Value
		seen := map[string]bool{}
		for _, row := range cells(rows) {
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
	two := plan.Const{Value: plan.IntValue(2), Of: plan.Type{Kind: plan.Int}}
	got := finishOf(t, rows,
		plan.Filter{Pred: plan.Call{Op: plan.Ge, Args: []plan.Expr{slot, two}, Of: plan.Type{Kind: plan.Bool}}},
		plan.Project{Exprs: []plan.Expr{plan.Call{Op: plan.Mul, Args: []plan.Expr{slot, two}, Of: plan.Type{Kind: plan.Int}}}})
	if want := "[[4] [8]]"; fmt.Sprint(got) != want {
		t.Fatalf("got %v, want %s", got, want)
	}
}

func TestWideSumsStayExact(t *testing.T) {
	wide, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	d := plan.Type{Kind: plan.Decimal, Precision: 40, Scale: 3}
	b := newVectorBuilder(d, 3)
	for _, v := range []plan.Value{plan.DecimalValue(-5, 3), {}, plan.WideValue(wide, 3)} {
		if err := b.add(v); err != nil {
			t.Fatal(err)
		}
	}
	r := &Result{Rows: &plan.Rows{Len: 3, Columns: []plan.Vector{b.vector()}}}
	for row, want := range []string{"-0.005", "NULL", "123456789012345678901234567.890"} {
		got, null := r.Text(row, 0)
		if null {
			got = "NULL"
		}
		if got != want {
			t.Errorf("row %d: got %s, want %s", row, got, want)
		}
	}
}

func TestDetachedRowsNeedNoDictionary(t *testing.T) {
	text := []byte("abbccc")
	rows := &plan.Rows{Len: 3, Columns: []plan.Vector{{
		Type: plan.Type{Kind: plan.String}, Ints: []int64{2, 0, 1}, Nulls: []bool{false, true, false},
		Dict: plan.NewDictionary([]uint32{0, 1, 3, 6}, text),
	}}}
	own := detach(rows)
	copy(text, "zzzzzz") // the file is unmapped
	r := &Result{Rows: own}
	first, _ := r.Text(0, 0)
	_, null := r.Text(1, 0)
	last, _ := r.Text(2, 0)
	if first != "ccc" || !null || last != "bb" {
		t.Errorf("got %q, NULL %v, %q", first, null, last)
	}
}

// Few rows of a long dictionary and many of a short one keep their texts.
func TestDetachedRowsKeepTheirTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, size := range []int{1, 7, 64, 1000, 100_000, 999_999} {
		offsets, text := []uint32{0}, []byte(nil)
		for i := range size {
			text = fmt.Appendf(text, "%06d", i)
			offsets = append(offsets, uint32(len(text)))
		}
		v := plan.Vector{Type: plan.Type{Kind: plan.String}, Dict: plan.NewDictionary(offsets, text), Ints: make([]int64, 300), Nulls: make([]bool, 300)}
		for i := range v.Ints {
			v.Ints[i], v.Nulls[i] = r.Int64N(int64(size)), r.IntN(4) == 0
		}
		own := &Result{Rows: detach(&plan.Rows{Len: 300, Columns: []plan.Vector{v}})}
		for i, code := range v.Ints {
			got, null := own.Text(i, 0)
			if null != v.Nulls[i] || !null && got != fmt.Sprintf("%06d", code) {
				t.Fatalf("%d texts, row %d: got %q, NULL %v, want code %d, NULL %v", size, i, got, null, code, v.Nulls[i])
			}
		}
		if n := own.Rows.Columns[0].Dict.Len(); n > min(size, 300) {
			t.Errorf("the result of 300 rows has a dictionary of %d texts", n)
		}
	}
}

// TestColumnsAgreeWithEval holds the fast path against plan.Eval, on numbers around the
// limits where it must step back.
func TestColumnsAgreeWithEval(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	numbers := []int64{0, 1, -1, 2, 3, 5, -7, 49, 50, 51, 1e6, -1e12, 1e18, 1 << 62, -1 << 63, 1<<63 - 1}
	ops := []plan.Op{plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge}
	taken := 0
	for range 3000 {
		rows := &plan.Rows{Len: 6}
		for range 2 {
			v := plan.Vector{Type: plan.Type{Kind: plan.Decimal, Precision: 65, Scale: r.IntN(4)}, Ints: make([]int64, 6), Nulls: make([]bool, 6)}
			for i := range v.Ints {
				v.Ints[i], v.Nulls[i] = numbers[r.IntN(len(numbers))], r.IntN(8) == 0
			}
			rows.Columns = append(rows.Columns, v)
		}
		args := make([]plan.Expr, 2)
		for i := range args {
			args[i] = plan.Slot{Index: i, Of: rows.Columns[i].Type, CanBeNil: true}
		}
		e := plan.Call{Op: plan.Div, Args: args, Of: plan.Type{Kind: plan.Decimal, Precision: 65, Scale: r.IntN(8)}}
		if r.IntN(2) == 0 {
			top := plan.Type{Kind: plan.Decimal, Precision: 65, Scale: 4}
			e = plan.Call{Op: ops[r.IntN(len(ops))], Args: []plan.Expr{plan.Cast{X: args[0], To: top}, plan.Cast{X: args[1], To: top}}, Of: plan.Type{Kind: plan.Bool}}
		}
		got, ok := computeColumns(rows, e)
		if !ok {
			continue
		}
		taken++
		reader := newReader(rows)
		for row := range rows.Len {
			want, err := reader.eval(e, int32(row))
			if err != nil {
				t.Fatalf("%s: %v", e, err)
			}
			if have := cellValue(&got, row); have.String() != want.String() {
				t.Fatalf("%s of %v: got %s, want %s", e, cells(rows)[row], have, want)
			}
		}
	}
	if taken < 300 {
		t.Errorf("only %d expressions took the fast path", taken)
	}
}
