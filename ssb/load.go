package ssb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gsdms/pushscan/load"
	"gsdms/pushscan/store"
	"gsdms/sql"
	"gsdms/ssb/gen"
)

// LoadOptions say which data to load.
type LoadOptions struct {
	SF       float64
	From     string                                // folder of the five .tbl files; "": straight from the generator
	Replace  bool                                  // drop the benchmark's tables if they are there
	Progress func(table string, done, total int64) // rows from the generator, bytes from files; may be nil
}

// Loaded is one table after Load.
type Loaded struct {
	Table string
	Rows  int64
	Took  time.Duration // 0 for a table that was there with the right number of rows
}

// Load creates the five tables with their keys and loads them. A table that is there
// already is used if it has as many rows as the scale factor asks, and loaded if it is
// empty, so that a load which was cut short goes on; any other number is an error
// unless Replace is set.
func Load(ctx context.Context, e *sql.Engine, o LoadOptions) ([]Loaded, error) {
	want, err := rowsAt(o.SF)
	if err != nil {
		return nil, err
	}
	l := &loader{engine: e, session: e.NewSession(), options: o, want: want}
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
	for i, table := range gen.Tables() {
		start := time.Now()
		loaded, err := l.table(ctx, table, Schema()[i])
		if err != nil {
			return out, fmt.Errorf("load the benchmark's table %s: %w", table, err)
		}
		done := Loaded{Table: table, Rows: want[table]}
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
	want    map[string]int64
}

// checkFiles looks for all files before anything is made.
func (l *loader) checkFiles() error {
	for _, table := range gen.Tables() {
		if _, err := os.Stat(l.file(table)); err != nil {
			return fmt.Errorf("look for the benchmark's files: %w (gsdms ssb gen makes them)", err)
		}
	}
	return nil
}

func (l *loader) file(table string) string { return filepath.Join(l.options.From, table+".tbl") }

// drop removes the tables, those that refer to others first.
func (l *loader) drop(ctx context.Context) error {
	names := gen.Tables()
	for i := len(names) - 1; i >= 0; i-- {
		if _, err := l.session.Query(ctx, "DROP TABLE IF EXISTS "+names[i]); err != nil {
			return err
		}
	}
	return nil
}

// table creates and fills one table, and reports whether there was anything to load.
func (l *loader) table(ctx context.Context, table, create string) (bool, error) {
	rows, there := l.rows(table)
	if !there {
		if _, err := l.session.Query(ctx, create); err != nil {
			return false, err
		}
	}
	switch rows {
	case l.want[table]:
		return false, nil
	case 0:
	default:
		return false, fmt.Errorf("it is there with %d rows, but scale factor %v has %d; drop it, or load with replacement (--replace)",
			rows, l.options.SF, l.want[table])
	}
	if err := l.fill(ctx, table); err != nil {
		return false, err
	}
	if rows, _ := l.rows(table); rows != l.want[table] {
		return false, fmt.Errorf("%d rows were loaded, but scale factor %v has %d; the data in %s is of another scale factor or generator",
			rows, l.options.SF, l.want[table], l.options.From)
	}
	return true, nil
}

// rows counts a table's rows, and says whether it is there.
func (l *loader) rows(table string) (n int64, there bool) {
	view := l.engine.Catalog().View()
	defer view.Close()
	t, err := view.Table(table)
	if err != nil || !strings.EqualFold(t.Name, table) {
		return 0, false
	}
	return int64(t.Rows), true
}

func (l *loader) fill(ctx context.Context, table string) error {
	if l.options.From != "" {
		_, _, err := l.engine.Load(ctx, table, []string{l.file(table)}, load.Options{Format: load.Tbl, Progress: l.progress(table)})
		return err
	}
	source, err := gen.Source(table, l.options.SF)
	if err != nil {
		return err
	}
	_, err = l.engine.Catalog().Load(ctx, table, &counted{source: source, total: l.want[table], report: l.progress(table)})
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
