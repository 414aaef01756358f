package sql

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/decimal128"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"gsdms/plan"
)

// FileFormat writes results to files.
type FileFormat struct {
	Name  string
	ends  []string // of file names
	write func(f *os.File, r *Result) error
}

// FileFormats lists the formats of files; a new one is a row here.
func FileFormats() []FileFormat {
	return []FileFormat{
		{"csv", []string{".csv"}, textFile("csv")},
		{"tsv", []string{".tsv"}, textFile("tsv")},
		{"json", []string{".json"}, textFile("json")},
		{"ndjson", []string{".ndjson", ".jsonl"}, textFile("ndjson")},
		{"markdown", []string{".md"}, textFile("markdown")},
		{"parquet", []string{".parquet"}, writeParquet},
		{"arrow", []string{".arrow", ".feather", ".ipc"}, writeArrow},
	}
}

// FindFileFormat returns the format of a file by its name.
func FindFileFormat(path string) (FileFormat, error) {
	end := strings.ToLower(filepath.Ext(path))
	var known []string
	for _, f := range FileFormats() {
		if slices.Contains(f.ends, end) {
			return f, nil
		}
		known = append(known, f.ends...)
	}
	return FileFormat{}, fmt.Errorf("%s: a file is written in the format that its name ends with: %s", path, strings.Join(known, ", "))
}

// Write writes a result that has columns to a file, which the caller closes.
func (f FileFormat) Write(to *os.File, r *Result) error {
	if err := f.write(to, r); err != nil {
		return fmt.Errorf("write %s as %s: %w", to.Name(), f.Name, err)
	}
	return nil
}

// textFile writes a file as the format of results of that name.
func textFile(name string) func(*os.File, *Result) error {
	return func(f *os.File, r *Result) error {
		format, err := FindFormat(name)
		if err != nil {
			return err
		}
		return format.Write(f, r, Layout{})
	}
}

// keepOpen hides from a writer that its file can be closed.
type keepOpen struct{ to *os.File }

func (k keepOpen) Write(p []byte) (int, error) { return k.to.Write(p) }

func writeParquet(f *os.File, r *Result) error {
	schema := arrowSchema(r)
	properties := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Snappy))
	w, err := pqarrow.NewFileWriter(schema, keepOpen{f}, properties, pqarrow.DefaultWriterProps())
	if err != nil {
		return err
	}
	if err := eachRecord(r, schema, 1<<20, w.Write); err != nil {
		return err
	}
	return w.Close()
}

func writeArrow(f *os.File, r *Result) error {
	schema := arrowSchema(r)
	w, err := ipc.NewFileWriter(f, ipc.WithSchema(schema))
	if err != nil {
		return err
	}
	if err := eachRecord(r, schema, plan.SegmentRows, w.Write); err != nil {
		return err
	}
	return w.Close()
}

// mostDigits is how many digits a decimal has in a file.
const mostDigits = 38

// arrowSchema names and types the columns.
func arrowSchema(r *Result) *arrow.Schema {
	var fields []arrow.Field
	for i, name := range uniqueNames(r.Columns) {
		fields = append(fields, arrow.Field{Name: name, Type: arrowType(r.Columns[i].Type), Nullable: true})
	}
	return arrow.NewSchema(fields, nil)
}

func arrowType(t plan.Type) arrow.DataType {
	switch t.Kind {
	case plan.Bool:
		return arrow.FixedWidthTypes.Boolean
	case plan.Int:
		return arrow.PrimitiveTypes.Int64
	case plan.Double:
		return arrow.PrimitiveTypes.Float64
	case plan.Date:
		return arrow.FixedWidthTypes.Date32
	case plan.Decimal:
		digits := t.Precision
		if digits <= 0 || digits > mostDigits {
			digits = mostDigits
		}
		return &arrow.Decimal128Type{Precision: int32(max(digits, t.Scale)), Scale: int32(t.Scale)}
	}
	return arrow.BinaryTypes.String
}

// eachRecord gives the rows, so many at a time.
func eachRecord(r *Result, schema *arrow.Schema, most int, write func(arrow.Record) error) error {
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for lo := 0; lo < r.Rows.Len; lo += most {
		for i := range r.Rows.Columns {
			for row := lo; row < min(r.Rows.Len, lo+most); row++ {
				if err := appendArrow(b.Field(i), &r.Rows.Columns[i], row); err != nil {
					return fmt.Errorf("row %d, column %s: %w", row+1, r.Columns[i].Name, err)
				}
			}
		}
		record := b.NewRecord()
		err := write(record)
		record.Release()
		if err != nil {
			return err
		}
	}
	return nil
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
	case *array.Float64Builder:
		to.Append(v.Floats[row])
	case *array.Date32Builder:
		to.Append(arrow.Date32(v.Ints[row]))
	case *array.Decimal128Builder:
		return appendDecimal(to, v, row)
	case *array.StringBuilder:
		to.Append(string(appendCell(nil, v, row)))
	}
	return nil
}

func appendDecimal(to *array.Decimal128Builder, v *plan.Vector, row int) error {
	if v.Wide == nil {
		to.Append(decimal128.FromI64(v.Ints[row]))
		return nil
	}
	if n := v.Wide[row]; len(new(big.Int).Abs(n).String()) > mostDigits {
		return fmt.Errorf("%s has more than the %d digits that a decimal has there", v.Value(row), mostDigits)
	}
	to.Append(decimal128.FromBigInt(v.Wide[row]))
	return nil
}
