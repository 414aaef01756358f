package index

import (
	"context"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/sets"
)

// unsigned is what a column of whole numbers is stored as.
type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

// dense is a column that a direct index is built of, as it is stored.
type dense interface {
	// bounds gives the least and the greatest stored number of some rows, nil for all, that
	// is not NULL; false where there is none.
	bounds(in *operators.BitSet) (lo, hi uint64, ok bool)
	// once notes for each bucket the row that is in it, as 1 + its number; false where one has
	// a second.
	once(ctx context.Context, heads []uint32, of bucketRange) bool
	// count counts the rows of each bucket.
	count(ctx context.Context, counts []uint32, of bucketRange)
	// place puts the rows of each bucket side by side, ascending; next is the place of the
	// bucket's next row.
	place(ctx context.Context, next, order []uint32, of bucketRange)
	// runs gives the rows of [from, to) whose stored numbers are in a set.
	runs(s sets.Stored, from, to int) sets.Ranges
}

// bucketRange is the part of the buckets that one worker fills: [from, to), counted from the stored
// number lo, with the rows of a set, nil for all.
type bucketRange struct {
	in           *operators.BitSet
	lo, from, to uint64
}

// numbers is a dense column by the type of its stored numbers.
type numbers[T unsigned] struct {
	of       []T
	nullable bool
}

func denseOf(a *operators.Array) dense {
	switch a.Storage.Width {
	case 1:
		return numbers[uint8]{storedNumbers[uint8](a), a.Storage.Nullable}
	case 2:
		return numbers[uint16]{storedNumbers[uint16](a), a.Storage.Nullable}
	case 4:
		return numbers[uint32]{storedNumbers[uint32](a), a.Storage.Nullable}
	}
	return numbers[uint64]{storedNumbers[uint64](a), a.Storage.Nullable}
}

func storedNumbers[T unsigned](a *operators.Array) []T {
	if a.Len == 0 {
		return nil
	}
	_ = a.Data[a.Len*a.Storage.Width-1]
	return unsafe.Slice((*T)(unsafe.Pointer(&a.Data[0])), a.Len)
}

func (c numbers[T]) bounds(in *operators.BitSet) (lo, hi uint64, ok bool) {
	for row, n := range c.of {
		switch n := uint64(n); {
		case n == 0 && c.nullable || !Has(in, row):
		case !ok:
			lo, hi, ok = n, n, true
		default:
			lo, hi = min(lo, n), max(hi, n)
		}
	}
	return lo, hi, ok
}

// bucket gives the bucket of a row; false of one that is in none of those of a range.
func (c numbers[T]) bucket(row int, of bucketRange) (uint64, bool) {
	n := uint64(c.of[row])
	b := n - of.lo
	return b, b-of.from < of.to-of.from && !(n == 0 && c.nullable) && Has(of.in, row)
}

func (c numbers[T]) once(ctx context.Context, heads []uint32, of bucketRange) bool {
	for row := 0; row < len(c.of) && !ends(ctx, row); row++ {
		if b, ok := c.bucket(row, of); ok {
			if heads[b] != 0 {
				return false
			}
			heads[b] = uint32(row) + 1
		}
	}
	return true
}

func (c numbers[T]) count(ctx context.Context, counts []uint32, of bucketRange) {
	for row := 0; row < len(c.of) && !ends(ctx, row); row++ {
		if b, ok := c.bucket(row, of); ok {
			counts[b]++
		}
	}
}

func (c numbers[T]) place(ctx context.Context, next, order []uint32, of bucketRange) {
	for row := 0; row < len(c.of) && !ends(ctx, row); row++ {
		if b, ok := c.bucket(row, of); ok {
			order[next[b]] = uint32(row)
			next[b]++
		}
	}
}

func (c numbers[T]) runs(s sets.Stored, from, to int) (out sets.Ranges) {
	test := s.Has
	if len(s) == 1 {
		lo, wide := s[0].Lo, s[0].Hi-s[0].Lo
		test = func(n uint64) bool { return n-lo <= wide }
	} else if member := s.Table(); member != nil {
		test = func(n uint64) bool { return n < uint64(len(member)) && member[n] }
	}
	before := false
	for row, n := range c.of[from:to] {
		now := test(uint64(n))
		switch {
		case now && before:
			out[len(out)-1].Hi++
		case now:
			out = append(out, sets.Interval{Lo: int64(from + row), Hi: int64(from + row)})
		}
		before = now
	}
	return out
}
