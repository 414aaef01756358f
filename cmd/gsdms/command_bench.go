package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"gsdms/sql"
	"gsdms/ssb/groups"
	"gsdms/ssb/hits"
	"gsdms/ssb/suite"
)

// benchCommand is the benchmarks beside the Star Schema Benchmark.
type benchCommand struct {
	Groups benchGroups `cmd:"" help:"The db-benchmark: ten questions about groups, five about joins."`
	Hits   benchHits   `cmd:"" help:"Web analytics: about fifty questions to a wide table of page views."`
}

// benchGroups is the commands of the db-benchmark.
type benchGroups struct {
	Gen  benchGen[groupsSize]  `cmd:"" help:"Write the tables as CSV files."`
	Load benchLoad[groupsSize] `cmd:"" help:"Create the tables and load them, from files or straight from the generator."`
	Run  benchRun[groupsSize]  `cmd:"" help:"Time the questions. One that fails is reported, and the others go on."`
}

// benchHits is the commands of the web analytics.
type benchHits struct {
	Gen  benchGen[hitsSize]  `cmd:"" help:"Write the table as a CSV file."`
	Load benchLoad[hitsSize] `cmd:"" help:"Create the table and load it, from a file or straight from the generator."`
	Run  benchRun[hitsSize]  `cmd:"" help:"Time the questions. One that fails is reported, and the others go on."`
}

// benchSize is the flags that choose the data of a benchmark.
type benchSize interface {
	suite() (*suite.Suite, error)
}

type groupsSize struct {
	Rows int64  `default:"10000000" placeholder:"N" help:"Rows of the large tables (${default})."`
	Keys int64  `default:"100" placeholder:"K" help:"Values of the keys that have few; the others have N/K (${default})."`
	Seed uint64 `default:"108" placeholder:"N" help:"Seed of the rows (${default})."`
}

func (s groupsSize) suite() (*suite.Suite, error) {
	return groups.New(groups.Options{Rows: s.Rows, Keys: s.Keys, Seed: s.Seed})
}

type hitsSize struct {
	Rows  int64  `default:"5000000" placeholder:"N" help:"Rows (${default})."`
	Texts int64  `default:"1000000" placeholder:"N" help:"Addresses that there are to be hit (${default})."`
	Seed  uint64 `default:"1" placeholder:"N" help:"Seed of the rows (${default})."`
}

func (s hitsSize) suite() (*suite.Suite, error) {
	return hits.New(hits.Options{Rows: s.Rows, Texts: s.Texts, Seed: s.Seed})
}

// benchGen writes the data as files.
type benchGen[S benchSize] struct {
	Size S      `embed:""`
	Out  string `default:"bench-data" placeholder:"DIR" help:"Folder to write to (${default})."`
}

// Run runs the command.
func (c *benchGen[S]) Run(e *environment) error {
	s, err := c.Size.suite()
	if err != nil {
		return err
	}
	ctx, stop := e.interrupted()
	defer stop()
	bar := newProgress(e.errs, "generate")
	defer bar.end()
	began := time.Now()
	if err := s.WriteFiles(ctx, c.Out, bar.table); err != nil {
		return err
	}
	bar.end()
	fmt.Fprintf(e.out, "%s, %s, written to %s in %.2f s\n", s.Name, s.Size, c.Out, time.Since(began).Seconds())
	return nil
}

// benchLoad fills a benchmark's tables.
type benchLoad[S benchSize] struct {
	Size    S      `embed:""`
	From    string `placeholder:"DIR" help:"Folder of the CSV files; by default the rows come straight from the generator."`
	Replace bool   `help:"Drop the benchmark's tables first if they hold other data."`
}

// Run runs the command.
func (c *benchLoad[S]) Run(e *environment) error {
	s, err := c.Size.suite()
	if err != nil {
		return err
	}
	return e.withEngine(func(ctx context.Context, engine *sql.Engine) error {
		bar := newProgress(e.errs, "load")
		defer bar.end()
		loaded, err := suite.Load(ctx, engine, s, suite.LoadOptions{From: c.From, Replace: c.Replace, Progress: bar.table})
		bar.end()
		writeLoaded(e.out, loaded)
		return err
	})
}

// writeLoaded says of each table what it took.
func writeLoaded(out *os.File, loaded []suite.Loaded) {
	for _, t := range loaded {
		how := fmt.Sprintf("loaded in %.2f s", t.Took.Seconds())
		if t.Took == 0 {
			how = "there already"
		}
		fmt.Fprintf(out, "%-10s %11d rows  %s\n", t.Table, t.Rows, how)
	}
}

// benchRun times a benchmark's queries.
type benchRun[S benchSize] struct {
	Size    S             `embed:""`
	Queries string        `default:"all" placeholder:"LIST" help:"Queries by name, such as g0*,j01 (${default})."`
	Runs    int           `default:"5" placeholder:"N" help:"Timed runs of each, but no more after two seconds (${default})."`
	Warmup  int           `default:"1" placeholder:"N" help:"Runs before those (${default})."`
	Limit   time.Duration `default:"60s" placeholder:"TIME" help:"How long one run may take (${default})."`
	Out     string        `placeholder:"FILE" help:"Write the times as JSON, too."`
}

// Validate refuses counts that measure nothing.
func (c *benchRun[S]) Validate() error {
	if c.Runs < 1 {
		return fmt.Errorf("--runs %d: it must be at least 1", c.Runs)
	}
	if c.Warmup < 0 || c.Limit < 0 {
		return fmt.Errorf("--warmup %d and --limit %v: they must not be negative", c.Warmup, c.Limit)
	}
	return nil
}

// Run runs the command.
func (c *benchRun[S]) Run(e *environment) error {
	s, err := c.Size.suite()
	if err != nil {
		return err
	}
	queries, err := s.Select(c.Queries)
	if err != nil {
		return fmt.Errorf("--queries: %w", err)
	}
	return e.withEngine(func(ctx context.Context, engine *sql.Engine) error {
		if err := checkLoaded(engine, s); err != nil {
			return err
		}
		bar := newProgress(e.errs, "run")
		defer bar.end()
		times, err := suite.Run(ctx, engine.NewSession(), suite.RunOptions{
			Queries: queries, Warm: c.Warmup, Runs: c.Runs, Limit: c.Limit, Progress: bar.step,
		})
		bar.end()
		if err != nil {
			return err
		}
		fmt.Fprintf(e.out, "%s, %s; %s, %d threads\n", s.Name, s.Size, engine.Device().Name, e.threads())
		if err := suite.WriteTable(e.out, s.Name, times); err != nil {
			return err
		}
		return c.save(times)
	})
}

// checkLoaded says that other data is there, or none: a time would be of something else.
func checkLoaded(engine *sql.Engine, s *suite.Suite) error {
	for _, t := range s.Tables {
		if rows, _ := suite.RowsOf(engine, t.Name); rows != t.Rows {
			return fmt.Errorf("table %s has %d rows in this folder, but %d with %s: gsdms bench %s load, with the same flags, loads them", t.Name, rows, t.Rows, s.Size, s.Name)
		}
	}
	return nil
}

// save writes the times as JSON.
func (c *benchRun[S]) save(times []suite.Times) error {
	if c.Out == "" {
		return nil
	}
	text, err := json.MarshalIndent(times, "", "  ")
	if err == nil {
		err = os.WriteFile(c.Out, append(text, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", c.Out, err)
	}
	return nil
}
