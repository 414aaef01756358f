package embed

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql"
	"gsdms/sql/result"
)

// Options say what a DB may use. The zero value asks for the defaults.
type Options struct {
	Threads     int               // that compute; 0: one for each processor
	Memory      int64             // bytes that all queries together may hold; 0: sql.DefaultMemory
	QueryMemory int64             // bytes that one query may hold; 0: pushscan.DefaultQueryMemory
	Timeout     time.Duration     // of a statement; 0: none
	Databases   map[string]string // further folders, by the names of the databases that they are
	LoadRoots   []string          // folders that statements may read files of; nil: any
	Functions   []Function        // that statements can call besides SQL's
	Aggregates  []Aggregate       // likewise
	Backend     operators.Backend // runs the queries, and is closed by the caller after the DB; nil: the processor
}

// DB is the tables of a folder, and of others beside it, in this process. Safe for concurrent use.
type DB struct {
	engine  *sql.Engine
	backend operators.Backend // nil: the caller's
}

// Open opens a folder of tables, and those of o beside it, which are made if need be and which no
// other process may have open. It must be closed.
func Open(ctx context.Context, folder string, o Options) (*DB, error) {
	db := &DB{}
	all, err := natives(o.Functions, o.Aggregates)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", folder, err)
	}
	if o.Backend == nil {
		if db.backend, err = cpu.New(cpu.Options{Threads: o.Threads}); err != nil {
			return nil, fmt.Errorf("open %s: %w", folder, err)
		}
		o.Backend = db.backend
	}
	engine, err := sql.Open(ctx, sql.Config{
		Dir: folder, Beside: o.beside(), Backend: o.Backend, Memory: o.Memory, QueryMemory: o.QueryMemory,
		Timeout: o.Timeout, LoadRoots: o.LoadRoots, Threads: o.Threads, Natives: all,
	})
	if err != nil {
		return nil, errors.Join(err, db.closeBackend())
	}
	db.engine = engine
	return db, nil
}

// beside are the further folders.
func (o Options) beside() (all []store.Folder) {
	for _, name := range slices.Sorted(maps.Keys(o.Databases)) {
		all = append(all, store.Folder{Database: name, Dir: o.Databases[name]})
	}
	return all
}

// Close fails the statements that still run and closes the folders.
func (db *DB) Close() error { return errors.Join(db.engine.Close(), db.closeBackend()) }

func (db *DB) closeBackend() error {
	if db.backend == nil {
		return nil
	}
	return db.backend.Close()
}

// Query runs a statement with values for its parameters (?), each of a type that
// database/sql takes for one. Its rows must be closed: where there are many, they are
// computed as they are read. When ctx ends, the statement ends
// within one chunk. An error of the statement is a *parse.Error (gsdms/sql/parse) with
// MySQL's number.
func (db *DB) Query(ctx context.Context, text string, args ...any) (*Rows, error) {
	r, err := db.run(ctx, text, args, true)
	if err != nil {
		return nil, err
	}
	return newRows(ctx, r), nil
}

// QueryArrow is Query with the rows as Arrow records, which the caller releases with their
// reader. ctx also bounds the reading.
func (db *DB) QueryArrow(ctx context.Context, text string, args ...any) (array.RecordReader, error) {
	r, err := db.run(ctx, text, args, true)
	if err != nil {
		return nil, err
	}
	if r.Rows == nil {
		return nil, fmt.Errorf("query %q as Arrow records: the statement gives no rows", text)
	}
	return newRecords(ctx, r), nil
}

// Exec runs a statement whose rows nobody wants, and gives the number of rows that it added.
func (db *DB) Exec(ctx context.Context, text string, args ...any) (affected int64, err error) {
	r, err := db.run(ctx, text, args, false)
	if err != nil {
		return 0, err
	}
	return r.Affected, nil
}

// run runs a statement in a session of its own.
func (db *DB) run(ctx context.Context, text string, args []any, stream bool) (*result.Set, error) {
	values, err := valuesOf(args)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	return execute(ctx, local{db.engine.NewSession()}, text, values, stream)
}

// Append adds rows to a table: all of them, or none after an error. A row has a value for
// each of the named columns, or for each of the table's but generated ones where none are named; what goes into
// the others is their default, or NULL. A table's files are written anew, so many rows at
// once are better than many times a few.
func (db *DB) Append(ctx context.Context, table string, columns []string, rows iter.Seq[[]any]) (int, error) {
	return db.engine.Append(ctx, table, columns, func(yield func([]plan.Value, error) bool) {
		n := 0
		for row := range rows {
			n++
			values, err := valuesOf(row)
			if err != nil {
				err = fmt.Errorf("row %d: %w", n, err)
			}
			if !yield(values, err) {
				return
			}
		}
	})
}

// AppendArrow adds the records of a reader to a table, each field to the column of its name:
// all of them, or none after an error. The reader is the caller's.
func (db *DB) AppendArrow(ctx context.Context, table string, from array.RecordReader) (int, error) {
	return db.engine.AppendArrow(ctx, table, from)
}
