package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"gsdms/sql/result"
)

// sqlCommand runs statements, or the shell.
type sqlCommand struct {
	Statements []string `arg:"" optional:"" name:"statements" help:"SQL in quotes, the same as -e."`
	Execute    []string `short:"e" placeholder:"SQL" sep:"none" help:"Run these statements and leave."`
	File       []string `short:"f" placeholder:"FILE" sep:"none" help:"Run the statements of this file and leave; - is standard input."`
	Format     string   `enum:"table,csv,tsv,json,ndjson,markdown,vertical" default:"table" help:"How results are written: table, csv, tsv, json, ndjson, markdown or vertical (${default})."`
	KeepGoing  bool     `help:"Go on after a statement that failed."`
	Together   bool     `help:"Run neighbouring SELECTs together on the shared scan."`
	Picture    string   `placeholder:"FILE" help:"Draw the pipelines of queries to this file as SVG instead of running them; of EXPLAIN ANALYZE with the numbers of a run."`

	Server remoteFlags `embed:""`
}

// inputLimit is how much SQL is read from a file or a pipe, in bytes.
const inputLimit = 256 << 20

// errFailed says that statements failed whose errors have been written.
var errFailed = errors.New("")

// Validate refuses a word that is neither a command nor SQL.
func (c *sqlCommand) Validate() error {
	for _, text := range c.Statements {
		if !strings.ContainsAny(text, " \t\n;") {
			return fmt.Errorf("%q is neither a command nor SQL", text)
		}
	}
	return nil
}

// Run runs the command.
func (c *sqlCommand) Run(e *environment) error {
	format, err := result.FindFormat(c.Format)
	if err != nil {
		return err
	}
	texts, interactive, err := c.input(e)
	if err != nil {
		return err
	}
	r := &runner{out: e.out, errs: e.errs, format: format, together: c.Together, keepGoing: c.KeepGoing, picture: picture{file: c.Picture}}
	remote, err := c.Server.connect(e)
	if err != nil {
		return err
	}
	if remote != nil {
		defer remote.Close()
		r.session = remote
		if interactive {
			return remoteShell(e, remote.Target(), r)
		}
		return c.runAll(e, r, texts)
	}
	engine, closeEngine, err := e.open()
	if err != nil {
		return err
	}
	defer closeEngine()
	r.session = engine.NewSession()
	if interactive {
		return runShell(e, engine.Device().Name, "tables in "+e.DB, localNames(engine), r)
	}
	return c.runAll(e, r, texts)
}

// runAll runs the texts one after another.
func (c *sqlCommand) runAll(e *environment, r *runner, texts []string) error {
	ctx, stop := e.interrupted()
	defer stop()
	failed := false
	for _, text := range texts {
		if !r.script(ctx, text) {
			failed = true
			if !c.KeepGoing {
				return errFailed
			}
		}
	}
	if failed {
		return errFailed
	}
	return nil
}

// input gives the texts to run, or says that a person is there to type them.
func (c *sqlCommand) input(e *environment) (texts []string, interactive bool, err error) {
	texts = append(append(texts, c.Statements...), c.Execute...)
	for _, name := range c.File {
		text, err := readFile(name, e.in)
		if err != nil {
			return nil, false, err
		}
		texts = append(texts, text)
	}
	if len(texts) > 0 {
		return texts, false, nil
	}
	if isTerminal(e.in) && isTerminal(e.out) {
		return nil, true, nil
	}
	text, err := readLimited(e.in, "standard input")
	return []string{text}, false, err
}

func readFile(name string, in *os.File) (string, error) {
	if name == "-" {
		return readLimited(in, "standard input")
	}
	f, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("read statements: %w", err)
	}
	defer f.Close()
	return readLimited(f, name)
}

func readLimited(r io.Reader, name string) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, inputLimit+1))
	if err != nil {
		return "", fmt.Errorf("read statements from %s: %w", name, err)
	}
	if len(text) > inputLimit {
		return "", fmt.Errorf("read statements from %s: more than %d MiB of SQL; LOAD DATA takes larger data", name, inputLimit>>20)
	}
	return strings.TrimPrefix(string(text), byteOrderMark), nil
}

// byteOrderMark is what some editors put before a text in UTF-8.
const byteOrderMark = "\ufeff"

// terminalLayout is the room that a table has on the terminal, and no limit elsewhere.
func terminalLayout(out *os.File) result.Layout {
	width, height, err := term.GetSize(int(out.Fd()))
	if err != nil {
		return result.Layout{}
	}
	return result.Layout{Width: width, Rows: max(40, height-8)}
}
