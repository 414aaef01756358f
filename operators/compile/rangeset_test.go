package compile

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Sets over a small universe at either end of 64 bits are held against plain maps.

const universe = 24

// rangeSetOf gives the set of single numbers.
func rangeSetOf(numbers ...int64) rangeSet {
	in := make([]interval, len(numbers))
	for i, n := range numbers {
		in[i] = interval{n, n}
	}
	return newRangeSet(in)
}

func drawSet(t *rapid.T, base int64, label string) (rangeSet, map[int64]bool) {
	members := map[int64]bool{}
	var numbers []int64
	for _, n := range rapid.SliceOfN(rapid.Int64Range(0, universe-1), 0, 16).Draw(t, label) {
		members[base+n] = true
		numbers = append(numbers, base+n)
	}
	return rangeSetOf(numbers...), members
}

func checkSet(t *rapid.T, what string, s rangeSet, base int64, member func(int64) bool) {
	var count float64
	for n := base; n-base < universe; n++ {
		if s.has(n) != member(n) {
			t.Fatalf("%s: has(%d) is %v: %v", what, n, s.has(n), s)
		}
		if member(n) {
			count++
		}
	}
	if s.count() != count {
		t.Fatalf("%s: count %v of %v, want %v", what, s.count(), s, count)
	}
	for i, r := range s {
		if r.lo > r.hi || i > 0 && r.lo-1 <= s[i-1].hi {
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
		checkSet(t, "intersection", a.intersect(b), base, func(n int64) bool { return inA[n] && inB[n] })
		lo := base + rapid.Int64Range(0, universe-1).Draw(t, "lo")
		hi := base + rapid.Int64Range(0, universe-1).Draw(t, "hi")
		checkSet(t, "complement", a.complement(lo, hi), base, func(n int64) bool { return n >= lo && n <= hi && !inA[n] })
		checkSet(t, "span", span(lo, hi), base, func(n int64) bool { return n >= lo && n <= hi })
		if !slices.Equal(a, beforeA) || !slices.Equal(b, beforeB) {
			t.Fatal("an operation changed its arguments")
		}
		if len(a) > 0 {
			first, last := a.bounds()
			if !inA[first] || !inA[last] || slices.ContainsFunc(a, func(r interval) bool { return r.lo < first || r.hi > last }) {
				t.Fatalf("bounds %d..%d of %v", first, last, a)
			}
		}
	})
}

func TestComplementOfAllNumbers(t *testing.T) {
	everything := span(math.MinInt64, math.MaxInt64)
	if s := everything.complement(math.MinInt64, math.MaxInt64); len(s) != 0 {
		t.Errorf("complement of everything: %v", s)
	}
	if s := rangeSet(nil).complement(math.MinInt64, math.MaxInt64); !slices.Equal(s, everything) {
		t.Errorf("complement of nothing: %v", s)
	}
}
