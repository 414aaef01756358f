// Command peers runs the Star Schema Benchmark on gsdms and on DuckDB: the same data,
// machine, process and threads, run by run in turn, with the answers of both checked.
// It is a module of its own, so that nobody who uses gsdms builds DuckDB.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"gsdms/ssb"
)

// system is an engine with the benchmark's tables in it.
type system interface {
	Name() string
	Client(ctx context.Context) (ssb.Engine, error) // for one goroutine
	Close() error
}

type options struct {
	sf       float64
	threads  int
	rounds   int
	batches  []int
	rates    []float64
	clients  int
	duration time.Duration
	seed     uint64
	dir      string
	json     string
	only     string
	plain    bool
	cold     bool
}

func main() {
	o, err := parse(os.Args[1:])
	if err == nil {
		err = run(context.Background(), o)
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("peers", flag.ContinueOnError)
	f.Float64Var(&o.sf, "sf", 1, "scale `factor`")
	f.IntVar(&o.threads, "threads", runtime.GOMAXPROCS(0), "threads of every engine")
	f.IntVar(&o.rounds, "rounds", 5, "runs of every query after one to warm up")
	f.IntVar(&o.clients, "clients", 64, "clients of the closed loop")
	f.DurationVar(&o.duration, "duration", 5*time.Second, "length of the closed loop and of every rate")
	f.Uint64Var(&o.seed, "seed", 1, "of random literals and arrivals")
	f.StringVar(&o.dir, "dir", "", "`folder` for the data, kept and used again; without it a temporary one")
	f.StringVar(&o.json, "json", "", "`file` for the numbers")
	f.StringVar(&o.only, "only", "queries,batches,closed,open", "`sections` to run")
	f.BoolVar(&o.plain, "plain", false, "gsdms without SIMD")
	f.BoolVar(&o.cold, "cold", false, "gsdms without its cache of plans")
	batches := f.String("batches", "13,26,52,104", "`numbers` of queries at once")
	rates := f.String("rates", "5,10,20,40,100,400,1000", "arrival `rates` in queries a second")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	for _, b := range strings.Split(*batches, ",") {
		n, err := strconv.Atoi(b)
		if err != nil || n < 1 {
			return o, fmt.Errorf("-batches %q: numbers from 1 up, parted by commas", *batches)
		}
		o.batches = append(o.batches, n)
	}
	for _, r := range strings.Split(*rates, ",") {
		rate, err := strconv.ParseFloat(r, 64)
		if err != nil || !(rate > 0) {
			return o, fmt.Errorf("-rates %q: numbers above 0, parted by commas", *rates)
		}
		o.rates = append(o.rates, rate)
	}
	return o, nil
}

func run(ctx context.Context, o options) (err error) {
	if o.dir == "" {
		dir, err := os.MkdirTemp("", "gsdms-peers-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.dir = dir
	}
	runtime.GOMAXPROCS(o.threads)
	systems, err := open(ctx, o)
	defer func() {
		for _, s := range systems {
			err = errors.Join(err, s.Close())
		}
	}()
	if err != nil {
		return err
	}
	b := &bench{options: o, systems: systems, right: map[string]ssb.Answer{}, report: newReport(o, systems)}
	return b.run(ctx, os.Stdout)
}

// open loads every system, ours first. On an error, those that are open come with it.
func open(ctx context.Context, o options) ([]system, error) {
	data := filepath.Join(o.dir, "tbl-"+strconv.FormatFloat(o.sf, 'f', -1, 64))
	if err := files(ctx, data, o.sf, o.threads); err != nil {
		return nil, err
	}
	ours, err := openOurs(ctx, filepath.Join(data, "gsdms"), o)
	if err != nil {
		return nil, err
	}
	systems := []system{ours}
	file := filepath.Join(data, "duck.db")
	if err := errors.Join(os.RemoveAll(file), os.RemoveAll(file+".wal")); err != nil {
		return systems, err
	}
	for _, d := range []struct{ name, file string }{{"DuckDB", ""}, {"DuckDB file", file}} {
		d, err := openDuck(ctx, d.name, d.file, data, o.threads)
		if err != nil {
			return systems, err
		}
		systems = append(systems, d)
	}
	return systems, nil
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
