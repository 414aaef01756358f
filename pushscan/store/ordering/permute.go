package ordering

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
)

// Permuted reads a column of so many rows in another order: row i of it is row from[i] of read. It
// holds the whole column from the first call on.
func Permuted(ctx context.Context, read coding.Reader, rows int, from []uint32) coding.Reader {
	var all []int64
	var nulls []bool
	return func(s int, n []int64, null []bool) (int, error) {
		if all == nil {
			var err error
			if all, nulls, err = coding.ReadAll(ctx, read, rows); err != nil {
				return 0, err
			}
		}
		part := from[s*plan.SegmentRows : min(len(from), (s+1)*plan.SegmentRows)]
		for i, r := range part {
			n[i], null[i] = all[r], nulls[r]
		}
		return len(part), nil
	}
}

// Renumbered reads a foreign key whose rows have got other numbers. Those that are gone are
// referred to by dead rows only, which have NULL instead, whether the column takes it or not.
func Renumbered(read coding.Reader, number []uint32) coding.Reader {
	return func(s int, n []int64, null []bool) (int, error) {
		rows, err := read(s, n, null)
		for i, r := range n[:rows] {
			if null[i] {
				continue
			}
			n[i] = int64(number[r])
			if number[r] == NoSuchRow {
				n[i], null[i] = 0, true
			}
		}
		return rows, err
	}
}

// Inverse gives the new number of each of so many rows, noSuchRow of those that are not in
// the permutation.
func Inverse(permutation []uint32, rows int) []uint32 {
	number := slices.Repeat([]uint32{NoSuchRow}, rows)
	for i, r := range permutation {
		number[r] = uint32(i)
	}
	return number
}

// Compare orders values as rows are; NULL is first.
func (v Value) Compare(o Value) int {
	if v.Null != o.Null {
		return cmp.Compare(notNull(v.Null), notNull(o.Null))
	}
	return cmp.Compare(v.N, o.N)
}

// Value is a number or NULL.
type Value struct {
	N    int64
	Null bool
}

// notNull ranks NULL first.
func notNull(null bool) int {
	if null {
		return 0
	}
	return 1
}

// NoSuchRow stands for a row that is not there.
const NoSuchRow = math.MaxUint32
