package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"

	_ "github.com/duckdb/duckdb-go/v2" // the driver
	"golang.org/x/sync/errgroup"

	"gsdms/ssb"
)

// duck is DuckDB with the benchmark's tables, in memory or in a file of its own.
type duck struct {
	db      *sql.DB
	cold    bool // plan every text anew
	mu      sync.Mutex
	clients []*duckClient
}

// openDuck loads the tables. An empty file keeps them in memory; another is made anew.
func openDuck(ctx context.Context, file string, s settings) (*duck, error) {
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
	if err := d.load(ctx, s); err != nil {
		return nil, errors.Join(fmt.Errorf("load the tables: %w", err), d.Close())
	}
	return d, nil
}

// load fills the tables on one connection, with as many threads as the queries will
// have. The order of insertion does not matter to them, and keeping it would take one
// thread.
func (d *duck) load(ctx context.Context, s settings) error {
	conn, err := d.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := register(ctx, conn, s); err != nil {
		return err
	}
	statements := []string{fmt.Sprintf("SET threads = %d", s.Threads), "SET preserve_insertion_order = false"}
	for _, t := range needed() {
		statements = append(statements, t.create(), t.fill())
	}
	for _, s := range append(statements, "RESET preserve_insertion_order", "CHECKPOINT") {
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

// Ask implements ssb.Engine: every text on a connection of its own, all at the same time.
func (c *duckClient) Ask(ctx context.Context, texts []string) ([]ssb.Reply, error) {
	if err := c.connect(ctx, len(texts)); err != nil {
		return nil, err
	}
	replies := make([]ssb.Reply, len(texts))
	if len(texts) == 1 {
		var err error
		replies[0], err = c.lanes[0].ask(ctx, texts[0], c.duck.cold)
		return replies, err
	}
	group, ctx := errgroup.WithContext(ctx)
	for i, text := range texts {
		group.Go(guarded(func() (err error) {
			replies[i], err = c.lanes[i].ask(ctx, text, c.duck.cold)
			return err
		}))
	}
	return replies, group.Wait()
}

// Prepare implements client, for the first connection.
func (c *duckClient) Prepare(ctx context.Context, texts []string) error {
	if err := c.connect(ctx, 1); err != nil || c.duck.cold {
		return err
	}
	for _, t := range texts {
		if _, err := c.lanes[0].statement(ctx, t); err != nil {
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

func (l *lane) ask(ctx context.Context, text string, cold bool) (ssb.Reply, error) {
	rows, err := l.query(ctx, text, cold)
	if err != nil {
		return ssb.Reply{}, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return ssb.Reply{}, err
	}
	var all [][]any
	for rows.Next() {
		cells, places := make([]any, len(names)), make([]any, len(names))
		for i := range cells {
			places[i] = &cells[i]
		}
		if err := rows.Scan(places...); err != nil {
			return ssb.Reply{}, err
		}
		all = append(all, cells)
	}
	return ssb.Reply{Rows: len(all), Answer: func() ssb.Answer { return texts(all) }}, rows.Err()
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

func texts(rows [][]any) ssb.Answer {
	out := make(ssb.Answer, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			if cell == nil {
				cell = "NULL"
			}
			out[i] = append(out[i], fmt.Sprint(cell))
		}
	}
	return out
}
