package load

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"
	"go.uber.org/goleak"

	"gsdms/pushscan/load/loadtest"
)

func TestMain(m *testing.M) {
	if handled, code := ChildMain(os.Args); handled {
		os.Exit(code)
	}
	goleak.VerifyTestMain(m)
}

// Infer gives a table that the file then loads into, with the types of its schema.
func TestInferParquet(t *testing.T) {
	rec, want := loadtest.Record(t, 50, true)
	path := loadtest.Write(t, "some.parquet", loadtest.ParquetFile(t, rec, compress.Codecs.Snappy))
	def, s, err := Infer(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	for _, c := range def.Columns {
		types = append(types, c.Name+" "+c.Type.String())
	}
	if got := fmt.Sprint(def.Name, " ", s, types); got != "some parquet [i8 TINYINT u16 INT i64 BIGINT u64 BIGINT UNSIGNED dec DECIMAL(12,2) f32 DOUBLE f64 DOUBLE day DATE ts DATETIME(6) flag BOOL word VARCHAR]" {
		t.Error(got)
	}
	got, err := rowsOf([]string{path}, def, Options{})
	if err != nil || len(got) != len(want) || got[3][10] != want[3][10] || got[5][0] != want[5][0] {
		t.Error(len(got), err)
	}
}

func TestParquetAndIPC(t *testing.T) {
	rec, want := loadtest.Record(t, 20000, false)
	dict, _ := loadtest.Record(t, 20000, true)
	for name, content := range map[string][]byte{
		"plain.parquet": loadtest.ParquetFile(t, rec, compress.Codecs.Uncompressed), "snappy.parquet": loadtest.ParquetFile(t, rec, compress.Codecs.Snappy),
		"zstd.parquet": loadtest.ParquetFile(t, dict, compress.Codecs.Zstd), "file.arrow": loadtest.IPCFile(t, rec),
		"lz4.arrow": loadtest.IPCFile(t, rec, ipc.WithLZ4()), "dict.arrow": loadtest.IPCStream(t, dict), "stream.arrows": loadtest.IPCStream(t, rec),
	} {
		t.Run(name, func(t *testing.T) {
			path := loadtest.Write(t, name, content)
			got, err := rowsOf([]string{path}, loadtest.Define(loadtest.RecordColumns), Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if fmt.Sprint(got[i]) != fmt.Sprint(want[i]) {
					t.Fatalf("row %d: got %q, want %q", i, got[i], want[i])
				}
			}
			if len(got) != len(want) {
				t.Fatalf("%d rows, want %d", len(got), len(want))
			}
		})
	}
}

// Fields go to columns by name, or as the options list them; the others get defaults.
func TestParquetColumns(t *testing.T) {
	rec, want := loadtest.Record(t, 30, false)
	path := loadtest.Write(t, "t.parquet", loadtest.ParquetFile(t, rec, compress.Codecs.Snappy))
	columns := []string{"", "", "key", "@skipped", "", "", "", "", "", "", "name"}
	got, err := rowsOf([]string{path, path}, loadtest.Define("name str, other int, key big"), Options{Columns: columns})
	if err != nil || len(got) != 60 {
		t.Fatal(len(got), err)
	}
	for i, row := range got {
		if w := want[i%30]; row[0] != w[10] || row[1] != "NULL" || row[2] != w[2] {
			t.Fatalf("row %d: %q, want %q", i, row, w)
		}
	}
	_, err = rowsOf([]string{path}, loadtest.Define("name str"), Options{})
	if err == nil || !strings.Contains(err.Error(), `field 1 is named "i8", but table t has no such column (it has name`) {
		t.Fatal(err)
	}
}

// Values that a column does not hold are refused where they are.
func TestParquetBadValues(t *testing.T) {
	rec, _ := loadtest.Record(t, 9000, false)
	path := loadtest.Write(t, "t.parquet", loadtest.ParquetFile(t, rec, compress.Codecs.Snappy))
	for columns, want := range map[string]string{
		strings.Replace(loadtest.RecordColumns, "u16 int", "u16 tiny", 1):   `, row 20, field 2 (u16): "133": expected an integer from -128 to 127`,
		strings.Replace(loadtest.RecordColumns, "i8 tiny", "i8 tiny!", 1):   `, row 1, field 1 (i8): NULL: expected a value: the column is NOT NULL`,
		strings.Replace(loadtest.RecordColumns, "dec dec18", "dec int", 1):  `, row 2, field 5 (dec): "3.01": expected a decimal that the column holds without rounding`,
		strings.Replace(loadtest.RecordColumns, "word str", "word str5", 1): `, row 1, field 11 (word): "wört 0": expected at most 5 characters`,
		strings.Replace(loadtest.RecordColumns, "word str", "word int", 1):  `, field 11 (word): expected a field that an integer column can hold; its type is utf8`,
		strings.Replace(loadtest.RecordColumns, "f64 double", "f64 dec", 1): `, field 7 (f64): expected a field that DECIMAL can hold; its type is float64`,
	} {
		_, err := rowsOf([]string{path}, loadtest.Define(columns), Options{})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want ...%s", columns, err, want)
		}
	}
}

// A timestamp with a time of day is no date.
func TestTimestampNotMidnight(t *testing.T) {
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "ts", Type: arrow.FixedWidthTypes.Timestamp_s}}, nil))
	b.Field(0).(*array.TimestampBuilder).AppendValues([]arrow.Timestamp{-86400, 86401}, nil)
	path := loadtest.Write(t, "t.arrow", loadtest.IPCStream(t, b.NewRecord()))
	_, err := rowsOf([]string{path}, loadtest.Define("ts date"), Options{})
	if err == nil || !strings.Contains(err.Error(), `row 2, field 1 (ts): "1970-01-02 00:00:01Z": expected a date, without a time of day`) {
		t.Fatal(err)
	}
}

// A logical type that the reader does not know is named; the file is not called damaged.
func TestUnknownLogicalType(t *testing.T) {
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, schema.FieldList{
		schema.MustPrimitive(schema.NewPrimitiveNodeLogical("odd", parquet.Repetitions.Required, schema.JSONLogicalType{}, parquet.Types.ByteArray, 0, -1)),
	}, -1)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := file.NewParquetWriter(&out, root).Close(); err != nil {
		t.Fatal(err)
	}
	// The union of logical types has the number in its first byte: 12 is JSON, 9 INTERVAL.
	content := bytes.Replace(out.Bytes(), []byte("\xcc\x00\x00"), []byte("\x9c\x00\x00"), 1)
	if bytes.Equal(content, out.Bytes()) {
		t.Fatal("the file has no logical type")
	}
	_, err = rowsOf([]string{loadtest.Write(t, "t.parquet", content)}, loadtest.Define("odd str"), Options{})
	if err == nil || !strings.Contains(err.Error(), `field 1 (odd): expected a field that a string column can hold; its type is INTERVAL`) || strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
}
