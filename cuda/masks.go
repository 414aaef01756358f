package cuda

import (
	"math"
	"math/bits"
	"slices"
	"sort"
)

// maskTable gives, for a stored number, the words of a mask. Numbers between two bounds
// of the clauses have one mask: they are an interval. An exact table holds the masks by
// number. Others find the interval by the number's block of 2^shift numbers: it is that of
// the block's first number, or the next; where the top bit says that more than one bound
// lies in the block, some interval behind.
//
// Words of 64 bits: the blocks, 16 bits each; the intervals' last numbers, 32 bits; the
// masks, stride words of 32 bits each, so that one load gets them.
type maskTable struct {
	words  []uint64
	exact  bool
	shift  int
	last   int // the last block or number; what lies behind is like it
	stride int
	ends   int // word where they begin
	masks  int
}

// The sizes of tables: an exact one has at most so many words of 32 bits, the others so
// many blocks.
const (
	exactWords  = 4 << 10
	tableBlocks = 4 << 10
)

// newMaskTable fills the table of a column from the ranges of its clauses.
func newMaskTable(c *crowdColumn, bitOf map[int]int) *maskTable {
	starts := c.Starts
	last := starts[len(starts)-1]
	t := &maskTable{stride: maskStride(len(c.words))}
	masks := t.masksOf(c, bitOf)
	if (int(last)+1)*t.stride <= exactWords {
		t.fillExact(starts, masks)
		return t
	}
	for last>>t.shift >= tableBlocks {
		t.shift++
	}
	blocks := blocksOf(starts, t.shift)
	t.last = len(blocks) - 1
	t.append16(blocks)
	t.pad(tableBlocks/4 + 2)
	t.ends = len(t.words)
	t.append32(endsOf(starts))
	t.pad(t.ends + max(2, powerOfTwo(len(starts)/2)))
	t.masks = len(t.words)
	t.append32(masks)
	t.pad(t.masks + max(2, powerOfTwo(len(masks)/2)))
	return t
}

// maskStride is the words of 32 bits from mask to mask: 1, 2 or 4, as one load reads.
func maskStride(words int) int { return 1 << bits.Len(uint(words-1)) }

// masksOf gives the words of each interval's mask: a bit is one unless a clause of its
// program fails there.
func (t *maskTable) masksOf(c *crowdColumn, bitOf map[int]int) []uint32 {
	out := make([]uint32, len(c.Starts)*t.stride)
	for i := range out {
		out[i] = ^uint32(0)
	}
	c.Fails(func(interval, program int) {
		bit := bitOf[program]
		at, _ := slices.BinarySearch(c.words, bit/32)
		out[interval*t.stride+at] &^= 1 << (bit % 32)
	})
	return out
}

func (t *maskTable) fillExact(starts, masks []uint32) {
	t.exact, t.last = true, int(starts[len(starts)-1])
	var all []uint32
	for i, from := range starts {
		to := from + 1
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		for range to - from {
			all = append(all, masks[i*t.stride:(i+1)*t.stride]...)
		}
	}
	t.append32(all)
	t.pad(max(2, powerOfTwo(len(t.words))))
}

// endsOf gives the last number of each interval.
func endsOf(starts []uint32) []uint32 {
	out := make([]uint32, len(starts))
	for i := range out {
		out[i] = math.MaxUint32
		if i+1 < len(starts) {
			out[i] = starts[i+1] - 1
		}
	}
	return out
}

// blocksOf gives for each block the interval of its first number, and the top bit where
// more than one other begins in it. The last block stands for all numbers behind it, too.
func blocksOf(starts []uint32, shift int) []uint16 {
	out := make([]uint16, int(starts[len(starts)-1]>>shift)+2)
	at := func(n uint64) int {
		return sort.Search(len(starts), func(i int) bool { return uint64(starts[i]) > n }) - 1
	}
	for b := range out {
		first := uint64(b) << shift
		i := at(first)
		out[b] = uint16(i)
		if at(first+1<<shift-1) > i+1 {
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
