package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"gsdms/sql"
	"gsdms/ssb/bench"
)

// benchmarkSize is the flags that choose the data of a benchmark.
type benchmarkSize interface {
	suite() (*bench.Suite, error)
}

// benchmarkGen writes a benchmark's data as files. The command that has it sets the
// variable folder.
type benchmarkGen[S benchmarkSize] struct {
	Size S      `embed:""`
	Out  string `default:"${folder}" placeholder:"DIR" help:"Folder to write to (${default})."`
}

// Validate refuses a size that there is no data of.
func (c *benchmarkGen[S]) Validate() error {
	_, err := c.Size.suite()
	return err
}

// Run runs the command.
func (c *benchmarkGen[S]) Run(e *environment) error {
	s, err := c.Size.suite()
	if err != nil {
		return err
	}
	ctx, stop := e.interrupted()
	defer stop()
	bar := newProgress(e.errs, "generate")
	defer bar.end()
	began := time.Now()
	if err := s.Write(ctx, c.Out, e.threads(), bar.table); err != nil {
		return err
	}
	bar.end()
	fmt.Fprintf(e.out, "%s written to %s in %.2f s\n", s.Size, c.Out, time.Since(began).Seconds())
	return nil
}

// benchmarkLoad fills a benchmark's tables.
type benchmarkLoad[S benchmarkSize] struct {
	Size    S      `embed:""`
	From    string `placeholder:"DIR" help:"Folder of the .tbl files; by default the rows come straight from the generator."`
	Replace bool   `help:"Drop the benchmark's tables first if they hold other data."`
}

// Validate refuses a size that there is no data of.
func (c *benchmarkLoad[S]) Validate() error {
	_, err := c.Size.suite()
	return err
}

// Run runs the command.
func (c *benchmarkLoad[S]) Run(e *environment) error {
	s, err := c.Size.suite()
	if err != nil {
		return err
	}
	e.leaveCard()
	return e.withEngine(func(ctx context.Context, engine *sql.Engine) error {
		bar := newProgress(e.errs, "load")
		defer bar.end()
		loaded, err := bench.Load(ctx, engine, s, bench.LoadOptions{From: c.From, Replace: c.Replace, Progress: bar.table})
		bar.end()
		printLoaded(e.out, loaded)
		return err
	})
}

// printLoaded says what a benchmark's load has done.
func printLoaded(w io.Writer, loaded []bench.Loaded) {
	for _, t := range loaded {
		how := fmt.Sprintf("loaded in %.2f s", t.Took.Seconds())
		if t.Took == 0 {
			how = "there already"
		}
		if len(t.Less) > 0 {
			how += ", without " + strings.Join(t.Less, ", ")
		}
		fmt.Fprintf(w, "%-10s %11d rows  %s\n", t.Table, t.Rows, how)
	}
}
