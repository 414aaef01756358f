package index

import (
	"cmp"
	"context"
	"math/bits"
	"runtime"
	"slices"
)

// manyPlaced is how many rows are sorted by digits, where there is room for them once more.
const manyPlaced = 1 << 11

// halfBits is how much of an entry is its row.
const halfBits = 32

// manyShared is how many rows of a bucket several goroutines sort together.
const manyShared = 1 << 17

// sort sorts the rows of each bucket by their values; the largest has most. Those of equal values come
// as they lie in the table, which is how they were gathered.
func (s *sorting) sort(ctx context.Context, most int) error {
	var spare []uint64
	if most >= manyPlaced {
		spare, _ = room{charge: s.held}.entries(len(s.all)) // nil: there is no room, and rows are compared
	}
	together := func(from, to uint32) bool { return spare != nil && to-from >= manyShared }
	for b, from := range s.starts[:len(s.starts)-1] {
		if to := s.starts[b+1]; together(from, to) {
			s.byDigits(ctx, s.all[from:to], spare[from:to], runtime.GOMAXPROCS(0))
		}
	}
	return InParallel(ctx, runtime.GOMAXPROCS(0), len(s.starts)-1, func(lo, hi int) {
		for b := lo; b < hi && !ends(ctx, b); b++ {
			switch from, to := s.starts[b], s.starts[b+1]; {
			case together(from, to): // they are sorted
			case spare != nil && to-from >= manyPlaced:
				s.byDigits(ctx, s.all[from:to], spare[from:to], 1)
			default:
				s.fill(ctx, s.all[from:to], 0, 1)
				s.compare(ctx, s.all[from:to])
			}
		}
	})
}

// wide reports whether an entry does not hold what values are above the least one.
func (s *sorting) wide() bool { return uint64(s.most)-uint64(s.least) >= 1<<halfBits }

// value is that of an entry's row.
func (s *sorting) value(e uint64) int64 {
	if s.wide() {
		v, _ := placeOf(s.by, int(uint32(e)))
		return v
	}
	return s.least + int64(e>>halfBits)
}

// fill sets what entries are sorted by to half of what their values are above the least one, from a
// bit on; false when it is given up.
func (s *sorting) fill(ctx context.Context, entries []uint64, shift, workers int) bool {
	return shared(ctx, len(entries), workers, func(_, lo, hi int) {
		for i, e := range entries[lo:hi] {
			v, _ := placeOf(s.by, int(uint32(e)))
			entries[lo+i] = (uint64(v)-uint64(s.least))>>shift<<halfBits | uint64(uint32(e))
		}
	})
}

// compare sorts entries by value and row. When it is given up all are alike to it, and it ends soon.
func (s *sorting) compare(ctx context.Context, entries []uint64) {
	steps, given, wide := 0, false, s.wide()
	by := func(a, b uint64) int {
		if steps++; steps == blockRows && !given {
			steps, given = 0, over(ctx)
		}
		switch {
		case given:
			return 0
		case wide:
			return cmp.Or(cmp.Compare(s.value(a), s.value(b)), cmp.Compare(uint32(a), uint32(b)))
		}
		return cmp.Compare(a, b)
	}
	if !slices.IsSortedFunc(entries, by) {
		slices.SortFunc(entries, by)
	}
}

// byDigits sorts entries by value, with as much memory beside them, digit by digit from the least on. When it
// is given up they are in no order.
func (s *sorting) byDigits(ctx context.Context, entries, spare []uint64, workers int) {
	if !s.fill(ctx, entries, 0, workers) || !s.wide() && slices.IsSorted(entries) {
		return
	}
	from, to := entries, spare
	left := bits.Len64(uint64(s.most) - uint64(s.least))
	for shift := 0; shift < left; shift += halfBits {
		if shift > 0 && !s.fill(ctx, from, shift, workers) {
			return
		}
		for at := 0; at < min(halfBits, left-shift); at += digitBits {
			if !byDigit(ctx, from, to, halfBits+at, workers) {
				return
			}
			from, to = to, from
		}
	}
	if &from[0] != &entries[0] {
		copy(entries, from)
	}
}

// digitBits is how many bits a pass sorts by.
const digitBits = 11

// byDigit deals entries by a digit, those of the same in their order; false when it is given up.
func byDigit(ctx context.Context, entries, to []uint64, shift, workers int) bool {
	const mask = 1<<digitBits - 1
	places := make([][mask + 1]uint32, workers) // how many entries, and then where the next one goes
	counted := shared(ctx, len(entries), workers, func(w, lo, hi int) {
		at := &places[w]
		for _, e := range entries[lo:hi] {
			at[e>>shift&mask]++
		}
	})
	before := uint32(0)
	for d := range mask + 1 {
		for w := range places {
			places[w][d], before = before, before+places[w][d]
		}
	}
	return counted && shared(ctx, len(entries), workers, func(w, lo, hi int) {
		at := &places[w]
		for _, e := range entries[lo:hi] {
			d := e >> shift & mask
			to[at[d]] = e
			at[d]++
		}
	})
}

// shared calls work for the rows of [0, n), a block at a time, by so many goroutines, each of which has a share
// of them; false when it is given up before the end. One is the goroutine that calls, whoever else works beside it.
func shared(ctx context.Context, n, workers int, work func(w, from, to int)) bool {
	if workers > 1 {
		return inShares(ctx, workers, n, work) == nil
	}
	for from := 0; from < n; from += blockRows {
		if over(ctx) {
			return false
		}
		work(0, from, min(n, from+blockRows))
	}
	return true
}
