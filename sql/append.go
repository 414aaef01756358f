package sql

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/pushscan/load/ipc"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// Append adds rows to a table: all, or none after an error, which is then that of the rows,
// or an *Error. Each row has a value for each of the named columns, or of the table's where
// none are named, those that are generated apart; it is converted as INSERT converts it. Other columns get their default,
// or NULL.
func (e *Engine) Append(ctx context.Context, table string, columns []string, rows iter.Seq2[[]plan.Value, error]) (int, error) {
	d, err := e.Definition(table)
	if err != nil {
		return 0, parse.AsError("", err)
	}
	targets, err := appendTargets(d, columns)
	if err != nil {
		return 0, err
	}
	next, stop := iter.Pull2(rows)
	defer stop()
	return e.append(ctx, table, source.FromValues(d, targets, next))
}

// AppendArrow adds the records of a reader to a table: all, or none after an error. Fields
// go to the columns of their names.
func (e *Engine) AppendArrow(ctx context.Context, table string, from array.RecordReader) (int, error) {
	d, err := e.Definition(table)
	if err != nil {
		return 0, parse.AsError("", err)
	}
	s, err := ipc.FromRecords(from, d)
	if err != nil {
		return 0, err
	}
	return e.append(ctx, table, store.For(d.Columns, s))
}

// AppendArrow is Engine.AppendArrow for the session's user, as a statement that KILL reaches. An
// error is always an *Error.
func (s *Session) AppendArrow(ctx context.Context, table string, from array.RecordReader) (int64, error) {
	text := "INSERT INTO " + parse.QuoteName(table) + " /* Arrow records */"
	table = s.engine.named(roster.Join(s.within(), table))
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

func (appendRecords) Nature() command.Nature { return command.ChangesRows }

func (x appendRecords) Permit(r command.Permits) error {
	return r.Need(account.Insert, x.table)
}

func (x appendRecords) run(ctx context.Context, c *call) (*result.Set, error) {
	n, err := c.engine.AppendArrow(ctx, x.table, x.from)
	return &result.Set{Affected: int64(n)}, err
}

func (e *Engine) append(ctx context.Context, table string, s ingest.Source) (rows int, err error) {
	defer e.changed()
	err = operators.Guarded(func() error {
		name := e.named(table)
		rows, err = e.catalogs.Of(name).Load(ctx, name, s)
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
		i := define.Ordinal(d.Columns, name)
		switch {
		case i < 0:
			return nil, parse.ErrorAt("", -1, parse.CodeUnknownColumn, "Unknown column '%s' in table '%s'", name, d.Name)
		case d.Columns[i].Generated():
			return nil, parse.ErrorAt("", -1, parse.CodeGeneratedValue, "The value specified for generated column '%s' in table '%s' is not allowed.", name, d.Name)
		case given[i]:
			return nil, parse.ErrorAt("", -1, parse.CodeColumnTwice, "Column '%s' specified twice", name)
		}
		given[i] = true
		to = append(to, i)
	}
	for i := range d.Columns {
		if len(names) == 0 && !d.Columns[i].Generated() {
			to = append(to, i)
		}
	}
	return to, nil
}
