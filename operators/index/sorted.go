package index

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sort"

	"gsdms/operators"
	"gsdms/operators/sets"
)

// rangesAtOnce is how many ranges of numbers one goroutine looks for, one behind another.
const rangesAtOnce = 1 << 12

// searched finds the rows of a sorted column.
func (v *View) searched(ctx context.Context, s sets.Stored) (sets.Ranges, error) {
	found := make([][]sets.Interval, (len(s)+rangesAtOnce-1)/rangesAtOnce)
	err := InParallel(ctx, min(len(found), runtime.GOMAXPROCS(0)), len(found), func(lo, hi int) {
		for i := lo; i < hi && !over(ctx); i++ {
			found[i] = sortedOf(v.Array).within(s[i*rangesAtOnce : min((i+1)*rangesAtOnce, len(s))])
		}
	})
	return sets.Merge(slices.Concat(found...)), err
}

// sortedColumn is a column whose stored numbers never fall.
type sortedColumn struct {
	*operators.Array
	slope float64 // rows for each number
}

func sortedOf(a *operators.Array) sortedColumn {
	r := sortedColumn{Array: a}
	if a.Len > 1 && a.Stored(0) < a.Stored(a.Len-1) {
		r.slope = float64(a.Len-1) / float64(a.Stored(a.Len-1)-a.Stored(0))
	}
	return r
}

// within gives the rows with numbers of ranges, which are in order. The keys of parts of one kind are
// 200,000 ranges of 80 million rows: to search all rows for each took 0.25 us a range, twice.
func (r sortedColumn) within(s sets.Stored) []sets.Interval {
	out := make([]sets.Interval, 0, len(s))
	at := 0
	for _, in := range s {
		lo := r.from(at, in.Lo)
		if at = r.Len; in.Hi < math.MaxUint64 {
			at = r.from(lo, in.Hi+1)
		}
		if lo < at {
			out = append(out, sets.Interval{Lo: int64(lo), Hi: int64(at - 1)})
		}
	}
	return out
}

// from is the first row from one on whose number is not less than n, the number of rows where there is
// none. It looks where n lies if numbers are spread evenly, and then farther and farther away.
func (r sortedColumn) from(at int, n uint64) int {
	if at == r.Len || r.Stored(at) >= n {
		return at
	}
	lo, hi := at+1, r.Len // n is behind lo-1, and not behind hi
	guess := lo + int(min(float64(n-r.Stored(at))*r.slope, float64(hi-lo)))
	if guess == hi || r.Stored(guess) >= n {
		for step := 1; guess-step >= lo; step *= 2 {
			if r.Stored(guess-step) < n {
				lo = guess - step + 1
				break
			}
			hi = guess - step
		}
		hi = min(hi, guess)
	} else {
		lo = guess + 1
		for step := 1; guess+step < hi; step *= 2 {
			if r.Stored(guess+step) >= n {
				hi = guess + step
				break
			}
			lo = guess + step + 1
		}
	}
	return lo + sort.Search(hi-lo, func(i int) bool { return r.Stored(lo+i) >= n })
}
