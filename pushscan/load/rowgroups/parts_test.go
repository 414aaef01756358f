package rowgroups

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"gsdms/plan"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// openParts gives the parts of a file for columns of its fields' names and types.
func openParts(t *testing.T, path string) (*Parts, *layout.Layout) {
	t.Helper()
	f, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	l := layoutOf(t, f)
	p := NewParts(l.Table.Columns, Options{})
	if err := p.Add(f, l, 0); err != nil {
		t.Fatal(err)
	}
	return p, l
}

// layoutOf lets the fields of a file go to columns of their names and types.
func layoutOf(t *testing.T, f *File) *layout.Layout {
	t.Helper()
	var def store.Definition
	for _, field := range f.Schema().Fields {
		def.Columns = append(def.Columns, plan.Column{Name: field.Name, Type: field.Type, Nullable: true})
	}
	l, err := layout.New(def, layout.Names(def))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// rowsOf reads a file and spells every row's values, "NULL" for none.
func rowsOf(t *testing.T, path string) (rows [][]string) {
	t.Helper()
	f, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	l := layoutOf(t, f)
	if err := f.Begin(l, 0); err != nil {
		t.Fatal(err)
	}
	for {
		b, err := f.Next(context.Background())
		if err == io.EOF {
			return rows
		}
		if err != nil {
			t.Fatal(err)
		}
		for row := range b.Rows {
			rows = append(rows, loadtest.Row(l.Table, b, row))
		}
	}
}

// readPart reads a column as values, texts with the numbers that they are given.
func readPart(p *Parts, part, column int, def store.Definition, put func(at int, values *ingest.Column, rows int) error) error {
	if t := def.Columns[column].Type; t.Kind != plan.String || t.Keyed() {
		return p.Read(context.Background(), part, column, func(at int, values *ingest.Column, rows int) error {
			if !t.Keyed() && values.Codes != nil {
				values = &ingest.Column{Ints: atPlaces(values.Ints, values.Codes), Floats: atPlaces(values.Floats, values.Codes), Nulls: values.Nulls}
			}
			return put(at, values, rows)
		})
	}
	var dict []string
	return p.Texts(context.Background(), part, column, func(texts []string, _ bool) (numbers []uint32, err error) {
		for _, text := range texts {
			numbers, dict = append(numbers, uint32(len(dict))), append(dict, strings.Clone(text))
		}
		return numbers, nil
	}, func(at int, of ingest.Numbered) error {
		return put(at, &ingest.Column{Dict: dict, Codes: of.Named(), Nulls: of.Nulls}, len(of.Rows))
	})
}

// atPlaces gives numbers, if there are any, by their places.
func atPlaces[T any](numbers []T, places []uint32) (out []T) {
	if numbers == nil {
		return nil
	}
	for _, at := range places {
		out = append(out, numbers[at])
	}
	return out
}

// numberOf is the number that bounds are held against.
func numberOf(values *ingest.Column, row int, kind plan.Kind) int64 {
	if kind == plan.Double {
		return plan.RankOf(values.Floats[row])
	}
	return values.Ints[row]
}

// The parts have the rows that batches have, and are within what they say of themselves.
func TestParts(t *testing.T) {
	rec, _ := loadtest.Record(t, 20000, false)
	path := loadtest.Write(t, "t.parquet", loadtest.ParquetFile(t, rec, compress.Codecs.Snappy))
	p, l := openParts(t, path)
	def := l.Table
	want := rowsOf(t, path)
	first := 0
	for part, rows := range p.Rows() {
		for column := range def.Columns {
			low, high, _, known := p.Bounds(part, column)
			seen := 0
			err := readPart(p, part, column, def, func(at int, values *ingest.Column, n int) error {
				one := ingest.Batch{Rows: n, Columns: []ingest.Column{*values}}
				for row := range n {
					got := loadtest.Row(store.Definition{Columns: def.Columns[column : column+1]}, &one, row)[0]
					if got != want[first+at+row][column] {
						return fmt.Errorf("row %d: %s, want %s", first+at+row, got, want[first+at+row][column])
					}
					if known && got != "NULL" && (numberOf(values, row, def.Columns[column].Type.Kind) < low || numberOf(values, row, def.Columns[column].Type.Kind) > high) {
						return fmt.Errorf("row %d: %s is not from %d to %d", first+at+row, got, low, high)
					}
				}
				seen += n
				return nil
			})
			if err != nil || seen != int(rows) {
				t.Errorf("part %d, column %s: %d rows, %v", part, def.Columns[column].Name, seen, err)
			}
			if def.Columns[column].Name == "u16" {
				continue // its writer takes the greatest for the least
			}
			if def.Columns[column].Name == "f16" {
				if known {
					t.Errorf("part %d: bounds of halves are known", part)
				}
				continue
			}
			if kind := def.Columns[column].Type.Kind; known == slices.Contains([]plan.Kind{plan.String, plan.Unsigned}, kind) {
				t.Errorf("part %d: bounds of column %s are known: %t", part, def.Columns[column].Name, known)
			}
		}
		first += int(rows)
	}
}

// A value that no column holds is refused where it is, and so is a file that is another by now.
func TestPartsErrors(t *testing.T) {
	for _, nulls := range []bool{false, true} {
		b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "f", Type: arrow.PrimitiveTypes.Float64, Nullable: true}}, nil))
		for i := range 30000 {
			switch v := float64(i); {
			case i == 25000:
				b.Field(0).(*array.Float64Builder).Append(math.NaN())
			case nulls && i%3 == 0:
				b.Field(0).AppendNull()
			default:
				b.Field(0).(*array.Float64Builder).Append(v)
			}
		}
		path := loadtest.Write(t, "t.parquet", loadtest.ParquetFile(t, b.NewRecord(), compress.Codecs.Uncompressed))
		p, _ := openParts(t, path)
		count := func(int, *ingest.Column, int) error { return nil }
		if err := p.Read(context.Background(), 1, 0, count); err != nil {
			t.Error(err)
		}
		err := p.Read(context.Background(), 2, 0, count)
		if err == nil || !strings.HasSuffix(err.Error(), "t.parquet, row 25001, field 1 (f): NaN: expected a finite number; gsdms load --null NaN makes it NULL") {
			t.Error(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := p.Read(ctx, 0, 0, count); err == nil || !strings.Contains(err.Error(), "context canceled") || strings.Contains(err.Error(), "damaged") {
			t.Error(err)
		}
		if err := os.WriteFile(path, []byte("PAR1 and another file, PAR1"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := p.Read(context.Background(), 0, 0, count); err == nil || !strings.Contains(err.Error(), "has changed while it was read") {
			t.Error(err)
		}
	}
}

// Texts of which few come twice are those of the file, and so are those before and behind them.
func TestPartsOfManyTexts(t *testing.T) {
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "s", Type: arrow.BinaryTypes.String, Nullable: true}}, nil))
	want := make([]string, 60000)
	for i := range want {
		switch {
		case i%11 == 5:
			b.Field(0).AppendNull()
			want[i] = "NULL"
			continue
		case i < 10000:
			want[i] = fmt.Sprint("few ", i%10)
		case i < 50000:
			want[i] = fmt.Sprint("many ", i-i%3)
		default:
			want[i] = fmt.Sprint("many ", 10000+i%30)
		}
		b.Field(0).(*array.StringBuilder).Append(want[i])
	}
	rec := b.NewRecord()
	for _, dictionary := range []bool{false, true} {
		var out bytes.Buffer
		w, err := pqarrow.NewFileWriter(rec.Schema(), &out, parquet.NewWriterProperties(parquet.WithDictionaryDefault(dictionary), parquet.WithMaxRowGroupLength(45000)), pqarrow.DefaultWriterProps())
		if err == nil {
			err = errors.Join(w.Write(rec), w.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		p, l := openParts(t, loadtest.Write(t, "t.parquet", out.Bytes()))
		first := 0
		for part, rows := range p.Rows() {
			if err := readPart(p, part, 0, l.Table, func(at int, c *ingest.Column, n int) error {
				for row := range n {
					got := "NULL"
					if c.Nulls == nil || !c.Nulls[row] {
						got = c.Dict[c.Codes[row]]
					}
					if got != want[first+at+row] {
						return fmt.Errorf("row %d: %s, want %s", first+at+row, got, want[first+at+row])
					}
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
			first += int(rows)
		}
	}
}

// A dictionary with what is no text is none; the row that has it is named, if there is one.
func TestPartsOfBadTexts(t *testing.T) {
	for _, bad := range []int{-1, 4000} {
		b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "s", Type: arrow.BinaryTypes.String, Nullable: true}}, nil))
		for i := range 20000 {
			switch {
			case i == bad:
				b.Field(0).(*array.StringBuilder).Append("a\xff")
			case i%3 == 0:
				b.Field(0).AppendNull()
			default:
				b.Field(0).(*array.StringBuilder).Append(fmt.Sprint(i % 7))
			}
		}
		p, _ := openParts(t, loadtest.Write(t, "t.parquet", loadtest.ParquetFile(t, b.NewRecord(), compress.Codecs.Snappy)))
		if !p.Worded(0) {
			t.Error("the texts are words of no dictionary")
		}
		taken := 0
		ok, err := p.Words(context.Background(), 0, 0, func(texts []string) error { taken = len(texts); return nil })
		if want := bad < 0; ok != want || err != nil || ok && taken != 7 {
			t.Errorf("%d words are taken: %t, %v", taken, ok, err)
		}
		err = p.Texts(context.Background(), 0, 0, func(texts []string, _ bool) ([]uint32, error) { return make([]uint32, len(texts)), nil },
			func(int, ingest.Numbered) error { return nil })
		if bad < 0 && err != nil || bad >= 0 && (err == nil || !strings.Contains(err.Error(), "t.parquet, row 4001, field 1 (s): \"a\\xff\": expected")) {
			t.Error(err)
		}
	}
}
