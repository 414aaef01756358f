package delimited

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"slices"
	"testing"

	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/store"
)

// FuzzCSV compares with encoding/csv.
func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"1,a\n2,\"b\"\"\n\"\n", "a,\"b\r\nc\"\r\n", "a,b\"c\n", "a,\"b\"c\n", ",\n\"\",\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if bytes.HasPrefix(text, byteOrderMark) {
			return // encoding/csv takes it for text
		}
		r := csv.NewReader(bytes.NewReader(text))
		r.FieldsPerRecord = 2
		want, wantErr := r.ReadAll()
		got, gotErr := rowsOf(text, Dialect{Delimiter: ',', Quote: '"', Escape: -1, Nulls: []string{"no null"}}, 16)
		if gotErr == nil && wantErr != nil {
			t.Fatalf("%q: taken as %q, but %v", text, got, wantErr)
		}
		if gotErr != nil || wantErr != nil {
			return // NUL bytes and wrong UTF-8 are refused here only
		}
		for i := range got {
			for j := range got[i] {
				got[i][j] = string(bytes.ReplaceAll([]byte(got[i][j]), []byte("\r\n"), []byte("\n")))
			}
		}
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%q: got %q, want %q", text, got, want)
		}
	})
}

// rowsOf reads a text in blocks of some bytes as rows of two columns of texts, "NULL" for none.
func rowsOf(text []byte, d Dialect, block int) (rows [][]string, err error) {
	def := loadtest.Define("a str, b str")
	return fieldsOf(text, d, def, layout.Names(def), block)
}

// fieldsOf reads a text as rows of a table, each of whose fields goes where a name says; those of columns
// that none goes to are NULL.
func fieldsOf(text []byte, d Dialect, def store.Definition, names []string, block int) (rows [][]string, err error) {
	l, err := layout.New(def, names)
	if err != nil {
		return nil, err
	}
	failure := func(err error) error { return err }
	r := Open(context.Background(), bytes.NewReader(text), l, d, Options{Path: "t.csv", Threads: 2, Block: block, Failure: failure})
	defer r.Close()
	for {
		b, err := r.Next(context.Background())
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		for row := range b.Rows {
			rows = append(rows, loadtest.Row(def, b, row))
		}
	}
}
