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
	"gsdms/sql/parse"
	"gsdms/ssb/bench"
)

// benchmarkRun times a benchmark's queries. The command that has it sets the variables
// atonce and examples.
type benchmarkRun struct {
	Queries     string        `default:"all" placeholder:"LIST" help:"Queries, such as ${examples} (${default})."`
	Concurrency []int         `default:"${atonce}" placeholder:"N,..." help:"How many queries at once; above their number they are repeated (${default})."`
	Runs        int           `default:"5" placeholder:"N" help:"Timed runs of each (${default})."`
	Warmup      int           `default:"1" placeholder:"N" help:"Runs before those (${default})."`
	Long        time.Duration `placeholder:"TIME" help:"Run no query again after so much time, such as 2s; by default it is run as often as asked."`
	Cold        bool          `help:"Plan every query anew: keep no plans."`
	Out         string        `placeholder:"FILE" help:"Write the report as JSON, too."`
	Picture     string        `placeholder:"FILE" help:"Draw the medians as bars, too: a file that ends with .svg, .png or .pdf."`
}

// benchmarkCheck is the flags of a benchmark that knows answers and random parameters.
type benchmarkCheck struct {
	Random uint64 `placeholder:"SEED" help:"Give the batches random parameters instead, made from this seed."`
	Verify bool   `default:"true" negatable:"" help:"Check every answer that is known; a wrong one gets no time (on by default)."`
}

// validate refuses queries that there are not and counts that measure nothing.
func (c *benchmarkRun) validate(of []bench.Query) error {
	if _, err := bench.Select(c.Queries, of); err != nil {
		return fmt.Errorf("--queries: %w", err)
	}
	if err := atLeastOne("concurrency", c.Concurrency); err != nil {
		return err
	}
	if c.Runs < 1 {
		return fmt.Errorf("--runs %d: it must be at least 1", c.Runs)
	}
	if c.Picture != "" {
		if err := bench.CheckPicture(c.Picture); err != nil {
			return fmt.Errorf("--picture %w", err)
		}
	}
	if c.Warmup < 0 || c.Long < 0 {
		return fmt.Errorf("--warmup %d and --long %v: they must not be negative", c.Warmup, c.Long)
	}
	return nil
}

// atLeastOne refuses a flag without numbers, and numbers that are less.
func atLeastOne(flag string, of []int) error {
	if len(of) == 0 {
		return fmt.Errorf("--%s: it must be one number or several, such as 1,8", flag)
	}
	if i := slices.IndexFunc(of, func(n int) bool { return n < 1 }); i >= 0 {
		return fmt.Errorf("--%s %d: it must be at least 1", flag, of[i])
	}
	return nil
}

// measurable is a benchmark that is loaded.
type measurable interface {
	Run(context.Context, bench.Engine, bench.RunOptions) (*bench.Report, error)
}

// run measures the chosen ones of queries and shows the report.
func (c *benchmarkRun) run(e *environment, queries []bench.Query, of measurable, o bench.RunOptions) error {
	queries, err := bench.Select(c.Queries, queries)
	if err != nil {
		return err
	}
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
		o.Queries, o.Concurrency, o.Runs, o.Warmup = queries, c.Concurrency, c.Runs, &c.Warmup
		o.Long, o.Cold = c.Long, c.Cold
		o.Backend, o.Threads, o.Progress = engine.Device().Name, e.threads(), bar.step
		o.Settle = engine.Settle
		report, err := of.Run(ctx, bench.Over(session), o)
		bar.end()
		if e := (*parse.Error)(nil); errors.As(err, &e) && e.Code == unknownTable {
			return errors.New("the benchmark is not loaded into this folder: " + err.Error())
		}
		if report == nil {
			return err
		}
		return errors.Join(report.WriteTable(e.out), c.save(report), c.draw(report), err)
	})
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

// checkOut says before the run, which may be long, that its report or picture has no place to go.
func (c *benchmarkRun) checkOut() error {
	for _, to := range []struct{ flag, file string }{{"out", c.Out}, {"picture", c.Picture}} {
		if to.file == "" {
			continue
		}
		folder, err := os.Stat(filepath.Dir(to.file))
		if err == nil && !folder.IsDir() {
			err = fmt.Errorf("%s is no folder", filepath.Dir(to.file))
		}
		if err != nil {
			return fmt.Errorf("--%s %s: %w", to.flag, to.file, err)
		}
	}
	return nil
}

// draw draws the report, if there is where to.
func (c *benchmarkRun) draw(r *bench.Report) error {
	if c.Picture == "" {
		return nil
	}
	return r.Draw(c.Picture)
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
