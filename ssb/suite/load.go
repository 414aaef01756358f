package suite

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
)

// LoadOptions say where the rows come from.
type LoadOptions struct {
	From     string                                // folder of files NAME.tbl or NAME.csv; "": straight from the tables' sources
	Replace  bool                                  // drop the suite's tables if they are there
	Progress func(table string, done, total int64) // rows from sources, bytes from files; may be nil
}

// Loaded is one table after Load.
type Loaded struct {
	Table string
	Rows  int64
	Took  time.Duration // 0 for a table that was there with the right number of rows
}

// Load creates the tables and loads them. A table that is there already is used if it has
// the suite's number of rows, and loaded if it is empty, so that a load which was cut
// short goes on; any other number is an error unless Replace is set.
func Load(ctx context.Context, e *sql.Engine, s *Suite, o LoadOptions) ([]Loaded, error) {
	l := &loader{engine: e, session: e.NewSession(), suite: s, options: o}
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
		done := Loaded{Table: t.Name, Rows: t.Rows}
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
	suite   *Suite
	options LoadOptions
}

// checkFiles looks for all files before anything is made.
func (l *loader) checkFiles() error {
	for _, t := range l.suite.Tables {
		if _, err := l.file(t.Name); err != nil {
			return fmt.Errorf("look for the benchmark's files: %w (the command gen makes them)", err)
		}
	}
	return nil
}

// file is NAME.tbl, or else NAME.csv.
func (l *loader) file(table string) (string, error) {
	path := filepath.Join(l.options.From, table)
	_, err := os.Stat(path + ".tbl")
	if err == nil {
		return path + ".tbl", nil
	}
	if _, other := os.Stat(path + ".csv"); other == nil {
		return path + ".csv", nil
	}
	return "", err
}

// drop removes the tables, those that refer to others first.
func (l *loader) drop(ctx context.Context) error {
	for i := len(l.suite.Tables) - 1; i >= 0; i-- {
		if _, err := l.session.Query(ctx, "DROP TABLE IF EXISTS "+l.suite.Tables[i].Name); err != nil {
			return err
		}
	}
	return nil
}

// table creates and fills one table, and reports whether there was anything to load.
func (l *loader) table(ctx context.Context, t *Table) (bool, error) {
	rows, there := RowsOf(l.engine, t.Name)
	if !there {
		if _, err := l.session.Query(ctx, t.Create); err != nil {
			return false, err
		}
	}
	switch rows {
	case t.Rows:
		return false, nil
	case 0:
	default:
		return false, fmt.Errorf("it is there with %d rows, but %s has %d; drop it, or load with replacement (--replace)", rows, l.suite.Size, t.Rows)
	}
	if err := l.fill(ctx, t); err != nil {
		return false, err
	}
	if rows, _ := RowsOf(l.engine, t.Name); rows != t.Rows {
		return false, fmt.Errorf("%d rows were loaded, but %s has %d; the data in %s is of another size or generator", rows, l.suite.Size, t.Rows, l.options.From)
	}
	return true, nil
}

// RowsOf counts a table's rows, and says whether it is there.
func RowsOf(e *sql.Engine, table string) (n int64, there bool) {
	view := e.Catalog().View()
	defer view.Close()
	t, err := view.Table(table)
	if err != nil || !strings.EqualFold(t.Name, table) {
		return 0, false
	}
	return int64(t.Rows), true
}

func (l *loader) fill(ctx context.Context, t *Table) error {
	if l.options.From != "" {
		path, err := l.file(t.Name)
		if err == nil {
			_, _, err = l.engine.Load(ctx, t.Name, []string{path}, load.Options{Progress: l.progress(t.Name)})
		}
		return err
	}
	source, err := t.Open()
	if err != nil {
		return err
	}
	_, err = l.engine.Catalog().Load(ctx, t.Name, &counted{source: source, total: t.Rows, report: l.progress(t.Name)})
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
