package index

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gsdms/operators"
)

// TestThrough holds what row numbers find of keys against the keys, for all widths, with NULLs
// among the numbers, the keys, and both.
func TestThrough(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for _, of := range []int{1, 200, 3000, 70_000} {
		for _, span := range []int64{1, 255, 256, 60_000, 1 << 20, math.MaxInt64} {
			for nulls := range 4 {
				keys, none := make([]int64, of), make([]bool, of)
				for i := range keys {
					keys[i], none[i] = r.Int64N(span)-span/2, nulls&1 == 1 && r.IntN(4) == 0
				}
				rows, null := make([]int64, 80_000), make([]bool, 80_000)
				for i := range rows {
					rows[i], null[i] = int64(r.IntN(of)), nulls&2 == 2 && r.IntN(4) == 0
				}
				a, _ := Numbers(t.Context(), "a", rows, null)
				b, _ := Numbers(t.Context(), "b", keys, none)
				out, err := Through(t.Context(), a, b)
				if err != nil {
					t.Fatal(err)
				}
				for i, row := range rows {
					n, isNull := NumberOf(out, i)
					if want := null[i] || none[row]; isNull != want || !want && n != keys[row] {
						t.Fatalf("%d keys below %d, nulls %d: row %d finds %d, NULL %v; it is %d", of, span, nulls, i, n, isNull, keys[row])
					}
				}
			}
		}
	}
}

// TestThroughRoomForNull holds that keys which fill their width get a wider one beside NULL,
// doubles keep theirs, and that there is none above 64 bits.
func TestThroughRoomForNull(t *testing.T) {
	rows, _ := Numbers(t.Context(), "rows", []int64{1, 0, 0}, []bool{false, true, false})
	full, _ := Numbers(t.Context(), "full", []int64{10, 265}, nil)
	if full.Storage.Width != 1 {
		t.Fatalf("the keys take %d bytes", full.Storage.Width)
	}
	doubles := Floats(t.Context(), "doubles", []float64{0, 2.5}, nil)
	for _, keys := range []*operators.Array{full, doubles} {
		out, err := Through(t.Context(), rows, keys)
		if err != nil {
			t.Fatal(err)
		}
		for i, from := range []int{1, -1, 0} {
			n, null := NumberOf(out, i)
			if from < 0 {
				if !null {
					t.Errorf("%s: row %d is not NULL", keys.Name, i)
				}
				continue
			}
			if want, _ := NumberOf(keys, from); null || n != want {
				t.Errorf("%s: row %d is %d, NULL %v, want %d", keys.Name, i, n, null, want)
			}
		}
	}
	all, _ := Numbers(t.Context(), "all", []int64{math.MinInt64, math.MaxInt64}, nil)
	if _, err := Through(t.Context(), rows, all); !errors.Is(err, ErrNoNull) {
		t.Errorf("keys of all numbers: %v", err)
	}
}
