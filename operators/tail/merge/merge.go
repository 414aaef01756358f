// Package merge sorts by merging, part by part, so that the parts of one merge are made side by side.
package merge

import (
	"slices"
	"sort"
)

// Runs are sorted at once before they are merged, and as many elements of a merge are made at once as a
// part has: it bounds how long a cancelled sort goes on.
const (
	runElements  = 4096
	partElements = 8192
)

// Spread does task 0 … n-1 side by side and gives the first error.
type Spread func(n int, do func(worker, task int) error) error

// Sort sorts: runs side by side, then twice as long ones of two, also by parts side
// by side. The order of equal elements is that of the threads.
func Sort[T any](spread Spread, in []T, by func(a, b T) int) ([]T, error) {
	err := spread((len(in)+runElements-1)/runElements, func(_, task int) error {
		slices.SortFunc(in[task*runElements:min((task+1)*runElements, len(in))], by)
		return nil
	})
	out := make([]T, len(in))
	for size := runElements; size < len(in) && err == nil; size *= 2 {
		err = spread((len(in)+partElements-1)/partElements, func(_, task int) error {
			lo := task * partElements
			pair := lo / (2 * size) * 2 * size
			middle, end := min(pair+size, len(in)), min(pair+2*size, len(in))
			part(out[pair:end], in[pair:middle], in[middle:end], lo-pair, min(lo+partElements, end)-pair, by)
			return nil
		})
		in, out = out, in
	}
	return in, err
}

// part writes elements [lo, hi) of the merge of a and b.
func part[T any](out, a, b []T, lo, hi int, by func(a, b T) int) {
	i := split(a, b, lo, by)
	j := lo - i
	for at := lo; at < hi; at++ {
		if j == len(b) || i < len(a) && by(a[i], b[j]) <= 0 {
			out[at] = a[i]
			i++
		} else {
			out[at] = b[j]
			j++
		}
	}
}

// split is how many of the first n elements of the merge of a and b are a's.
func split[T any](a, b []T, n int, by func(a, b T) int) int {
	least, most := max(0, n-len(b)), min(n, len(a))
	return least + sort.Search(most-least, func(k int) bool { return by(a[least+k], b[n-least-k-1]) > 0 })
}
