package arrows

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math/big"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/decimal128"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gsdms/plan"
)

// Arrow's own way from records to Parquet, pqarrow, takes all types, those that lie in each other among
// them, and brings all of what Arrow computes with: a fifth of the program, and a tenth of what its
// start takes. The columns of a result are flat and of ten types.

// keepOpen hides from a writer that what it writes to can be closed.
type keepOpen struct{ to io.Writer }

func (k keepOpen) Write(p []byte) (int, error) { return k.to.Write(p) }

// groupRows is the rows of a row group: what a reader and this writer hold at a time.
const groupRows = 1 << 17

// WriteParquet writes rows as a Parquet file. The columns have names of their own.
func WriteParquet(f io.Writer, columns []plan.Output, batches iter.Seq2[*plan.Rows, error]) error {
	records := Schema(columns)
	properties := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Snappy))
	root, err := parquetSchema(records, properties)
	if err != nil {
		return err
	}
	w := file.NewParquetWriter(keepOpen{f}, root, file.WithWriterProps(properties), file.WithWriteMetadata(metadata.KeyValueMetadata{}))
	if err := eachRecord(batches, columns, records, groupRows, func(r arrow.Record) error { return writeGroup(w, r) }); err != nil {
		return err
	}
	return w.Close()
}

// parquetSchema says how the columns of records are in a file.
func parquetSchema(s *arrow.Schema, p *parquet.WriterProperties) (*schema.GroupNode, error) {
	var fields schema.FieldList
	for _, f := range s.Fields() {
		physical, logical, length := parquetType(f.Type)
		node, err := schema.NewPrimitiveNodeLogical(f.Name, parquet.Repetitions.Optional, logical, physical, length, -1)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", f.Name, err)
		}
		fields = append(fields, node)
	}
	return schema.NewGroupNode(p.RootName(), p.RootRepetition(), fields, -1)
}

// parquetType is what arrowType's types are in a file; the length is that of values that all have one.
func parquetType(t arrow.DataType) (physical parquet.Type, logical schema.LogicalType, length int) {
	switch t := t.(type) {
	case *arrow.BooleanType:
		return parquet.Types.Boolean, schema.NoLogicalType{}, -1
	case *arrow.Int64Type:
		return parquet.Types.Int64, schema.NewIntLogicalType(64, true), -1
	case *arrow.Uint64Type:
		return parquet.Types.Int64, schema.NewIntLogicalType(64, false), -1
	case *arrow.Float64Type:
		return parquet.Types.Double, schema.NoLogicalType{}, -1
	case *arrow.Date32Type:
		return parquet.Types.Int32, schema.DateLogicalType{}, -1
	case *arrow.TimestampType:
		unit := schema.TimeUnitMillis // the coarsest that there is
		if t.Unit == arrow.Microsecond {
			unit = schema.TimeUnitMicros
		}
		return parquet.Types.Int64, schema.NewTimestampLogicalTypeForce(true, unit), -1
	case *arrow.Time32Type:
		return parquet.Types.Int32, schema.NewTimeLogicalType(true, schema.TimeUnitMillis), -1
	case *arrow.Time64Type:
		return parquet.Types.Int64, schema.NewTimeLogicalType(true, schema.TimeUnitMicros), -1
	case *arrow.Decimal128Type:
		return parquet.Types.FixedLenByteArray, schema.NewDecimalLogicalType(t.Precision, t.Scale), decimalBytes(t.Precision)
	case *arrow.BinaryType:
		return parquet.Types.ByteArray, schema.NoLogicalType{}, -1
	}
	return parquet.Types.ByteArray, schema.StringLogicalType{}, -1
}

// decimalBytes is how many bytes the numbers of so many digits, and their sign, take.
func decimalBytes(digits int32) int {
	beyond := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	return beyond.Sub(beyond, big.NewInt(1)).BitLen()/8 + 1
}

// writeGroup writes a record as a row group.
func writeGroup(w *file.Writer, r arrow.Record) error {
	group := w.AppendRowGroup()
	for i, column := range r.Columns() {
		to, err := group.NextColumn()
		if err == nil {
			err = writeColumn(to, column)
		}
		if err != nil {
			return fmt.Errorf("write column %s: %w", r.ColumnName(i), err)
		}
	}
	return group.Close()
}

// writeColumn writes the values of a column, which is of one of arrowType's types.
func writeColumn(to file.ColumnChunkWriter, a arrow.Array) error {
	switch a := a.(type) {
	case *array.Boolean:
		return writeValues(to.(*file.BooleanColumnChunkWriter), a, a.Value)
	case *array.Int64:
		return writeValues(to.(*file.Int64ColumnChunkWriter), a, a.Value)
	case *array.Uint64:
		return writeValues(to.(*file.Int64ColumnChunkWriter), a, func(i int) int64 { return int64(a.Value(i)) })
	case *array.Float64:
		return writeValues(to.(*file.Float64ColumnChunkWriter), a, a.Value)
	case *array.Date32:
		return writeValues(to.(*file.Int32ColumnChunkWriter), a, func(i int) int32 { return int32(a.Value(i)) })
	case *array.Timestamp:
		scale := int64(1)
		if a.DataType().(*arrow.TimestampType).Unit == arrow.Second {
			scale = 1000
		}
		return writeValues(to.(*file.Int64ColumnChunkWriter), a, func(i int) int64 { return scale * int64(a.Value(i)) })
	case *array.Time32:
		return writeValues(to.(*file.Int32ColumnChunkWriter), a, func(i int) int32 { return int32(a.Value(i)) })
	case *array.Time64:
		return writeValues(to.(*file.Int64ColumnChunkWriter), a, func(i int) int64 { return int64(a.Value(i)) })
	case *array.Decimal128:
		length := to.Descr().TypeLength()
		return writeValues(to.(*file.FixedLenByteArrayColumnChunkWriter), a, func(i int) parquet.FixedLenByteArray { return bigEndian(a.Value(i), length) })
	case *array.Binary:
		return writeValues(to.(*file.ByteArrayColumnChunkWriter), a, func(i int) parquet.ByteArray { return a.Value(i) })
	case *array.String:
		return writeValues(to.(*file.ByteArrayColumnChunkWriter), a, func(i int) parquet.ByteArray { return parquet.ByteArray(a.Value(i)) })
	}
	return fmt.Errorf("no column of a result is of type %s", a.DataType())
}

// bigEndian is the last bytes of a number, the lowest one last.
func bigEndian(n decimal128.Num, bytes int) parquet.FixedLenByteArray {
	all := binary.BigEndian.AppendUint64(nil, uint64(n.HighBits()))
	return binary.BigEndian.AppendUint64(all, n.LowBits())[16-bytes:]
}

// valueWriter takes the values that are not NULL, and for each row 1, or 0 where it is NULL.
type valueWriter[T any] interface {
	WriteBatch(values []T, present, _ []int16) (int64, error)
}

// writeValues writes the values of a column that value gives.
func writeValues[T any](to valueWriter[T], a arrow.Array, value func(row int) T) error {
	values, present := make([]T, 0, a.Len()), make([]int16, a.Len())
	for row := range present {
		if a.IsValid(row) {
			values, present[row] = append(values, value(row)), 1
		}
	}
	_, err := to.WriteBatch(values, present, nil)
	return err
}
