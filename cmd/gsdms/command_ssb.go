package main

import (
	"gsdms/ssb"
	"gsdms/ssb/bench"
)

// ssbCommand is the Star Schema Benchmark.
type ssbCommand struct {
	Gen  benchmarkGen[ssbSize]  `cmd:"" set:"folder=ssb-data" help:"Write the five .tbl files."`
	Load benchmarkLoad[ssbSize] `cmd:"" help:"Create the benchmark's tables and load them, from files or straight from the generator."`
	Run  ssbRun                 `cmd:"" set:"atonce=1,13" help:"Time the 13 queries, alone and together, and check the answers."`

	Clients ssbClients `cmd:"" help:"Ask random queries as many clients do at once, by the protocol of MySQL, and check the answers."`
	Beside  ssbBeside  `cmd:"" help:"Ask light queries while others ask heavy ones, and show how long they take."`
}

type ssbSize struct {
	SF float64 `name:"sf" default:"1" placeholder:"N" help:"Scale factor, 0.01 or more (${default})."`
}

func (s ssbSize) suite() (*bench.Suite, error) { return ssb.Suite(s.SF) }

// ssbRun times the queries.
type ssbRun struct {
	benchmarkRun
	benchmarkCheck
}

// Validate refuses queries that there are not and counts that measure nothing.
func (c *ssbRun) Validate() error { return c.validate(ssb.Queries()) }

// Run runs the command.
func (c *ssbRun) Run(e *environment) error {
	return c.run(e, ssb.Queries(), ssb.Scaled(), bench.RunOptions{Random: c.Random, Verify: c.Verify})
}
