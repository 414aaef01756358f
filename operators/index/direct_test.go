package index

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// keyColumn is a column of keys, and whether an index over it is direct.
type keyColumn struct {
	rows   int
	key    func(i int) int64
	nulls  bool
	most   int64
	direct bool
}

func keyColumns(r *rand.Rand) []keyColumn {
	return []keyColumn{
		{5, func(i int) int64 { return int64(i) - 3 }, false, math.MaxInt64, true},
		{5, func(int) int64 { return math.MinInt64 }, false, math.MaxInt64, true},
		{3, func(i int) int64 { return []int64{math.MinInt64, 0, math.MaxInt64}[i] }, false, math.MaxInt64, false},
		{1000, func(int) int64 { return int64(r.IntN(300)) + 7 }, true, math.MaxInt64, true},
		{100_000, func(i int) int64 { return int64(i) * 7 }, true, math.MaxInt64, true},
		{100_000, func(i int) int64 { return int64(i) * 7 }, true, 1_100_000, false},
		{100_000, func(i int) int64 { return int64(i) * 9 }, true, math.MaxInt64, false},
		{100_000, func(i int) int64 { return int64(i) * 7 }, false, math.MaxInt64, true},
		{100_000, func(i int) int64 { return int64(i/4) * 3 }, false, math.MaxInt64, true},
		{100_000, func(i int) int64 { return int64(i/4) * 3 }, true, math.MaxInt64, true},
		{100_000, func(i int) int64 { return int64((i+1)/blockRows) * 5 }, false, math.MaxInt64, true},
		{100_000, func(i int) int64 { return int64(i/4) - int64(i/99_999) }, false, math.MaxInt64, true},
		{100_000, func(i int) int64 { return int64(i%blockRows) - int64(i/blockRows) }, false, math.MaxInt64, true},
		{100_000, func(int) int64 { return int64(r.IntN(50_000)) }, false, math.MaxInt64, true},
		{100_000, func(i int) int64 { return int64(i) + 7 }, false, math.MaxInt64, true},
		{100_000, func(i int) int64 { return int64(i) + 7 }, true, math.MaxInt64, true},
		{100_000, func(i int) int64 { return int64(i) + int64(i/99_999) }, false, math.MaxInt64, true},
		{100_000, func(i int) int64 { return int64(i ^ i/99_998) }, false, math.MaxInt64, true},
		{100_000, func(int) int64 { return int64(r.IntN(3)) }, true, math.MaxInt64, true},
	}
}

// TestIndexOfNumbers holds indexes over one column of numbers against a map: dense ones
// are direct, where memory allows.
func TestIndexOfNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for _, c := range keyColumns(r) {
		numbers, null, want := make([]int64, c.rows), make([]bool, c.rows), map[int64][]int{}
		for i := range numbers {
			numbers[i], null[i] = c.key(i), c.nulls && r.IntN(10) == 0
			if !null[i] {
				want[numbers[i]] = append(want[numbers[i]], i)
			}
		}
		a, _ := Numbers(t.Context(), "a", numbers, null)
		x, err := newJoin(context.Background(), "x", &plan.Table{Name: "t", Rows: c.rows}, []*operators.Array{a}, nil, c.most, room{})
		if err != nil {
			t.Fatal(err)
		}
		var keys []sets.Interval
		for k, rows := range want {
			keys = append(keys, sets.Interval{Lo: k, Hi: k})
			if got := chainOf(x, k); !slices.Equal(got, rows) {
				t.Fatalf("key %d: rows %v, want %v", k, got, rows)
			}
		}
		if unique := len(want) == c.rows-count(null); x.Direct != c.direct || x.Unique != unique {
			t.Errorf("%d rows: direct %v, want %v; unique %v, want %v", c.rows, x.Direct, c.direct, x.Unique, unique)
		}
		if want := inOrder(numbers, null); x.InOrder != want {
			t.Errorf("%d rows from %d on: in order %v, want %v", c.rows, numbers[0], x.InOrder, want)
		}
		if got := chainOf(x, math.MaxInt64-1); got != nil {
			t.Errorf("rows %v for a key that is not there", got)
		}
		if x.Starts != nil && (x.Placed != c.rows-count(null) || x.Distinct != len(want)) {
			t.Errorf("%d rows of %d keys lie side by side, want %d of %d", x.Placed, x.Distinct, c.rows-count(null), len(want))
		}
		if x.Direct {
			wantKeys(t, x, a, numbers, null, sets.NewRanges(keys))
		}
	}
}

