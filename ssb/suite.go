package ssb

import (
	"context"

	"gsdms/pushscan/store"
	"gsdms/sql"
	"gsdms/ssb/bench"
	"gsdms/ssb/gen"
)

// The runner's types, for callers that need no more than this package.
type (
	Query       = bench.Query
	Answer      = bench.Answer
	Engine      = bench.Engine
	Reply       = bench.Reply
	Machine     = bench.Machine
	RunOptions  = bench.RunOptions
	Report      = bench.Report
	LoadOptions = bench.LoadOptions
	Loaded      = bench.Loaded
)

// Over gives a session as an Engine.
func Over(s *sql.Session) Engine { return bench.Over(s) }

// ThisMachine finds out what a number is measured on.
func ThisMachine() Machine { return bench.ThisMachine() }

// suite is the benchmark as the runner sees it.
func suite() bench.Suite {
	return bench.Suite{
		Title: "Star Schema Benchmark", Command: "gsdms ssb load", Fact: "lineorder", Tables: gen.Tables(),
		Customers: 30000, Rows: rowsAt, Queries: Queries(), Random: RandomOf, Answers: answersOf,
	}
}

// Run measures queries on data that is loaded, as bench.Run does. Answers are compared
// with the published ones at scale factors 0.01 and 1 and with Evaluate's at any other.
func Run(ctx context.Context, e Engine, o RunOptions) (*Report, error) {
	return bench.Run(ctx, suite(), e, o)
}

// Load creates the five tables with their keys and loads them, as bench.Load does.
func Load(ctx context.Context, e *sql.Engine, o LoadOptions) ([]Loaded, error) {
	rows, err := rowsAt(o.SF)
	if err != nil {
		return nil, err
	}
	source := func(_ context.Context, table string) (store.Source, error) { return gen.Source(table, o.SF) }
	return bench.Load(ctx, e, bench.Tables{
		Names: gen.Tables(), Schema: Schema(), Rows: rows, Source: source, Command: "gsdms ssb",
	}, o)
}
