package restrict

import (
	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// Share estimates the rows that hold a value of the set: the values, NULL as one of
// them, as evenly spread.
func Share(column *plan.Column, s sets.Values) float64 {
	domain := sets.Span(column.Min, column.Max)
	have, all := s.In.Intersect(domain).Count(), domain.Count()
	if column.Storage.Nullable {
		all++
		if s.Null {
			have++
		}
	}
	return min(1, have/max(all, 1))
}

// The bit set of a leaf has less than maxSetBits, 16 MiB, or bitsPerRange for each range, which takes 16
// bytes itself. Above that ranges are spread over leaves: each row tests one after another. The orders
// of Q3 at scale factor 100 are 13 million ranges of 150 million rows. Ranges are on leaves above
// nearSetBits, too, if they are few: a bit set that a cache of a processor has no room for takes longer
// (6 million rows, 6 numbers: 2.3 ms in place of 5; 20: 4 and 4.8; 60: 10 and 5).
const (
	maxSetBits   = 1 << 27
	nearSetBits  = 1 << 22
	bitsPerRange = 1 << 8
	fewRanges    = 4 * operators.MaxRanges
)

// AsBits reports whether a leaf looks stored numbers up in a bit set.
func AsBits(in sets.Stored) bool {
	if len(in) <= operators.MaxRanges {
		return false
	}
	last := in[len(in)-1].Hi
	return last < nearSetBits || len(in) > fewRanges && fitsBits(last, len(in))
}

// fitsBits reports whether so many ranges of numbers up to one may be a bit set.
func fitsBits(hi uint64, ranges int) bool {
	return hi < maxSetBits || hi/bitsPerRange < uint64(ranges)
}

// BitsOf is stored numbers as a bit set.
func BitsOf(name string, in sets.Stored) *operators.BitSet {
	bits := int(in[len(in)-1].Hi) + 1
	set := &operators.BitSet{Name: name, Len: bits, Bits: make([]uint64, (bits+63)/64)}
	for _, r := range in {
		fill(set, r.Lo, r.Hi)
	}
	return set
}

// fill adds the numbers from lo to hi to a set.
func fill(b *operators.BitSet, lo, hi uint64) {
	for w := lo / 64; w <= hi/64; w++ {
		word := ^uint64(0)
		if w == lo/64 {
			word &= ^uint64(0) << (lo % 64)
		}
		if w == hi/64 {
			word &= ^uint64(0) >> (63 - hi%64)
		}
		b.Bits[w] |= word
	}
}

// manyRanges is from how many ranges on a filter is more than a look-up.
const manyRanges = 16 * operators.MaxRanges

// Scattered reports whether the numbers of a column that are in a set are many ranges that no bit set
// holds as they are stored.
func Scattered(s sets.Values, c *plan.Column) bool {
	if len(s.In) < manyRanges || c.Storage.Store(c.Max) < maxSetBits {
		return false
	}
	in := s.Stored(c)
	return len(in) > manyRanges && !AsBits(in)
}

// MostLooked is how many numbers that lie scattered are looked up at most, where they are not nearly as
// many ranges.
const MostLooked = 1 << 22

// isTorn reports whether the numbers of a streamed column that are in a set are many ranges of many numbers,
// as all Sundays are: to test them takes longer than to compute what they are found by.
func (c *Conditions) isTorn(of int, s sets.Values) bool {
	column := &c.tables[c.root].Ref.Table.Columns[of]
	if column.Ref != nil || len(s.In) <= manyRanges || column.Storage.Store(column.Max) < nearSetBits {
		return false
	}
	all := sets.Span(column.Min, column.Max)
	in := s.In.Intersect(all).Count()
	return min(in, all.Count()-in) > MostLooked
}
