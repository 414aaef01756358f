package tail

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"gsdms/operators/tail/cell"
	"gsdms/operators/textsort"
	"gsdms/plan"
)

// prefixed is a text's first bytes as a number that orders as they do, and its row: most
// comparisons need no more.
type prefixed struct {
	prefix uint64
	row    int32
}

// ranks gives, by row number, the place of each row's text among the different texts that
// are left, in order.
func (r *runner) ranks(v *plan.Vector) ([]int64, error) {
	if err := r.take(cell.NumberBytes * int64(r.rows.Len)); err != nil {
		return nil, err
	}
	free, err := r.scratch(2 * 16 * int64(r.count()))
	if err != nil {
		return nil, err
	}
	defer free()
	texts, err := r.prefixes(v)
	if err != nil {
		return nil, err
	}
	by := func(a, b prefixed) int {
		if c := cmp.Compare(a.prefix, b.prefix); c != 0 {
			return c
		}
		return strings.Compare(v.Texts[a.row], v.Texts[b.row])
	}
	if texts, err = mergeSort(r, texts, by); err != nil {
		return nil, err
	}
	ranks := make([]int64, r.rows.Len)
	rank := int64(0)
	for i, t := range texts {
		if i%chunkRows == 0 && r.stopped() != nil {
			return nil, r.stopped()
		}
		if i > 0 && by(texts[i-1], t) != 0 {
			rank++
		}
		ranks[t.row] = rank
	}
	return ranks, nil
}

// prefixes lists the rows that are not NULL.
func (r *runner) prefixes(v *plan.Vector) ([]prefixed, error) {
	parts := make([][]prefixed, r.chunks())
	workers := r.workers(r.chunks())
	err := r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		part := make([]prefixed, 0, w.n)
		for i := range w.n {
			if row := w.row(i); !v.IsNull(int(row)) {
				part = append(part, prefixed{textsort.Prefix(v.Texts[row]), row})
			}
		}
		parts[chunk] = part
		return nil
	})
	return slices.Concat(parts...), err
}

// runRows is how many elements are sorted at once before they are merged; it bounds how
// long a cancelled sort goes on.
const runRows = 4096

// mergeSort sorts: runs side by side, then twice as long ones of two, also by parts side
// by side. The order of equal elements is that of the threads.
func mergeSort[T any](r *runner, in []T, by func(a, b T) int) ([]T, error) {
	err := r.spread((len(in)+runRows-1)/runRows, func(_, task int) error {
		slices.SortFunc(in[task*runRows:min((task+1)*runRows, len(in))], by)
		return nil
	})
	out := make([]T, len(in))
	for size := runRows; size < len(in) && err == nil; size *= 2 {
		err = r.spread((len(in)+chunkRows-1)/chunkRows, func(_, task int) error {
			lo := task * chunkRows
			pair := lo / (2 * size) * 2 * size
			middle, end := min(pair+size, len(in)), min(pair+2*size, len(in))
			mergePart(out[pair:end], in[pair:middle], in[middle:end], lo-pair, min(lo+chunkRows, end)-pair, by)
			return nil
		})
		in, out = out, in
	}
	return in, err
}

// mergePart writes elements [lo, hi) of the merge of a and b.
func mergePart[T any](out, a, b []T, lo, hi int, by func(a, b T) int) {
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
