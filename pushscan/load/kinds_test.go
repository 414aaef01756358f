package load

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet/compress"

	"gsdms/plan/value"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/load/malformed"
)

// duckKinds is a file that DuckDB 1.5 has written:
//
//	COPY (SELECT CAST(i AS INTEGER) AS i, [i, i + 1] AS l, {'a': i, 'b': 'x'} AS s, MAP {'k': i} AS m,
//	      INTERVAL (i) HOUR AS v, encode('b' || i) || '\x00\xFF'::BLOB AS b,
//	      CAST(format('{:032x}', i * 1000003) AS UUID) AS u,
//	      CAST(CASE i % 3 WHEN 0 THEN 'red' WHEN 1 THEN 'green' END AS ENUM ('red', 'green')) AS e,
//	      CAST(i AS HUGEINT) AS h FROM range(30) t(i)) TO 'kinds.parquet'
const duckKinds = "testdata/duckdb/kinds.parquet"

// Columns that no table has are left out, and named with their types; bytes, UUIDs and what else
// the file has are there.
func TestKindsOfDuckDB(t *testing.T) {
	def, s, err := Infer(context.Background(), duckKinds, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range def.Columns {
		names = append(names, c.Name+" "+c.Type.String())
	}
	if got := fmt.Sprint(names, s.Unheld[0], len(s.Unheld)); got != "[i INT l JSON s JSON m JSON b BLOB u VARCHAR e VARCHAR h DOUBLE] column v is left out: its type is INTERVAL, which no column of a table holds 1" {
		t.Error(got)
	}
	if s.Unheld[0].Type != "INTERVAL" || s.Unheld[0].Name != "v" || s.Unheld[0].Field != 4 {
		t.Error(s.Unheld)
	}
	rows, err := rowsOf([]string{duckKinds}, def, Options{})
	if err != nil || len(rows) != 30 {
		t.Fatal(len(rows), err)
	}
	for i, row := range rows {
		u := fmt.Sprintf("%032x", i*1000003)
		want := []string{strconv.Itoa(i), fmt.Sprintf("[%d, %d]", i, i+1), fmt.Sprintf(`{"a": %d, "b": "x"}`, i), fmt.Sprintf(`{"k": %d}`, i), fmt.Sprintf("b%d\x00\xff", i), u[:8] + "-" + u[8:12] + "-" + u[12:16] + "-" + u[16:20] + "-" + u[20:],
			[]string{"red", "green", "NULL"}[i%3], strconv.Itoa(i)}
		if row[4] = value.BytesOfText(row[4]); !slices.Equal(row, want) {
			t.Errorf("row %d: %q, want %q", i, row, want)
		}
	}
}

// Who names a column that no table has is told so; a table that has none of its name passes over it.
func TestUnheldColumns(t *testing.T) {
	for _, c := range []struct{ columns, want string }{
		{"i int, l big", "field 2 (l): expected a field that an integer column can hold; its type is LIST"},
		{"i int, v big", "field 5 (v): expected a field that an integer column can hold; its type is INTERVAL"},
		{"i int, s double", "field 3 (s): expected a field that DOUBLE can hold; its type is STRUCT"},
	} {
		others := slices.DeleteFunc([]string{"l", "s", "m", "b", "u", "e", "h"}, func(name string) bool { return strings.Contains(c.columns, ", "+name+" ") })
		_, err := rowsOf([]string{duckKinds}, loadtest.Define(c.columns), Options{Others: others})
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v", c.columns, err)
		}
	}
	rows, err := rowsOf([]string{duckKinds}, loadtest.Define("i int"), Options{Others: []string{"l", "s", "m", "b", "u", "e", "h"}})
	if err != nil || len(rows) != 30 || rows[29][0] != "29" {
		t.Error(len(rows), err)
	}
	_, _, err = Infer(context.Background(), duckKinds, Options{Columns: []string{"i", "@l", "@s", "@m", "v", "b", "u", "e", "h"}})
	if err == nil || !strings.Contains(err.Error(), "field 5 (v) has the type INTERVAL, which no column of a table holds") {
		t.Error(err)
	}
	def, _, err := Infer(context.Background(), duckKinds, Options{Columns: []string{"i", "@l", "@s", "@m", "@v", "b", "u", "e", "h"}})
	if err != nil || len(def.Columns) != 5 {
		t.Error(def, err)
	}
}

// Records of Arrow have bytes of any and of one length, and structures, which are left out as well.
func TestUnheldColumnsOfIPC(t *testing.T) {
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{
		{Name: "raw", Type: arrow.BinaryTypes.Binary}, {Name: "s", Type: arrow.StructOf(arrow.Field{Name: "a", Type: arrow.PrimitiveTypes.Int32})},
		{Name: "four", Type: &arrow.FixedSizeBinaryType{ByteWidth: 4}}}, nil))
	defer b.Release()
	for range 2 {
		b.Field(0).(*array.BinaryBuilder).Append([]byte{0, 255})
		b.Field(1).(*array.StructBuilder).Append(true)
		b.Field(1).(*array.StructBuilder).FieldBuilder(0).(*array.Int32Builder).Append(7)
		b.Field(2).(*array.FixedSizeBinaryBuilder).Append([]byte{1, 0, 0, 2})
	}
	path := loadtest.Write(t, "t.arrow", loadtest.IPCFile(t, b.NewRecord()))
	def, s, err := Infer(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Unheld) != 1 || s.Unheld[0].Type != "struct<a: int32>" || def.Columns[0].Type.Name != "BLOB" || def.Columns[1].Type.Name != "VARBINARY(4)" {
		t.Error(s.Unheld, def)
	}
	rows, err := rowsOf([]string{path}, def, Options{})
	if err != nil || len(rows) != 2 || hex.EncodeToString([]byte(value.BytesOfText(rows[1][0])+value.BytesOfText(rows[1][1]))) != "00ff01000002" {
		t.Errorf("%q, %v", rows, err)
	}
}

