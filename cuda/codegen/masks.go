package codegen

import (
	"math/bits"
	"slices"
	"sort"
)

// maskTable gives, for a stored number, the words of a mask. Numbers between two bounds
// of the clauses have one mask: they are an interval. An exact table holds the masks by
// number; others find the interval by the number's block of 2^shift numbers, where the
// top bit says that the block holds a bound.
//
// Words of 64 bits: the blocks, 16 bits each; the intervals' first numbers, 32 bits; the
// masks, 32 bits a word.
type maskTable struct {
	words     []uint64
	exact     bool
	shift     int
	last      int // the last block or number; what lies behind is like it
	intervals int
	starts    int // word where they begin
	masks     int
}

// The sizes of tables: an exact one has at most so many words of 32 bits, the others so
// many blocks.
const (
	exactWords  = 4 << 10
	tableBlocks = 4 << 10
)

// newMaskTable fills the table of a column from the ranges of its clauses.
func newMaskTable(c *crowdColumn, bitOf map[int]int) *maskTable {
	starts, masks := c.Starts, masksOf(c, bitOf)
	last := starts[len(starts)-1]
	if (int(last)+1)*len(c.words) <= exactWords {
		return exactTable(starts, masks, len(c.words))
	}
	t := &maskTable{intervals: len(starts)}
	for last>>t.shift >= tableBlocks {
		t.shift++
	}
	blocks := blocksOf(starts, t.shift)
	t.last = len(blocks) - 1
	t.append16(blocks)
	t.pad(tableBlocks/4 + 1)
	t.starts = len(t.words)
	t.append32(starts)
	t.pad(t.starts + powerOfTwo(len(starts)/2))
	t.masks = len(t.words)
	t.append32(masks)
	t.pad(t.masks + powerOfTwo(len(masks)/2))
	return t
}

// masksOf gives the words of each interval's mask: a bit is one unless a clause of its
// program fails there.
func masksOf(c *crowdColumn, bitOf map[int]int) []uint32 {
	out := make([]uint32, len(c.Starts)*len(c.words))
	for i := range out {
		out[i] = ^uint32(0)
	}
	c.Fails(func(interval, program int) {
		bit := bitOf[program]
		at, _ := slices.BinarySearch(c.words, bit/32)
		out[interval*len(c.words)+at] &^= 1 << (bit % 32)
	})
	return out
}

func exactTable(starts, masks []uint32, words int) *maskTable {
	t := &maskTable{exact: true, last: int(starts[len(starts)-1]), intervals: len(starts)}
	var all []uint32
	for i, from := range starts {
		to := from + 1
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		for range to - from {
			all = append(all, masks[i*words:(i+1)*words]...)
		}
	}
	t.append32(all)
	t.pad(powerOfTwo(len(t.words)))
	return t
}

// blocksOf gives for each block the interval of its first number, and the top bit where
// another begins in it. The last block stands for all numbers behind it, too.
func blocksOf(starts []uint32, shift int) []uint16 {
	out := make([]uint16, int(starts[len(starts)-1]>>shift)+2)
	for b := range out {
		first := uint64(b) << shift
		i := sort.Search(len(starts), func(i int) bool { return uint64(starts[i]) > first }) - 1
		out[b] = uint16(i)
		if i+1 < len(starts) && uint64(starts[i+1]) < first+1<<shift {
			out[b] |= 1 << 15
		}
	}
	return out
}

// pad makes the table so many words long, that those of like columns have their parts in
// the same places: their kernels have one text then.
func (t *maskTable) pad(words int) {
	for len(t.words) < words {
		t.words = append(t.words, 0)
	}
}

// powerOfTwo is the least power of two that is more than n.
func powerOfTwo(n int) int { return 1 << bits.Len(uint(n)) }

func (t *maskTable) append16(n []uint16) {
	for len(n)%4 != 0 {
		n = append(n, 0)
	}
	for i := 0; i < len(n); i += 4 {
		t.words = append(t.words, uint64(n[i])|uint64(n[i+1])<<16|uint64(n[i+2])<<32|uint64(n[i+3])<<48)
	}
}

func (t *maskTable) append32(n []uint32) {
	for i := 0; i < len(n); i += 2 {
		w := uint64(n[i])
		if i+1 < len(n) {
			w |= uint64(n[i+1]) << 32
		}
		t.words = append(t.words, w)
	}
}
