package arrows

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/decimal128"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/plan"
	"gsdms/plan/value"
)

// Record makes a record of rows [lo, hi), with a schema of Schema. Where Arrow
// holds numbers as a vector does, the record refers to those of the rows, which nobody may
// change as long as it lives; the rest is copied, texts of a dictionary too. A decimal of
// more than 38 digits and a time that is no time of a day are errors.
func Record(schema *arrow.Schema, rows *plan.Rows, lo, hi int) (arrow.Record, error) {
	columns := make([]arrow.Array, len(rows.Columns))
	for i := range rows.Columns {
		to, v := schema.Field(i).Type, &rows.Columns[i]
		if v.Type.Kind == plan.Null {
			columns[i] = array.MakeArrayOfNull(memory.DefaultAllocator, to, hi-lo)
			continue
		}
		data, err := arrowData(to, v, lo, hi)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", schema.Field(i).Name, err)
		}
		columns[i] = array.MakeFromData(data)
	}
	return array.NewRecord(schema, columns, int64(hi-lo)), nil
}

// arrowData makes the buffers of rows [lo, hi) of a column: a bit for each row that is not
// NULL, none where no row is, and the values.
func arrowData(to arrow.DataType, v *plan.Vector, lo, hi int) (*array.Data, error) {
	valid, nulls := validBits(v.Nulls, lo, hi)
	buffers := []*memory.Buffer{valid}
	if to.ID() == arrow.STRING || to.ID() == arrow.BINARY {
		offsets, text, err := textBuffers(v, lo, hi)
		if err != nil {
			return nil, err
		}
		buffers = append(buffers, offsets, text)
	} else {
		values, err := valueBuffer(to, v, lo, hi)
		if err != nil {
			return nil, err
		}
		buffers = append(buffers, values)
	}
	return array.NewData(to, hi-lo, buffers, nil, nulls, 0), nil
}

// validBits has a bit for each row that is not NULL, nil where none is.
func validBits(nulls []bool, lo, hi int) (*memory.Buffer, int) {
	if nulls == nil {
		return nil, 0
	}
	packed := packBits(nulls[lo:hi])
	count := 0
	for i := range packed {
		count += bits.OnesCount8(packed[i])
		packed[i] = ^packed[i]
	}
	if count == 0 {
		return nil, 0
	}
	if tail := (hi - lo) % 8; tail != 0 {
		packed[len(packed)-1] &= 1<<tail - 1
	}
	return memory.NewBufferBytes(packed), count
}

// packBits makes bits of truth values, the first one the lowest.
func packBits(from []bool) []byte {
	out := make([]byte, (len(from)+7)/8)
	i := 0
	for ; i+8 <= len(from); i += 8 {
		// A bool is a byte with 0 or 1; the product has the lowest bits of eight of them in
		// its highest byte.
		eight := *(*uint64)(unsafe.Pointer(&from[i]))
		out[i/8] = byte(eight * 0x0102040810204080 >> 56)
	}
	for ; i < len(from); i++ {
		if from[i] {
			out[i/8] |= 1 << (i % 8)
		}
	}
	return out
}

// valueBuffer is the values of numbers, of NULL any.
func valueBuffer(to arrow.DataType, v *plan.Vector, lo, hi int) (*memory.Buffer, error) {
	if v.Floats != nil {
		return memory.NewBufferBytes(arrow.Float64Traits.CastToBytes(v.Floats[lo:hi])), nil
	}
	if v.Wide != nil {
		return wideBuffer(v, lo, hi)
	}
	numbers := v.Ints[lo:hi]
	switch to := to.(type) {
	case *arrow.Uint64Type:
		unsigned := make([]uint64, len(numbers))
		for i, n := range numbers {
			unsigned[i] = value.UnsignedOf(n)
		}
		return memory.NewBufferBytes(arrow.Uint64Traits.CastToBytes(unsigned)), nil
	case *arrow.BooleanType:
		truth := make([]bool, len(numbers))
		for i, n := range numbers {
			truth[i] = n != 0
		}
		return memory.NewBufferBytes(packBits(truth)), nil
	case *arrow.Date32Type:
		days := make([]int32, len(numbers))
		for i, n := range numbers {
			days[i] = int32(n)
		}
		return memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(days)), nil
	case *arrow.TimestampType:
		return ticksBuffer(numbers, value.Pow10(UnitDigits(to.Unit)-v.Type.Scale)), nil
	case *arrow.Time32Type, *arrow.Time64Type:
		return clockBuffer(v, lo, hi)
	case *arrow.Decimal128Type:
		decimals := make([]decimal128.Num, len(numbers))
		for i, n := range numbers {
			decimals[i] = decimal128.FromI64(n)
		}
		return memory.NewBufferBytes(arrow.Decimal128Traits.CastToBytes(decimals)), nil
	}
	return memory.NewBufferBytes(arrow.Int64Traits.CastToBytes(numbers)), nil
}

// ticksBuffer is numbers times a factor: of a unit that is so many times shorter.
func ticksBuffer(numbers []int64, factor int64) *memory.Buffer {
	if factor != 1 {
		scaled := make([]int64, len(numbers))
		for i, n := range numbers {
			scaled[i] = n * factor
		}
		numbers = scaled
	}
	return memory.NewBufferBytes(arrow.Int64Traits.CastToBytes(numbers))
}

// clockBuffer is the times of a day, in milliseconds of 32 bits up to three digits of a
// second and in microseconds of 64 else.
func clockBuffer(v *plan.Vector, lo, hi int) (*memory.Buffer, error) {
	day := 24 * 60 * 60 * value.Ticks(v.Type.Scale)
	for i, n := range v.Ints[lo:hi] {
		if (n < 0 || n >= day) && !v.IsNull(lo+i) {
			return nil, fmt.Errorf("row %d: Arrow has times of a day only, and %s is none: CAST(… AS CHAR) gives its text", lo+i+1, value.AppendTime(nil, n, v.Type.Scale))
		}
	}
	if v.Type.Scale > 3 {
		return ticksBuffer(v.Ints[lo:hi], value.Pow10(6-v.Type.Scale)), nil
	}
	factor := value.Pow10(3 - v.Type.Scale)
	out := make([]int32, hi-lo)
	for i, n := range v.Ints[lo:hi] {
		out[i] = int32(n * factor)
	}
	return memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(out)), nil
}

// wideBuffer is decimals past 64 bits.
func wideBuffer(v *plan.Vector, lo, hi int) (*memory.Buffer, error) {
	out := make([]decimal128.Num, hi-lo)
	for i := range out {
		if v.IsNull(lo + i) {
			continue
		}
		var err error
		if out[i], err = wideDecimal(v, lo+i); err != nil {
			return nil, fmt.Errorf("row %d: %w", lo+i+1, err)
		}
	}
	return memory.NewBufferBytes(arrow.Decimal128Traits.CastToBytes(out)), nil
}

// Fitting gives the end of the rows from lo on that make a record of about so many bytes
// at most: one row at least, where there is one, and no more than a segment has.
func Fitting(rows *plan.Rows, lo int, most int64) (hi int) {
	width := int64(1)
	for i := range rows.Columns {
		if width += 8; rows.Columns[i].Type.Kind == plan.Decimal {
			width += 8
		}
	}
	n := int(min(most/width+1, plan.SegmentRows, int64(rows.Len-lo)))
	for n > 1 && textsAbove(rows, lo, lo+n, most) {
		n /= 2
	}
	return lo + n
}
