package main

import (
	"context"
	"fmt"
	"time"

	"gsdms/sql"
	"gsdms/ssb"
	"gsdms/ssb/gen"
)

// ssbCommand is the Star Schema Benchmark.
type ssbCommand struct {
	Gen  ssbGen  `cmd:"" help:"Write the five .tbl files."`
	Load ssbLoad `cmd:"" help:"Create the benchmark's tables and load them, from files or straight from the generator."`
	Run  ssbRun  `cmd:"" help:"Time the 13 queries, alone and together, and check the answers."`
}

// ssbGen writes the data as files.
type ssbGen struct {
	SF  float64 `name:"sf" default:"1" placeholder:"N" help:"Scale factor, 0.01 or more (${default})."`
	Out string  `default:"ssb-data" placeholder:"DIR" help:"Folder to write to (${default})."`
}

// Validate refuses a scale factor that there is no data for.
func (c *ssbGen) Validate() error { return validScale(c.SF) }

func validScale(sf float64) error {
	_, err := gen.NewScale(sf)
	return err
}

// Run runs the command.
func (c *ssbGen) Run(e *environment) error {
	ctx, stop := e.interrupted()
	defer stop()
	bar := newProgress(e.errs, "generate")
	defer bar.end()
	began := time.Now()
	if err := gen.WriteFiles(ctx, c.Out, c.SF, e.threads(), bar.table); err != nil {
		return err
	}
	bar.end()
	fmt.Fprintf(e.out, "scale factor %g written to %s in %.2f s\n", c.SF, c.Out, time.Since(began).Seconds())
	return nil
}

// ssbLoad fills the benchmark's tables.
type ssbLoad struct {
	SF      float64 `name:"sf" default:"1" placeholder:"N" help:"Scale factor, 0.01 or more (${default})."`
	From    string  `placeholder:"DIR" help:"Folder of the .tbl files; by default the rows come straight from the generator."`
	Replace bool    `help:"Drop the benchmark's tables first if they hold other data."`
}

// Validate refuses a scale factor that there is no data for.
func (c *ssbLoad) Validate() error { return validScale(c.SF) }

// Run runs the command.
func (c *ssbLoad) Run(e *environment) error {
	return e.withEngine(func(ctx context.Context, engine *sql.Engine) error { return c.load(ctx, e, engine) })
}

func (c *ssbLoad) load(ctx context.Context, e *environment, engine *sql.Engine) error {
	bar := newProgress(e.errs, "load")
	defer bar.end()
	loaded, err := ssb.Load(ctx, engine, ssb.LoadOptions{SF: c.SF, From: c.From, Replace: c.Replace, Progress: bar.table})
	bar.end()
	printLoaded(e.out, loaded)
	return err
}

// ssbRun times the queries.
type ssbRun struct {
	Queries     string `default:"all" placeholder:"LIST" help:"Queries, such as Q1.1,Q2.* (${default})."`
	Concurrency []int  `default:"1,13" placeholder:"N,..." help:"How many queries at once; above 13 the 13 are repeated (${default})."`
	benchmarkRun
}

// Validate refuses queries that there are not and counts that measure nothing.
func (c *ssbRun) Validate() error {
	if _, err := ssb.Select(c.Queries); err != nil {
		return fmt.Errorf("--queries: %w", err)
	}
	if err := atLeastOne("concurrency", c.Concurrency); err != nil {
		return err
	}
	return c.validate()
}

// Run runs the command.
func (c *ssbRun) Run(e *environment) error {
	queries, err := ssb.Select(c.Queries)
	if err != nil {
		return err
	}
	return c.run(e, "gsdms ssb load", ssb.Run, ssb.RunOptions{Queries: queries, Concurrency: c.Concurrency})
}
