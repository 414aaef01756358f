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

// sortBuckets sorts the rows of each bucket by their values; the largest has most. Those of equal
// values come as they lie in the table.
func sortBuckets(ctx context.Context, all []placed, starts []uint32, most int, from room) error {
	var spare []placed
	if most >= manyPlaced {
		spare, _ = from.places(len(all)) // nil: there is no room, and rows are compared
	}
	return InParallel(ctx, runtime.GOMAXPROCS(0), len(starts)-1, func(lo, hi int) {
		for b := lo; b < hi && !ends(ctx, b); b++ {
			rows := all[starts[b]:starts[b+1]]
			if spare == nil || len(rows) < manyPlaced || !inDigits(ctx, rows, spare[starts[b]:starts[b+1]:starts[b+1]]) {
				comparePlaced(ctx, rows)
			}
		}
	})
}

// comparePlaced sorts rows by their values and then as they lie in the table. When it is given up
// all rows are alike to it, and it ends soon.
func comparePlaced(ctx context.Context, rows []placed) {
	steps, given := 0, false
	byValue := func(a, b placed) int {
		if steps++; steps == blockRows && !given {
			steps, given = 0, over(ctx)
		}
		if given {
			return 0
		}
		return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.row, b.row))
	}
	if !slices.IsSortedFunc(rows, byValue) {
		slices.SortFunc(rows, byValue)
	}
}

// inDigits sorts rows that come as they lie in the table, with as much memory beside them: digit by
// digit of what their values are above the least one. It reports false of others, which stay. When it
// is given up the rows are in no order.
func inDigits(ctx context.Context, rows, spare []placed) bool {
	least, most := rows[0].value, rows[0].value
	sorted, inTable := true, true
	given := !untilOver(ctx, len(rows)-1, func(from, to int) {
		for i, p := range rows[from+1 : to+1] {
			before := rows[from+i]
			least, most = min(least, p.value), max(most, p.value)
			sorted, inTable = sorted && before.value <= p.value, inTable && before.row < p.row
		}
	})
	if given || !inTable || sorted {
		return given || inTable
	}
	from, to := rows, spare
	for shift := range passesOf(uint64(most) - uint64(least)) {
		if !byDigit(ctx, from, to, least, digitBits*shift) {
			return true
		}
		from, to = to, from
	}
	if &from[0] != &rows[0] {
		copy(rows, from)
	}
	return true
}

// digitBits is how many bits a pass sorts by.
const digitBits = 11

// passesOf is how many digits numbers up to one have.
func passesOf(most uint64) int { return (bits.Len64(most) + digitBits - 1) / digitBits }

// byDigit deals rows by a digit of what their values are above the least one, those of the same in
// their order; false when it is given up.
func byDigit(ctx context.Context, rows, to []placed, least int64, shift int) bool {
	const mask = 1<<digitBits - 1
	var at [mask + 1]uint32
	counted := untilOver(ctx, len(rows), func(lo, hi int) {
		for _, p := range rows[lo:hi] {
			at[uint64(p.value-least)>>shift&mask]++
		}
	})
	before := uint32(0)
	for d, n := range at {
		at[d] = before
		before += n
	}
	return counted && untilOver(ctx, len(rows), func(lo, hi int) {
		for _, p := range rows[lo:hi] {
			d := uint64(p.value-least) >> shift & mask
			to[at[d]] = p
			at[d]++
		}
	})
}

// untilOver calls work for the rows of [0, n), a block at a time; false when it is given up before
// the end.
func untilOver(ctx context.Context, n int, work func(from, to int)) bool {
	for from := 0; from < n; from += blockRows {
		if over(ctx) {
			return false
		}
		work(from, min(n, from+blockRows))
	}
	return true
}
