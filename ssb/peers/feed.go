package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/bench"
)

// neededTable is what DuckDB gets of a table: the columns that any query names. A column
// store reads no others, and the rest of the largest table would take more memory than all
// that the queries read. Keys are not declared: they would make indexes that none of the
// queries uses.
type neededTable struct {
	bench.Table
	columns []neededColumn
}

type neededColumn struct {
	bench.Column
	ordinal int // in the source's batches
}

// star finds a list of all columns.
var star = regexp.MustCompile(`(SELECT\s+|\.)\*`)

// needed reads the definitions and the queries.
func needed(s *bench.Suite) (out []neededTable, err error) {
	var all strings.Builder
	for _, q := range s.Queries {
		all.WriteString(q.Text + "\n")
	}
	text := all.String()
	whole := star.MatchString(text)
	for _, of := range s.Tables {
		t := neededTable{Table: of}
		columns, err := of.Columns()
		if err != nil {
			return nil, err
		}
		for i, c := range columns {
			if whole || strings.Contains(text, c.Name) {
				t.columns = append(t.columns, neededColumn{c, i})
			}
		}
		if len(t.columns) == 0 { // only counted
			t.columns = append(t.columns, neededColumn{columns[0], 0})
		}
		out = append(out, t)
	}
	return out, nil
}

func (t *neededTable) create() string {
	var columns []string
	for _, c := range t.columns {
		columns = append(columns, c.Declaration())
	}
	return fmt.Sprintf("CREATE TABLE %s (%s)", t.Name, strings.Join(columns, ", "))
}

func (t *neededTable) fill() string {
	return fmt.Sprintf("INSERT INTO %s SELECT * FROM generated('%s')", t.Name, t.Name)
}

// register makes the table function generated(name): the rows of a table straight from
// its source, for as many threads as DuckDB has.
func register(ctx context.Context, conn *sql.Conn, tables []neededTable, s settings) error {
	text, err := duckdb.NewTypeInfo(duckdb.TYPE_VARCHAR)
	if err != nil {
		return err
	}
	return duckdb.RegisterTableUDF(conn, "generated", duckdb.ParallelChunkTableFunction{
		Config: duckdb.TableFunctionConfig{Arguments: []duckdb.TypeInfo{text}},
		BindArguments: func(_ map[string]any, args ...any) (duckdb.ParallelChunkTableSource, error) {
			for _, t := range tables {
				if t.Name == args[0] {
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
	source   ingest.Source
	done     int64
}

// piece is a batch that one thread is handing over.
type piece struct {
	batch *ingest.Batch
	row   int // the next
}

func newFeed(ctx context.Context, t neededTable, s settings) (*feed, error) {
	source, err := t.Open(ctx)
	if err != nil {
		return nil, err
	}
	f := &feed{ctx: ctx, table: t, threads: s.Threads, progress: newProgress(s.System), source: source}
	for _, c := range t.columns {
		info, err := typeOf(c)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", c.Name, err)
		}
		f.columns = append(f.columns, duckdb.ColumnInfo{Name: c.Name, T: info})
	}
	return f, nil
}

// typeOf is DuckDB's type of a column.
func typeOf(c neededColumn) (duckdb.TypeInfo, error) {
	switch c.Kind {
	case "DECIMAL":
		return duckdb.NewDecimalInfo(uint8(c.Precision), uint8(c.Scale))
	case "CHAR", "VARCHAR", "TEXT":
		return duckdb.NewTypeInfo(duckdb.TYPE_VARCHAR)
	}
	kinds := map[string]duckdb.Type{
		"TINYINT": duckdb.TYPE_TINYINT, "SMALLINT": duckdb.TYPE_SMALLINT, "INTEGER": duckdb.TYPE_INTEGER, "BIGINT": duckdb.TYPE_BIGINT,
		"DOUBLE": duckdb.TYPE_DOUBLE, "DATE": duckdb.TYPE_DATE,
	}
	kind, ok := kinds[c.Kind]
	if !ok {
		return nil, fmt.Errorf("DuckDB is given no %s", c.Kind)
	}
	return duckdb.NewTypeInfo(kind)
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
		if err := hand(c, &p.batch.Columns[c.ordinal], chunk, i, p.row, n); err != nil {
			return fmt.Errorf("column %s: %w", c.Name, err)
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
	f.progress.report(f.table.Name, f.done)
	return nil
}

// hand copies n values of a column into a chunk.
func hand(c neededColumn, from *ingest.Column, chunk duckdb.DataChunk, column, row, n int) error {
	for i := range n {
		at := row + i
		var err error
		switch {
		case from.Nulls != nil && from.Nulls[at]:
			err = chunk.SetValue(column, i, nil)
		case from.Floats != nil:
			err = duckdb.SetChunkValue(chunk, column, i, from.Floats[at])
		case from.Ints == nil:
			err = duckdb.SetChunkValue(chunk, column, i, from.Dict[from.Codes[at]])
		case c.Kind == "DATE":
			err = duckdb.SetChunkValue(chunk, column, i, time.Unix(from.Ints[at]*86400, 0).UTC())
		case c.Kind == "DECIMAL":
			err = duckdb.SetChunkValue(chunk, column, i, duckdb.Decimal{Width: uint8(c.Precision), Scale: uint8(c.Scale), Value: big.NewInt(from.Ints[at])})
		default:
			err = duckdb.SetChunkValue(chunk, column, i, from.Ints[at])
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
