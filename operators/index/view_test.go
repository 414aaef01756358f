package index

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// TestViewFindsRows holds which rows a view finds, and what it says of their order, against the
// numbers: few runs and many, sorted and not, by one worker and by several.
func TestViewFindsRows(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 8))
	for _, rows := range []int{0, 1, 100, 300_000} {
		for name, key := range map[string]func(i int) int64{
			"one":             func(int) int64 { return 4 },
			"row":             func(i int) int64 { return int64(i) },
			"each twice":      func(i int) int64 { return int64(i / 2) },
			"runs":            func(i int) int64 { return int64(i / 10 * 7919 % 1000) },
			"falls at last":   func(i int) int64 { return int64(i) - 2*int64(i/(max(rows, 2)-1)) },
			"any":             func(int) int64 { return int64(r.IntN(1000)) },
			"few, then many":  func(i int) int64 { return int64(i/(rows/2+1)) * int64(r.IntN(1000)) },
			"falls, then one": func(i int) int64 { return int64(max(0, 50-i)) },
		} {
			numbers := make([]int64, rows)
			for i := range numbers {
				numbers[i] = key(i)
			}
			a, _ := Numbers(t.Context(), "a", numbers, nil)
			v, err := newView(t.Context(), a, &plan.Column{Storage: a.Storage})
			if err != nil {
				t.Fatal(err)
			}
			if sorted := slices.IsSorted(numbers); v.Sorted != sorted || v.Rises != (sorted && distinct(numbers) == rows) {
				t.Errorf("%d rows, %s: sorted %v, rises %v", rows, name, v.Sorted, v.Rises)
			}
			for _, in := range []sets.Stored{{{Lo: 3, Hi: 5}, {Lo: 77, Hi: 400}}, {{Lo: 3, Hi: 5}}, {{Lo: 0, Hi: math.MaxUint64}}, nil} {
				checkHeld(t, v, in)
			}
		}
	}
}

// Many ranges of numbers are found in sorted columns, wherever these have more or fewer rows, by one
// goroutine and by several.
func TestViewFindsManyRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for name, next := range map[string]func() int64{
		"even":   func() int64 { return 4 },
		"any":    func() int64 { return r.Int64N(9) },
		"jumps":  func() int64 { return r.Int64N(2) * r.Int64N(1+r.Int64N(100_000)) },
		"steep":  func() int64 { return max(0, r.Int64N(1000)-995) },
		"repeat": func() int64 { return max(0, r.Int64N(1<<16)-1<<16+2) },
	} {
		numbers := make([]int64, 60_000)
		for i := range numbers[1:] {
			numbers[i+1] = numbers[i] + next()
		}
		a, _ := Numbers(t.Context(), "a", numbers, nil)
		v, err := newView(t.Context(), a, &plan.Column{Storage: a.Storage})
		if err != nil || !v.Sorted {
			t.Fatalf("%s: sorted %v, %v", name, v.Sorted, err)
		}
		for _, apart := range []int64{2, 40, 5000} {
			var in sets.Stored
			for lo := r.Int64N(apart); lo < numbers[len(numbers)-1]+2*apart && len(in) < 3*rangesAtOnce; lo += 2 + r.Int64N(apart) {
				hi := lo + r.Int64N(apart)
				in = append(in, operators.Range{Lo: uint64(lo), Hi: uint64(hi)})
				lo = hi
			}
			checkHeld(t, v, in)
			in[len(in)-1].Hi = math.MaxUint64
			checkHeld(t, v, in)
		}
	}
}

// checkHeld holds the rows that a view gives of a set against a look at each row.
func checkHeld(t *testing.T, v *View, in sets.Stored) {
	t.Helper()
	got, err := v.rows(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	var want []sets.Interval
	for i := range v.Array.Len {
		if in.Has(v.Array.Stored(i)) {
			want = append(want, sets.Interval{Lo: int64(i), Hi: int64(i)})
		}
	}
	if !slices.Equal(got.Ranges(), sets.NewRanges(want)) {
		t.Errorf("%d rows: %v has rows %v", v.Array.Len, in, head(got.Ranges()))
	}
}

func distinct(numbers []int64) int {
	n := slices.Clone(numbers)
	slices.Sort(n)
	return len(slices.Compact(n))
}
