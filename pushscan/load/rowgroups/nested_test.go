package rowgroups

import (
	"bytes"
	"context"
	encoded "encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gsdms/plan/json"
	"gsdms/pushscan/load/loadtest"
)

// randomly makes a value of a type, which is NULL now and then: as Arrow's JSON has it, and as a column does.
func randomly(r *rand.Rand, of arrow.DataType) (arrows, want any) {
	if r.IntN(6) == 0 {
		return nil, nil
	}
	switch of := of.(type) {
	case *arrow.MapType:
		pairs, members := []any{}, map[string]any{}
		for i := range r.IntN(4) {
			value, wanted := randomly(r, of.ItemType())
			key := strings.Repeat("k", 3-i%3) + fmt.Sprint(i)
			pairs, members[key] = append(pairs, map[string]any{"key": key, "value": value}), wanted
		}
		return pairs, members
	case *arrow.ListType:
		list, wanted := []any{}, []any{}
		for range r.IntN(4) {
			a, w := randomly(r, of.Elem())
			list, wanted = append(list, a), append(wanted, w)
		}
		return list, wanted
	case *arrow.StructType:
		made, wanted := map[string]any{}, map[string]any{}
		for _, f := range of.Fields() {
			made[f.Name], wanted[f.Name] = randomly(r, f.Type)
		}
		return made, wanted
	case *arrow.StringType:
		text := []string{"", "ä\"q\"", "a\\b\n", "word"}[r.IntN(4)]
		return text, text
	case *arrow.Float64Type:
		n := float64(r.IntN(1000)) / 8
		return n, encoded.Number(fmt.Sprintf("%.3f", n))
	case *arrow.BooleanType:
		b := r.IntN(2) == 0
		return b, b
	}
	n := r.IntN(2000) - 1000
	return n, n
}

