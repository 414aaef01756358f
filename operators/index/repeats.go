package index

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/plan"
)

// Of a column are looked at so many segments, of each at so many places, more where there are few segments,
// and at each place at so many rows, one of several side by side: a store need not unpack more than a block
// for them.
const (
	sampleSegments = 64
	samplePlaces   = 8
	mostPlaces     = 64
	sampleRows     = 8
	sampleSpan     = 64
)

// Repeats estimates how likely it is that two rows of a table have the same value in a column:
// the sum of the squares of the shares that the values have, NULL left away, from a sample of
// up to 4,096 rows. 0 says that no two rows of the sample were alike.
func (c *Cache) Repeats(ctx context.Context, t *plan.Table, column int) (float64, error) {
	out, err := c.Get(ctx, Key{Table: t, Kind: keptRepeats, Column: column}, func() (any, int64, error) {
		s, err := sample(ctx, t, column)
		return repeats(s), 64, err
	})
	if err != nil {
		return 0, fmt.Errorf("sample column %s of table %s: %w", t.Columns[column].Name, t.Name, err)
	}
	return out.(float64), nil
}

// sample gives stored numbers of a column that are not NULL.
func sample(ctx context.Context, t *plan.Table, column int) (out []uint64, err error) {
	every := max(1, (t.Segments()+sampleSegments-1)/sampleSegments)
	places := min(mostPlaces, max(samplePlaces, sampleSegments*samplePlaces/max(1, t.Segments())))
	for s := 0; s < t.Segments(); s += every {
		lo := s * plan.SegmentRows
		rows := min(plan.SegmentRows, t.Rows-lo)
		apart := max(1, rows/places/sampleSpan) * sampleSpan
		for place := 0; place < places && place*apart < rows; place++ {
			at := lo + place*apart
			if out, err = sampleAt(ctx, t, column, at, min(at+sampleSpan, t.Rows), out); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// sampleAt appends numbers of the rows of one place.
func sampleAt(ctx context.Context, t *plan.Table, column, lo, hi int, out []uint64) ([]uint64, error) {
	a, err := t.Data.Rows(ctx, column, lo, hi)
	if err != nil {
		return nil, err
	}
	defer a.Release()
	step := max(1, a.Len()/sampleRows)
	for i := 0; i < a.Len(); i += step {
		at := min(a.Len()-1, i+i*7919%step) // not in step with anything in the rows
		if n, null := number(a, at), t.Columns[column].Storage.Null(); n != null || !t.Columns[column].Storage.Nullable {
			out = append(out, n)
		}
	}
	return out, nil
}

// number is the bits that a column has in a row.
func number(a arrow.Array, row int) uint64 {
	switch a := a.(type) {
	case *array.Uint8:
		return uint64(a.Value(row))
	case *array.Uint16:
		return uint64(a.Value(row))
	case *array.Uint32:
		return uint64(a.Value(row))
	case *array.Uint64:
		return a.Value(row)
	case *array.Float64:
		return math.Float64bits(a.Value(row))
	}
	return uint64(row) // none is like another
}

// repeats is the share of the pairs of a sample whose numbers are equal.
func repeats(sample []uint64) float64 {
	slices.Sort(sample)
	equal, run := 0, 0 // pairs, and rows before this one that it is equal to
	for i := range sample {
		run++
		if i == 0 || sample[i] != sample[i-1] {
			run = 0
		}
		equal += run
	}
	return float64(equal) / max(1, float64(len(sample))*float64(len(sample)-1)/2)
}
