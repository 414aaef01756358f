package rowgroups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/parquet"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/load/within"
	"gsdms/pushscan/store/ingest"
)

// Options say how a file is read.
type Options struct {
	Roots  []string // folders that it must lie in; nil: any
	Memory int64    // bytes that reading may take, and four times what a page may; 0: 1 GiB
	First  int64    // how many rows will do; 0: all are asked for
}

// defaultMemory is what reading a Parquet file may take, unless the options say otherwise,
// and pageShare the part of it that one page may have.
const (
	defaultMemory = 1 << 30
	pageShare     = 4
)

// File gives the batches of one Parquet file.
type File struct {
	path    string
	size    int64
	opts    Options
	from    *os.File
	file    *parquet.File
	schema  schema.Schema
	layout  *layout.Layout
	columns []*columns.Column
	forms   []plan.PartForm // of the last fields, which are parts of others
	fields  []*reader       // that are read
	group   int             // that is read
	left    int64           // rows of it that are left
	most    int             // rows of a batch of it
	rows    int64           // of the batches before
}

// Open reads the footer of a file.
func Open(path string, o Options) (*File, error) {
	from, size, err := within.Open(path, o.Roots)
	if err != nil {
		return nil, err
	}
	p := &File{path: path, size: size, opts: o, from: from, group: -1}
	memory := o.Memory
	if memory == 0 {
		memory = defaultMemory
	}
	err = malformed.Guard(func() error {
		p.file, err = parquet.Open(from, size, memory/pageShare)
		return err
	})
	if err != nil {
		from.Close()
		return nil, p.failure(fmt.Errorf("open as parquet: %w", err))
	}
	for i := range p.file.Fields {
		p.schema.Fields = append(p.schema.Fields, fieldOf(&p.file.Fields[i]))
	}
	return p, nil
}

// failure says which file an error of reading is of, and whether that may be damaged.
func (p *File) failure(err error) error {
	var (
		value  *malformed.Error
		errno  syscall.Errno
		unread *parquet.UnreadError
	)
	switch {
	case errors.As(err, &value):
		value.File = p.path
		return value
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("load %s: %w", p.path, err)
	case errors.As(err, &unread):
		return fmt.Errorf("read %s: %w, which gsdms does not read: write the file without that, or pass over the field; nothing of it is loaded", p.path, unread)
	case errors.As(err, &errno):
		return fmt.Errorf("read %s: %w; nothing of it is loaded", p.path, err)
	case errors.Is(err, malformed.ErrPanic):
		err = errors.New(malformed.FirstLine(err.Error()))
	}
	return fmt.Errorf("read %s: %w; the file may be damaged, nothing of it is loaded", p.path, err)
}

// Schema is that of the file.
func (p *File) Schema() schema.Schema { return p.schema }

// Begin says which columns are read, and as what; void says which doubles are NULL.
func (p *File) Begin(l *layout.Layout, void columns.Void) error {
	var err error
	if p.columns, err = l.Columns(p.path, len(p.schema.Fields), void); err != nil {
		return err
	}
	p.layout = l
	for _, t := range l.Targets() {
		if want := p.schema.Wants(t); want != "" {
			return &malformed.Error{File: p.path, Field: t.Field + 1, Column: l.Names[t.Field], Want: want}
		}
		if what := p.file.Unread(t.Field); what != "" {
			return p.failure(&parquet.UnreadError{Field: p.file.Fields[t.Field].Name, What: "is written with " + what})
		}
		p.fields = append(p.fields, p.newReader(t))
	}
	return nil
}

// Bytes that the values of a batch have about, and rows that it has at least.
const (
	batchBytes = 64 << 20
	batchLeast = 1024
)

// Next gives the next batch, io.EOF at the end.
func (p *File) Next(ctx context.Context) (b *ingest.Batch, err error) {
	for p.left == 0 {
		if p.group++; p.group >= len(p.file.Groups) {
			return nil, io.EOF
		}
		p.left = p.file.Groups[p.group].Rows
		p.most = p.batchRows()
		for _, c := range p.fields {
			c.cursor = p.rowsOf(p.from, c.room, p.group, c.target.Field)
		}
	}
	if err = malformed.Guard(func() error { b, err = p.batch(ctx, int(min(p.left, int64(p.most)))); return err }); err != nil {
		return nil, p.failure(err)
	}
	return b, nil
}

// batchRows is how many rows of the row group a batch has at most.
func (p *File) batchRows() int {
	bytes := int64(0)
	for _, c := range p.fields {
		bytes += min(p.file.Bytes(p.group, c.target.Field), 1<<50)
	}
	rows := min(batchBytes/(bytes/p.left+1), plan.SegmentRows)
	if p.opts.First > 0 {
		rows = min(rows, p.opts.First)
	}
	return int(max(rows, batchLeast))
}

// batch reads the next rows of the row group, several columns at once.
func (p *File) batch(ctx context.Context, rows int) (*ingest.Batch, error) {
	b := &ingest.Batch{Rows: rows, Columns: make([]ingest.Column, len(p.columns))}
	errs := operators.Spread(len(p.fields), func(i int) error {
		return malformed.Guard(func() error {
			c := p.fields[i]
			out, err := c.read(ctx, rows)
			if c.target.Coded() {
				out.Dict = c.dict.Take()
			}
			var bad *malformed.Error
			if err == nil {
				bad = p.columns[c.target.Column].Settle(&out, rows)
			} else if !errors.As(err, &bad) {
				return fmt.Errorf("row group %d, column %s: %w", p.group+1, p.schema.Fields[c.target.Field].Name, err)
			}
			if bad != nil {
				bad.Field, bad.Row, bad.Column = c.target.Field+1, bad.Row+p.rows, p.layout.Names[c.target.Field]
				return bad
			}
			b.Columns[c.target.Column] = out
			return nil
		})
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	p.layout.Complete(b)
	first, path := p.rows+1, p.path
	b.Origin = func(row int) string { return fmt.Sprintf("%s, row %d", path, first+int64(row)) }
	p.rows += int64(rows)
	p.left -= int64(rows)
	return b, nil
}

// Read is how much of the file is read, by the row groups.
func (p *File) Read() int64 {
	return p.size * int64(max(p.group, 0)) / int64(max(len(p.file.Groups), 1))
}

// Close releases the file.
func (p *File) Close() error { return p.from.Close() }
