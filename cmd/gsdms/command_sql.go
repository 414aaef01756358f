package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"gsdms/sql"
	"gsdms/sql/result"
)

// sqlCommand runs statements, or the shell.
type sqlCommand struct {
	Statements []string `arg:"" optional:"" name:"statements" help:"SQL in quotes, the same as -e."`
	Execute    []string `short:"e" placeholder:"SQL" sep:"none" help:"Run these statements and leave."`
	File       []string `short:"f" placeholder:"FILE" sep:"none" help:"Run the statements of this file and leave; - is standard input."`
	Format     string   `enum:"table,csv,tsv,json,ndjson,markdown,vertical" default:"table" help:"How results are written: table, csv, tsv, json, ndjson, markdown or vertical (${default})."`
	Header     bool     `negatable:"" default:"true" help:"Write the names of the columns, in the formats that have a line for them."`
	Null       *string  `placeholder:"TEXT" help:"What is written for NULL, in the formats that have no NULL of their own."`
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
		if !strings.ContainsAny(text, " \t\n;") && !strings.HasPrefix(text, ".") {
			return fmt.Errorf("%q is neither a command nor SQL", text)
		}
	}
	return nil
}

// Run runs the command.
func (c *sqlCommand) Run(e *environment) error {
	r, err := c.runner(e)
	if err != nil {
		return err
	}
	texts, err := c.texts(e)
	if err != nil {
		return err
	}
	interactive := len(texts) == 0 && isTerminal(e.in) && isTerminal(e.out)
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
		n := &names{client: remote}
		return c.runAll(e, &shell{runner: *r, names: n.catalog}, texts)
	}
	if !interactive {
		e.asksOnly(texts...)
	}
	engine, closeEngine, err := e.open()
	if err != nil {
		return err
	}
	defer closeEngine()
	session := engine.NewSession()
	if err := c.use(e, session); err != nil {
		return err
	}
	r.session = session
	if interactive {
		return runShell(e, engine.Device().Name, "tables in "+e.folders(), localNames(engine), r)
	}
	err = c.runAll(e, &shell{runner: *r, names: localNames(engine)}, texts)
	if err == errFailed {
		e.tellElsewhere()
	}
	return err
}

// use has a session begin in the database that the flags name.
func (c *sqlCommand) use(e *environment, s *sql.Session) error {
	if c.Server.Database == "" {
		return nil
	}
	_, err := s.Query(e.ctx, "USE `"+strings.ReplaceAll(c.Server.Database, "`", "``")+"`")
	return err
}

// runner gives what writes results as the flags say.
func (c *sqlCommand) runner(e *environment) (*runner, error) {
	format, err := result.FindFormat(c.Format)
	if err != nil {
		return nil, err
	}
	return &runner{
		out: e.out, errs: e.errs, format: format, null: c.Null, noHeader: !c.Header, together: c.Together,
		shares: c.Together, keepGoing: c.KeepGoing, picture: picture{file: c.Picture},
	}, nil
}

// runAll runs the texts one after another, or what standard input gives.
func (c *sqlCommand) runAll(e *environment, s *shell, texts []string) error {
	ctx, stop := e.interrupted()
	defer stop()
	defer s.closeOutput()
	if len(texts) == 0 {
		return endedWell(s.newReader(false).stream(ctx, e.in, "standard input"))
	}
	failed := false
	for _, text := range texts {
		if err := s.run(ctx, text); err == errQuit {
			break
		} else if err != nil {
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

// texts gives the texts to run; there are none where standard input gives them, or a person.
func (c *sqlCommand) texts(e *environment) (texts []string, err error) {
	texts = append(append(texts, c.Statements...), c.Execute...)
	for _, name := range c.File {
		text, err := readFile(name, e.in)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
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