// A UUID in a column of bytes is its bytes.
func TestUUIDAsBytes(t *testing.T) {
	def := loadtest.Define("u str")
	def.Columns[0].Type = value.BytesType(16, true)
	rows, err := rowsOf([]string{duckKinds}, def, Options{Others: []string{"i", "l", "s", "m", "b", "e", "h"}})
	if err != nil || hex.EncodeToString([]byte(value.BytesOfText(rows[1][0]))) != fmt.Sprintf("%032x", 1000003) {
		t.Errorf("%q, %v", rows, err)
	}
}

// The bounds of UUIDs, which the file has as bytes, are their texts.
func TestBoundsOfUUIDs(t *testing.T) {
	p, err := OpenParts([]string{duckKinds}, loadtest.Define("u str"), Options{Others: []string{"i", "l", "s", "m", "b", "e", "h"}})
	if err != nil {
		t.Fatal(err)
	}
	if low, high, ok := p.TextBounds(0, 0); !ok || low != "00000000-0000-0000-0000-000000000000" || high != "00000000-0000-0000-0000-000001ba8197" {
		t.Error(low, high, ok)
	}
}

// What is no number is refused where it is.
func TestNotANumber(t *testing.T) {
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "a", Type: arrow.PrimitiveTypes.Int32}, {Name: "f", Type: arrow.PrimitiveTypes.Float32}}, nil))
	defer b.Release()
	b.Field(0).(*array.Int32Builder).AppendValues([]int32{1, 2, 3}, nil)
	b.Field(1).(*array.Float32Builder).AppendValues([]float32{1, 2, float32(math.NaN())}, nil)
	_, err := rowsOf([]string{loadtest.Write(t, "t.parquet", loadtest.ParquetFile(t, b.NewRecord(), compress.Codecs.Uncompressed))}, loadtest.Define("a int, f double"), Options{})
	var wrong *malformed.Error
	if !errors.As(err, &wrong) || wrong.Row != 3 || wrong.Field != 2 || wrong.Column != "f" || wrong.Value != "NaN" {
		t.Error(err)
	}
}

// What is no number or infinite is NULL where that is asked for, in columns that can be.
func TestNotANumberIsNull(t *testing.T) {
	fields := []arrow.Field{{Name: "f", Type: arrow.PrimitiveTypes.Float32, Nullable: true}, {Name: "d", Type: arrow.PrimitiveTypes.Float64}}
	files := func(odd float64) []string {
		b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
		defer b.Release()
		b.Field(0).(*array.Float32Builder).AppendValues([]float32{1, 0, float32(odd)}, []bool{true, false, true})
		b.Field(1).(*array.Float64Builder).AppendValues([]float64{odd, 2, 3}, nil)
		rec := b.NewRecord()
		return []string{loadtest.Write(t, "t.parquet", loadtest.ParquetFile(t, rec, compress.Codecs.Snappy)), loadtest.Write(t, "t.arrow", loadtest.IPCFile(t, rec))}
	}
	null := Options{Nulls: []string{"nan"}}
	for _, c := range []struct {
		odd         float64
		columns     string
		opts        Options
		want, wrong string
	}{
		{math.NaN(), "f double, d double", null, "[[1 NULL] [NULL 2] [NULL 3]]", ""},
		{math.NaN(), "f double, d double!", null, "", "row 1, field 2 (d): NULL: expected a value: the column is NOT NULL"},
		{math.NaN(), "f double, d double", Options{}, "", "NaN: expected a finite number; gsdms load --null NaN makes it NULL"},
		{math.Inf(1), "f double, d double", null, "", "+Inf: expected a finite number; gsdms load --null inf makes it NULL"},
		{math.Inf(-1), "f double, d double", Options{Nulls: []string{"NaN", "Inf"}}, "[[1 NULL] [NULL 2] [NULL 3]]", ""},
		{math.NaN(), "f double, d double", Options{NullText: "inf"}, "", "NaN: expected a finite number"},
		{math.NaN(), "f double, d double", Options{Endless: true}, "[[1 NULL] [NULL 2] [NULL 3]]", ""},
		{math.Inf(-1), "f double, d double", Options{Endless: true}, "[[1 NULL] [NULL 2] [NULL 3]]", ""},
	} {
		for _, path := range files(c.odd) {
			rows, err := rowsOf([]string{path}, loadtest.Define(c.columns), c.opts)
			if c.wrong == "" && (err != nil || fmt.Sprint(rows) != c.want) || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
				t.Errorf("%s, %s: %v, %v", path, c.columns, rows, err)
			}
		}
	}
}
