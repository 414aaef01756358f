package main

import (
	"context"
	"fmt"
	"time"

	"gsdms/sql"
	"gsdms/ssb/bench"
	"gsdms/ssb/tpch"
	"gsdms/ssb/tpch/gen"
)

// tpchCommand is a benchmark derived from TPC-H.
type tpchCommand struct {
	Gen  tpchGen  `cmd:"" help:"Write the eight .tbl files."`
	Load tpchLoad `cmd:"" help:"Create the benchmark's tables and load them, from files or straight from the generator."`
	Run  tpchRun  `cmd:"" help:"Time the 22 queries, alone and together, and check the answers; derived from TPC-H, unaudited, not comparable with published results."`
}

// tpchGen writes the data as files.
type tpchGen struct {
	SF  float64 `name:"sf" default:"1" placeholder:"N" help:"Scale factor, 0.01 or more (${default})."`
	Out string  `default:"tpch-data" placeholder:"DIR" help:"Folder to write to (${default})."`
}

// Validate refuses a scale factor that there is no data for.
func (c *tpchGen) Validate() error { return validTPCH(c.SF) }

func validTPCH(sf float64) error {
	_, err := gen.NewScale(sf)
	return err
}

// Run runs the command.
func (c *tpchGen) Run(e *environment) error {
	ctx, stop := e.interrupted()
	defer stop()
	bar := newProgress(e.errs, "generate")
	defer bar.end()
	began := time.Now()
	data, err := gen.New(ctx, c.SF, e.threads())
	if err != nil {
		return err
	}
	if err := data.WriteFiles(ctx, c.Out, e.threads(), bar.table); err != nil {
		return err
	}
	bar.end()
	fmt.Fprintf(e.out, "scale factor %g written to %s in %.2f s\n", data.SF, c.Out, time.Since(began).Seconds())
	return nil
}

// tpchLoad fills the benchmark's tables.
type tpchLoad struct {
	SF      float64 `name:"sf" default:"1" placeholder:"N" help:"Scale factor, 0.01 or more (${default})."`
	From    string  `placeholder:"DIR" help:"Folder of the .tbl files; by default the rows come straight from the generator."`
	Replace bool    `help:"Drop the benchmark's tables first if they hold other data."`
	NoKeys  bool    `help:"Leave PRIMARY KEY and FOREIGN KEY out."`
}

// Validate refuses a scale factor that there is no data for.
func (c *tpchLoad) Validate() error { return validTPCH(c.SF) }

// Run runs the command.
func (c *tpchLoad) Run(e *environment) error {
	return e.withEngine(func(ctx context.Context, engine *sql.Engine) error { return c.load(ctx, e, engine) })
}

func (c *tpchLoad) load(ctx context.Context, e *environment, engine *sql.Engine) error {
	bar := newProgress(e.errs, "load")
	defer bar.end()
	loaded, err := tpch.Load(ctx, engine, tpch.LoadOptions{
		LoadOptions: bench.LoadOptions{SF: c.SF, From: c.From, Replace: c.Replace, Progress: bar.table}, NoKeys: c.NoKeys,
	})
	bar.end()
	printLoaded(e.out, loaded)
	return err
}

// tpchRun times the queries.
type tpchRun struct {
	Queries     string `default:"all" placeholder:"LIST" help:"Queries, such as Q1,Q3,Q1? (${default})."`
	Concurrency []int  `default:"1,22" placeholder:"N,..." help:"How many queries at once; above 22 the 22 are repeated (${default})."`
	benchmarkRun
}

// Validate refuses queries that there are not and counts that measure nothing.
func (c *tpchRun) Validate() error {
	if _, err := tpch.Select(c.Queries); err != nil {
		return fmt.Errorf("--queries: %w", err)
	}
	if err := atLeastOne("concurrency", c.Concurrency); err != nil {
		return err
	}
	return c.validate()
}

// Run runs the command.
func (c *tpchRun) Run(e *environment) error {
	queries, err := tpch.Select(c.Queries)
	if err != nil {
		return err
	}
	return c.run(e, "gsdms tpch load", tpch.Run, bench.RunOptions{Queries: queries, Concurrency: c.Concurrency})
}
