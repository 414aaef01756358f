package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gsdms/pushscan/load"
	"gsdms/pushscan/store"
	"gsdms/sql"
)

// Tables are what a benchmark loads.
type Tables struct {
	Names   []string // each after those it refers to
	Schema  []string // the CREATE TABLE of each
	Rows    map[string]int64
	Source  func(ctx context.Context, table string) (store.Source, error)
	Command string // "gsdms ssb", for errors
}

// LoadOptions say which data to load.
type LoadOptions struct {
	SF       float64
	From     string                                // folder of the .tbl files; "": straight from the generator
	Replace  bool                                  // drop the benchmark's tables if they are there
	Progress func(table string, done, total int64) // rows from the generator, bytes from files; may be nil
}

// Loaded is one table after Load.
type Loaded struct {
	Table string
	Rows  int64
	Took  time.Duration // 0 for a table that was there with the right number of rows
}

// Load creates the tables and loads them. A table that is there
// already is used if it has as many rows as the scale factor asks, and loaded if it is
// empty, so that a load which was cut short goes on; any other number is an error
// unless Replace is set, and so is a table with keys where none are asked for, or the
// other way round.
func Load(ctx context.Context, e *sql.Engine, t Tables, o LoadOptions) ([]Loaded, error) {
	l := &loader{engine: e, session: e.NewSession(), options: o, tables: t}
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
	for i, table := range t.Names {
		start := time.Now()
		loaded, err := l.table(ctx, table, t.Schema[i])
		if err != nil {
			return out, fmt.Errorf("load the benchmark's table %s: %w", table, err)
		}
		done := Loaded{Table: table, Rows: t.Rows[table]}
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
	tables  Tables
}

// checkFiles looks for all files before anything is made.
func (l *loader) checkFiles() error {
	for _, table := range l.tables.Names {
		if _, err := os.Stat(l.file(table)); err != nil {
			return fmt.Errorf("look for the benchmark's files: %w (%s gen makes them)", err, l.tables.Command)
		}
	}
	return nil
}

func (l *loader) file(table string) string { return filepath.Join(l.options.From, table+".tbl") }

// drop removes the tables, those that refer to others first.
func (l *loader) drop(ctx context.Context) error {
	names := l.tables.Names
	for i := len(names) - 1; i >= 0; i-- {
		if _, err := l.session.Query(ctx, "DROP TABLE IF EXISTS "+names[i]); err != nil {
			return err
		}
	}
	return nil
}

// table creates and fills one table, and reports whether there was anything to load.
func (l *loader) table(ctx context.Context, table, create string) (bool, error) {
	rows, keys, there := l.look(table)
	switch wanted := strings.Contains(create, " KEY"); {
	case !there:
		if _, err := l.session.Query(ctx, create); err != nil {
			return false, err
		}
	case keys && !wanted:
		return false, errors.New("it is there with keys; drop it, or load with replacement (--replace)")
	case !keys && wanted:
		return false, errors.New("it is there without keys; drop it, or load with replacement (--replace)")
	}
	switch rows {
	case l.tables.Rows[table]:
		return false, nil
	case 0:
	default:
		return false, fmt.Errorf("it is there with %d rows, but scale factor %v has %d; drop it, or load with replacement (--replace)",
			rows, l.options.SF, l.tables.Rows[table])
	}
	if err := l.fill(ctx, table); err != nil {
		return false, err
	}
	if rows, _, _ := l.look(table); rows != l.tables.Rows[table] {
		return false, fmt.Errorf("%d rows were loaded, but scale factor %v has %d; the data in %s is of another scale factor or generator",
			rows, l.options.SF, l.tables.Rows[table], l.options.From)
	}
	return true, nil
}

// look counts a table's rows, and says whether it has keys and whether it is there.
func (l *loader) look(table string) (n int64, keys, there bool) {
	view := l.engine.Catalog().View()
	defer view.Close()
	t, err := view.Table(table)
	if err != nil || !strings.EqualFold(t.Name, table) {
		return 0, false, false
	}
	return int64(t.Rows), len(t.PrimaryKey)+len(t.ForeignKeys) > 0, true
}

func (l *loader) fill(ctx context.Context, table string) error {
	if l.options.From != "" {
		_, _, err := l.engine.Load(ctx, table, []string{l.file(table)}, load.Options{Format: load.Tbl, Progress: l.progress(table)})
		return err
	}
	source, err := l.tables.Source(ctx, table)
	if err != nil {
		return err
	}
	_, err = l.engine.Catalog().Load(ctx, table, &counted{source: source, total: l.tables.Rows[table], report: l.progress(table)})
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

// counted reports the rows that have gone through a source.
type counted struct {
	source      store.Source
	done, total int64
	report      func(done, total int64)
}

// Next implements store.Source.
func (c *counted) Next(ctx context.Context) (*store.Batch, error) {
	b, err := c.source.Next(ctx)
	if err == nil {
		c.done += int64(b.Rows)
		c.report(c.done, c.total)
	}
	return b, err
}