// inOrder reports whether numbers, none of them NULL, follow each other.
func inOrder(numbers []int64, null []bool) bool {
	for i, n := range numbers {
		if null[i] || n != numbers[0]+int64(i) {
			return false
		}
	}
	return true
}

// wantKeys holds the keys that a direct index has, those of its column and those of its rows
// against the right ones.
func wantKeys(t *testing.T, x *Join, a *operators.Array, numbers []int64, null []bool, keys sets.Ranges) {
	t.Helper()
	rows := len(numbers)
	if got := x.AllKeys(); !slices.Equal(got, keys) {
		t.Errorf("%d rows have the keys %v in the index", rows, head(got))
	}
	if got, ok, err := Keys(t.Context(), a, nil); !ok || err != nil || !slices.Equal(got, keys) {
		t.Errorf("%d rows have the keys %v, %v, %v", rows, head(got), ok, err)
	}
	if got := x.KeysOf(sets.Span(0, int64(rows)-1)); !slices.Equal(got, keys) {
		t.Errorf("the rows have the keys %v", head(got))
	}
	if got, want := x.KeysOf(sets.Span(2, 2)), numbers[2]; !null[2] && !slices.Equal(got, sets.Span(want, want)) {
		t.Errorf("row 2 has the keys %v, want %d", got, want)
	}
}

func head(s sets.Ranges) sets.Ranges { return s[:min(len(s), 10)] }

func count(null []bool) (n int) {
	for _, is := range null {
		if is {
			n++
		}
	}
	return n
}

// TestIndexOfSomeRows holds indexes over those rows of a column that are in a set against a map: of few rows, of
// all in some stretches, of none in whole blocks, and of one for each key.
func TestIndexOfSomeRows(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	chosen := []func(i int) bool{
		func(int) bool { return r.IntN(2) == 0 },
		func(int) bool { return r.IntN(1000) == 0 },
		func(i int) bool { return i/3000%3 == 1 },
		func(i int) bool { return i > 3*blockRows && i < 4*blockRows || i == 99_999 },
		func(i int) bool { return i%4 == 2 },
		func(i int) bool { return i == 50_000 },
		func(int) bool { return true },
		func(int) bool { return false },
	}
	for at, c := range keyColumns(r) {
		for s, has := range chosen {
			numbers, null, want, members := make([]int64, c.rows), make([]bool, c.rows), map[int64][]int{}, 0
			in := &operators.BitSet{Name: "in", Len: c.rows, Bits: make([]uint64, (c.rows+63)/64)}
			for i := range numbers {
				numbers[i], null[i] = c.key(i), c.nulls && r.IntN(10) == 0
				if !has(i) {
					continue
				}
				in.Bits[i/64] |= 1 << (i % 64)
				if !null[i] {
					want[numbers[i]] = append(want[numbers[i]], i)
					members++
				}
			}
			a, _ := Numbers(t.Context(), "a", numbers, null)
			x, err := newJoin(context.Background(), "x", &plan.Table{Name: "t", Rows: c.rows}, []*operators.Array{a}, in, math.MaxInt64, room{})
			if err != nil {
				t.Fatal(err)
			}
			asked := map[int64]bool{}
			for _, k := range numbers {
				if asked[k] {
					continue
				}
				asked[k] = true
				if got := chainOf(x, k); !slices.Equal(got, want[k]) {
					t.Fatalf("column %d, set %d: %d rows of key %d, want %d", at, s, len(got), k, len(want[k]))
				}
			}
			if x.Unique != (len(want) == members) || x.Starts != nil && (x.Placed != members || x.Distinct != len(want)) {
				t.Errorf("column %d, set %d: unique %v, %d rows of %d keys lie side by side, want %d of %d", at, s, x.Unique, x.Placed, x.Distinct, members, len(want))
			}
		}
	}
}
