package dictionary

import (
	"context"
	"errors"
	"fmt"

	"gsdms/plan"
)

// Numbered gives different texts a code each, in the order in which they come first, and the code of
// each row, 0 where nulls (nil: nowhere) says that there is none. Codes tell which texts are equal, not
// which is less: sorting them takes longer than telling them apart.
func Numbered(ctx context.Context, texts []string, nulls []bool) (*plan.Unsorted, []int64, error) {
	b := newBuilder(ctx, texts, nulls)
	b.runs = true
	n := numbered{builder: b}
	for _, step := range []func() error{b.deal, b.number, n.mark, n.copy, n.code} {
		if err := step(); err != nil {
			return nil, nil, fmt.Errorf("number texts: %w", err)
		}
	}
	return plan.NewNumbered(n.parts, n.size), b.codes, nil
}

// numbered is the state of one Numbered.
type numbered struct {
	*builder
	isFirst []bool   // by row: no row before it has its text
	place   []uint32 // of such a row: how many of its block are before it
	base    []uint32 // by block: how many are before it
	parts   []*plan.Texts
	size    int64
}

// mark finds the rows that have a text first.
func (n *numbered) mark() error {
	n.isFirst = make([]bool, len(n.texts))
	return n.spread(n.builder.parts(), func(p int) {
		for _, row := range n.firsts[p] {
			n.isFirst[row] = true
		}
	})
}

// copy puts the texts of each block where they stay.
func (n *numbered) copy() error {
	n.place, n.base = make([]uint32, len(n.texts)), make([]uint32, blocksOf(len(n.texts))+1)
	n.parts = make([]*plan.Texts, blocksOf(len(n.texts)))
	err := n.spread(len(n.parts), func(i int) { n.parts[i] = n.copied(i*blockRows, min((i+1)*blockRows, len(n.texts))) })
	for i, t := range n.parts {
		n.base[i+1] = n.base[i] + uint32(t.Len())
		n.size += int64(t.Size()) + 4*int64(t.Len()+1)
	}
	return err
}

// copied gives the texts that rows have first.
func (n *numbered) copied(lo, hi int) *plan.Texts {
	count, bytes := 0, 0
	for row := lo; row < hi; row++ {
		if n.isFirst[row] {
			n.place[row] = uint32(count)
			count++
			bytes += len(n.texts[row])
		}
	}
	ends, all := make([]uint32, 1, count+1), make([]byte, 0, bytes)
	for row := lo; row < hi; row++ {
		if n.isFirst[row] {
			all = append(all, n.texts[row]...)
			ends = append(ends, uint32(len(all)))
		}
	}
	return plan.NewTexts(ends, all)
}

// code gives rows the codes of their texts.
func (n *numbered) code() error {
	err := n.spread(n.builder.parts(), func(p int) {
		codes := n.firsts[p]
		for i, row := range codes {
			codes[i] = n.base[row/blockRows] + n.place[row]
		}
		for _, block := range n.blocks {
			for _, d := range block[p] {
				n.codes[d.row] = int64(codes[d.hash])
			}
		}
	})
	return errors.Join(err, n.follow())
}
