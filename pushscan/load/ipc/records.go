package ipc

import (
	"fmt"
	"io"
	"os"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/schema"
)

// records reads a file record by record, in the child only. Of the files' formats
// there are two: IPC file and IPC stream.
type records interface {
	// selectFields says which fields next has to give, before its first call.
	selectFields(targets []layout.Target) error
	// next gives the next record and where in it each target lies; io.EOF at the end.
	// The record lives until the next call.
	next() (rec arrow.Record, columns []int, err error)
	close()
}

// recordRows is the most rows of a batch of the child.
const recordRows = 8192

func openRecords(f *os.File) (records, schema.Schema, error) {
	r, found, err := openIPC(f)
	if err != nil {
		return nil, schema.Schema{}, fmt.Errorf("open as ipc: %w", err)
	}
	return r, schema.Of(found), nil
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

func (i *ipcRecords) selectFields(targets []layout.Target) error {
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
