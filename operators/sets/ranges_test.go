package sets

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Sets over a small universe at either end of 64 bits are held against plain maps.

const universe = 24

// rangeSetOf gives the set of single numbers.
func rangeSetOf(numbers ...int64) Ranges {
	in := make([]Interval, len(numbers))
	for i, n := range numbers {
		in[i] = Interval{n, n}
	}
	return NewRanges(in)
}

func drawSet(t *rapid.T, base int64, label string) (Ranges, map[int64]bool) {
	members := map[int64]bool{}
	var numbers []int64
	for _, n := range rapid.SliceOfN(rapid.Int64Range(0, universe-1), 0, 16).Draw(t, label) {
		members[base+n] = true
		numbers = append(numbers, base+n)
	}
	return rangeSetOf(numbers...), members
}

func checkSet(t *rapid.T, what string, s Ranges, base int64, member func(int64) bool) {
	var count float64
	for n := base; n-base < universe; n++ {
		if s.Has(n) != member(n) {
			t.Fatalf("%s: has(%d) is %v: %v", what, n, s.Has(n), s)
		}
		if member(n) {
			count++
		}
	}
	if s.Count() != count {
		t.Fatalf("%s: count %v of %v, want %v", what, s.Count(), s, count)
	}
	for i, r := range s {
		if r.Lo > r.Hi || i > 0 && r.Lo-1 <= s[i-1].Hi {
			t.Fatalf("%s: not sorted, disjoint and apart: %v", what, s)
		}
	}
}

func TestRangeSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.SampledFrom([]int64{math.MinInt64, -10, math.MaxInt64 - universe + 1}).Draw(t, "base")
		a, inA := drawSet(t, base, "a")
		b, inB := drawSet(t, base, "b")
		beforeA, beforeB := slices.Clone(a), slices.Clone(b)
		checkSet(t, "union", a.union(b), base, func(n int64) bool { return inA[n] || inB[n] })
		checkSet(t, "intersection", a.Intersect(b), base, func(n int64) bool { return inA[n] && inB[n] })
		lo := base + rapid.Int64Range(0, universe-1).Draw(t, "lo")
		hi := base + rapid.Int64Range(0, universe-1).Draw(t, "hi")
		checkSet(t, "complement", a.Complement(lo, hi), base, func(n int64) bool { return n >= lo && n <= hi && !inA[n] })
		checkSet(t, "span", Span(lo, hi), base, func(n int64) bool { return n >= lo && n <= hi })
		if !slices.Equal(a, beforeA) || !slices.Equal(b, beforeB) {
			t.Fatal("an operation changed its arguments")
		}
		if len(a) > 0 {
			first, last := a.Bounds()
			if !inA[first] || !inA[last] || slices.ContainsFunc(a, func(r Interval) bool { return r.Lo < first || r.Hi > last }) {
				t.Fatalf("bounds %d..%d of %v", first, last, a)
			}
		}
	})
}

func TestComplementOfAllNumbers(t *testing.T) {
	everything := Span(math.MinInt64, math.MaxInt64)
	if s := everything.Complement(math.MinInt64, math.MaxInt64); len(s) != 0 {
		t.Errorf("complement of everything: %v", s)
	}
	if s := Ranges(nil).Complement(math.MinInt64, math.MaxInt64); !slices.Equal(s, everything) {
		t.Errorf("complement of nothing: %v", s)
	}
}

// A hull has what the set has, in so many ranges that no fewer numbers are possible.
func TestHull(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var in []Interval
		for range 1 + r.IntN(8) {
			lo := r.Int64N(60)
			in = append(in, Interval{lo, lo + r.Int64N(4)})
		}
		s, most := NewRanges(in), 1+r.IntN(4)
		got := s.Hull(most)
		if len(got) > most || !slices.Equal(got.Intersect(s), s) || !slices.Equal(got, NewRanges(slices.Clone(got))) {
			t.Fatalf("hull of %v in %d ranges: %v", s, most, got)
		}
		if got.Count() != leastHull(s, most) {
			t.Fatalf("hull of %v in %d ranges: %v has %v numbers, %v are enough", s, most, got, got.Count(), leastHull(s, most))
		}
	}
	ends := Ranges{{math.MinInt64, math.MinInt64}, {0, 0}, {math.MaxInt64, math.MaxInt64}}
	if got := ends.Hull(2); len(got) != 2 || !slices.Equal(got.Intersect(ends), ends) {
		t.Errorf("hull of the ends of 64 bits: %v", got)
	}
}

// leastHull tries which ranges are joined to the next.
func leastHull(s Ranges, most int) float64 {
	least := math.Inf(1)
	for joined := range 1 << (len(s) - 1) {
		var of Ranges
		for i, x := range s {
			if i > 0 && joined>>(i-1)&1 == 1 {
				of[len(of)-1].Hi = x.Hi
			} else {
				of = append(of, x)
			}
		}
		if len(of) <= most {
			least = min(least, of.Count())
		}
	}
	return least
}
