package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"sync"
	"time"

	_ "github.com/duckdb/duckdb-go/v2" // the driver
	"golang.org/x/sync/errgroup"

	"gsdms/ssb/bench"
)

// duck is DuckDB with a suite's tables, in memory or in a file of its own.
type duck struct {
	db      *sql.DB
	cold    bool // plan every text anew
	mu      sync.Mutex
	clients []*duckClient
}

// openDuck loads the tables. An empty file keeps them in memory; another is made anew.
func openDuck(ctx context.Context, file string, w *bench.Suite, s settings) (*duck, error) {
	if file != "" {
		if err := errors.Join(os.RemoveAll(file), os.RemoveAll(file+".wal")); err != nil {
			return nil, err
		}
	}
	db, err := sql.Open("duckdb", file)
	if err != nil {
		return nil, fmt.Errorf("open DuckDB: %w", err)
	}
	db.SetMaxIdleConns(1 << 20)
	d := &duck{db: db, cold: s.Cold}
	if err := d.load(ctx, w, s); err != nil {
		return nil, errors.Join(fmt.Errorf("load the tables: %w", err), d.Close())
	}
	return d, nil
}

// load fills the tables on one connection, with as many threads as the queries will
// have. The order of insertion does not matter to them, and keeping it would take one
// thread.
func (d *duck) load(ctx context.Context, w *bench.Suite, s settings) error {
	conn, err := d.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	tables, err := needed(w)
	if err == nil {
		err = register(ctx, conn, tables, s)
	}
	if err != nil {
		return err
	}
	statements := []string{fmt.Sprintf("SET threads = %d", s.Threads), "SET preserve_insertion_order = false",
		// As MySQL has it.
		"SET GLOBAL default_null_order = 'nulls_first_on_asc_last_on_desc'"}
	if s.Memory > 0 {
		statements = append(statements, fmt.Sprintf("SET memory_limit = '%dB'", s.Memory))
	}
	for _, t := range tables {
		statements = append(statements, t.create(), t.fill())
	}
	if err := execute(ctx, conn, append(statements, "RESET preserve_insertion_order")...); err != nil {
		return err
	}
	if s.System == duckPacked {
		for _, t := range tables {
			if err := t.pack(ctx, conn); err != nil {
				return fmt.Errorf("pack %s: %w", t.Name, err)
			}
		}
	}
	return execute(ctx, conn, "CHECKPOINT")
}

func execute(ctx context.Context, conn *sql.Conn, statements ...string) error {
	for _, s := range statements {
		if _, err := conn.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("%w in %.60s", err, s)
		}
	}
	return nil
}

// Client implements system.
func (d *duck) Client(context.Context) (client, error) {
	c := &duckClient{duck: d}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clients = append(d.clients, c)
	return c, nil
}

// Close implements system. No client is in use any more.
func (d *duck) Close() error {
	var errs []error
	for _, c := range d.clients {
		for i := range c.lanes {
			errs = append(errs, c.lanes[i].close())
		}
	}
	return errors.Join(append(errs, d.db.Close())...)
}

// duckClient has a connection for each of the texts that it asks together, and on it
// the statements that it has prepared.
type duckClient struct {
	duck  *duck
	lanes []lane
}

// Ask implements client: every query on a connection of its own, all at the same time.
func (c *duckClient) Ask(ctx context.Context, queries []bench.Query) []outcome {
	out := make([]outcome, len(queries))
	if err := c.connect(ctx, len(queries)); err != nil {
		for i := range out {
			out[i].err = err
		}
		return out
	}
	if len(queries) == 1 {
		out[0] = c.lanes[0].ask(ctx, queries[0], c.duck.cold)
		return out
	}
	var group errgroup.Group
	for i, q := range queries {
		group.Go(func() error {
			out[i].err = guarded(func() error {
				out[i] = c.lanes[i].ask(ctx, q, c.duck.cold)
				return out[i].err
			})()
			return nil
		})
	}
	_ = group.Wait() // each outcome has its error
	return out
}

// Prepare implements client, for the first connection.
func (c *duckClient) Prepare(ctx context.Context, queries []bench.Query) error {
	if err := c.connect(ctx, 1); err != nil || c.duck.cold {
		return err
	}
	for _, q := range queries {
		if q.Kept {
			continue
		}
		if _, err := c.lanes[0].statement(ctx, duckText(q)); err != nil {
			return err
		}
	}
	return nil
}

