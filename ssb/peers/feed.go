package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"gsdms/pushscan/store"
	"gsdms/ssb"
	"gsdms/ssb/gen"
)

// neededTable is what DuckDB gets of a table: the columns that any of the 13 queries
// names. A column store reads no others, and the rest of the largest table would take
// more memory than all that the queries read. Keys are not declared: they would make
// indexes that none of the queries uses.
type neededTable struct {
	name    string
	columns []neededColumn
}

type neededColumn struct {
	name, kind string
	ordinal    int // in the generator's batches
}

// columnPattern finds a column and its type in the schema.
var columnPattern = regexp.MustCompile(`([a-z]+_[a-z0-9]+) (INTEGER|BIGINT|VARCHAR)`)

// needed reads the schema.
func needed() []neededTable {
	var all strings.Builder
	for _, q := range ssb.Queries() {
		all.WriteString(q.Text)
	}
	var out []neededTable
	for i, s := range ssb.Schema() {
		t := neededTable{name: gen.Tables()[i]}
		for ordinal, m := range columnPattern.FindAllStringSubmatch(s, -1) {
			if strings.Contains(all.String(), m[1]) {
				t.columns = append(t.columns, neededColumn{m[1], m[2], ordinal})
			}
		}
		out = append(out, t)
	}
	return out
}

func (t *neededTable) create() string {
	var columns []string
	for _, c := range t.columns {
		columns = append(columns, c.name+" "+c.kind+" NOT NULL")
	}
	return fmt.Sprintf("CREATE TABLE %s (%s)", t.name, strings.Join(columns, ", "))
}

func (t *neededTable) fill() string {
	return fmt.Sprintf("INSERT INTO %s SELECT * FROM generated('%s')", t.name, t.name)
}

// register makes the table function generated(name): the rows of a table straight from
// the generator, for as many threads as DuckDB has.
func register(ctx context.Context, conn *sql.Conn, s settings) error {
	text, err := duckdb.NewTypeInfo(duckdb.TYPE_VARCHAR)
	if err != nil {
		return err
	}
	return duckdb.RegisterTableUDF(conn, "generated", duckdb.ParallelChunkTableFunction{
		Config: duckdb.TableFunctionConfig{Arguments: []duckdb.TypeInfo{text}},
		BindArguments: func(_ map[string]any, args ...any) (duckdb.ParallelChunkTableSource, error) {
			for _, t := range needed() {
				if t.name == args[0] {
					return newFeed(ctx, t, s)
				}
			}
			return nil, fmt.Errorf("generated(%v): no such table", args[0])
		},
	})
}

// feed gives one table to DuckDB, whose threads call it at the same time.
type feed struct {
	ctx      context.Context
	table    neededTable
	columns  []duckdb.ColumnInfo
	threads  int
	progress *progress
	mu       sync.Mutex // of what follows
	source   store.Source
	done     int64
}

// piece is a batch that one thread is handing over.
type piece struct {
	batch *store.Batch
	row   int // the next
}

func newFeed(ctx context.Context, t neededTable, s settings) (*feed, error) {
	source, err := gen.Source(t.name, s.SF)
	if err != nil {
		return nil, err
	}
	f := &feed{ctx: ctx, table: t, threads: s.Threads, progress: newProgress(s.System), source: source}
	kinds := map[string]duckdb.Type{"INTEGER": duckdb.TYPE_INTEGER, "BIGINT": duckdb.TYPE_BIGINT, "VARCHAR": duckdb.TYPE_VARCHAR}
	for _, c := range t.columns {
		info, err := duckdb.NewTypeInfo(kinds[c.kind])
		if err != nil {
			return nil, err
		}
		f.columns = append(f.columns, duckdb.ColumnInfo{Name: c.name, T: info})
	}
	return f, nil
}

// ColumnInfos implements duckdb.ParallelChunkTableSource.
func (f *feed) ColumnInfos() []duckdb.ColumnInfo { return f.columns }

// Cardinality implements duckdb.ParallelChunkTableSource.
func (f *feed) Cardinality() *duckdb.CardinalityInfo { return nil }

// Init implements duckdb.ParallelChunkTableSource.
func (f *feed) Init() duckdb.ParallelTableSourceInfo {
	return duckdb.ParallelTableSourceInfo{MaxThreads: f.threads}
}

// NewLocalState implements duckdb.ParallelChunkTableSource.
func (f *feed) NewLocalState() any { return &piece{} }

// FillChunk implements duckdb.ParallelChunkTableSource. A chunk without rows is the end.
func (f *feed) FillChunk(local any, chunk duckdb.DataChunk) error {
	p := local.(*piece)
	if p.batch == nil || p.row == p.batch.Rows {
		if err := f.next(p); errors.Is(err, io.EOF) {
			return chunk.SetSize(0)
		} else if err != nil {
			return err
		}
	}
	n := min(duckdb.GetDataChunkCapacity(), p.batch.Rows-p.row)
	for i, c := range f.table.columns {
		if err := hand(p.batch.Columns[c.ordinal], chunk, i, p.row, n); err != nil {
			return fmt.Errorf("column %s: %w", c.name, err)
		}
	}
	p.row += n
	return chunk.SetSize(n)
}

// next takes the next batch.
func (f *feed) next(p *piece) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	b, err := f.source.Next(f.ctx)
	if err != nil {
		return err
	}
	p.batch, p.row = b, 0
	f.done += int64(b.Rows)
	f.progress.report(f.table.name, f.done)
	return nil
}

// hand copies n values of a column into a chunk.
func hand(from store.BatchColumn, chunk duckdb.DataChunk, column, row, n int) error {
	for i := range n {
		var err error
		if from.Ints != nil {
			err = duckdb.SetChunkValue(chunk, column, i, from.Ints[row+i])
		} else {
			err = duckdb.SetChunkValue(chunk, column, i, from.Dict[from.Codes[row+i]])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// progress writes now and then how far a load is. Its user's lock guards it.
type progress struct {
	system string
	last   time.Time
}

// progressEvery is the time between two lines.
const progressEvery = 5 * time.Second

func newProgress(system string) *progress { return &progress{system, time.Now()} }

func (p *progress) report(table string, done int64) {
	if time.Since(p.last) < progressEvery {
		return
	}
	p.last = time.Now()
	fmt.Fprintf(os.Stderr, "%s: loading %s, %d rows so far\n", p.system, table, done)
}
