package main

import (
	"gsdms/ssb/bench"
	"gsdms/ssb/tpch"
)

// tpchCommand is a benchmark derived from TPC-H.
type tpchCommand struct {
	Gen  benchmarkGen[tpchSize]  `cmd:"" set:"folder=tpch-data" help:"Write the eight .tbl files."`
	Load benchmarkLoad[tpchKeys] `cmd:"" help:"Create the benchmark's tables and load them, from files or straight from the generator."`
	Run  tpchRun                 `cmd:"" set:"atonce=1,22" help:"Time the 22 queries, alone and together, and check the answers; derived from TPC-H, unaudited, not comparable with published results."`
}

type tpchSize struct {
	SF float64 `name:"sf" default:"1" placeholder:"N" help:"Scale factor, 0.01 or more (${default})."`
}

func (s tpchSize) suite() (*bench.Suite, error) { return tpch.Suite(s.SF) }

// tpchKeys chooses the keys and the columns, too.
type tpchKeys struct {
	tpchSize
	NoKeys  bool `help:"Leave PRIMARY KEY and FOREIGN KEY out."`
	Queried bool `help:"Leave out the columns that no query names and no key has: most bytes of the data are comments."`
}

func (s tpchKeys) suite() (*bench.Suite, error) {
	out, err := s.tpchSize.suite()
	if err == nil && s.Queried {
		out, err = out.Queried()
	}
	if err == nil && s.NoKeys {
		out, err = out.WithoutKeys()
	}
	return out, err
}

// tpchRun times the queries.
type tpchRun struct {
	benchmarkRun
	benchmarkCheck
}

// Validate refuses queries that there are not and counts that measure nothing.
func (c *tpchRun) Validate() error { return c.validate(tpch.Queries()) }

// Run runs the command.
func (c *tpchRun) Run(e *environment) error {
	return c.run(e, tpch.Queries(), tpch.Scaled(), bench.RunOptions{Random: c.Random, Verify: c.Verify})
}
