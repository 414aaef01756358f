package ipc

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/store/ingest"
)

// entryTypes are the types that the values of a dictionary may have, the columns that
// they go to, and values of each as they are loaded.
var entryTypes = []struct {
	arrow  arrow.DataType
	column string
	texts  [2]string
}{
	{arrow.PrimitiveTypes.Int8, "tiny", [2]string{"-5", "7"}},
	{arrow.PrimitiveTypes.Int16, "int", [2]string{"-500", "700"}},
	{arrow.PrimitiveTypes.Int32, "int", [2]string{"-50000", "70000"}},
	{arrow.PrimitiveTypes.Int64, "big", [2]string{"-5000000000", "7000000000"}},
	{arrow.PrimitiveTypes.Uint8, "int", [2]string{"5", "250"}},
	{arrow.PrimitiveTypes.Uint16, "int", [2]string{"5", "65000"}},
	{arrow.PrimitiveTypes.Uint32, "big", [2]string{"5", "4000000000"}},
	{arrow.PrimitiveTypes.Uint64, "big", [2]string{"5", "9000000000000000000"}},
	{arrow.FixedWidthTypes.Float16, "double", [2]string{"0.5", "-2"}},
	{arrow.PrimitiveTypes.Float32, "double", [2]string{"0.25", "-3.5"}},
	{arrow.PrimitiveTypes.Float64, "double", [2]string{"0.1", "-1e+100"}},
	{arrow.PrimitiveTypes.Int32, "double", [2]string{"12", "-13"}},
	{&arrow.Decimal128Type{Precision: 9, Scale: 4}, "double", [2]string{"1.5", "-2.25"}},
	{arrow.FixedWidthTypes.Boolean, "bool", [2]string{"1", "0"}},
	{arrow.FixedWidthTypes.Date32, "date", [2]string{"2020-02-29", "1969-12-31"}},
	{arrow.FixedWidthTypes.Date64, "date", [2]string{"2020-02-29", "1969-12-31"}},
	{arrow.FixedWidthTypes.Timestamp_s, "date", [2]string{"2020-02-29", "1969-12-31"}},
	{arrow.FixedWidthTypes.Timestamp_ns, "date", [2]string{"2020-02-29", "1969-12-31"}},
	{&arrow.Decimal128Type{Precision: 9, Scale: 4}, "dec18", [2]string{"1.5000", "-2.2500"}},
	{&arrow.Decimal256Type{Precision: 40, Scale: 4}, "dec18", [2]string{"1.5000", "-2.2500"}},
	{arrow.BinaryTypes.String, "str", [2]string{"word", "wört"}},
	{arrow.BinaryTypes.LargeString, "str", [2]string{"word", "wört"}},
	{arrow.BinaryTypes.Binary, "str", [2]string{"word", "wört"}},
	{arrow.BinaryTypes.LargeBinary, "str", [2]string{"word", "wört"}},
}

var indexTypes = []arrow.DataType{
	arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Uint8, arrow.PrimitiveTypes.Int16, arrow.PrimitiveTypes.Uint16,
	arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Uint32, arrow.PrimitiveTypes.Int64, arrow.PrimitiveTypes.Uint64,
}

// arrayOf makes an array; "NULL" is none.
func arrayOf(t *testing.T, typ arrow.DataType, texts ...string) arrow.Array {
	t.Helper()
	b := array.NewBuilder(memory.DefaultAllocator, typ)
	defer b.Release()
	for _, text := range texts {
		binary, isBinary := b.(*array.BinaryBuilder)
		var err error
		switch {
		case text == "NULL":
			b.AppendNull()
		case isBinary:
			binary.Append([]byte(text))
		case typ.ID() == arrow.BOOL:
			err = b.AppendValueFromString(fmt.Sprint(text == "1"))
		case typ.ID() == arrow.DATE64:
			b.(*array.Date64Builder).Append(arrow.Date64FromTime(day(t, text)))
		default:
			err = b.AppendValueFromString(text)
		}
		if err != nil {
			t.Fatal(typ, err)
		}
	}
	return b.NewArray()
}

// dictionaryOf makes a dictionary array; rows are indexes into the entries, as texts.
func dictionaryOf(t *testing.T, index arrow.DataType, entries arrow.Array, rows ...string) arrow.Array {
	t.Helper()
	typ := &arrow.DictionaryType{IndexType: index, ValueType: entries.DataType()}
	return array.NewDictionaryArray(typ, arrayOf(t, index, rows...), entries)
}

// dictionaryForms are ways to say the values a, NULL, b, NULL, a, b with a dictionary
// of type typ that has the entries a, NULL, b, or more.
func dictionaryForms(t *testing.T, index, typ arrow.DataType, a, b string) map[string]arrow.Array {
	entries := arrayOf(t, typ, a, "NULL", b)
	shifted := array.NewSlice(arrayOf(t, typ, b, b, a, "NULL", b, a), 2, 5)
	inner := dictionaryOf(t, arrow.PrimitiveTypes.Int16, arrayOf(t, typ, "NULL", b, a), "2", "0", "1", "NULL")
	return map[string]arrow.Array{
		"entries":        dictionaryOf(t, index, entries, "0", "1", "2", "1", "0", "2"),
		"both":           dictionaryOf(t, index, entries, "0", "1", "2", "NULL", "0", "2"),
		"indexes":        dictionaryOf(t, index, arrayOf(t, typ, a, b), "0", "NULL", "1", "NULL", "0", "1"),
		"sliced":         array.NewSlice(dictionaryOf(t, index, entries, "2", "NULL", "0", "1", "2", "NULL", "0", "2", "1"), 2, 8),
		"sliced entries": dictionaryOf(t, index, shifted, "0", "1", "2", "NULL", "0", "2"),
		"nested":         dictionaryOf(t, index, inner, "0", "1", "2", "3", "0", "2"),
	}
}

