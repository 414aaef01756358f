package index

import (
	"context"
	"fmt"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/plan"
)

// Partners estimates how many rows of a table have in a column the whole number that a row of another one has in a
// column of its own: of a sample of up to 4,096 rows that have one, the mean of what all rows of the table are counted for.
func (c *Cache) Partners(ctx context.Context, t *plan.Table, column int, of *plan.Table, ofColumn int) (float64, error) {
	key := Key{Table: t, With: of, Kind: keptPartners, Column: column, Text: strconv.Itoa(ofColumn)}
	out, err := c.Get(ctx, key, func() (any, int64, error) {
		mean, err := partners(ctx, t, column, of, ofColumn)
		return mean, 64, err
	})
	if err != nil {
		return 0, fmt.Errorf("count rows of table %s by column %s: %w", t.Name, t.Columns[column].Name, err)
	}
	return out.(float64), nil
}

func partners(ctx context.Context, t *plan.Table, column int, of *plan.Table, ofColumn int) (float64, error) {
	asked, err := sample(ctx, of, ofColumn)
	if err != nil {
		return 0, err
	}
	from, to := of.Columns[ofColumn].Storage, t.Columns[column].Storage
	w := wanted{often: map[uint64]int{}}
	for _, stored := range asked {
		n, _ := from.Load(stored)
		w.add(to.Store(n), to)
	}
	rows := 0
	for lo := 0; lo < t.Rows; lo += plan.SegmentRows {
		a, err := t.Data.Rows(ctx, column, lo, min(lo+plan.SegmentRows, t.Rows))
		if err != nil {
			return 0, err
		}
		rows += w.rows(a)
		a.Release()
	}
	return float64(rows) / float64(max(1, len(asked))), nil
}

// wanted is how often stored numbers are asked for. A bit says of a hash that none with it is.
type wanted struct {
	often map[uint64]int
	maybe [1 << wantedBits / 64]uint64
}

const wantedBits = 17

// bit is the place of the bit of a number.
func (w *wanted) bit(n uint64) (word, bit uint64) {
	h := n * 0x9e37_79b9_7f4a_7c15 >> (64 - wantedBits)
	return h / 64, h % 64
}

// add asks for a number as a column stores it, which is not what stands for NULL there.
func (w *wanted) add(n uint64, in plan.Storage) {
	if in.Nullable && n == in.Null() {
		return
	}
	word, bit := w.bit(n)
	w.often[n]++
	w.maybe[word] |= 1 << bit
}

// rows is how often the numbers of an array are asked for, together.
func (w *wanted) rows(a arrow.Array) int {
	switch a := a.(type) {
	case *array.Uint8:
		return wantedIn(w, a.Uint8Values())
	case *array.Uint16:
		return wantedIn(w, a.Uint16Values())
	case *array.Uint32:
		return wantedIn(w, a.Uint32Values())
	case *array.Uint64:
		return wantedIn(w, a.Uint64Values())
	}
	return 0
}

func wantedIn[T uint8 | uint16 | uint32 | uint64](w *wanted, values []T) (rows int) {
	for _, v := range values {
		if word, bit := w.bit(uint64(v)); w.maybe[word]>>bit&1 != 0 {
			rows += w.often[uint64(v)]
		}
	}
	return rows
}
