package ipc

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/plan"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// recordName stands for a file's name in errors about records that a program has made.
const recordName = "the Arrow records"

// recordSource gives a table records that a program has made. They are converted as the
// child converts those of a file, but in this process: who makes them is trusted as the rest
// of the program is.
type recordSource struct {
	from    array.RecordReader
	layout  *layout.Layout
	columns []*columns.Column
	sender  sender
	rest    arrow.Record // nil: the next one is to be read
	at      int          // rows of rest that have been given
}

// FromRecords gives the records of a reader to a table, field by field by their names.
// Columns that no field goes to get their default, or NULL. The reader is the caller's.
func FromRecords(from array.RecordReader, to store.Definition) (ingest.Source, error) {
	s := &recordSource{from: from}
	var names []string
	fields := schema.Of(from.Schema())
	for _, f := range fields.Fields {
		names = append(names, f.Name)
	}
	var err error
	if s.layout, err = layout.ByName(to, names); err != nil {
		return nil, fmt.Errorf("load %s: %w", recordName, err)
	}
	if s.columns, err = s.layout.Columns(recordName, len(names), 0); err != nil {
		return nil, err
	}
	s.sender.targets = s.layout.Targets()
	return s, s.located(s.sender.check(fields))
}

// located gives an error of the converter the names of the place.
func (s *recordSource) located(err error) error {
	var bad *childError
	if !errors.As(err, &bad) {
		return err
	}
	e := &malformed.Error{File: recordName, Row: bad.Row, Field: bad.Field, Value: bad.Value, Want: bad.Want}
	if bad.Field > 0 {
		e.Column = s.layout.Names[bad.Field-1]
	}
	return e
}

// Next is of ingest.Source.
func (s *recordSource) Next(ctx context.Context) (b *ingest.Batch, err error) {
	err = malformed.Guard(func() error {
		for s.rest == nil || s.at == int(s.rest.NumRows()) {
			if err := ctx.Err(); err != nil {
				return context.Cause(ctx)
			}
			if !s.from.Next() {
				s.rest = nil
				return endOf(s.from)
			}
			s.rest, s.at = s.from.Record(), 0
		}
		lo := s.at
		s.at = min(lo+plan.SegmentRows, int(s.rest.NumRows()))
		b, err = s.batch(lo, s.at)
		return s.located(err)
	})
	return b, err
}

// endOf says why a reader has no more records.
func endOf(r array.RecordReader) error {
	if err := r.Err(); err != nil {
		return fmt.Errorf("read %s: %w", recordName, err)
	}
	return io.EOF
}

// batch converts rows [lo, hi) of the record.
func (s *recordSource) batch(lo, hi int) (*ingest.Batch, error) {
	b := &ingest.Batch{Rows: hi - lo, Columns: make([]ingest.Column, len(s.columns))}
	for _, t := range s.sender.targets {
		c, err := s.sender.column(s.rest.Column(t.Field), t, lo, hi)
		if err != nil {
			return nil, err
		}
		if bad := s.columns[t.Column].Check(c, b.Rows); bad != nil {
			bad.File, bad.Field, bad.Row = recordName, t.Field+1, bad.Row+s.sender.rows
			return nil, bad
		}
		b.Columns[t.Column] = c
	}
	s.layout.Complete(b)
	first := s.sender.rows + 1
	b.Origin = func(row int) string { return fmt.Sprintf("%s, row %d", recordName, first+int64(row)) }
	s.sender.rows += int64(b.Rows)
	return b, nil
}
