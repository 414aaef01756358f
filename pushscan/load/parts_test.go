package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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
	"gsdms/pushscan/store"
)

func openParts(t *testing.T, path string) (*Parts, store.Definition) {
	t.Helper()
	def, _, err := Infer(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := OpenParts([]string{path}, def, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p, def
}

// The parts have the rows that batches have, and are within what they say of themselves.
func TestParts(t *testing.T) {
	rec, _ := sample(t, 20000, false)
	path := write(t, "t.parquet", parquetBytes(t, rec, compress.Codecs.Snappy))
	p, def := openParts(t, path)
	want, err := rowsOf([]string{path}, def, Options{})
	if err != nil {
		t.Fatal(err)
	}
	first := 0
	for part, rows := range p.Rows() {
		for column := range def.Columns {
			low, high, _, known := p.Bounds(part, column)
			seen := 0
			err := p.Read(context.Background(), part, column, func(at int, values *store.BatchColumn, n int) error {
				one := store.Batch{Rows: n, Columns: []store.BatchColumn{*values}}
				for row := range n {
					got := rowOf(store.Definition{Columns: def.Columns[column : column+1]}, &one, row)[0]
					if got != want[first+at+row][column] {
						return fmt.Errorf("row %d: %s, want %s", first+at+row, got, want[first+at+row][column])
					}
					if known && got != "NULL" && (values.Ints[row] < low || values.Ints[row] > high) {
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
			if kind := def.Columns[column].Type.Kind; known == slices.Contains([]plan.Kind{plan.Double, plan.String, plan.Decimal, plan.Unsigned}, kind) {
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
		path := write(t, "t.parquet", parquetBytes(t, b.NewRecord(), compress.Codecs.Uncompressed))
		p, _ := openParts(t, path)
		count := func(int, *store.BatchColumn, int) error { return nil }
		if err := p.Read(context.Background(), 1, 0, count); err != nil {
			t.Error(err)
		}
		err := p.Read(context.Background(), 2, 0, count)
		if err == nil || !strings.HasSuffix(err.Error(), "t.parquet, row 25001, field 1 (f): NaN: expected a finite number") {
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
		p, _ := openParts(t, write(t, "t.parquet", out.Bytes()))
		first := 0
		for part, rows := range p.Rows() {
			if err := p.Read(context.Background(), part, 0, func(at int, c *store.BatchColumn, n int) error {
				for row := range n {
					got := "NULL"
					if !c.Nulls[row] {
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
