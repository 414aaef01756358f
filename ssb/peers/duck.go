package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // the driver
	"golang.org/x/sync/errgroup"

	"gsdms/ssb"
	"gsdms/ssb/gen"
)

// connections is the most that DuckDB serves at once; it shares its threads among them.
const connections = 256

// duck is DuckDB with the benchmark's tables, in memory or in a file of its own.
type duck struct {
	name string
	db   *sql.DB
}

// keys are the parts of the schema that DuckDB would build indexes for. They slow its
// load and help none of the queries.
var keys = regexp.MustCompile(` PRIMARY KEY|,\s*FOREIGN KEY [^,]*?\) REFERENCES [a-z]+ \([a-z_]+\)`)

// openDuck loads the .tbl files in data. An empty file keeps the tables in memory.
func openDuck(ctx context.Context, name, file, data string, threads int) (*duck, error) {
	db, err := sql.Open("duckdb", file)
	if err != nil {
		return nil, fmt.Errorf("open DuckDB: %w", err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	d := &duck{name, db}
	if err := d.load(ctx, data, threads); err != nil {
		return nil, fmt.Errorf("load %s: %w", name, err)
	}
	return d, nil
}

func (d *duck) load(ctx context.Context, data string, threads int) error {
	statements := []string{fmt.Sprintf("SET threads = %d", threads)}
	for _, s := range ssb.Schema() {
		statements = append(statements, keys.ReplaceAllString(s, ""))
	}
	for _, t := range gen.Tables() {
		file := strings.ReplaceAll(filepath.Join(data, t+".tbl"), "'", "''")
		// A bar ends every line, so DuckDB sees one column more than there are.
		statements = append(statements, fmt.Sprintf("INSERT INTO %s SELECT * EXCLUDE (last) FROM read_csv('%s', delim = '|', header = false, "+
			"auto_detect = false, quote = '', escape = '', columns = %s)", t, file, columns(t)))
	}
	for _, s := range append(statements, "CHECKPOINT") {
		if _, err := d.db.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("%w in %.60s", err, s)
		}
	}
	return nil
}

// columnPattern finds a column and its type in the schema.
var columnPattern = regexp.MustCompile(`([a-z]+_[a-z0-9]+) (INTEGER|BIGINT|VARCHAR)`)

// columns names the fields of a table's file, and the empty one after the last bar.
func columns(table string) string {
	var out []string
	for _, s := range ssb.Schema() {
		if strings.Fields(s)[2] != table {
			continue
		}
		for _, m := range columnPattern.FindAllStringSubmatch(s, -1) {
			out = append(out, fmt.Sprintf("'%s': '%s'", m[1], m[2]))
		}
	}
	return "{" + strings.Join(append(out, "'last': 'VARCHAR'"), ", ") + "}"
}

// Name implements system.
func (d *duck) Name() string { return d.name }

// Client implements system; the connections are pooled.
func (d *duck) Client(context.Context) (ssb.Engine, error) { return d, nil }

// Close implements system.
func (d *duck) Close() error { return d.db.Close() }

// Ask implements ssb.Engine: every text on a connection of its own, all at the same
// time. It may be called concurrently.
func (d *duck) Ask(ctx context.Context, texts []string) ([]ssb.Reply, error) {
	replies := make([]ssb.Reply, len(texts))
	if len(texts) == 1 {
		var err error
		replies[0], err = d.one(ctx, texts[0])
		return replies, err
	}
	group, ctx := errgroup.WithContext(ctx)
	for i, text := range texts {
		group.Go(guarded(func() (err error) {
			replies[i], err = d.one(ctx, text)
			return err
		}))
	}
	return replies, group.Wait()
}

func (d *duck) one(ctx context.Context, text string) (ssb.Reply, error) {
	rows, err := d.db.QueryContext(ctx, text)
	if err != nil {
		return ssb.Reply{}, fmt.Errorf("%s: %w", d.name, err)
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

// files makes the .tbl files in a folder, or uses those that are there.
func files(ctx context.Context, dir string, sf float64, threads int) error {
	if _, err := os.Stat(filepath.Join(dir, "lineorder.tbl")); err == nil {
		return nil
	}
	return gen.WriteFiles(ctx, dir, sf, threads, nil)
}