// A value is NULL if its index is, or the entry of the dictionary that it points at,
// whatever the types, and however the arrays are cut and nested.
func TestDictionaryNulls(t *testing.T) {
	for i, e := range entryTypes {
		a, b := e.texts[0], e.texts[1]
		want := []string{a, "NULL", b, "NULL", a, b}
		for form, arr := range dictionaryForms(t, indexTypes[i%len(indexTypes)], e.arrow, a, b) {
			def := loadtest.Define("a " + e.column)
			typ := def.Columns[0].Type
			s := &sender{dict: columns.NewDictionary()}
			c, err := s.column(arr, layout.Target{Kind: typ.Kind, Scale: typ.Scale}, 0, arr.Len())
			if err != nil {
				t.Errorf("%s, %s: %v", arr.DataType(), form, err)
				continue
			}
			for row, text := range want {
				if got := loadtest.Row(def, batchOf(c, len(want)), row)[0]; got != text {
					t.Errorf("%s to %s, %s, row %d: %s, want %s", arr.DataType(), e.column, form, row, got, text)
				}
			}
		}
	}
}

// Through files and streams come the same values, also where a later batch adds to the
// dictionary.
func TestDictionaryNullsInFiles(t *testing.T) {
	for _, form := range []string{"entries", "both", "indexes", "sliced"} {
		var fields []arrow.Field
		var columns []arrow.Array
		var names []string
		want := make([][]string, 6)
		for i, e := range entryTypes {
			arr := dictionaryForms(t, indexTypes[i%len(indexTypes)], e.arrow, e.texts[0], e.texts[1])[form]
			name := fmt.Sprint("f", i)
			fields = append(fields, arrow.Field{Name: name, Type: arr.DataType(), Nullable: true})
			columns = append(columns, arr)
			names = append(names, name+" "+e.column)
			for row, text := range []string{e.texts[0], "NULL", e.texts[1], "NULL", e.texts[0], e.texts[1]} {
				want[row] = append(want[row], text)
			}
		}
		rec := array.NewRecord(arrow.NewSchema(fields, nil), columns, 6)
		for ext, content := range map[string][]byte{".arrow": loadtest.IPCFile(t, rec), ".arrows": loadtest.IPCStream(t, rec)} {
			got, err := rowsOf(loadtest.Write(t, "t"+ext, content), loadtest.Define(strings.Join(names, ",")), Options{})
			if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("%s, %s: %q, %v\nwant %q", form, ext, got, err, want)
			}
		}
	}
}

func TestDictionaryDeltas(t *testing.T) {
	index := arrow.PrimitiveTypes.Int32
	first := dictionaryOf(t, index, arrayOf(t, arrow.BinaryTypes.String, "a", "NULL"), "0", "1", "NULL")
	second := dictionaryOf(t, index, arrayOf(t, arrow.BinaryTypes.String, "a", "NULL", "b", "NULL"), "2", "3", "1", "0")
	schema := arrow.NewSchema([]arrow.Field{{Name: "a", Type: first.DataType(), Nullable: true}}, nil)
	want := [][]string{{"a"}, {"NULL"}, {"NULL"}, {"b"}, {"NULL"}, {"NULL"}, {"a"}}
	for _, deltas := range []bool{true, false} {
		var out bytes.Buffer
		w := ipc.NewWriter(&out, ipc.WithSchema(schema), ipc.WithDictionaryDeltas(deltas))
		err := errors.Join(w.Write(array.NewRecord(schema, []arrow.Array{first}, 3)),
			w.Write(array.NewRecord(schema, []arrow.Array{second}, 4)), w.Close())
		if err != nil {
			t.Fatal(err)
		}
		got, err := rowsOf(loadtest.Write(t, "t.arrows", out.Bytes()), loadtest.Define("a str"), Options{})
		if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("deltas %v: %q, %v", deltas, got, err)
		}
	}
}

// An index that the dictionary has no entry for is an error that says which, a negative
// one too, however large the dictionary.
func TestDictionaryIndexOutside(t *testing.T) {
	for index, want := range map[string]string{"100": "row 1, field 1: the value is entry 100 of a dictionary, which has 2", "2": "is entry 2 of", "-1": "which has 2"} {
		if err := loadIndex(t, index, "a", "NULL"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("index %s: %v", index, err)
		}
	}
	if err := loadIndex(t, "-1", slices.Repeat([]string{"a"}, 300)...); err == nil || !strings.Contains(err.Error(), "which has 128 entries for it") {
		t.Error(err)
	}
}

// loadIndex loads one index of type int8 into a dictionary.
func loadIndex(t *testing.T, index string, texts ...string) error {
	entries := arrayOf(t, arrow.BinaryTypes.String, texts...)
	data := array.NewDataWithDictionary(&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: entries.DataType()}, 1,
		arrayOf(t, arrow.PrimitiveTypes.Int8, index).Data().Buffers(), 0, 0, entries.Data().(*array.Data))
	s := &sender{dict: columns.NewDictionary()}
	_, err := s.column(array.NewDictionaryData(data), layout.Target{Kind: loadtest.Types["str"].Kind}, 0, 1)
	return err
}

func batchOf(c ingest.Column, rows int) *ingest.Batch {
	return &ingest.Batch{Rows: rows, Columns: []ingest.Column{c}}
}

func day(t *testing.T, text string) time.Time {
	t.Helper()
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
