package cuda

import (
	"slices"

	"gsdms/operators"
)

// partRows is how many rows one goroutine takes at once of what several work on.
const partRows = 1 << 15

// eachPart calls work for parts of 0 … n-1, side by side. A panic of the work goes on.
func eachPart(n int, work func(lo, hi int)) { eachOf(n, partRows, work) }

// eachOf is eachPart for parts of a size.
func eachOf(n, size int, work func(lo, hi int)) {
	if n <= size {
		work(0, n)
		return
	}
	for _, err := range operators.Spread((n+size-1)/size, func(i int) error {
		work(i*size, min(n, (i+1)*size))
		return nil
	}) {
		if err != nil {
			panic(err)
		}
	}
}

// sortAll sorts: parts of a power of two by themselves, then two neighbours into one, side by side.
func sortAll[T any](all []T, compare func(a, b T) int) {
	if len(all) <= partRows {
		slices.SortFunc(all, compare)
		return
	}
	size := partRows
	eachPart(len(all), func(lo, hi int) { slices.SortFunc(all[lo:hi], compare) })
	from, to := all, make([]T, len(all))
	for ; size < len(all); size *= 2 {
		pairs := (len(all) + 2*size - 1) / (2 * size)
		for _, err := range operators.Spread(pairs, func(i int) error {
			lo, middle, hi := i*2*size, min(len(all), (2*i+1)*size), min(len(all), (i+1)*2*size)
			interleave(to[lo:hi], from[lo:middle], from[middle:hi], compare)
			return nil
		}) {
			if err != nil {
				panic(err)
			}
		}
		from, to = to, from
	}
	copy(all, from)
}

// interleave merges two sorted slices.
func interleave[T any](to, a, b []T, compare func(a, b T) int) {
	for i := range to {
		if len(b) == 0 || len(a) > 0 && compare(a[0], b[0]) <= 0 {
			to[i], a = a[0], a[1:]
		} else {
			to[i], b = b[0], b[1:]
		}
	}
}
