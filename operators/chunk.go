package operators

import (
	"iter"
	"math/bits"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/plan"
)

// ChunkRef says which rows of which table a chunk holds.
type ChunkRef struct {
	Table    *plan.Table
	Seq      int // number of the chunk
	Row      int // number of its first row; a multiple of plan.SegmentRows or, in tests, of 64
	Rows     int
	Segments Segments // of the chunk that some attached query can match
	Ahead    bool     // the stream holds another chunk meanwhile: Load is not to wait for memory that others hold
}

// FirstSegment is the number of the segment that the chunk begins in, and EndSegment that behind its last.
func (c ChunkRef) FirstSegment() int { return c.Row / plan.SegmentRows }
func (c ChunkRef) EndSegment() int   { return (c.Row + c.Rows + plan.SegmentRows - 1) / plan.SegmentRows }

// RowsOf gives the rows of a segment that the chunk has, counted from its first: from lo to before hi.
func (c ChunkRef) RowsOf(segment int) (lo, hi int) {
	return max(segment*plan.SegmentRows, c.Row) - c.Row, min((segment+1)*plan.SegmentRows, c.Row+c.Rows) - c.Row
}

// Needed is how many rows of the chunk its segments have that are also in a set, nil for all. Only the chunk's
// first and its last segment may have fewer rows than others.
func (c ChunkRef) Needed(in *BitSet) int {
	rows := c.Segments.Common(in) * plan.SegmentRows
	for i, end := range [2]int{c.FirstSegment(), c.EndSegment() - 1} {
		if (i == 0 || end != c.FirstSegment()) && c.Segments.Has(end) && (in == nil || in.Has(end)) {
			lo, hi := c.RowsOf(end)
			rows -= plan.SegmentRows - (hi - lo)
		}
	}
	return rows
}

// Segments is a set of segments of a table, as bits: a chunk of a card has thousands, which every wave waits for
// to be found and counted. It is not changed.
type Segments struct {
	first int      // of the first bit, a multiple of 64
	words []uint64 // neither the first nor the last is zero
	n     int
}

// SegmentsOf gives a set of segments, which ascend.
func SegmentsOf(ascending ...int) Segments {
	if len(ascending) == 0 {
		return Segments{}
	}
	first := ascending[0] / 64
	words := make([]uint64, ascending[len(ascending)-1]/64-first+1)
	for _, s := range ascending {
		words[s/64-first] |= 1 << (s % 64)
	}
	return Segments{first * 64, words, len(ascending)}
}

// SegmentsIn gives the segments from one to before another that are in a set, all of them where it is nil.
func SegmentsIn(set []uint64, from, to int) Segments {
	if from >= to {
		return Segments{}
	}
	first, end := from/64, (to+63)/64
	words := make([]uint64, end-first)
	for i := range words {
		if words[i] = ^uint64(0); set != nil {
			words[i] = set[first+i]
		}
	}
	words[0] &= ^uint64(0) << (from % 64)
	words[len(words)-1] &= ^uint64(0) >> (end*64 - to)
	n := 0
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	for len(words) > 0 && words[len(words)-1] == 0 {
		words = words[:len(words)-1]
	}
	for len(words) > 0 && words[0] == 0 {
		words, first = words[1:], first+1
	}
	return Segments{first * 64, words, n}
}

// Len is how many segments there are.
func (s Segments) Len() int { return s.n }

// Has reports whether a segment is there.
func (s Segments) Has(segment int) bool {
	at := segment - s.first
	return at >= 0 && at < 64*len(s.words) && s.words[at/64]>>(at%64)&1 != 0
}

// Common is how many of them are in a set, which has room for all; nil has all.
func (s Segments) Common(in *BitSet) int {
	if in == nil {
		return s.n
	}
	n := 0
	for i, w := range s.words {
		n += bits.OnesCount64(w & in.Bits[s.first/64+i])
	}
	return n
}

// All visits the segments in ascending order.
func (s Segments) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range s.words {
			for ; w != 0; w &= w - 1 {
				if !yield(s.first + 64*i + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// List gives the segments in ascending order.
func (s Segments) List() []int {
	out := make([]int, 0, s.n)
	for segment := range s.All() {
		out = append(out, segment)
	}
	return out
}

// From gives the set as bits counted from a segment on, none of them before it, of so many words.
func (s Segments) From(segment, words int) []uint64 {
	out := make([]uint64, words)
	for i, w := range s.words {
		at := s.first + 64*i - segment // of the word's first bit; it may be below 0, its first bits not
		if at < 0 {
			out[0] |= w >> -at
			continue
		}
		if out[at/64] |= w << (at % 64); at%64 > 0 && w>>(64-at%64) != 0 {
			out[at/64+1] |= w >> (64 - at%64)
		}
	}
	return out
}

// Columns are columns of a chunk's rows as they are stored: their ordinals, which ascend, and the numbers.
type Columns struct {
	Ordinals []int
	Arrays   []arrow.Array
}

// Retain keeps the columns until they are released once more.
func (c Columns) Retain() {
	for _, a := range c.Arrays {
		a.Retain()
	}
}

// Release lets go of the columns.
func (c Columns) Release() {
	for _, a := range c.Arrays {
		a.Release()
	}
}
