package sql

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/store"
	"gsdms/sql/bind"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Append adds rows to a table: all, or none after an error, which is then that of the rows,
// or an *Error. Each row has a value for each of the named columns, or of the table's where
// none are named; it is converted as INSERT converts it. Other columns get their default,
// or NULL.
func (e *Engine) Append(ctx context.Context, table string, columns []string, rows iter.Seq2[[]plan.Value, error]) (int, error) {
	d, err := e.Definition(table)
	if err != nil {
		return 0, parse.AsError("", err)
	}
	s := &valueSource{to: d}
	if s.targets, err = appendTargets(d, columns); err != nil {
		return 0, err
	}
	next, stop := iter.Pull2(rows)
	defer stop()
	s.next = next
	return e.append(ctx, table, store.For(d.Columns, s))
}

// AppendArrow adds the records of a reader to a table: all, or none after an error. Fields
// go to the columns of their names.
func (e *Engine) AppendArrow(ctx context.Context, table string, from array.RecordReader) (int, error) {
	d, err := e.Definition(table)
	if err != nil {
		return 0, parse.AsError("", err)
	}
	s, err := load.FromArrow(from, d)
	if err != nil {
		return 0, err
	}
	return e.append(ctx, table, store.For(d.Columns, s))
}

// AppendArrow is Engine.AppendArrow for the session's user, as a statement that KILL reaches. An
// error is always an *Error.
func (s *Session) AppendArrow(ctx context.Context, table string, from array.RecordReader) (int64, error) {
	text := "INSERT INTO " + quoteName(table) + " /* Arrow records */"
	s.began = time.Now()
	r, err := s.running(ctx, text, false, func(context.Context, *call) (prepared, error) {
		return prepared{command: appendRecords{table, from}}, nil
	})
	if err != nil {
		return 0, s.failed(text, err)
	}
	return r.Affected, nil
}

// appendRecords adds the records of a reader to a table.
type appendRecords struct {
	table string
	from  array.RecordReader
}

func (x appendRecords) run(ctx context.Context, c *call) (*result.Set, error) {
	n, err := c.engine.AppendArrow(ctx, x.table, x.from)
	return &result.Set{Affected: int64(n)}, err
}

func (e *Engine) append(ctx context.Context, table string, s store.Source) (rows int, err error) {
	defer e.changed()
	err = operators.Guarded(func() error {
		rows, err = e.catalog.Load(ctx, table, s)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("append to %s: %w", table, err)
	}
	return rows, nil
}

// appendTargets are the ordinals of the named columns, or of all.
func appendTargets(d store.Definition, names []string) (to []int, err error) {
	given := map[int]bool{}
	for _, name := range names {
		i := ordinal(d.Columns, name)
		switch {
		case i < 0:
			return nil, parse.ErrorAt("", -1, parse.CodeUnknownColumn, "Unknown column '%s' in table '%s'", name, d.Name)
		case given[i]:
			return nil, parse.ErrorAt("", -1, parse.CodeColumnTwice, "Column '%s' specified twice", name)
		}
		given[i] = true
		to = append(to, i)
	}
	for i := range d.Columns {
		if len(names) == 0 {
			to = append(to, i)
		}
	}
	return to, nil
}

// valueSource gives a table rows of values.
type valueSource struct {
	to      store.Definition
	targets []int
	next    func() ([]plan.Value, error, bool)
	rows    int // given so far
}

// Next is of store.Source.
func (s *valueSource) Next(ctx context.Context) (*store.Batch, error) {
	builders := make([]*columnBuilder, len(s.to.Columns))
	for i := range s.to.Columns {
		builders[i] = newColumnBuilder(&s.to.Columns[i])
	}
	n := 0
	for ; n < plan.SegmentRows; n++ {
		values, err, ok := s.next()
		if ok && err == nil {
			err = s.row(builders, values, n)
		}
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
	}
	if n == 0 {
		return nil, io.EOF
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	first := s.rows + 1
	s.rows += n
	b := insertBatch(builders, n)
	b.Origin = func(row int) string { return fmt.Sprintf("row %d", first+row) }
	return b, nil
}

// row adds one row, the nth of its batch.
func (s *valueSource) row(to []*columnBuilder, values []plan.Value, n int) error {
	if len(values) != len(s.targets) {
		return parse.ErrorAt("", -1, parse.CodeValueCount, "Column count doesn't match value count at row %d: %d columns, %d values", s.rows+n+1, len(s.targets), len(values))
	}
	for i, v := range values {
		b := to[s.targets[i]]
		v, err := stored(v, b.column)
		if err != nil {
			e := parse.AsError("", err)
			return parse.ErrorAt("", -1, e.Code, "row %d: column %s: %s", s.rows+n+1, b.column.Name, e.Message)
		}
		b.add(v)
	}
	for _, b := range to {
		if !b.fill(n) {
			return parse.ErrorAt("", -1, parse.CodeNoDefault, "Field '%s' doesn't have a default value", b.column.Name)
		}
	}
	return nil
}

// stored is a value as a column holds it.
func stored(v plan.Value, c *plan.Column) (plan.Value, error) {
	switch {
	case v.IsNull() && !c.Nullable:
		return v, parse.ErrorAt("", -1, parse.CodeNotNull, "Column '%s' cannot be null", c.Name)
	case v.Kind == plan.String && !utf8.ValidString(v.Text):
		return v, parse.ErrorAt("", -1, parse.CodeWrongNumber, "the text %q is not UTF-8", v.Text)
	case v.Kind == plan.String && strings.IndexByte(v.Text, 0) >= 0:
		return v, parse.ErrorAt("", -1, parse.CodeWrongNumber, "the text %q has a NUL byte", v.Text)
	}
	return bind.Convert(v, c.Type)
}
