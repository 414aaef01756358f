// Command gsdms is the shell of the engine, its loader and its benchmark.
//
// main.go reads the command line; each subcommand is a file command_*.go. SQL text
// from -e, -f, standard input and the shell all passes through a runner (runner.go),
// which writes results and errors. The shell is an editor (edit*.go: keys, history,
// search, completion) around that.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"

	"gsdms/operators"
	"gsdms/pushscan/load"
)

// Exit statuses.
const (
	exitOK    = 0
	exitError = 1 // a statement or a command failed
	exitUsage = 2 // the command line is wrong
	// A signal that ends a command makes it 128 and the signal's number: 130, 143.
)

func main() {
	if handled, code := load.ChildMain(os.Args); handled {
		os.Exit(code)
	}
	b := collectRarely()
	code := run(context.Background(), os.Args[1:], system())
	runtime.KeepAlive(b)
	os.Exit(code)
}

// ballastBytes is memory that nobody touches, so it takes none, but the garbage collector
// counts: columns are mapped files, the heap beside them is small, and twice a small heap
// is full again after a few batches of a hundred queries.
const ballastBytes = 64 << 20

// startPercent is by how much the heap grows beyond what the program's packages have made before the
// collector runs for the first time: to as much as with the ballast.
const startPercent = 100 * ballastBytes / (5 << 20)

// ballast is that memory. Nothing clears it, since what is cleared is there: where the heap has had some
// of it before, that took a fifteenth of a short statement's processor time.
type ballast struct{ words []int64 }

// collectRarely has the garbage collector count the ballast, which the caller keeps, from its first run
// on: to make it has the collector run, for a tenth of the time that a short statement takes.
func collectRarely() *ballast {
	usual, b := debug.SetGCPercent(startPercent), new(ballast)
	if usual < 0 { // GOGC=off
		debug.SetGCPercent(usual)
	}
	runtime.AddCleanup(&struct{ _ *byte }{}, func(b *ballast) {
		b.words = operators.Uncleared(ballastBytes / 8)
		debug.SetGCPercent(usual)
	}, b)
	return b
}

// about heads the help.
const about = `A push-based, scan-sharing analytical SQL engine.

  gsdms                     the shell, if a person is at the terminal
  gsdms "SQL; SQL"          runs statements; -e SQL, -f FILE and standard input do, too
  gsdms --format csv ...    writes table, csv, tsv, json, ndjson, markdown or vertical

"gsdms sql --help" lists all flags of these.`

// streams is where a command reads and writes, and how it leaves to another program.
type streams struct {
	in, out, errs *os.File
	handOver      func(program string) error // returns only if it fails; nil where it must not be done
}

func system() streams { return streams{os.Stdin, os.Stdout, os.Stderr, replace} }

// replace runs another program in place of this one, with the same arguments.
func replace(program string) error {
	return syscall.Exec(program, append([]string{program}, os.Args[1:]...), os.Environ())
}

// statementsLine is a command line without a command but sql.
type statementsLine struct {
	Global  `group:"Flags of every command:"`
	Version kong.VersionFlag `help:"Print the version and what it was built with." group:"Flags of every command:"`

	SQL sqlCommand `cmd:"" name:"sql" default:"withargs" help:"Run SQL; without -e, -f or piped input, the shell (this is what gsdms does without a command)."`
}

// commandLine is all flags and subcommands.
type commandLine struct {
	statementsLine

	Serve  serveCommand  `cmd:"" help:"Give the tables to programs that speak the protocol of MySQL, one engine for all of them."`
	Load   loadCommand   `cmd:"" help:"Load files into a table: .tbl, CSV, JSON, Parquet, Arrow IPC."`
	Export exportCommand `cmd:"" help:"Write a table, or the rows of a query, to a file."`
	SSB    ssbCommand    `cmd:"" name:"ssb" set:"examples=Q1.1,Q2.*" help:"The Star Schema Benchmark."`
	TPCH   tpchCommand   `cmd:"" name:"tpch" set:"examples=Q1,Q3,Q1?" help:"A benchmark derived from TPC-H."`
	Bench  benchCommand  `cmd:"" help:"Other benchmarks: groups and joins, web analytics."`
	Lab    labCommand    `cmd:"" help:"What the optimizer's models predict, and what a GPU does: tables and pictures."`

	Completion completionCommand `cmd:"" help:"Write the script by which a shell completes arguments: source <(gsdms completion bash)."`
	Man        manCommand        `cmd:"" help:"Write the manual page: gsdms man | man -l -."`
}

// run runs one command line and returns the exit status.
func run(ctx context.Context, args []string, std streams) int {
	e := &environment{ctx: ctx, streams: std}
	parsed, status, err := e.parse(args)
	if status >= 0 { // --help or --version has been written
		return status
	}
	if err != nil {
		fmt.Fprintf(std.errs, "gsdms: %s\nTry gsdms --help.\n", err)
		return exitUsage
	}
	if err := parsed.Run(e); err != nil {
		report(std.errs, err)
		return e.ended.status(exitError)
	}
	return e.ended.status(exitOK)
}

// parse reads the command line, first as statements: to make what all commands have takes longer than
// to run a short one. The name of a command is none, which sqlCommand.Validate refuses, and who asks for
// help is shown all.
func (e *environment) parse(args []string) (parsed *kong.Context, status int, err error) {
	var short statementsLine
	if parsed, status, err = parseAs(&short, args, e.streams, kong.NoDefaultHelp()); err == nil || status >= 0 {
		e.Global = short.Global
		return parsed, status, err
	}
	var line commandLine
	parsed, status, err = parseAs(&line, args, e.streams)
	e.Global = line.Global
	return parsed, status, err
}

// parseAs reads a command line by a grammar. The status is not negative where all is done that it asks for.
func parseAs(grammar any, args []string, std streams, more ...kong.Option) (parsed *kong.Context, status int, err error) {
	status = -1
	parser, err := kong.New(grammar, append(more,
		kong.Name("gsdms"),
		kong.Description(about),
		kong.Writers(std.out, std.errs),
		kong.Vars{"version": version()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Exit(func(code int) { status = code }),
	)...)
	if err != nil {
		return nil, status, err
	}
	parsed, err = parser.Parse(args)
	return parsed, status, err
}
