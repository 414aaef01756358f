package loadtest

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/decimal128"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// Record makes a record of every type that is taken, every seventh value NULL, and the
// rows that it stands for.
func Record(t testing.TB, rows int, dictionary bool) (arrow.Record, [][]string) {
	word := arrow.DataType(arrow.BinaryTypes.String)
	if dictionary {
		word = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: word}
	}
	fields := []arrow.Field{
		{Name: "i8", Type: arrow.PrimitiveTypes.Int8}, {Name: "u16", Type: arrow.PrimitiveTypes.Uint16},
		{Name: "i64", Type: arrow.PrimitiveTypes.Int64}, {Name: "u64", Type: arrow.PrimitiveTypes.Uint64},
		{Name: "dec", Type: &arrow.Decimal128Type{Precision: 12, Scale: 2}}, {Name: "f32", Type: arrow.PrimitiveTypes.Float32},
		{Name: "f64", Type: arrow.PrimitiveTypes.Float64}, {Name: "day", Type: arrow.FixedWidthTypes.Date32},
		{Name: "ts", Type: arrow.FixedWidthTypes.Timestamp_us}, {Name: "flag", Type: arrow.FixedWidthTypes.Boolean},
		{Name: "word", Type: word},
	}
	for i := range fields {
		fields[i].Nullable = true
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
	defer b.Release()
	want := make([][]string, rows)
	for row := range rows {
		n := int64(row % 9000)
		day := 20000 - 37*n
		date := time.Unix(day*86400, 0).UTC().Format("2006-01-02")
		want[row] = []string{strconv.Itoa(int(int8(n))), strconv.Itoa(int(uint16(n * 7))), strconv.FormatInt(-n*1e15, 10),
			strconv.FormatInt(n*1e14, 10), fmt.Sprintf("%d.%02d00", n*3, n%100), fmt.Sprint(float64(n) / 4), fmt.Sprint(float64(n) / 8),
			date, date, strconv.Itoa(row % 2), fmt.Sprintf("wört %d", n%50)}
		for i, f := range b.Fields() {
			if (row+i)%7 == 0 {
				f.AppendNull()
				want[row][i] = "NULL"
				continue
			}
			appendValue(t, f, n, day, want[row][i])
		}
	}
	return b.NewRecord(), want
}

func appendValue(t testing.TB, f array.Builder, n, day int64, text string) {
	switch f := f.(type) {
	case *array.Decimal128Builder:
		f.Append(decimal128.FromI64(n*300 + n%100))
	case *array.Date32Builder:
		f.Append(arrow.Date32(day))
	case *array.TimestampBuilder:
		f.Append(arrow.Timestamp(day * 86400e6))
	case *array.BooleanBuilder:
		f.Append(n%2 == 1)
	case *array.BinaryDictionaryBuilder:
		if err := f.AppendString(text); err != nil {
			t.Fatal(err)
		}
	default:
		if err := f.AppendValueFromString(text); err != nil {
			t.Fatal(err)
		}
	}
}

// RecordColumns are columns for what sample makes.
const RecordColumns = "i8 tiny, u16 int, i64 big, u64 big, dec dec18, f32 double, f64 double, day date, ts date, flag bool, word str"

// IPCFile writes a record in pieces, as a file.
func IPCFile(t testing.TB, rec arrow.Record, opts ...ipc.Option) []byte {
	var out Buffer
	w, err := ipc.NewFileWriter(&out, append(opts, ipc.WithSchema(rec.Schema()))...)
	if err != nil {
		t.Fatal(err)
	}
	half := rec.NumRows() / 2
	err = errors.Join(w.Write(rec.NewSlice(0, half)), w.Write(rec.NewSlice(half, rec.NumRows())), w.Close())
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// IPCStream writes a record in pieces, as a stream.
func IPCStream(t testing.TB, rec arrow.Record) []byte {
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(rec.Schema()))
	if err := errors.Join(w.Write(rec), w.Write(rec.NewSlice(0, 0)), w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Buffer is one that tells its length, as the IPC writer asks.
type Buffer struct{ bytes.Buffer }

func (s *Buffer) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 {
		return 0, errors.New("a Buffer only tells where it is")
	}
	return int64(s.Len()), nil
}
