package compile

import (
	"cmp"
	"math"
	"slices"
)

// interval is an inclusive range of numbers.
type interval struct{ lo, hi int64 }

// rangeSet is a set of numbers as intervals: sorted, disjoint and not adjacent. The
// nil set is empty. Sets are immutable: operations give new ones or an argument.
type rangeSet []interval

// span is the set of the numbers from lo to hi, empty if lo > hi.
func span(lo, hi int64) rangeSet {
	if lo > hi {
		return nil
	}
	return rangeSet{{lo, hi}}
}

// newRangeSet sorts and merges intervals, which it takes over. Intervals with
// lo > hi do not occur.
func newRangeSet(in []interval) rangeSet {
	byLo := func(a, b interval) int { return cmp.Compare(a.lo, b.lo) }
	if !slices.IsSortedFunc(in, byLo) {
		slices.SortFunc(in, byLo)
	}
	return merge(in)
}

// merge joins intervals that overlap or touch; they are sorted by lo. It works in
// place.
func merge(in []interval) rangeSet {
	if len(in) == 0 {
		return nil
	}
	out := in[:1]
	for _, next := range in[1:] {
		last := &out[len(out)-1]
		if last.hi == math.MaxInt64 || next.lo <= last.hi+1 {
			last.hi = max(last.hi, next.hi)
			continue
		}
		out = append(out, next)
	}
	return out
}

func (s rangeSet) intersect(t rangeSet) rangeSet {
	if s.covers(t) {
		return t
	}
	if t.covers(s) {
		return s
	}
	var out rangeSet
	for i, j := 0, 0; i < len(s) && j < len(t); {
		if lo, hi := max(s[i].lo, t[j].lo), min(s[i].hi, t[j].hi); lo <= hi {
			out = append(out, interval{lo, hi})
		}
		if s[i].hi < t[j].hi {
			i++
		} else {
			j++
		}
	}
	return out
}

// covers reports whether s is one interval that holds all of t.
func (s rangeSet) covers(t rangeSet) bool {
	return len(t) == 0 || len(s) == 1 && s[0].lo <= t[0].lo && t[len(t)-1].hi <= s[0].hi
}

func (s rangeSet) union(t rangeSet) rangeSet {
	if len(s) == 0 {
		return t
	}
	if len(t) == 0 {
		return s
	}
	return newRangeSet(append(slices.Clone(s), t...))
}

// complement gives the numbers of [lo, hi] that are not in s.
func (s rangeSet) complement(lo, hi int64) rangeSet {
	var out rangeSet
	for _, r := range s {
		if r.hi < lo {
			continue
		}
		if r.lo > hi {
			break
		}
		if r.lo > lo {
			out = append(out, interval{lo, r.lo - 1})
		}
		if r.hi >= hi {
			return out
		}
		lo = r.hi + 1
	}
	return append(out, span(lo, hi)...)
}

// has reports whether n is in the set.
func (s rangeSet) has(n int64) bool {
	i, _ := slices.BinarySearchFunc(s, n, func(r interval, n int64) int { return cmp.Compare(r.hi, n) })
	return i < len(s) && s[i].lo <= n
}

// count is how many numbers the set has, as a double: sets of all 64 bits exist.
func (s rangeSet) count() float64 {
	var sum float64
	for _, r := range s {
		sum += float64(uint64(r.hi)-uint64(r.lo)) + 1
	}
	return sum
}

// bounds gives the least and the greatest number; lo > hi when the set is empty.
func (s rangeSet) bounds() (lo, hi int64) {
	if len(s) == 0 {
		return 0, -1
	}
	return s[0].lo, s[len(s)-1].hi
}
