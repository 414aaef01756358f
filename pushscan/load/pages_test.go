package load

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/metadata"

	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/load/malformed"
)

// A file whose columns are written in a way that the reader does not know is not called damaged;
// what is odd is named, and passed over with the field. The ways are put into the footer's bytes:
// at whatever place the format's own reader finds them there.
func TestPagesThatAreNotRead(t *testing.T) {
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "odd", Type: arrow.PrimitiveTypes.Int64}}, nil))
	b.Field(0).(*array.Int64Builder).AppendValues([]int64{1, 2, 3}, nil)
	sound := loadtest.ParquetFile(t, b.NewRecord(), compress.Codecs.Uncompressed)
	for _, c := range []struct {
		code byte // as the footer has it
		is   func(c *metadata.ColumnChunkMetaData) bool
		want string
	}{
		{10, func(c *metadata.ColumnChunkMetaData) bool { return c.Compression() == compress.Codecs.Lz4 }, "the compression LZ4"},
	} {
		content := withFooter(t, sound, c.code, c.is)
		_, err := rowsOf([]string{loadtest.Write(t, "t.parquet", content)}, loadtest.Define("odd big"), Options{})
		if err == nil || !strings.Contains(err.Error(), `field "odd" is written with `+c.want) || strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: %v", c.want, err)
		}
	}
}

// withFooter puts a byte into the footer of a Parquet file, where its column then is as asked for.
func withFooter(t *testing.T, file []byte, code byte, is func(*metadata.ColumnChunkMetaData) bool) []byte {
	t.Helper()
	end := len(file) - 8
	begin := end - int(binary.LittleEndian.Uint32(file[end:]))
	for at := begin; at < end; at++ {
		out := bytes.Clone(file)
		out[at] = code
		if err := malformed.Guard(func() error {
			m, err := metadata.NewFileMetaData(out[begin:end], nil)
			if err != nil || m.Schema.NumColumns() != 1 || m.Schema.Column(0).Path() != "odd" {
				return malformed.ErrPanic
			}
			c, err := m.RowGroup(0).ColumnChunk(0)
			if err != nil || !is(c) {
				return malformed.ErrPanic
			}
			return nil
		}); err == nil {
			return out
		}
	}
	t.Fatal("no byte of the footer says so")
	return nil
}

// duckNewer is a file that DuckDB 1.5 has written:
//
//	COPY (SELECT CASE WHEN i % 7 <> 3 THEN i::DOUBLE / 7 END AS d, i::FLOAT / 3::FLOAT AS f,
//	      i * i * 31 % 100003 - 50000 AS n, 'text ' || (i * 7919 % 4001) AS s, i // 100 AS r
//	      FROM range(1000) t(i)) TO 'newer.parquet' (PARQUET_VERSION V2, COMPRESSION LZ4_RAW)
const duckNewer = "testdata/duckdb/newer.parquet"

// Pages of the newer kind, whose encodings split values into their bytes or have their differences,
// in blocks of LZ4.
func TestNewerPagesOfDuckDB(t *testing.T) {
	def, _, err := Infer(context.Background(), duckNewer, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := rowsOf([]string{duckNewer}, def, Options{})
	if err != nil || len(rows) != 1000 {
		t.Fatal(len(rows), err)
	}
	for i, row := range rows {
		d := strconv.FormatFloat(float64(i)/7, 'g', -1, 64)
		if i%7 == 3 {
			d = "NULL"
		}
		want := []string{d, strconv.FormatFloat(float64(float32(i)/3), 'g', -1, 64), strconv.Itoa(i*i*31%100003 - 50000),
			fmt.Sprint("text ", i*7919%4001), strconv.Itoa(i / 100)}
		if !slices.Equal(row, want) {
			t.Fatalf("row %d: %q, want %q", i, row, want)
		}
	}
}
