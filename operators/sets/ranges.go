package sets

import (
	"cmp"
	"math"
	"slices"

	"gsdms/operators/large"
)

// Interval is an inclusive range of numbers.
type Interval struct{ Lo, Hi int64 }

// Ranges is a set of numbers as intervals: sorted, disjoint and not adjacent. The
// nil set is empty. Sets are immutable: operations give new ones or an argument.
type Ranges []Interval

// Span is the set of the numbers from lo to hi, empty if lo > hi.
func Span(lo, hi int64) Ranges {
	if lo > hi {
		return nil
	}
	return Ranges{{lo, hi}}
}

// NewRanges sorts and merges intervals, which it takes over. Intervals with
// lo > hi do not occur.
func NewRanges(in []Interval) Ranges {
	byLo := func(a, b Interval) int { return cmp.Compare(a.Lo, b.Lo) }
	if !slices.IsSortedFunc(in, byLo) {
		slices.SortFunc(in, byLo)
	}
	return Merge(in)
}

// Merge joins intervals that overlap or touch; they are sorted by lo. It works in
// place.
func Merge(in []Interval) Ranges {
	if len(in) == 0 {
		return nil
	}
	out := in[:1]
	for _, next := range in[1:] {
		last := &out[len(out)-1]
		if last.Hi == math.MaxInt64 || next.Lo <= last.Hi+1 {
			last.Hi = max(last.Hi, next.Hi)
			continue
		}
		out = append(out, next)
	}
	return out
}

// Intersect gives the numbers that are in both sets.
func (s Ranges) Intersect(t Ranges) Ranges {
	if s.Covers(t) {
		return t
	}
	if t.Covers(s) {
		return s
	}
	out := make(Ranges, 0, max(len(s), len(t)))
	for i, j := 0, 0; i < len(s) && j < len(t); {
		if lo, hi := max(s[i].Lo, t[j].Lo), min(s[i].Hi, t[j].Hi); lo <= hi {
			out = append(out, Interval{lo, hi})
		}
		if s[i].Hi < t[j].Hi {
			i++
		} else {
			j++
		}
	}
	return out
}

// Covers reports whether s is one interval that holds all of t.
func (s Ranges) Covers(t Ranges) bool {
	return len(t) == 0 || len(s) == 1 && s[0].Lo <= t[0].Lo && t[len(t)-1].Hi <= s[0].Hi
}

func (s Ranges) union(t Ranges) Ranges {
	if len(s) == 0 {
		return t
	}
	if len(t) == 0 {
		return s
	}
	both := make([]Interval, 0, len(s)+len(t))
	for len(s) > 0 && len(t) > 0 {
		if s[0].Lo > t[0].Lo {
			s, t = t, s
		}
		both, s = append(both, s[0]), s[1:]
	}
	return Merge(append(append(both, s...), t...))
}

// Complement gives the numbers of [lo, hi] that are not in s.
func (s Ranges) Complement(lo, hi int64) Ranges {
	out := large.Pages(make(Ranges, 0, len(s)+1))
	for _, r := range s {
		if r.Hi < lo {
			continue
		}
		if r.Lo > hi {
			break
		}
		if r.Lo > lo {
			out = append(out, Interval{lo, r.Lo - 1})
		}
		if r.Hi >= hi {
			return out
		}
		lo = r.Hi + 1
	}
	return append(out, Span(lo, hi)...)
}

// Has reports whether n is in the set.
func (s Ranges) Has(n int64) bool {
	i, _ := slices.BinarySearchFunc(s, n, func(r Interval, n int64) int { return cmp.Compare(r.Hi, n) })
	return i < len(s) && s[i].Lo <= n
}

// Count is how many numbers the set has, as a double: sets of all 64 bits exist.
func (s Ranges) Count() float64 {
	var sum float64
	for _, r := range s {
		sum += float64(uint64(r.Hi)-uint64(r.Lo)) + 1
	}
	return sum
}

// Bounds gives the least and the greatest number; lo > hi when the set is empty.
func (s Ranges) Bounds() (lo, hi int64) {
	if len(s) == 0 {
		return 0, -1
	}
	return s[0].Lo, s[len(s)-1].Hi
}

// Hull gives at most so many ranges that have all numbers of the set, without its widest gaps.
func (s Ranges) Hull(most int) Ranges {
	if len(s) <= most {
		return s
	}
	gaps := make([]int, len(s)-1) // by the range before them
	for i := range gaps {
		gaps[i] = i
	}
	width := func(i int) uint64 { return uint64(s[i+1].Lo) - uint64(s[i].Hi) }
	slices.SortFunc(gaps, func(a, b int) int { return cmp.Compare(width(b), width(a)) })
	kept := gaps[:most-1]
	slices.Sort(kept)
	out, from := make(Ranges, 0, most), 0
	for _, i := range kept {
		out = append(out, Interval{s[from].Lo, s[i].Hi})
		from = i + 1
	}
	return append(out, Interval{s[from].Lo, s[len(s)-1].Hi})
}
