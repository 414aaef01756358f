package main

import (
	"context"

	"gsdms/ssb/bench"
	"gsdms/ssb/groups"
	"gsdms/ssb/hits"
	"gsdms/ssb/random"
)

// benchCommand is the benchmarks whose answers nobody knows beforehand.
type benchCommand struct {
	Groups benchGroups `cmd:"" set:"examples=g0*,j01" help:"The db-benchmark: ten questions about groups, five about joins."`
	Hits   benchHits   `cmd:"" set:"examples=count-all,site-*" help:"Web analytics: about fifty questions to a wide table of page views."`
	Random benchRandom `cmd:"" set:"examples=window-*,cte-12" help:"Queries that chance puts together, over the data derived from TPC-H."`
}

// benchGroups is the commands of the db-benchmark.
type benchGroups struct {
	Gen  benchmarkGen[groupsSize]  `cmd:"" set:"folder=groups-data" help:"Write the five .tbl files."`
	Load benchmarkLoad[groupsSize] `cmd:"" help:"Create the tables and load them, from files or straight from the generator."`
	Run  benchRun[groupsSize]      `cmd:"" set:"atonce=1" help:"Time the questions. One that fails is reported, and the others go on."`
}

// benchHits is the commands of the web analytics.
type benchHits struct {
	Gen  benchmarkGen[hitsSize]  `cmd:"" set:"folder=hits-data" help:"Write the .tbl file."`
	Load benchmarkLoad[hitsSize] `cmd:"" help:"Create the table and load it, from a file or straight from the generator."`
	Run  benchRun[hitsSize]      `cmd:"" set:"atonce=1" help:"Time the questions. One that fails is reported, and the others go on."`
}

// benchRandom is the commands of the random queries.
type benchRandom struct {
	Gen  benchmarkGen[randomSize]  `cmd:"" set:"folder=random-data" help:"Write the eight .tbl files."`
	Load benchmarkLoad[randomSize] `cmd:"" help:"Create the tables and load them, from files or straight from the generator."`
	Run  benchRun[randomSize]      `cmd:"" set:"atonce=1" help:"Time the queries. One that fails is reported, and the others go on."`
}

type groupsSize struct {
	Rows int64  `default:"10000000" placeholder:"N" help:"Rows of the large tables (${default})."`
	Keys int64  `default:"100" placeholder:"K" help:"Values of the keys that have few; the others have N/K (${default})."`
	Seed uint64 `default:"108" placeholder:"N" help:"Seed of the rows (${default})."`
}

func (s groupsSize) suite() (*bench.Suite, error) {
	return groups.New(groups.Options{Rows: s.Rows, Keys: s.Keys, Seed: s.Seed})
}

type hitsSize struct {
	Rows  int64  `default:"5000000" placeholder:"N" help:"Rows (${default})."`
	Texts int64  `default:"1000000" placeholder:"N" help:"Addresses that there are to be hit (${default})."`
	Seed  uint64 `default:"1" placeholder:"N" help:"Seed of the rows (${default})."`
}

func (s hitsSize) suite() (*bench.Suite, error) {
	return hits.New(hits.Options{Rows: s.Rows, Texts: s.Texts, Seed: s.Seed})
}

type randomSize struct {
	SF    float64 `name:"sf" default:"1" placeholder:"F" help:"Scale factor of the data (${default})."`
	Seed  uint64  `default:"1" placeholder:"N" help:"Seed of the queries (${default})."`
	Count int     `default:"100" placeholder:"N" help:"How many of them (${default})."`
}

func (s randomSize) suite() (*bench.Suite, error) {
	return random.New(random.Options{SF: s.SF, Seed: s.Seed, Count: s.Count})
}

// benchRun times a benchmark's queries, whose answers nobody knows.
type benchRun[S benchmarkSize] struct {
	Size S `embed:""`
	benchmarkRun
}

// Validate refuses sizes and queries that there are not, and counts that measure nothing.
func (c *benchRun[S]) Validate() error {
	s, err := c.Size.suite()
	if err != nil {
		return err
	}
	return c.validate(s.Queries)
}

// Run runs the command.
func (c *benchRun[S]) Run(e *environment) error {
	s, err := c.Size.suite()
	if err != nil {
		return err
	}
	return c.run(e, s.Queries, fixed{s}, bench.RunOptions{})
}

// fixed is a suite whose size the flags say.
type fixed struct{ suite *bench.Suite }

// Run implements measurable.
func (f fixed) Run(ctx context.Context, e bench.Engine, o bench.RunOptions) (*bench.Report, error) {
	return bench.Run(ctx, f.suite, e, o)
}
