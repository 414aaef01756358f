package tail

import (
	"cmp"
	"slices"
	"strings"

	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/merge"
	"gsdms/operators/tail/team"
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
	if err := r.Take(cell.NumberBytes * int64(r.rows.Len)); err != nil {
		return nil, err
	}
	free, err := r.Scratch(2 * 16 * int64(r.count()))
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
	if texts, err = merge.Sort(r.Spread, texts, by); err != nil {
		return nil, err
	}
	ranks := make([]int64, r.rows.Len)
	rank := int64(0)
	for i, t := range texts {
		if i%team.ChunkRows == 0 && r.Stopped() != nil {
			return nil, r.Stopped()
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
