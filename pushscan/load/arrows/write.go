package arrows

import (
	"fmt"
	"io"
	"iter"
	"math/big"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/decimal128"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/plan"
	"gsdms/plan/value"
)

// WriteIPC writes rows as an Arrow IPC file. The columns have names of their own. An ENUM is a
// dictionary of its members, in their order.
func WriteIPC(f io.WriteSeeker, columns []plan.Output, batches iter.Seq2[*plan.Rows, error]) error {
	schema := listing(columns)
	w, err := ipc.NewFileWriter(f, ipc.WithSchema(schema))
	if err != nil {
		return err
	}
	if err := eachRecord(batches, columns, schema, plan.SegmentRows, w.Write); err != nil {
		return err
	}
	return w.Close()
}

// UnitDigits is how many digits of a second's fraction a unit has.
func UnitDigits(unit arrow.TimeUnit) int {
	return map[arrow.TimeUnit]int{arrow.Second: 0, arrow.Millisecond: 3, arrow.Microsecond: 6, arrow.Nanosecond: 9}[unit]
}

// MostDigits is how many digits a decimal has in a file.
const MostDigits = 38

// Schema names and types the columns of a result as Record and WriteParquet have them, and
// WriteIPC but for ENUM. All may be NULL.
func Schema(columns []plan.Output) *arrow.Schema {
	var fields []arrow.Field
	for _, c := range columns {
		fields = append(fields, arrow.Field{Name: c.Name, Type: arrowType(c.Type), Nullable: true})
	}
	return arrow.NewSchema(fields, nil)
}

func arrowType(t plan.Type) arrow.DataType {
	switch t.Kind {
	case plan.Bool:
		return arrow.FixedWidthTypes.Boolean
	case plan.Int:
		return arrow.PrimitiveTypes.Int64
	case plan.Unsigned:
		return arrow.PrimitiveTypes.Uint64
	case plan.Double:
		return arrow.PrimitiveTypes.Float64
	case plan.Date:
		return arrow.FixedWidthTypes.Date32
	case plan.DateTime:
		return &arrow.TimestampType{Unit: unitFor(t.Scale)}
	case plan.Time:
		if t.Scale > 3 {
			return arrow.FixedWidthTypes.Time64us
		}
		return arrow.FixedWidthTypes.Time32ms
	case plan.Decimal:
		digits := t.Precision
		if digits <= 0 || digits > MostDigits {
			digits = MostDigits
		}
		return &arrow.Decimal128Type{Precision: int32(max(digits, t.Scale)), Scale: int32(t.Scale)}
	}
	if t.Bytes() {
		return arrow.BinaryTypes.Binary
	}
	return arrow.BinaryTypes.String
}

// unitFor is the unit of a timestamp with so many digits of a second's fraction.
func unitFor(digits int) arrow.TimeUnit {
	switch {
	case digits == 0:
		return arrow.Second
	case digits <= 3:
		return arrow.Millisecond
	}
	return arrow.Microsecond
}

// eachRecord gives the rows, so many at a time.
func eachRecord(batches iter.Seq2[*plan.Rows, error], columns []plan.Output, schema *arrow.Schema, most int, write func(arrow.Record) error) error {
	r := recordWriter{builder: array.NewRecordBuilder(memory.DefaultAllocator, schema), most: most, write: write}
	defer r.builder.Release()
	if err := r.list(columns); err != nil {
		return err
	}
	for rows, err := range batches {
		if err == nil {
			err = r.add(rows)
		}
		if err != nil {
			return err
		}
	}
	return r.flush()
}

// recordWriter makes records of rows.
type recordWriter struct {
	builder *array.RecordBuilder
	most    int               // rows of a record
	held    int               // of the one that is built
	before  int               // of those that are written
	members []map[string]bool // by column, of those that are ENUMs
	write   func(arrow.Record) error
}

// add takes rows, and writes the records that are full.
func (r *recordWriter) add(rows *plan.Rows) error {
	for lo := 0; lo < rows.Len; {
		hi := min(rows.Len, lo+r.most-r.held)
		for i := range rows.Columns {
			for row := lo; row < hi; row++ {
				if err := r.append(i, &rows.Columns[i], row); err != nil {
					return fmt.Errorf("row %d, column %s: %w", r.before+r.held+row-lo+1, r.builder.Schema().Field(i).Name, err)
				}
			}
		}
		r.held += hi - lo
		if lo = hi; r.held == r.most {
			if err := r.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// append appends one value to a column.
func (r *recordWriter) append(column int, v *plan.Vector, row int) error {
	if to, ok := r.builder.Field(column).(*array.BinaryDictionaryBuilder); ok {
		return r.appendMember(to, column, v, row)
	}
	return appendArrow(r.builder.Field(column), v, row)
}

// flush writes the rows that are held.
func (r *recordWriter) flush() error {
	if r.held == 0 {
		return nil
	}
	record := r.builder.NewRecord()
	defer record.Release()
	r.before, r.held = r.before+r.held, 0
	return r.write(record)
}

// appendArrow appends one value.
func appendArrow(to array.Builder, v *plan.Vector, row int) error {
	if v.IsNull(row) {
		to.AppendNull()
		return nil
	}
	switch to := to.(type) {
	case *array.BooleanBuilder:
		to.Append(v.Ints[row] != 0)
	case *array.Int64Builder:
		to.Append(v.Ints[row])
	case *array.Uint64Builder:
		to.Append(value.UnsignedOf(v.Ints[row]))
	case *array.Float64Builder:
		to.Append(v.Floats[row])
	case *array.Date32Builder:
		to.Append(arrow.Date32(v.Ints[row]))
	case *array.TimestampBuilder:
		to.Append(arrow.Timestamp(v.Ints[row] * value.Pow10(UnitDigits(unitFor(v.Type.Scale))-v.Type.Scale)))
	case *array.Time32Builder:
		to.Append(arrow.Time32(v.Ints[row] * value.Pow10(3-v.Type.Scale)))
	case *array.Time64Builder:
		to.Append(arrow.Time64(v.Ints[row] * value.Pow10(6-v.Type.Scale)))
	case *array.Decimal128Builder:
		return appendDecimal(to, v, row)
	case *array.BinaryBuilder:
		to.Append([]byte(value.BytesOfText(v.Value(row).Text)))
	case *array.StringBuilder:
		to.Append(v.Value(row).String())
	}
	return nil
}

func appendDecimal(to *array.Decimal128Builder, v *plan.Vector, row int) error {
	if v.Wide == nil {
		to.Append(decimal128.FromI64(v.Ints[row]))
		return nil
	}
	n, err := wideDecimal(v, row)
	if err == nil {
		to.Append(n)
	}
	return err
}

// wideDecimal is a decimal past 64 bits, which has no more digits than a file's can have.
func wideDecimal(v *plan.Vector, row int) (decimal128.Num, error) {
	if n := v.Wide[row]; len(new(big.Int).Abs(n).String()) > MostDigits {
		return decimal128.Num{}, fmt.Errorf("%s has more than the %d digits that a decimal has there", v.Value(row), MostDigits)
	}
	return decimal128.FromBigInt(v.Wide[row]), nil
}
