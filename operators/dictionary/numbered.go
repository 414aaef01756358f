package dictionary

import (
	"context"
	"errors"
	"fmt"

	"gsdms/operators/large"
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

// Listed gives the text of each row a code of its own, for those who ask nothing of texts but to be given them
// again; 0 where nulls (nil: nowhere) says that there is none.
func Listed(ctx context.Context, texts []string, nulls []bool) (*plan.Unsorted, []int64, error) {
	n := numbered{builder: &builder{ctx: ctx, texts: texts, nulls: nulls, codes: large.Make[int64](len(texts))}}
	n.isFirst = large.Make[bool](len(texts))
	for row := range texts {
		n.isFirst[row] = nulls == nil || !nulls[row]
	}
	if err := n.copy(); err != nil {
		return nil, nil, fmt.Errorf("list texts: %w", err)
	}
	for row := range texts {
		if n.isFirst[row] {
			n.codes[row] = int64(n.base[row/blockRows] + n.place[row])
		}
	}
	return plan.NewListed(n.parts, n.size), n.codes, nil
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
	n.isFirst = large.Make[bool](len(n.texts))
	return n.spread(n.builder.parts(), func(p int) {
		for _, row := range n.firsts[p] {
			n.isFirst[row] = true
		}
	})
}

// copy puts the texts of each block where they stay.
func (n *numbered) copy() error {
	blocks := blocksOf(len(n.texts))
	n.place, n.base, n.parts = large.Make[uint32](len(n.texts)), make([]uint32, blocks+1), make([]*plan.Texts, blocks)
	begins := make([]int, blocks+1) // of the bytes of each block
	err := n.spread(blocks, func(i int) {
		lo, hi := n.block(i)
		n.base[i+1], begins[i+1] = n.placed(lo, hi)
	})
	for i := range blocks {
		n.base[i+1] += n.base[i]
		begins[i+1] += begins[i]
	}
	ends, all := large.Make[uint32](int(n.base[blocks])+blocks), large.Make[byte](begins[blocks])
	n.size = int64(len(all)) + 4*int64(len(ends))
	return errors.Join(err, n.spread(blocks, func(i int) {
		lo, hi := n.block(i)
		n.parts[i] = n.copied(lo, hi, ends[int(n.base[i])+i:int(n.base[i+1])+i+1], all[begins[i]:begins[i+1]])
	}))
}

// block is the first row of a block, and the one behind its last.
func (n *numbered) block(i int) (lo, hi int) {
	return i * blockRows, min((i+1)*blockRows, len(n.texts))
}

// placed gives rows that have a text first their places among those of a block, how many there are, and the
// bytes of their texts.
func (n *numbered) placed(lo, hi int) (count uint32, bytes int) {
	for row := lo; row < hi; row++ {
		if n.isFirst[row] {
			n.place[row] = count
			count++
			bytes += len(n.texts[row])
		}
	}
	return count, bytes
}

// copied gives the texts that rows have first, in memory for them.
func (n *numbered) copied(lo, hi int, ends []uint32, all []byte) *plan.Texts {
	at, end := 1, 0
	for row := lo; row < hi; row++ {
		if n.isFirst[row] {
			end += copy(all[end:], n.texts[row])
			ends[at] = uint32(end)
			at++
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
