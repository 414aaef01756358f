package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	writeLoaded(e.out, loaded)
	return err
}

// ssbRun times the queries.
type ssbRun struct {
	Queries     string `default:"all" placeholder:"LIST" help:"Queries, such as Q1.1,Q2.* (${default})."`
	Concurrency []int  `default:"1,13" placeholder:"N,..." help:"How many queries at once; above 13 the 13 are repeated (${default})."`
	Runs        int    `default:"5" placeholder:"N" help:"Timed runs of each (${default})."`
	Warmup      int    `default:"1" placeholder:"N" help:"Runs before those (${default})."`
	Random      uint64 `placeholder:"SEED" help:"Give the batches random parameters instead, made from this seed."`
	Cold        bool   `help:"Plan every query anew: keep no plans."`
	Verify      bool   `default:"true" negatable:"" help:"Check every answer; a wrong one gets no time (on by default)."`
	Out         string `placeholder:"FILE" help:"Write the report as JSON, too."`
}

// Validate refuses queries that there are not and counts that measure nothing.
func (c *ssbRun) Validate() error {
	if _, err := ssb.Select(c.Queries); err != nil {
		return fmt.Errorf("--queries: %w", err)
	}
	if err := atLeastOne("concurrency", c.Concurrency); err != nil {
		return err
	}
	if c.Runs < 1 {
		return fmt.Errorf("--runs %d: it must be at least 1", c.Runs)
	}
	if c.Warmup < 0 {
		return fmt.Errorf("--warmup %d: it must not be negative", c.Warmup)
	}
	return nil
}

// atLeastOne refuses numbers of a flag that are less.
func atLeastOne(flag string, of []int) error {
	if i := slices.IndexFunc(of, func(n int) bool { return n < 1 }); i >= 0 {
		return fmt.Errorf("--%s %d: it must be at least 1", flag, of[i])
	}
	return nil
}

// Run runs the command.
func (c *ssbRun) Run(e *environment) error {
	return e.withEngine(func(ctx context.Context, engine *sql.Engine) error { return c.run(ctx, e, engine) })
}

func (c *ssbRun) run(ctx context.Context, e *environment, engine *sql.Engine) error {
	queries, err := ssb.Select(c.Queries)
	if err != nil {
		return err
	}
	bar := newProgress(e.errs, "run")
	defer bar.end()
	if err := c.checkOut(); err != nil {
		return err
	}
	session, err := c.session(ctx, engine)
	if err != nil {
		return err
	}
	report, err := ssb.Run(ctx, ssb.Over(session), ssb.RunOptions{
		Queries: queries, Concurrency: c.Concurrency, Runs: c.Runs, Warmup: &c.Warmup, Random: c.Random,
		Cold: c.Cold, Verify: c.Verify, Backend: engine.Device().Name, Threads: e.threads(), Progress: bar.step,
	})
	bar.end()
	if e := (*sql.Error)(nil); errors.As(err, &e) && e.Code == unknownTable {
		return fmt.Errorf("the benchmark is not loaded into this folder, gsdms ssb load does that: %s", e)
	}
	if err != nil {
		return err
	}
	if err := report.WriteTable(e.out); err != nil {
		return err
	}
	return c.save(report)
}

// session begins a session that keeps plans, or does not.
func (c *ssbRun) session(ctx context.Context, engine *sql.Engine) (*sql.Session, error) {
	s := engine.NewSession()
	if !c.Cold {
		return s, nil
	}
	_, err := s.Query(ctx, "SET gsdms_plan_cache = OFF")
	return s, err
}

// unknownTable is MySQL's number for a table that is not there.
const unknownTable = 1146

// checkOut says before the run, which may be long, that its report has no place to go.
func (c *ssbRun) checkOut() error {
	if c.Out == "" {
		return nil
	}
	folder, err := os.Stat(filepath.Dir(c.Out))
	if err == nil && !folder.IsDir() {
		err = fmt.Errorf("%s is no folder", filepath.Dir(c.Out))
	}
	if err != nil {
		return fmt.Errorf("--out %s: %w", c.Out, err)
	}
	return nil
}

// save writes the JSON beside its place and renames it.
func (c *ssbRun) save(r *ssb.Report) error {
	if c.Out == "" {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(c.Out), filepath.Base(c.Out)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", c.Out, err)
	}
	defer os.Remove(f.Name()) // gone already when all went well
	err = r.WriteJSON(f)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), c.Out)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", c.Out, err)
	}
	return nil
}