// connect makes connections until there are n.
func (c *duckClient) connect(ctx context.Context, n int) error {
	for len(c.lanes) < n {
		conn, err := c.duck.db.Conn(ctx)
		if err != nil {
			return fmt.Errorf("connect: %w", err)
		}
		c.lanes = append(c.lanes, lane{conn, map[string]*sql.Stmt{}})
	}
	return nil
}

// lane is a connection and its prepared statements by text.
type lane struct {
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
}

// duckText is a query as DuckDB is asked.
func duckText(q bench.Query) string {
	if q.Duck != "" {
		return q.Duck
	}
	return q.Text
}

// ask runs a query and brings all its values to Go, or keeps them in a table.
func (l *lane) ask(ctx context.Context, q bench.Query, cold bool) outcome {
	if q.Kept {
		_, err := l.conn.ExecContext(ctx, "CREATE OR REPLACE TEMP TABLE ans AS "+duckText(q))
		return outcome{err: err, answer: func() (answer, error) { return l.kept(ctx) }}
	}
	rows, err := l.query(ctx, duckText(q), cold)
	if err != nil {
		return outcome{err: err}
	}
	defer rows.Close()
	var all [][]any
	columns, err := each(rows, func(cells []any) error {
		all = append(all, cells)
		return nil
	})
	return outcome{err: err, answer: func() (answer, error) {
		c := newCollector(columns)
		for _, cells := range all {
			if err := c.add(textsOf(cells)); err != nil {
				return answer{}, err
			}
		}
		return c.answer, nil
	}}
}

// kept reads the table of an answer. The context of the query may have ended.
func (l *lane) kept(ctx context.Context) (answer, error) {
	rows, err := l.conn.QueryContext(context.WithoutCancel(ctx), "SELECT * FROM ans")
	if err != nil {
		return answer{}, err
	}
	defer rows.Close()
	columns, err := columnsOf(rows)
	if err != nil {
		return answer{}, err
	}
	c := newCollector(columns)
	_, err = each(rows, func(cells []any) error { return c.add(textsOf(cells)) })
	return c.answer, err
}

// each gives the rows one by one, to be owned, and says what their columns are.
func each(rows *sql.Rows, row func(cells []any) error) ([]column, error) {
	columns, err := columnsOf(rows)
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		cells, places := make([]any, len(columns)), make([]any, len(columns))
		for i := range cells {
			places[i] = &cells[i]
		}
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		if err := row(cells); err != nil {
			return nil, err
		}
	}
	return columns, rows.Err()
}

func columnsOf(rows *sql.Rows) ([]column, error) {
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	out := make([]column, len(types))
	for i, t := range types {
		name := t.DatabaseTypeName()
		precision, scale := 0, 0
		if _, err := fmt.Sscanf(name, "DECIMAL(%d,%d)", &precision, &scale); err == nil && scale > 0 {
			out[i] = column{Real: true, Step: math.Pow10(-scale)}
		}
		if name == "DOUBLE" || name == "FLOAT" {
			out[i] = column{Real: true}
		}
	}
	return out, nil
}

// query runs a text, prepared once unless cold: DuckDB keeps its plan then, as gsdms does.
func (l *lane) query(ctx context.Context, text string, cold bool) (*sql.Rows, error) {
	if cold {
		return l.conn.QueryContext(ctx, text)
	}
	s, err := l.statement(ctx, text)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx)
}

// statement prepares a text, or gives the statement that is.
func (l *lane) statement(ctx context.Context, text string) (*sql.Stmt, error) {
	if s := l.prepared[text]; s != nil {
		return s, nil
	}
	s, err := l.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	l.prepared[text] = s
	return s, nil
}

func (l *lane) close() error {
	var errs []error
	for _, s := range l.prepared {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, l.conn.Close())...)
}

// textsOf writes cells as gsdms does.
func textsOf(cells []any) []string {
	out := make([]string, len(cells))
	for i, cell := range cells {
		switch v := cell.(type) {
		case nil:
			out[i] = "NULL"
		case string:
			out[i] = v
		case float64:
			out[i] = strconv.FormatFloat(v, 'g', -1, 64)
		case time.Time:
			out[i] = v.Format(time.DateOnly)
		default:
			out[i] = fmt.Sprint(v)
		}
	}
	return out
}
