package ssb

import (
	"context"
	"fmt"

	"gsdms/pushscan/store/ingest"
	"gsdms/sql"
	"gsdms/ssb/bench"
	"gsdms/ssb/gen"
	"gsdms/ssb/pieces"
)

// The runner's types, for callers that need no more than this package.
type (
	Query       = bench.Query
	Answer      = bench.Answer
	Engine      = bench.Engine
	Reply       = bench.Reply
	RunOptions  = bench.RunOptions
	Report      = bench.Report
	LoadOptions = bench.LoadOptions
	Loaded      = bench.Loaded
)

// Over gives a session as an Engine.
func Over(s *sql.Session) Engine { return bench.Over(s) }

// Suite gives the benchmark at a scale factor: the five tables, with keys, and the 13
// queries.
func Suite(sf float64) (*bench.Suite, error) {
	rows, err := rowsAt(sf)
	if err != nil {
		return nil, err
	}
	s := &bench.Suite{
		Name: "ssb", Title: "Star Schema Benchmark", Command: command, SF: sf, Size: fmt.Sprintf("scale factor %v", sf),
		Fact: "lineorder", Queries: Queries(), Random: RandomOf,
		Write: func(ctx context.Context, dir string, threads int, progress pieces.Progress) error {
			return gen.WriteFiles(ctx, dir, sf, threads, progress)
		},
		Answers: func(ctx context.Context, queries []Query) ([]Answer, error) { return answersOf(ctx, sf, queries) },
	}
	for i, name := range gen.Tables() {
		s.Tables = append(s.Tables, bench.Table{
			Name: name, Create: Schema()[i], Rows: rows[name], Order: fileOrder[name],
			Open: func(context.Context) (ingest.Source, error) { return gen.Source(name, sf) },
		})
	}
	return s, nil
}

// command makes and loads the benchmark.
const command = "gsdms ssb"

// fileOrder is what the generator's rows come sorted by, where it matters.
var fileOrder = map[string][]string{"lineorder": {"lo_orderkey", "lo_linenumber"}}

// Scaled is the benchmark at whatever scale factor is loaded.
func Scaled() bench.Scaled { return bench.Scaled{Suite: Suite, Command: command, Customers: 30000} }

// Run measures queries on data that is loaded, as bench.Run does. Answers are compared
// with the published ones at scale factors 0.01 and 1 and with Evaluate's at any other.
func Run(ctx context.Context, e Engine, o RunOptions) (*Report, error) {
	return Scaled().Run(ctx, e, o)
}

// Load creates the five tables of a scale factor with their keys and loads them, as
// bench.Load does.
func Load(ctx context.Context, e *sql.Engine, sf float64, o LoadOptions) ([]Loaded, error) {
	s, err := Suite(sf)
	if err != nil {
		return nil, err
	}
	return bench.Load(ctx, e, s, o)
}
