package rowgroups

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/decimal128"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gsdms/plan"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// partOf opens a part of a file; ok is false where it has none such.
func partOf(t *testing.T, path string, part plan.Part) (p *Parts, f *File, ok bool) {
	t.Helper()
	f, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	of, ok := f.Inside().Type(part)
	column := plan.Column{Name: "part", Type: of, Nullable: true, Part: &part}
	if !ok || !f.AddPart(column) {
		return nil, f, false
	}
	names := make([]string, len(f.schema.Fields))
	names[len(names)-1] = column.Name
	l, err := layout.New(store.Definition{Columns: []plan.Column{column}}, names)
	if err != nil {
		t.Fatal(err)
	}
	p = NewParts([]plan.Column{column}, Options{})
	if err := p.Add(f, l, 0); err != nil {
		t.Fatal(err)
	}
	return p, f, true
}

// partValues reads the rows of a part of a file.
func partValues(t *testing.T, p *Parts) (out []string, err error) {
	t.Helper()
	for group := range p.Rows() {
		some, err := groupValues(t, p, group)
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	return out, nil
}

// groupValues reads those of a row group.
func groupValues(t *testing.T, p *Parts, group int) (out []string, err error) {
	t.Helper()
	show := func(null bool, v any) {
		if null {
			v = "NULL"
		}
		out = append(out, fmt.Sprint(v))
	}
	if p.columns[0].Type.Kind != plan.String {
		err = p.Read(t.Context(), group, 0, func(_ int, values *ingest.Column, rows int) error {
			for i := range rows {
				null, at := values.Nulls != nil && values.Nulls[i], i
				if values.Codes != nil {
					at = int(values.Codes[i])
				}
				if values.Floats != nil {
					show(null, values.Floats[at])
				} else {
					show(null, values.Ints[at])
				}
			}
			return nil
		})
		return out, err
	}
	var known []string
	err = p.Texts(t.Context(), group, 0, func(texts []string, _ bool) (numbers []uint32, err error) {
		for _, text := range texts {
			numbers, known = append(numbers, uint32(len(known))), append(known, strings.Clone(text))
		}
		return numbers, nil
	}, func(_ int, of ingest.Numbered) error {
		for i, at := range of.Rows {
			text := ""
			if null := of.Nulls != nil && of.Nulls[i]; !null {
				if of.Words != nil {
					at = of.Words[at]
				}
				text = known[at]
			}
			show(of.Nulls != nil && of.Nulls[i], text)
		}
		return nil
	})
	return out, err
}

// Numbers of a structure are as JSON has them: decimals are doubles, one of 32 bits is what it is spelled as, and
// what is no number is null.
func TestNumbersOfStructures(t *testing.T) {
	of := arrow.StructOf(arrow.Field{Name: "x", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, arrow.Field{Name: "f", Type: arrow.PrimitiveTypes.Float32, Nullable: true},
		arrow.Field{Name: "d", Type: &arrow.Decimal128Type{Precision: 9, Scale: 2}, Nullable: true}, arrow.Field{Name: "w", Type: &arrow.Decimal128Type{Precision: 30, Scale: 2}, Nullable: true},
		arrow.Field{Name: "u", Type: arrow.PrimitiveTypes.Uint64, Nullable: true}, arrow.Field{Name: "day", Type: arrow.FixedWidthTypes.Date32, Nullable: true})
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "s", Type: of, Nullable: true}}, nil))
	s := b.Field(0).(*array.StructBuilder)
	for _, x := range []float64{0.1, math.NaN(), 7, math.Inf(-1), math.Copysign(0, -1)} {
		s.Append(true)
		s.FieldBuilder(0).(*array.Float64Builder).Append(x)
		s.FieldBuilder(1).(*array.Float32Builder).Append(float32(x))
		s.FieldBuilder(2).(*array.Decimal128Builder).Append(decimal128.FromI64(1010))
		s.FieldBuilder(3).(*array.Decimal128Builder).Append(decimal128.FromI64(-333))
		s.FieldBuilder(4).(*array.Uint64Builder).Append(math.MaxUint64)
		s.FieldBuilder(5).(*array.Date32Builder).Append(1)
	}
	s.AppendNull()
	s.Append(true)
	for i := range 6 {
		s.FieldBuilder(i).AppendNull()
	}
	path := loadtest.Write(t, "t.parquet", loadtest.ParquetFile(t, b.NewRecord(), compress.Codecs.Snappy))
	for name, want := range map[string]string{
		"x":   "[0.1 NULL 7 NULL 0 NULL NULL] [NULL null NULL null NULL NULL null]",
		"f":   "[0.1 NULL 7 NULL 0 NULL NULL] [NULL null NULL null NULL NULL null]",
		"d":   "[10.1 10.1 10.1 10.1 10.1 NULL NULL] [NULL NULL NULL NULL NULL NULL null]",
		"w":   "[-3.33 -3.33 -3.33 -3.33 -3.33 NULL NULL] [NULL NULL NULL NULL NULL NULL null]",
		"u":   "[9223372036854775807 9223372036854775807 9223372036854775807 9223372036854775807 9223372036854775807 NULL NULL] [NULL NULL NULL NULL NULL NULL null]",
		"day": "",
	} {
		var got []string
		for _, as := range []plan.PartForm{plan.PartNumber, plan.PartOther} {
			p, _, ok := partOf(t, path, plan.Part{Column: "s", Path: "$." + name, As: as})
			if ok != (want != "") {
				t.Errorf("%s: %v", name, ok)
			}
			if !ok {
				continue
			}
			values, err := partValues(t, p)
			if err != nil {
				t.Error(name, err)
			}
			got = append(got, fmt.Sprint(values))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Elements are told by the levels of the list, and the last of several with one key is the map's. Levels that
// begin within a row, keys of other rows, and rows behind the last are damage.
func TestElementsByTheirLevels(t *testing.T) {
	int32s := func(name string, repeats parquet.Repetition) schema.Node {
		return schema.NewInt32Node(name, repeats, -1)
	}
	pair := schema.MustGroup(schema.NewGroupNode("key_value", parquet.Repetitions.Repeated, schema.FieldList{int32s("key", parquet.Repetitions.Required), int32s("value", parquet.Repetitions.Optional)}, -1))
	m := schema.MustGroup(schema.NewGroupNodeConverted("m", parquet.Repetitions.Optional, schema.FieldList{pair}, schema.ConvertedTypes.Map, -1))
	root := schema.FieldList{int32s("l", parquet.Repetitions.Repeated), m}
	list := entries([]int32{1, 2, 3}, []int16{1, 1, 0, 1}, []int16{0, 1, 0, 0}) // [1, 2], [], [3]
	keys := entries([]int32{7, 8, 7, 5}, []int16{2, 2, 2, 0, 2}, []int16{0, 1, 1, 0, 0})
	values := entries([]int32{10, 11, 12}, []int16{3, 3, 3, 0, 2}, []int16{0, 1, 1, 0, 0}) // {7: 10, 8: 11, 7: 12}, NULL, {5: null}
	for _, c := range []struct {
		part               plan.Part
		list, keys, values func(*file.Int32ColumnChunkWriter) error
		rows               int64
		want               string
	}{
		{plan.Part{Column: "l", Path: "$[1]", As: plan.PartNumber}, list, keys, values, 3, "[2 NULL NULL] <nil>"},
		{plan.Part{Column: "l", Path: "$", As: plan.PartLength}, list, keys, values, 3, "[2 0 1] <nil>"},
		{plan.Part{Column: "m", Path: `$."7"`, As: plan.PartNumber}, list, keys, values, 3, "[12 NULL NULL] <nil>"},
		{plan.Part{Column: "m", Path: `$."5"`, As: plan.PartJSON}, list, keys, values, 3, "[NULL NULL null] <nil>"},
		{plan.Part{Column: "m", Path: `$."05"`, As: plan.PartJSON}, list, keys, values, 3, "[NULL NULL NULL] <nil>"},
		{plan.Part{Column: "l", Path: "$[1]", As: plan.PartNumber}, list, keys, values, 2, errBehind.Error()},
		{plan.Part{Column: "l", Path: "$", As: plan.PartLength}, list, keys, values, 2, errBehind.Error()},
		{plan.Part{Column: "l", Path: "$", As: plan.PartLength}, list, keys, values, 4, errLevels.Error()},
		{plan.Part{Column: "l", Path: "$[1]", As: plan.PartNumber}, list, keys, values, 4, errLevels.Error()},
		{plan.Part{Column: "l", Path: "$[1]", As: plan.PartNumber}, entries([]int32{1, 2, 3}, []int16{1, 1, 0, 1}, []int16{1, 1, 0, 0}), entries([]int32{7}, []int16{2, 0}, []int16{0, 0}), entries([]int32{1}, []int16{3, 0}, []int16{0, 0}), 2, errLevels.Error()},
		{plan.Part{Column: "l", Path: "$", As: plan.PartLength}, entries([]int32{1, 2, 3}, []int16{1, 1, 0, 1}, []int16{1, 1, 0, 0}), entries([]int32{7}, []int16{2, 0}, []int16{0, 0}), entries([]int32{1}, []int16{3, 0}, []int16{0, 0}), 2, errLevels.Error()},
	} {
		p, f, ok := partOf(t, written(t, root, c.list, c.keys, c.values), c.part)
		if !ok {
			t.Fatalf("%v is no part", c.part)
		}
		f.file.Groups[0].Rows = c.rows
		got, err := partValues(t, p)
		if shown := fmt.Sprint(got, " ", err); !strings.Contains(shown, c.want) {
			t.Errorf("%v: %s, want %s", c.part, shown, c.want)
		}
	}
}

// What a path leads to by more than one element of a record is no part by itself.
func TestPartsThatAreNone(t *testing.T) {
	rec, _ := nestedRecord(t, 10)
	path := loadtest.Write(t, "t.parquet", loadtest.ParquetFile(t, rec, compress.Codecs.Snappy))
	for part, want := range map[plan.Part]bool{
		{Column: "list", Path: "$[0]", As: plan.PartNumber}:      true,
		{Column: "list", Path: "$[0]", As: plan.PartText}:        false,
		{Column: "list", Path: "$"}:                              false,
		{Column: "list", Path: "$.a"}:                            false,
		{Column: "list", Path: "$[last]"}:                        false,
		{Column: "list", Path: "$[0][0]"}:                        false,
		{Column: "lists", Path: "$[0]"}:                          false,
		{Column: "lists", Path: "$[0][0]"}:                       false,
		{Column: "records", Path: "$[0].x", As: plan.PartNumber}: true,
		{Column: "records", Path: "$[0].y"}:                      false,
		{Column: "record", Path: "$.b[1]", As: plan.PartNumber}:  true,
		{Column: "record", Path: "$.b", As: plan.PartLength}:     true,
		{Column: "record", Path: "$.a", As: plan.PartLength}:     false,
		{Column: "record", Path: "$[0].a"}:                       false,
		{Column: "map", Path: "$.k", As: plan.PartOther}:         true,
		{Column: "map", Path: "$", As: plan.PartLength}:          false,
		{Column: "one", Path: "$"}:                               false,
	} {
		if _, _, ok := partOf(t, path, part); ok != want {
			t.Errorf("%v is a part: %v", part, ok)
		}
	}
}
