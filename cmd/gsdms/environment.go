package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"golang.org/x/term"

	"gsdms/cuda/codegen"
	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/sql/parse"
	"gsdms/sql/setting"
)

// Global is the flags that every command has.
type Global struct {
	DB           []foldersFlag        `name:"db" sep:"none" placeholder:"DIR" default:"./gsdms-data" help:"Folder of the tables (${default}). NAME=DIR names its database; given again, with a name, it is a further database beside the first."`
	Backend      string               `enum:"auto,cpu,cuda" default:"auto" help:"What runs the queries: auto, cpu or cuda (${default})."`
	Threads      int                  `placeholder:"N" help:"Threads that run queries and loads; by default one for each processor."`
	Memory       bytesFlag            `placeholder:"SIZE" help:"Memory that all queries together may hold, with what is kept for later ones, such as 4G; by default three quarters of what the control group may have, or half of what the machine has."`
	QueryMemory  bytesFlag            `placeholder:"SIZE" help:"Memory that one query may hold, such as 512M; by default a quarter of --memory, or 2G where that is less."`
	DeviceMemory bytesFlag            `placeholder:"SIZE" help:"Memory of the GPU that columns may take, such as 8G; by default nine tenths."`
	LockedMemory bytesFlag            `placeholder:"SIZE" help:"Page-locked memory that columns may take that do not fit the GPU; by default a quarter of the machine's."`
	Objective    optimizer.Objective  `placeholder:"WHAT" help:"What waves of several kernels are good at: concurrency, the fewest batches (the default), or makespan, the least time predicted by what launches took."`
	Granularity  pushscan.Granularity `placeholder:"HOW" help:"How much one kernel does, until SET gsdms_granularity: shared (all queries), pipeline (one query), operator (one operator; cuda only) or auto (the default), shared or pipeline, the cheaper by estimate."`
	Timeout      time.Duration        `placeholder:"TIME" help:"How long a statement may run, such as 30s; by default for ever."`
	LoadRoot     []string             `placeholder:"DIR" help:"Let LOAD DATA read files in this folder only; may be given several times."`
}

// Validate refuses values that no command can use.
func (g *Global) Validate() error {
	if err := g.checkFolders(); err != nil {
		return err
	}
	if g.Threads < 0 || g.Threads > maxThreads {
		return fmt.Errorf("--threads %d: it is from 0, one for each processor, to %d", g.Threads, maxThreads)
	}
	if g.Memory > 0 && g.QueryMemory > g.Memory {
		return fmt.Errorf("--query-memory of %d bytes: it is more than --memory, %d bytes, which all queries have together", g.QueryMemory, g.Memory)
	}
	if g.Timeout < 0 {
		return fmt.Errorf("--timeout %s: it must not be negative", g.Timeout)
	}
	return nil
}

// maxThreads is more than any machine of today has processors for.
const maxThreads = 4096

// environment is what a command runs in.
type environment struct {
	Global
	streams
	ctx    context.Context
	noCUDA error // why --backend auto took the CPU
	ended  ended

	noGraphs bool // launch each chunk anew
	late     bool // make kernels when they are asked for, so that all that is asked for is measured, or tested

	observe     func(sql.Observation) // is told of each statement; may be nil
	connections int                   // that each door lets in at a time; 0: the default
	localFiles  int64                 // bytes that clients' files may have; 0: the default
	once        bool                  // the engine is asked one statement
}

// open opens the engine and its backend; close closes both.
func (e *environment) open() (engine *sql.Engine, close func(), err error) {
	backend, spare, err := e.backends()
	if err != nil {
		return nil, nil, err
	}
	return e.openOn(backend, spare)
}

// openOn opens the engine on a backend and, if not nil, a spare one; close closes them all.
func (e *environment) openOn(backend, spare operators.Backend) (engine *sql.Engine, close func(), err error) {
	return e.openScan(backend, spare, pushscan.Options{
		Granularity: e.Granularity, Waves: optimizer.Options{Objective: e.Objective, Gap: batchGap},
	})
}

// openScan is openOn with other ways to scan.
func (e *environment) openScan(backend, spare operators.Backend, scan pushscan.Options) (engine *sql.Engine, close func(), err error) {
	closeBackends := func() {
		backend.Close()
		if spare != nil {
			spare.Close()
		}
	}
	memory := int64(e.Memory)
	if memory == 0 {
		memory = defaultMemory(os.ReadFile)
	}
	of := int64(e.QueryMemory)
	if of == 0 {
		of = defaultQueryMemory(memory)
	}
	limitHeap(memory)
	engine, err = sql.Open(e.ctx, sql.Config{
		Dir: e.dir(), Name: e.DB[0].Database, Beside: e.beside(), Backend: backend, Spare: spare, Weigh: spare != nil, Memory: memory, QueryMemory: of,
		Timeout: e.Timeout, LoadRoots: e.LoadRoot, Threads: e.Threads, Source: sourceOf,
		Scan: scan, Observe: e.observe, Connections: e.connections, LocalFiles: e.localFiles, Once: e.once,
	})
	if err != nil {
		closeBackends()
		return nil, nil, e.inUse(err)
	}
	return engine, func() { engine.Close(); closeBackends() }, nil
}

// batchGap is what passes on a device between two batches of a wave, in seconds: a launch
// and the wait for it, as "gsdms lab gpu" measures them.
const batchGap = 10e-6

// sourceOf gives the CUDA source of a program, or of its operators, which takes no GPU to
// make.
func sourceOf(p *operators.Program, as pushscan.Granularity) (string, error) {
	if as == pushscan.Operator {
		return sourcesOf(p)
	}
	s, err := codegen.NewGenerator().Kernel(p)
	if err != nil {
		return "", err
	}
	return s.Kernel, nil
}

func sourcesOf(p *operators.Program) (string, error) {
	g := codegen.NewGenerator()
	var texts []string
	for _, stage := range codegen.Stages(p) {
		s, err := g.Stage(stage)
		if err != nil {
			return "", fmt.Errorf("operator %d: %w", stage.Number+1, err)
		}
		texts = append(texts, s.Kernel)
	}
	return strings.Join(texts, "\n"), nil
}

// withEngine runs f with an engine that is closed afterwards, and a context that ends at
// Ctrl-C.
func (e *environment) withEngine(f func(ctx context.Context, engine *sql.Engine) error) error {
	engine, closeEngine, err := e.open()
	if err != nil {
		return err
	}
	defer closeEngine()
	ctx, stop := e.interrupted()
	defer stop()
	return f(ctx, engine)
}

// threads is how many threads to use.
func (e *environment) threads() int {
	if e.Threads > 0 {
		return e.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// report writes an error with all that is known about it.
func report(w io.Writer, err error) {
	cells := 0
	if f, ok := w.(*os.File); ok {
		cells = terminalLayout(f).Width
	}
	writeError(w, err, cells)
}

// writeError writes an error for a terminal of so many cells, 0 for any.
func writeError(w io.Writer, err error, cells int) {
	var e *parse.Error
	switch {
	case errors.As(err, &e):
		fmt.Fprintln(w, strings.TrimRight(e.DetailWithin(cells), "\n"))
	case err.Error() != "":
		fmt.Fprintln(w, wrapped("gsdms: "+err.Error(), cells))
	}
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// bytesFlag is a number of bytes: 4096, 64K, 512M, 4G, 1.5T.
type bytesFlag int64

// UnmarshalText reads the flag.
func (b *bytesFlag) UnmarshalText(text []byte) error {
	n, err := setting.ParseBytes(string(text))
	*b = bytesFlag(n)
	return err
}
