package loadtest

import (
	"bytes"
	"errors"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"
)

// ParquetFile writes a record in pieces, as a file.
func ParquetFile(t testing.TB, rec arrow.Record, codec compress.Compression) []byte {
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(rec.Schema(), &out,
		parquet.NewWriterProperties(parquet.WithCompression(codec), parquet.WithMaxRowGroupLength(rec.NumRows()/3+1)),
		pqarrow.DefaultWriterProps())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(rec), w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
