package tpch

import (
	"context"
	"runtime"

	"gsdms/pushscan/store"
	"gsdms/sql"
	"gsdms/ssb/bench"
	"gsdms/ssb/tpch/gen"
)

// Notice is what every output says of the results.
const Notice = "results derived from TPC-H, unaudited, not comparable with published TPC-H results"

// suite is the benchmark as the runner sees it.
func suite() bench.Suite {
	return bench.Suite{
		Title: "Derived from TPC-H", Notice: Notice, Command: "gsdms tpch load", Fact: "lineitem", Tables: gen.Tables(),
		Customers: 150000, Rows: rowsAt, Queries: Queries(), Random: RandomOf, Answers: answersOf,
	}
}

// rowsAt are the rows of each table at a scale factor.
func rowsAt(sf float64) (map[string]int64, error) {
	s, err := gen.NewScale(sf)
	if err != nil {
		return nil, err
	}
	return s.Rows(), nil
}

// Run measures queries on data that is loaded, as bench.Run does. Answers are compared
// at scale factors 0.01 and 1, for the validation parameters; no other is known.
func Run(ctx context.Context, e bench.Engine, o bench.RunOptions) (*bench.Report, error) {
	return bench.Run(ctx, suite(), e, o)
}

// LoadOptions say which data to load.
type LoadOptions struct {
	bench.LoadOptions
	NoKeys bool // leave PRIMARY KEY and FOREIGN KEY out
}

// Load creates the eight tables and loads them, as bench.Load does.
func Load(ctx context.Context, e *sql.Engine, o LoadOptions) ([]bench.Loaded, error) {
	rows, err := rowsAt(o.SF)
	if err != nil {
		return nil, err
	}
	schema := Schema()
	if o.NoKeys {
		schema = withoutKeys(schema)
	}
	s := &source{sf: o.SF}
	return bench.Load(ctx, e, bench.Tables{
		Names: gen.Tables(), Schema: schema, Rows: rows, Source: s.of, Command: "gsdms tpch",
	}, o.LoadOptions)
}

// source makes the generator when the first table needs it: it takes a second and 300 MiB.
type source struct {
	sf   float64
	data *gen.Data
}

func (s *source) of(ctx context.Context, table string) (store.Source, error) {
	if s.data == nil {
		data, err := gen.New(ctx, s.sf, runtime.GOMAXPROCS(0))
		if err != nil {
			return nil, err
		}
		s.data = data
	}
	return s.data.Source(table)
}