// nestedFields are of values within values.
var nestedFields = []arrow.Field{
	{Name: "list", Type: arrow.ListOf(arrow.PrimitiveTypes.Int64), Nullable: true},
	{Name: "lists", Type: arrow.ListOf(arrow.ListOf(arrow.BinaryTypes.String)), Nullable: true},
	{Name: "record", Type: arrow.StructOf(arrow.Field{Name: "long", Type: arrow.PrimitiveTypes.Int32, Nullable: true},
		arrow.Field{Name: "b", Type: arrow.ListOf(arrow.PrimitiveTypes.Float64), Nullable: true},
		arrow.Field{Name: "a", Type: arrow.StructOf(arrow.Field{Name: "d", Type: arrow.BinaryTypes.String, Nullable: true}, arrow.Field{Name: "c", Type: arrow.FixedWidthTypes.Boolean, Nullable: true}), Nullable: true}), Nullable: true},
	{Name: "records", Type: arrow.ListOf(arrow.StructOf(arrow.Field{Name: "x", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
		arrow.Field{Name: "y", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true})), Nullable: true},
	{Name: "map", Type: arrow.MapOf(arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int64), Nullable: true},
	{Name: "one", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
}

// nestedRecord makes rows of nestedFields, and what they are in a table.
func nestedRecord(t *testing.T, rows int) (arrow.Record, [][]string) {
	r := rand.New(rand.NewPCG(3, 1))
	var text bytes.Buffer
	want := make([][]string, rows)
	for row := range rows {
		record := map[string]any{}
		for _, f := range nestedFields {
			a, w := randomly(r, f.Type)
			record[f.Name] = a
			shown, err := encoded.Marshal(w)
			if err != nil {
				t.Fatal(err)
			}
			if normal, ok := json.Normal(string(shown)); w != nil && ok {
				want[row] = append(want[row], normal)
			} else {
				want[row] = append(want[row], "NULL")
			}
		}
		if err := encoded.NewEncoder(&text).Encode(record); err != nil {
			t.Fatal(err)
		}
	}
	reader := array.NewJSONReader(&text, arrow.NewSchema(nestedFields, nil), array.WithChunk(rows), array.WithAllocator(memory.DefaultAllocator))
	if !reader.Next() {
		t.Fatal(reader.Err())
	}
	return reader.Record(), want
}

// Values within values are texts of JSON, however the pages have them.
func TestNestedValues(t *testing.T) {
	const rows = 9000
	rec, want := nestedRecord(t, rows)
	for name, options := range map[string][]parquet.WriterProperty{
		"words":       {parquet.WithMaxRowGroupLength(4000)},
		"plain":       {parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(500)},
		"newer pages": {parquet.WithDataPageVersion(parquet.DataPageV2), parquet.WithDataPageSize(700), parquet.WithCompression(compress.Codecs.Zstd)},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			w, err := pqarrow.NewFileWriter(rec.Schema(), &out, parquet.NewWriterProperties(options...), pqarrow.DefaultWriterProps())
			if err == nil {
				err = errors.Join(w.Write(rec), w.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
			got := rowsOf(t, loadtest.Write(t, "t.parquet", out.Bytes()))
			if len(got) != rows {
				t.Fatalf("%d rows", len(got))
			}
			for row := range got {
				for i, f := range nestedFields {
					if got[row][i] != want[row][i] {
						t.Fatalf("row %d, %s: %s, want %s", row, f.Name, got[row][i], want[row][i])
					}
				}
			}
		})
	}
}

// written writes columns of 32 bits with their levels, as a file.
func written(t *testing.T, root schema.FieldList, columns ...func(w *file.Int32ColumnChunkWriter) error) string {
	t.Helper()
	var out bytes.Buffer
	w := file.NewParquetWriter(&out, schema.MustGroup(schema.NewGroupNode("root", parquet.Repetitions.Required, root, -1)))
	group := w.AppendRowGroup()
	for _, c := range columns {
		to, err := group.NextColumn()
		if err == nil {
			err = errors.Join(c(to.(*file.Int32ColumnChunkWriter)), to.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(group.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
	return loadtest.Write(t, "t.parquet", out.Bytes())
}

// entries writes values and levels.
func entries(values []int32, defined, repeated []int16) func(w *file.Int32ColumnChunkWriter) error {
	return func(w *file.Int32ColumnChunkWriter) error {
		_, err := w.WriteBatch(values, defined, repeated)
		return err
	}
}

// Lists of early writers are lists: repeated values, with and without a group that says so.
func TestNestedListsOfEarlyWriters(t *testing.T) {
	repeated := schema.NewInt32Node("array", parquet.Repetitions.Repeated, -1)
	list := schema.MustGroup(schema.NewGroupNodeConverted("l", parquet.Repetitions.Optional, schema.FieldList{repeated}, schema.ConvertedTypes.List, -1))
	pair := schema.MustGroup(schema.NewGroupNode("p_tuple", parquet.Repetitions.Repeated, schema.FieldList{schema.NewInt32Node("x", parquet.Repetitions.Optional, -1)}, -1))
	tuples := schema.MustGroup(schema.NewGroupNodeConverted("p", parquet.Repetitions.Required, schema.FieldList{pair}, schema.ConvertedTypes.List, -1))
	bare := schema.NewInt32Node("bare", parquet.Repetitions.Repeated, -1)
	path := written(t, schema.FieldList{list, tuples, bare},
		entries([]int32{1, 2, 3}, []int16{2, 2, 0, 2}, []int16{0, 1, 0, 0}),
		entries([]int32{7, 8}, []int16{2, 1, 0, 2}, []int16{0, 1, 0, 0}),
		entries([]int32{5, 6}, []int16{0, 1, 1, 0}, []int16{0, 0, 1, 0}))
	want := `[[[1, 2] [{"x": 7}, {"x": null}] []] [NULL [] [5, 6]] [[3] [{"x": 8}] []]]`
	if got := fmt.Sprint(rowsOf(t, path)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Parts whose levels do not go together, and pages with more or less than the rows, are errors.
func TestNestedLevelsThatMakeNoSense(t *testing.T) {
	record := func() schema.FieldList {
		x, y := schema.NewInt32Node("x", parquet.Repetitions.Required, -1), schema.NewInt32Node("y", parquet.Repetitions.Optional, -1)
		return schema.FieldList{schema.MustGroup(schema.NewGroupNode("l", parquet.Repetitions.Repeated, schema.FieldList{x, y}, -1))}
	}
	sound := entries([]int32{1, 2, 3}, []int16{1, 1, 1}, []int16{0, 1, 0})
	for name, other := range map[string]func(*file.Int32ColumnChunkWriter) error{
		"as many elements":     entries([]int32{1, 2, 3}, []int16{2, 2, 2}, []int16{0, 1, 0}),
		"less elements":        entries([]int32{1, 2}, []int16{2, 2}, []int16{0, 0}),
		"elements of the next": entries([]int32{1, 2, 3}, []int16{2, 2, 2}, []int16{0, 0, 1}),
		"no list":              entries([]int32{3}, []int16{0, 2}, []int16{0, 0}),
		"more elements":        entries([]int32{1, 2, 3, 4}, []int16{2, 2, 2, 2}, []int16{0, 1, 0, 1}),
	} {
		f, err := Open(written(t, record(), sound, other), Options{})
		if err != nil {
			t.Fatal(name, err)
		}
		defer f.Close()
		if err = f.Begin(layoutOf(t, f), 0); err == nil {
			_, err = f.Next(context.Background())
		}
		if sound := name == "as many elements"; sound != (err == nil) || !sound && !strings.Contains(err.Error(), errLevels.Error()) && !strings.Contains(err.Error(), errBehind.Error()) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A text that is no UTF-8 is an error within a list, too, and not another text.
func TestNestedTextsThatAreNone(t *testing.T) {
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "l", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true}}, nil))
	list := b.Field(0).(*array.ListBuilder)
	list.Append(true)
	list.ValueBuilder().(*array.StringBuilder).Append("a\xff")
	f, err := Open(loadtest.Write(t, "t.parquet", loadtest.ParquetFile(t, b.NewRecord(), compress.Codecs.Snappy)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err = f.Begin(layoutOf(t, f), 0); err == nil {
		_, err = f.Next(context.Background())
	}
	if err == nil || !strings.Contains(err.Error(), errText.Error()) {
		t.Error(err)
	}
}
