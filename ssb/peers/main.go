// Command peers runs a benchmark on gsdms and on DuckDB: the same data, machine and
// threads. Every engine lives in a process of its own, and they take turns: while one is
// measured, the others wait for their next request. All answers are compared with one
// another, those of the Star Schema Benchmark with right ones. What an engine cannot do is
// listed, and the rest goes on.
//
// A turn is some untimed and then some timed runs of the same queries in a row. That
// matters on machines that share their last-level cache: a plain loop over an array
// reads half as fast after a pause of 60 ms as in its fourth run, whoever filled the
// pause, so the first runs of a turn measure the neighbours. They are kept, and their
// sum is shown apart.
//
// It is a module of its own, so that nobody who uses gsdms builds DuckDB.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gsdms/pushscan/load"
	"gsdms/ssb/bench"
)

// options are the flags.
type options struct {
	settings
	rounds   int
	warm     int
	runs     int
	batches  []int
	rates    []float64
	clients  int
	duration time.Duration
	limit    time.Duration
	json     string
	queries  string
	only     []string
	against  []string
}

// usualSeed is the one of who names none.
const usualSeed = 1

// sections are what can be measured, in this order.
var sections = []string{"memory", "queries", "batches", "closed", "open"}

// serving is the argument that makes the program an engine's process.
const serving = "serve"

func main() {
	if handled, code := load.ChildMain(os.Args); handled {
		os.Exit(code)
	}
	if err := program(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func program(args []string) error {
	switch {
	case slices.Equal(args, []string{serving}):
		return serve(context.Background(), os.Stdin, os.Stdout)
	case slices.Equal(args, []string{once}):
		return runOnce(context.Background(), os.Stdin, os.Stdout)
	}
	o, err := parse(args)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, o)
}

func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("peers", flag.ContinueOnError)
	f.StringVar(&o.Suite, "suite", "ssb", "`name`: ssb, ssb-nokeys, shapes, tpch, tpch-nokeys, odd, groups, hits, random or files")
	f.Float64Var(&o.SF, "sf", 1, "scale `factor` of the data of ssb, shapes, tpch, odd and random")
	f.Int64Var(&o.Rows, "rows", 0, "rows of the large tables of groups and hits; 0: as many as are usual")
	f.Int64Var(&o.Texts, "texts", 0, "addresses of hits; 0: as many as are usual")
	f.IntVar(&o.Count, "count", 0, "queries of random; 0: as many as are usual")
	memory := f.Float64("memory", 0, "`GB` that every engine may take; 0: as it thinks best")
	f.DurationVar(&o.limit, "limit", time.Minute, "how long a run of a turn may take")
	f.IntVar(&o.Threads, "threads", runtime.GOMAXPROCS(0), "threads of every engine")
	f.IntVar(&o.rounds, "rounds", 5, "turns of every engine at every measurement, but no more after 20 s (and three at least)")
	f.IntVar(&o.warm, "warm", 5, "untimed runs that begin a turn, but no more after half a second")
	f.IntVar(&o.runs, "runs", 5, "timed runs of a turn, but no more after a second")
	f.IntVar(&o.clients, "clients", 64, "clients of the closed loop")
	f.DurationVar(&o.duration, "duration", 5*time.Second, "length of the closed loop and of every rate")
	f.Uint64Var(&o.Seed, "seed", usualSeed, "of random literals, arrivals and the queries of random")
	f.StringVar(&o.Dir, "dir", "", "`folder` for the data, kept and used again; without it a temporary one")
	f.StringVar(&o.queries, "queries", "all", "`names` of the queries to ask, parted by commas, with * and ?")
	f.StringVar(&o.json, "json", "", "`file` for the numbers")
	f.BoolVar(&o.Plain, "plain", false, "gsdms without SIMD")
	f.BoolVar(&o.Cold, "cold", false, "every engine plans every text anew")
	only := f.String("only", strings.Join(sections, ","), "`sections` to run")
	against := f.String("against", "memory,file", "DuckDB with its tables in `memory`, in a file, or in memory and packed: sorted and as narrow as gsdms stores them")
	batches := f.String("batches", "13,26,52,104", "`numbers` of queries at once")
	rates := f.String("rates", "10,20,30,40,100,300,1000,2000,4000,8000", "arrival `rates` in queries a second, rising")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	o.Memory = int64(*memory * 1e9)
	var errs [4]error
	o.batches, errs[0] = list("batches", *batches, strconv.Atoi)
	o.rates, errs[1] = list("rates", *rates, func(s string) (float64, error) { return strconv.ParseFloat(s, 64) })
	o.only, errs[2] = chosen("only", *only, sections)
	o.against, errs[3] = chosen("against", *against, []string{"memory", "file", "packed"})
	if o.Rows < 0 || o.Texts < 0 || o.Count < 0 || o.Memory < 0 || o.limit < 0 {
		return o, errors.New("-rows, -texts, -count, -memory and -limit: numbers from 0 up")
	}
	if o.Threads < 1 || o.rounds < 1 || o.warm < 1 || o.runs < 1 || o.clients < 1 {
		return o, errors.New("-threads, -rounds, -warm, -runs and -clients: numbers from 1 up")
	}
	return o, errors.Join(errs[:]...)
}

// list reads positive numbers.
func list[T int | float64](name, text string, number func(string) (T, error)) ([]T, error) {
	var out []T
	for s := range strings.SplitSeq(text, ",") {
		n, err := number(s)
		if err != nil || !(n > 0) {
			return nil, fmt.Errorf("-%s %q: numbers above 0, parted by commas", name, text)
		}
		out = append(out, n)
	}
	return out, nil
}

// chosen reads words, each of which must be one of all.
func chosen(name, text string, all []string) ([]string, error) {
	words := strings.Split(text, ",")
	for _, w := range words {
		if !slices.Contains(all, w) {
			return nil, fmt.Errorf("-%s %q: any of %s, parted by commas", name, text, strings.Join(all, ","))
		}
	}
	return words, nil
}

// run starts the engines' processes, measures, and ends them.
func run(ctx context.Context, o options) (err error) {
	if o.Dir == "" {
		dir, err := os.MkdirTemp("", "gsdms-peers-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.Dir = dir
	}
	if o.Suite == filesSuite {
		return measureFiles(ctx, o, os.Stdout)
	}
	w, err := suiteOf(o.settings)
	if err != nil {
		return err
	}
	if w.Queries, err = bench.Select(o.queries, w.Queries); err != nil {
		return fmt.Errorf("-queries: %w", err)
	}
	b := &contest{options: o, load: w, right: answers{}}
	defer func() {
		if err = errors.Join(err, b.close()); ctx.Err() != nil {
			err = errors.New("interrupted")
		}
	}()
	for _, name := range append([]string{gsdms}, names(o.against)...) {
		s, err := start(ctx, name, o.settings)
		if err != nil {
			return err
		}
		b.systems = append(b.systems, s)
	}
	b.report = newReport(o, w, b.systems)
	return b.run(ctx, os.Stdout)
}

// names are the systems' for the values of -against.
func names(against []string) []string {
	var out []string
	for _, a := range against {
		out = append(out, map[string]string{"memory": duckMemory, "file": duckFile, "packed": duckPacked}[a])
	}
	return out
}

// guarded turns a panic of f into an error.
func guarded(f func() error) func() error {
	return func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("internal error: %v\n%s", p, debug.Stack())
			}
		}()
		return f()
	}
}
