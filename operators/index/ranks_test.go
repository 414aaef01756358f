package index

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// TestRanksAgreeWithSorting holds ranks against the places in a sorted list: of columns of every width,
// with NULLs and without, of few rows and of several workers' rows.
func TestRanksAgreeWithSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for _, width := range []int{1, 2, 4, 8} {
		for _, nullable := range []bool{false, true} {
			for _, rows := range []int{0, 1, 1000, 1<<17 + 3} {
				a := newArray("a", plan.Storage{Width: width, Bias: -5, Nullable: nullable}, rows)
				few := make([]uint64, 1+rows/3)
				for i := range few {
					few[i] = r.Uint64() >> (64 - 8*width)
				}
				for i := range rows {
					put(a, i, few[r.IntN(len(few))])
				}
				checkRanks(t, a)
			}
		}
	}
}

// TestRanksOfDoubles holds the ranks of doubles against sorting them: negative ones, both zeros and NULLs
// among them.
func TestRanksOfDoubles(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	few := []float64{0, math.Copysign(0, -1), -1, 1, 0.1, -1e300, math.MaxFloat64, math.SmallestNonzeroFloat64, -0.1}
	for _, nullable := range []bool{false, true} {
		a := newArray("a", plan.Storage{Width: 8, Float: true, Nullable: nullable}, 1<<17+3)
		seen := map[float64]bool{}
		for i := range a.Len {
			d := few[r.IntN(len(few))] * float64(r.IntN(5000))
			put(a, i, math.Float64bits(d))
			if math.IsInf(d, 0) || nullable && r.IntN(9) == 0 {
				put(a, i, plan.NullBits)
				if !nullable {
					put(a, i, 0)
					seen[0] = true
				}
				continue
			}
			seen[d] = true
		}
		got, err := NewRanks(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		var values []float64
		for i := range got.Values.Len {
			values = append(values, math.Float64frombits(Stored(got.Values, i)))
		}
		if want := slices.Sorted(maps.Keys(seen)); !slices.Equal(values, want) {
			t.Fatalf("%d values, not %d", len(values), len(want))
		}
		for i := range a.Len {
			at, null := got.Places.Storage.Load(Stored(got.Places, i))
			if isNull := nullable && Stored(a, i) == plan.NullBits; null != isNull {
				t.Fatalf("row %d is NULL: %v", i, null)
			} else if has := math.Float64frombits(Stored(a, i)); !null && math.Float64frombits(Stored(got.Values, int(at))) != has {
				t.Fatalf("row %d has place %d, which is not %v", i, at, has)
			}
		}
	}
}

func checkRanks(t *testing.T, a *operators.Array) {
	t.Helper()
	got, err := NewRanks(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	place := map[uint64]int64{}
	for i := range a.Len {
		if n := Stored(a, i); n != 0 || !a.Storage.Nullable {
			place[n] = 0
		}
	}
	sorted := slices.Sorted(maps.Keys(place))
	if got.Values.Len != len(sorted) {
		t.Fatalf("%+v: %d different numbers, not %d", a.Storage, got.Values.Len, len(sorted))
	}
	for i, n := range sorted {
		place[n] = int64(i)
		if want, _ := a.Storage.Load(n); got.Values.Number(i) != want {
			t.Fatalf("%+v: value %d is %d, not %d", a.Storage, i, got.Values.Number(i), want)
		}
	}
	for i := range a.Len {
		n := Stored(a, i)
		at, null := got.Places.Storage.Load(Stored(got.Places, i))
		if isNull := n == 0 && a.Storage.Nullable; null != isNull || !null && at != place[n] {
			t.Fatalf("%+v: row %d has place %d (NULL: %v), not %d", a.Storage, i, at, null, place[n])
		}
	}
}

// TestRanksOfMany has no ranks of more numbers than are ranked, whether one worker or all of them come
// across so many.
func TestRanksOfMany(t *testing.T) {
	for _, rows := range []int{MostRanked, MostRanked + 1, 2*MostRanked + 10} {
		a := newArray("a", plan.Storage{Width: 8}, rows)
		for i := range rows {
			put(a, i, uint64(i)<<20)
		}
		got, err := NewRanks(t.Context(), a)
		if err != nil || (got != nil) != (rows <= MostRanked) {
			t.Errorf("%d numbers: %v, %v", rows, got != nil, err)
		}
	}
}

func TestRanksEndWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewRanks(ctx, newArray("a", plan.Storage{Width: 8}, 1<<17)); err == nil {
		t.Error("no error")
	}
}
