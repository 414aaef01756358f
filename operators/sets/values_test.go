package sets

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gsdms/operators"
)

// TestTableHasTheSet holds the table of a set against its ranges, and that sets which lie too far
// apart have none.
func TestTableHasTheSet(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for range 200 {
		var s Stored
		for n := r.Uint64N(70); len(s) < 1+r.IntN(20); n += 2 + r.Uint64N(200) {
			lo := n
			n += r.Uint64N(150)
			s = append(s, operators.Range{Lo: lo, Hi: n})
		}
		member := s.Table()
		for n := range s[len(s)-1].Hi + 100 {
			in := false
			for _, x := range s {
				in = in || x.Lo <= n && n <= x.Hi
			}
			if got := n/64 < uint64(len(member)) && member[n/64]>>(n%64)&1 == 1; got != in {
				t.Fatalf("%v: %d in the table: %v", s, n, got)
			}
		}
	}
	if s := (Stored{operators.Range{Lo: 1, Hi: 2}, operators.Range{Lo: 1 << 40, Hi: 1 << 40}}); s.Table() != nil {
		t.Error("a table of numbers up to 2^40 for two ranges")
	}
}

// The set of numbers as they come, near each other or not, has these and no others.
func TestOfNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wide := rapid.SampledFrom([]int64{1, 8, 1 << 10, 1 << 40, math.MaxInt64}).Draw(t, "wide")
		base := rapid.SampledFrom([]int64{math.MinInt64, -5, math.MaxInt64 - wide}).Draw(t, "base")
		numbers := rapid.SliceOf(rapid.Int64Range(base, base+wide)).Draw(t, "numbers")
		want := slices.Clone(numbers)
		slices.Sort(want)
		var got []int64
		for _, r := range OfNumbers(numbers) {
			if len(got) > 0 && r.Lo <= got[len(got)-1]+1 {
				t.Fatalf("%v touches the range before it", r)
			}
			for n := r.Lo; ; n++ {
				if got = append(got, n); n == r.Hi {
					break
				}
			}
		}
		if want = slices.Compact(want); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
