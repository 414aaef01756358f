package ipc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/load/within"
	"gsdms/pushscan/store/ingest"
)

// Options say how a file is read.
type Options struct {
	Roots    []string      // folders that it must lie in; nil: any
	Memory   int64         // bytes that the child may take; 0: 1 GiB
	Patience time.Duration // with the child for one answer; 0: a minute
}

// File is an IPC file that a child reads. One goroutine uses it and closes it.
type File struct {
	path    string
	size    int64
	process *process
	schema  schema.Schema
	layout  *layout.Layout
	columns []*columns.Column
	targets []layout.Target
	rows    int64 // of the batches before
}

// Open starts to read a file in a child and gets its schema.
func Open(ctx context.Context, path string, o Options) (*File, error) {
	f, size, err := within.Open(path, o.Roots)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := startChild(f, path, o)
	if err != nil {
		return nil, err
	}
	c := &File{path: path, size: size, process: p}
	if err := c.readSchema(ctx); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return c, nil
}

func (c *File) readSchema(ctx context.Context) error {
	if err := c.process.ask(childRequest{Memory: c.process.memory}); err != nil {
		return err
	}
	kind, payload, err := c.process.frame(ctx)
	if err != nil {
		return err
	}
	if kind != frameSchema {
		return c.failure(kind, payload)
	}
	if err := json.Unmarshal(payload, &c.schema); err != nil {
		return fmt.Errorf("read the schema of %s: %w", c.path, err)
	}
	return nil
}

// Schema is that of the file.
func (c *File) Schema() schema.Schema { return c.schema }

// Begin asks for the batches, as the layout says; void says which doubles are NULL.
func (c *File) Begin(l *layout.Layout, void columns.Void) error {
	var err error
	if c.columns, err = l.Columns(c.path, len(c.schema.Fields), void); err != nil {
		return err
	}
	c.layout, c.targets = l, l.Targets()
	return c.process.ask(childTargets{c.targets})
}

// Next gives the next batch that is not empty, io.EOF at the end.
func (c *File) Next(ctx context.Context) (*ingest.Batch, error) {
	for {
		kind, payload, err := c.process.frame(ctx)
		if err != nil {
			return nil, err
		}
		if kind == frameEnd {
			return nil, io.EOF
		}
		if kind != frameBatch {
			return nil, c.failure(kind, payload)
		}
		batch, err := c.batch(payload)
		if err != nil || batch.Rows > 0 {
			return batch, err
		}
	}
}

// failure makes an error of what is no batch.
func (c *File) failure(kind byte, payload []byte) error {
	var e childError
	if kind != frameError {
		return fmt.Errorf("read %s: a frame of kind %q came where none belongs", c.path, kind)
	}
	if err := json.Unmarshal(payload, &e); err != nil {
		return fmt.Errorf("read %s: %w", c.path, err)
	}
	if e.Sound {
		return fmt.Errorf("read %s: %s; nothing of it is loaded", c.path, e.Text)
	}
	if e.Text != "" {
		return fmt.Errorf("read %s: %s; the file may be damaged, nothing of it is loaded", c.path, e.Text)
	}
	return &malformed.Error{File: c.path, Row: e.Row, Field: e.Field, Column: c.fieldName(e.Field - 1), Value: e.Value, Want: e.Want}
}

func (c *File) fieldName(field int) string {
	if c.layout != nil && field >= 0 && field < len(c.layout.Names) {
		return c.layout.Names[field]
	}
	return ""
}

// batch takes a batch frame apart and checks its values.
func (c *File) batch(payload []byte) (*ingest.Batch, error) {
	f := &frameReader{rest: payload}
	b := &ingest.Batch{Rows: f.uint32(), Columns: make([]ingest.Column, len(c.columns))}
	if b.Rows > recordRows {
		return nil, fmt.Errorf("read %s: %w: %d rows", c.path, errFrame, b.Rows)
	}
	for _, t := range c.targets {
		column, err := f.column(t, b.Rows)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", c.path, err)
		}
		if bad := c.columns[t.Column].Settle(&column, b.Rows); bad != nil {
			bad.File, bad.Field, bad.Row = c.path, t.Field+1, bad.Row+c.rows
			return nil, bad
		}
		b.Columns[t.Column] = column
	}
	c.layout.Complete(b)
	first, path := c.rows+1, c.path
	b.Origin = func(row int) string { return fmt.Sprintf("%s, row %d", path, first+int64(row)) }
	c.rows += int64(b.Rows)
	return b, nil
}

// Read is all of the file: where in it the child is, is not known.
func (c *File) Read() int64 { return c.size }

// Close ends the child.
func (c *File) Close() error { return c.process.close() }
