package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gsdms/pushscan/load"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql"
)

// LoadOptions say where the rows come from.
type LoadOptions struct {
	From     string                                // folder of the .tbl files; "": straight from the generator
	Replace  bool                                  // drop the benchmark's tables if they are there
	Progress func(table string, done, total int64) // rows from the generator, bytes from files; may be nil
}

// Loaded is one table after Load.
type Loaded struct {
	Table string
	Rows  int64
	Took  time.Duration // 0 for a table that was there with the right number of rows
	Less  []string      // columns that it is without
}

// Load creates the tables and loads them. A table that is there already is used if it has
// the suite's number of rows, and loaded if it is empty, so that a load which was cut
// short goes on; any other number is an error unless Replace is set, and so is a table with keys where none are asked for, or the
// other way round, and one with other columns.
func Load(ctx context.Context, e *sql.Engine, s *Suite, o LoadOptions) ([]Loaded, error) {
	l := &loader{engine: e, session: e.NewSession(), options: o, suite: s}
	if o.From != "" {
		if err := l.checkFiles(); err != nil {
			return nil, err
		}
	}
	if o.Replace {
		if err := l.drop(ctx); err != nil {
			return nil, err
		}
	}
	var out []Loaded
	for i := range s.Tables {
		t := &s.Tables[i]
		start := time.Now()
		loaded, err := l.table(ctx, t)
		if err != nil {
			return out, fmt.Errorf("load the benchmark's table %s: %w", t.Name, err)
		}
		done := Loaded{Table: t.Name, Rows: t.Rows, Less: t.Less}
		if loaded {
			done.Took = time.Since(start)
		}
		out = append(out, done)
	}
	return out, nil
}

type loader struct {
	engine  *sql.Engine
	session *sql.Session
	options LoadOptions
	suite   *Suite
}

// checkFiles looks for all files before anything is made.
func (l *loader) checkFiles() error {
	for _, t := range l.suite.Tables {
		if _, err := os.Stat(l.file(t.Name)); err != nil {
			return fmt.Errorf("look for the benchmark's files: %w (%s gen makes them)", err, l.suite.Command)
		}
	}
	return nil
}

func (l *loader) file(table string) string { return filepath.Join(l.options.From, table+".tbl") }

// drop removes the tables, those that refer to others first.
func (l *loader) drop(ctx context.Context) error {
	for _, t := range slices.Backward(l.suite.Tables) {
		if _, err := l.session.Query(ctx, "DROP TABLE IF EXISTS "+t.Name); err != nil {
			return err
		}
	}
	return nil
}

// table creates and fills one table, and reports whether there was anything to load.
func (l *loader) table(ctx context.Context, t *Table) (bool, error) {
	rows, keys, names, there := l.look(t.Name)
	columns, err := t.Columns()
	if err != nil {
		return false, err
	}
	switch wanted := strings.Contains(t.Create, " KEY"); {
	case !there:
		if _, err := l.session.Query(ctx, t.Create); err != nil {
			return false, err
		}
	case keys && !wanted:
		return false, errors.New("it is there with keys; drop it, or load with replacement (--replace)")
	case !keys && wanted:
		return false, errors.New("it is there without keys; drop it, or load with replacement (--replace)")
	case !slices.EqualFunc(names, columns, func(is string, c Column) bool { return strings.EqualFold(is, c.Name) }):
		return false, fmt.Errorf("it is there with the columns %s; drop it, or load with replacement (--replace)", strings.Join(names, ", "))
	}
	switch rows {
	case t.Rows:
		return false, nil
	case 0:
	default:
		return false, fmt.Errorf("it is there with %d rows, but %s has %d; drop it, or load with replacement (--replace)",
			rows, l.suite.Size, t.Rows)
	}
	if err := l.fill(ctx, t); err != nil {
		return false, err
	}
	if rows, _, _, _ := l.look(t.Name); rows != t.Rows {
		return false, fmt.Errorf("%d rows were loaded, but %s has %d; the data in %s is of another size or generator",
			rows, l.suite.Size, t.Rows, l.options.From)
	}
	return true, nil
}

// look counts a table's rows, and says whether it has keys, which columns, and whether it is there.
func (l *loader) look(table string) (n int64, keys bool, columns []string, there bool) {
	view := l.engine.Catalog().View()
	defer view.Close()
	t, err := view.Table(table)
	if err != nil || !strings.EqualFold(t.Name, table) {
		return 0, false, nil, false
	}
	for _, c := range t.Shown() {
		columns = append(columns, c.Name)
	}
	return int64(t.Rows), len(t.PrimaryKey)+len(t.ForeignKeys) > 0, columns, true
}

func (l *loader) fill(ctx context.Context, t *Table) error {
	if l.options.From != "" {
		_, _, err := l.engine.Load(ctx, t.Name, []string{l.file(t.Name)}, load.Options{Format: load.Tbl, Columns: t.Fields, Progress: l.progress(t.Name)})
		return err
	}
	source, err := t.Open(ctx)
	if err != nil {
		return err
	}
	_, err = l.engine.Catalog().Load(ctx, t.Name, &counted{source: source, fields: t.Fields, total: t.Rows, report: l.progress(t.Name)})
	return err
}

// progress is the caller's function for one table, or one that does nothing.
func (l *loader) progress(table string) func(done, total int64) {
	return func(done, total int64) {
		if l.options.Progress != nil {
			l.options.Progress(table, done, total)
		}
	}
}

// counted reports the rows that have gone through a source, and passes over the fields that go to no column.
type counted struct {
	source      ingest.Source
	fields      []string
	done, total int64
	report      func(done, total int64)
}

// Next implements ingest.Source.
func (c *counted) Next(ctx context.Context) (*ingest.Batch, error) {
	b, err := c.source.Next(ctx)
	if err == nil {
		c.done += int64(b.Rows)
		c.report(c.done, c.total)
		if c.fields != nil {
			kept := b.Columns[:0]
			for i, name := range c.fields {
				if name != "" {
					kept = append(kept, b.Columns[i])
				}
			}
			b.Columns = kept
		}
	}
	return b, err
}
