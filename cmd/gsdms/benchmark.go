package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"gsdms/sql"
	"gsdms/ssb/bench"
)

// benchmarkRun is what the commands that time a benchmark's queries have alike.
type benchmarkRun struct {
	Runs   int    `default:"5" placeholder:"N" help:"Timed runs of each (${default})."`
	Warmup int    `default:"1" placeholder:"N" help:"Runs before those (${default})."`
	Random uint64 `placeholder:"SEED" help:"Give the batches random parameters instead, made from this seed."`
	Cold   bool   `help:"Plan every query anew: keep no plans."`
	Verify bool   `default:"true" negatable:"" help:"Check every answer that is known; a wrong one gets no time (on by default)."`
	Out    string `placeholder:"FILE" help:"Write the report as JSON, too."`
}

// validate refuses counts that measure nothing.
func (c *benchmarkRun) validate() error {
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

// measure is a benchmark's Run.
type measure func(context.Context, bench.Engine, bench.RunOptions) (*bench.Report, error)

// run measures and shows the report; o has the queries. loader is the command that loads
// the benchmark.
func (c *benchmarkRun) run(e *environment, loader string, run measure, o bench.RunOptions) error {
	return e.withEngine(func(ctx context.Context, engine *sql.Engine) error {
		bar := newProgress(e.errs, "run")
		defer bar.end()
		if err := c.checkOut(); err != nil {
			return err
		}
		session, err := c.session(ctx, engine)
		if err != nil {
			return err
		}
		o.Runs, o.Warmup, o.Random, o.Cold, o.Verify = c.Runs, &c.Warmup, c.Random, c.Cold, c.Verify
		o.Backend, o.Threads, o.Progress = engine.Device().Name, e.threads(), bar.step
		report, err := run(ctx, bench.Over(session), o)
		bar.end()
		if e := (*sql.Error)(nil); errors.As(err, &e) && e.Code == unknownTable {
			return fmt.Errorf("the benchmark is not loaded into this folder, %s does that: %s", loader, e)
		}
		if report == nil {
			return err
		}
		return errors.Join(report.WriteTable(e.out), c.save(report), err)
	})
}

// printLoaded says what a benchmark's load has done.
func printLoaded(w io.Writer, loaded []bench.Loaded) {
	for _, t := range loaded {
		how := fmt.Sprintf("loaded in %.2f s", t.Took.Seconds())
		if t.Took == 0 {
			how = "there already"
		}
		fmt.Fprintf(w, "%-10s %11d rows  %s\n", t.Table, t.Rows, how)
	}
}

// session begins a session that keeps plans, or does not.
func (c *benchmarkRun) session(ctx context.Context, engine *sql.Engine) (*sql.Session, error) {
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
func (c *benchmarkRun) checkOut() error {
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
func (c *benchmarkRun) save(r *bench.Report) error {
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
