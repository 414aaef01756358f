package schema

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/plan"
	"gsdms/pushscan/load/layout"
)

// A number of another scale is the same number, or there is none.
func TestRescale(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 20000 {
		n, from, to := int64(r.Uint64())>>r.IntN(64), r.IntN(20), r.IntN(20)
		if r.IntN(2) == 0 {
			n = n / 1000 * 1000
		}
		power := func(k int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(k)), nil) }
		want := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(n), power(to)), power(from))
		exact := want.IsInt() && want.Num().IsInt64()
		got, ok := Rescale(n, from, to)
		if ok != exact || ok && got != want.Num().Int64() {
			t.Fatalf("%d of scale %d is %d of scale %d, %v; want %s", n, from, got, to, ok, want)
		}
	}
}

func TestTimes(t *testing.T) {
	const day = int64(24 * 60 * 60)
	for _, test := range []struct {
		to      layout.Target
		digits  int
		n, want int64
		ok      bool
	}{
		{layout.Target{Kind: plan.Date}, WholeDays, -3, -3, true},
		{layout.Target{Kind: plan.Date}, 0, 2 * day, 2, true},
		{layout.Target{Kind: plan.Date}, 0, -day, -1, true},
		{layout.Target{Kind: plan.Date}, 0, 2*day + 1, 0, false},
		{layout.Target{Kind: plan.Date}, 9, day * 1e9, 1, true},
		{layout.Target{Kind: plan.DateTime}, WholeDays, -3, -3 * day, true},
		{layout.Target{Kind: plan.DateTime, Scale: 6}, WholeDays, 1, day * 1e6, true},
		{layout.Target{Kind: plan.DateTime, Scale: 6}, WholeDays, math.MaxInt64 / 1_000_000, 0, false},
		{layout.Target{Kind: plan.DateTime, Scale: 3}, 9, 1_500_000_000, 1500, true},
		{layout.Target{Kind: plan.DateTime, Scale: 3}, 9, 1_500_000_001, 0, false},
		{layout.Target{Kind: plan.Date}, 9, day*1e9 + 1, 0, false},
		{layout.Target{Kind: plan.Time, Scale: 6}, 3, -5, -5000, true},
	} {
		convert, want := Times(test.to, test.digits)
		got, exact, ok := convert(test.n)
		if ok != test.ok || ok && (got != test.want || !exact) || want == "" {
			t.Errorf("%d of %d digits to %+v: %d, %v, want %d, %v", test.n, test.digits, test.to, got, ok, test.want, test.ok)
		}
	}
}

// Nanoseconds are rounded as half up the fraction is: of moments to the later one, of times by their
// size.
func TestRounded(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 5))
	ints := []int64{0, 499, 500, 501, 999, -1, -499, -500, -501, -1500, 1500, 2000, -2000, math.MaxInt64, math.MinInt64}
	for range 20000 {
		ints = append(ints, int64(r.Uint64())>>r.IntN(64))
	}
	for _, kind := range []plan.Kind{plan.DateTime, plan.Time} {
		all, rounded := slices.Clone(ints), 0
		for i, n := range ints {
			x := big.NewInt(n)
			if kind == plan.Time {
				x.Abs(x)
			}
			want := x.Div(x.Add(x, big.NewInt(500)), big.NewInt(1000)).Int64() // towards less
			if kind == plan.Time && n < 0 {
				want = -want
			}
			got, exact := Rounded(n, kind)
			if got != want || exact != (n%1000 == 0) {
				t.Fatalf("%d ns are %d us, %t; want %d", n, got, exact, want)
			}
			if all[i] = want; !exact {
				rounded++
			}
		}
		made := slices.Clone(ints)
		if n := Round(made, kind); n != rounded || !slices.Equal(made, all) {
			t.Errorf("%d are rounded of %d, or otherwise", n, rounded)
		}
	}
	for _, c := range []struct {
		to     layout.Target
		digits int
		want   bool
	}{
		{layout.Target{Kind: plan.DateTime, Scale: 6}, 9, true}, {layout.Target{Kind: plan.Time, Scale: 6}, 9, true},
		{layout.Target{Kind: plan.DateTime, Scale: 5}, 9, false}, {layout.Target{Kind: plan.DateTime, Scale: 6}, 6, false}, {layout.Target{Kind: plan.Date}, 9, false},
	} {
		if got := Rounds(c.to, c.digits); got != c.want {
			t.Errorf("%d digits to %+v are rounded: %t", c.digits, c.to, got)
		}
	}
}

// What a column's type can hold, the column of that type takes; what has no type, no column does.
func TestColumnType(t *testing.T) {
	for _, test := range []struct {
		of   arrow.DataType
		want string
		kind plan.Kind
	}{
		{arrow.PrimitiveTypes.Int8, "TINYINT", plan.Int}, {arrow.PrimitiveTypes.Uint8, "SMALLINT", plan.Int},
		{arrow.PrimitiveTypes.Int64, "BIGINT", plan.Int}, {arrow.PrimitiveTypes.Uint32, "BIGINT", plan.Int},
		{arrow.PrimitiveTypes.Uint64, "BIGINT UNSIGNED", plan.Unsigned}, {arrow.FixedWidthTypes.Boolean, "BOOL", plan.Bool},
		{arrow.FixedWidthTypes.Float16, "DOUBLE", plan.Double}, {arrow.FixedWidthTypes.Date64, "DATE", plan.Date},
		{arrow.FixedWidthTypes.Timestamp_ns, "DATETIME(6)", plan.DateTime}, {arrow.FixedWidthTypes.Timestamp_s, "DATETIME", plan.DateTime},
		{arrow.FixedWidthTypes.Time32ms, "TIME(3)", plan.Time}, {arrow.BinaryTypes.LargeString, "VARCHAR", plan.String},
		{&arrow.Decimal128Type{Precision: 9, Scale: 2}, "DECIMAL(9,2)", plan.Decimal},
		{&arrow.Decimal128Type{Precision: 9, Scale: -2}, "", plan.Null},
		{&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}, "VARCHAR", plan.String},
		{arrow.ListOf(arrow.PrimitiveTypes.Int8), "", plan.Null},
	} {
		got := ColumnType(test.of)
		if got.Kind != test.kind || test.kind != plan.Null && got.Name != test.want {
			t.Errorf("%s goes to %s, named %q, want %s", test.of, got, got.Name, test.want)
		}
		s := Of(arrow.NewSchema([]arrow.Field{{Name: "f", Type: test.of}}, nil))
		if wants := s.Wants(layout.Target{Kind: test.kind}); (wants == "") != (test.kind != plan.Null) {
			t.Errorf("%s in a column of its own type: it wants %q", test.of, wants)
		}
	}
	i := Integer("SMALLINT")
	if i.Min != math.MinInt16 || i.Max != math.MaxInt16 {
		t.Errorf("SMALLINT is from %d to %d", i.Min, i.Max)
	}
}
