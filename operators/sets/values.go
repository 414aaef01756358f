package sets

import (
	little "encoding/binary"
	"math/bits"
	"slices"
	"sort"

	"gsdms/operators"
	"gsdms/operators/large"
	"gsdms/plan"
)

// Stored is a set of stored numbers, NULL (0) among them if it is a member: sorted,
// disjoint and not adjacent.
type Stored []operators.Range

// Key writes the set so that different ones differ.
func (s Stored) Key() string {
	out := make([]byte, 0, 16*len(s))
	for _, r := range s {
		out = little.LittleEndian.AppendUint64(out, r.Lo)
		out = little.LittleEndian.AppendUint64(out, r.Hi)
	}
	return string(out)
}

// Has reports whether a stored number is in the set.
func (s Stored) Has(n uint64) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].Hi >= n })
	return i < len(s) && s[i].Lo <= n
}

// Meets reports whether a number of the set is one of those from lo to hi.
func (s Stored) Meets(lo, hi uint64) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].Hi >= lo })
	return i < len(s) && s[i].Lo <= hi
}

// Values is a set of a column's values: numbers, and whether NULL is among them.
type Values struct {
	In   Ranges
	Null bool
}

// Intersect gives the values that are in both sets.
func (s Values) Intersect(t Values) Values {
	return Values{s.In.Intersect(t.In), s.Null && t.Null}
}

// Union gives the values that are in one of the sets.
func (s Values) Union(t Values) Values {
	return Values{s.In.union(t.In), s.Null || t.Null}
}

// UnionOf gives the values that are in one of many sets.
func UnionOf(all []Values) (out Values) {
	var in []Interval
	for _, s := range all {
		in, out.Null = append(in, s.In...), out.Null || s.Null
	}
	out.In = NewRanges(in)
	return out
}

// Stored translates the set to the stored numbers of a column; numbers outside the
// column's bounds are left out.
func (s Values) Stored(c *plan.Column) Stored {
	out := large.Pages(make(Stored, 0, len(s.In)+1))
	if s.Null && c.Storage.Nullable {
		out = append(out, operators.Range{})
	}
	for _, r := range s.In.Intersect(Span(c.Min, c.Max)) {
		lo, hi := c.Storage.Store(r.Lo), c.Storage.Store(r.Hi)
		if n := len(out); n > 0 && out[n-1].Hi+1 == lo {
			out[n-1].Hi = hi
			continue
		}
		out = append(out, operators.Range{Lo: lo, Hi: hi})
	}
	return out
}

// All reports whether every value the column holds is in the set.
func (s Values) All(c *plan.Column) bool {
	if c.Storage.Nullable && !s.Null {
		return false
	}
	return s.In.Covers(Span(c.Min, c.Max))
}

// mostMembers is up to which number a set of several ranges is looked up in a table, and
// bitsPerRange how many numbers for each range, if that is more: to search the ranges takes as
// many steps as their number has bits, at places of memory that lie apart.
const (
	mostMembers  = 1 << 20
	bitsPerRange = 1 << 12
)

// Table has a bit for each number up to the largest of a set, 1 where it is in it; nil where
// there are too many.
func (s Stored) Table() []uint64 {
	if len(s) == 0 || s[len(s)-1].Hi >= max(mostMembers, bitsPerRange*uint64(len(s))) {
		return nil
	}
	out := make([]uint64, s[len(s)-1].Hi/64+1)
	for _, r := range s {
		for w := r.Lo / 64; w <= r.Hi/64; w++ {
			word := ^uint64(0)
			if w == r.Lo/64 {
				word <<= r.Lo % 64
			}
			if w == r.Hi/64 {
				word &= ^uint64(0) >> (63 - r.Hi%64)
			}
			out[w] |= word
		}
	}
	return out
}

// OfNumbers gives the set of some numbers, which it takes over.
func OfNumbers(in []int64) Ranges {
	if len(in) == 0 {
		return nil
	}
	lo, hi := slices.Min(in), slices.Max(in)
	if wide := uint64(hi) - uint64(lo); !slices.IsSorted(in) && wide < bitsPerNumber*uint64(len(in)) {
		words := large.Make[uint64](int(wide/64) + 1)
		for _, n := range in {
			at := uint64(n) - uint64(lo)
			words[at/64] |= 1 << (at % 64)
		}
		return OfBits(words, lo)
	}
	slices.Sort(in)
	return runsOf(in)
}

// runsOf gives the set of numbers that ascend.
func runsOf(in []int64) Ranges {
	runs := 1
	for i, n := range in[1:] {
		if uint64(n)-uint64(in[i]) > 1 {
			runs++
		}
	}
	out := append(large.Pages(make(Ranges, 0, runs)), Interval{in[0], in[0]})
	for i, n := range in[1:] {
		if uint64(n)-uint64(in[i]) > 1 {
			out = append(out, Interval{Lo: n})
		}
		out[len(out)-1].Hi = n
	}
	return out
}

// bitsPerNumber is how many bits a number is worth: two words, as an interval of it alone has.
const bitsPerNumber = 128

// OfBits gives the numbers of the bits that are one, counted from lo.
func OfBits(words []uint64, lo int64) Ranges {
	runs, before := 0, uint64(0)
	for _, w := range words {
		runs += bits.OnesCount64(w &^ (w<<1 | before>>63))
		before = w
	}
	out := large.Pages(make(Ranges, 0, runs))
	before = 0
	for i, w := range words {
		after := uint64(0)
		if i+1 < len(words) {
			after = words[i+1]
		}
		open := len(out) - 1
		for starts := w &^ (w<<1 | before>>63); starts != 0; starts &= starts - 1 {
			out = append(out, Interval{Lo: lo + int64(i*64+bits.TrailingZeros64(starts))})
		}
		if before>>63&w&1 == 0 {
			open++
		}
		for ends := w &^ (w>>1 | after<<63); ends != 0; ends &= ends - 1 {
			out[open].Hi = lo + int64(i*64+bits.TrailingZeros64(ends))
			open++
		}
		before = w
	}
	return out
}
