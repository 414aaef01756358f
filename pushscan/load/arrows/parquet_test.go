package arrows

import (
	"bytes"
	"io"
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"gsdms/plan"
)

// TestParquetIsWhatArrowWrites: Arrow's own writer makes the same bytes of the same records, with NULLs
// and without, in one row group and in several.
func TestParquetIsWhatArrowWrites(t *testing.T) {
	never := func() bool { return false }
	for name, c := range map[string]struct {
		rows, parts int
		null        func() bool
	}{
		"no rows":                  {0, 0, never},
		"no NULL":                  {2000, 1, never},
		"no NULL, many row groups": {groupRows/2 + 100, 3, never},
		"some NULLs":               {5000, 1, func() bool { return rand.IntN(3) == 0 }},
		"only NULLs":               {1500, 1, func() bool { return true }},
		"many row groups":          {groupRows/2 + 100, 3, func() bool { return rand.IntN(50) == 0 }},
	} {
		columns, rows, _ := vectorsOf(c.rows, c.null)
		batches := func(yield func(*plan.Rows, error) bool) {
			for range c.parts {
				if !yield(rows, nil) {
					return
				}
			}
		}
		var ours, theirs bytes.Buffer
		if err := WriteParquet(&ours, columns, batches); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := writeByArrow(&theirs, columns, batches); err != nil {
			t.Fatalf("%s: Arrow's own: %v", name, err)
		}
		if !bytes.Equal(ours.Bytes(), theirs.Bytes()) {
			t.Errorf("%s: %d bytes, which differ from the %d of Arrow's own", name, ours.Len(), theirs.Len())
		}
	}
}

// writeByArrow is WriteParquet by Arrow's own writer.
func writeByArrow(f io.Writer, columns []plan.Output, batches iter.Seq2[*plan.Rows, error]) error {
	properties := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Snappy))
	w, err := pqarrow.NewFileWriter(Schema(columns), keepOpen{f}, properties, pqarrow.DefaultWriterProps())
	if err == nil {
		err = eachRecord(batches, columns, Schema(columns), groupRows, w.Write)
	}
	if err != nil {
		return err
	}
	return w.Close()
}

// TestDecimalsOfAnyLength: a decimal has as few bytes as Arrow's own writer gives it.
func TestDecimalsOfAnyLength(t *testing.T) {
	for digits := int32(1); digits <= MostDigits; digits++ {
		if got, want := decimalBytes(digits), int(pqarrow.DecimalSize(digits)); got != want {
			t.Errorf("%d digits: %d bytes, want %d", digits, got, want)
		}
	}
}
