package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"
)

// records reads a file record by record, in the child only. Of the files' formats
// there are three: Parquet, IPC file and IPC stream.
type records interface {
	// selectFields says which fields next has to give, before its first call.
	selectFields(targets []childTarget) error
	// next gives the next record and where in it each target lies; io.EOF at the end.
	// The record lives until the next call.
	next() (rec arrow.Record, columns []int, err error)
	close()
}

// recordRows is the most rows that one step takes of a Parquet file.
const recordRows = 8192

func openRecords(f *os.File, format Format) (records, childSchema, error) {
	var r records
	var schema *arrow.Schema
	var err error
	switch format {
	case Parquet:
		r, schema, err = openParquet(f)
	default:
		r, schema, err = openIPC(f)
	}
	if unknown := (*unknownTypeError)(nil); errors.As(err, &unknown) {
		return nil, childSchema{}, unknown
	}
	if err != nil {
		return nil, childSchema{}, fmt.Errorf("open as %s: %w", format, err)
	}
	var s childSchema
	for _, f := range schema.Fields() {
		s.Fields = append(s.Fields, childField{Name: f.Name, Arrow: f.Type.String(), Type: ColumnType(f.Type)})
	}
	return r, s, nil
}

// parquetRecords reads the columns asked for, row group by row group.
type parquetRecords struct {
	reader  *pqarrow.FileReader
	records pqarrow.RecordReader
	columns []int
	rows    int64
}

func openParquet(f *os.File) (records, *arrow.Schema, error) {
	if err := checkLogicalTypes(f); err != nil {
		return nil, nil, err
	}
	r, err := file.NewParquetReader(f)
	if err != nil {
		return nil, nil, err
	}
	reader, err := pqarrow.NewFileReader(r, pqarrow.ArrowReadProperties{BatchSize: recordRows}, memory.DefaultAllocator)
	if err != nil {
		return nil, nil, err
	}
	schema, err := reader.Schema()
	return &parquetRecords{reader: reader}, schema, err
}

// selectFields reads in the file's order; a target's place is its field's rank.
func (p *parquetRecords) selectFields(targets []childTarget) error {
	var leaves []int
	for _, t := range targets {
		leaves = append(leaves, p.reader.Manifest.Fields[t.Field].ColIndex)
	}
	sorted := slices.Sorted(slices.Values(leaves))
	for _, leaf := range leaves {
		p.columns = append(p.columns, slices.Index(sorted, leaf))
	}
	err := checkPages(p.reader.ParquetReader().MetaData(), sorted)
	if err == nil {
		p.records, err = p.reader.GetRecordReader(context.Background(), sorted, nil)
	}
	return err
}

func (p *parquetRecords) next() (arrow.Record, []int, error) {
	rec, err := p.records.Read()
	if err == nil {
		p.rows += rec.NumRows()
		return rec, p.columns, nil
	}
	if claimed := p.reader.ParquetReader().NumRows(); err == io.EOF && p.rows != claimed {
		return nil, nil, fmt.Errorf("the file says that it has %d rows, but there are %d", claimed, p.rows)
	}
	return nil, nil, err
}

func (p *parquetRecords) close() {
	if p.records != nil {
		p.records.Release()
	}
}

// ipcRecords reads an IPC file or stream; a record has all fields.
type ipcRecords struct {
	read    func() (arrow.Record, error)
	release func()
	columns []int
}

func openIPC(f *os.File) (records, *arrow.Schema, error) {
	mark := make([]byte, 6)
	if _, err := f.ReadAt(mark, 0); err != nil && err != io.EOF {
		return nil, nil, err
	}
	if string(mark) == "ARROW1" {
		r, err := ipc.NewFileReader(f)
		if err != nil {
			return nil, nil, err
		}
		return &ipcRecords{read: r.Read, release: func() { r.Close() }}, r.Schema(), nil
	}
	r, err := ipc.NewReader(f)
	if err != nil {
		return nil, nil, err
	}
	return &ipcRecords{read: r.Read, release: r.Release}, r.Schema(), nil
}

func (i *ipcRecords) selectFields(targets []childTarget) error {
	for _, t := range targets {
		i.columns = append(i.columns, t.Field)
	}
	return nil
}

func (i *ipcRecords) next() (arrow.Record, []int, error) {
	rec, err := i.read()
	return rec, i.columns, err
}

func (i *ipcRecords) close() { i.release() }
