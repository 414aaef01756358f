package main

import (
	"errors"
	"fmt"
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
	scripts, err := c.scripts(e)
	if err != nil {
		return err
	}
	defer closeScripts(scripts)
	interactive := len(scripts) == 0 && isTerminal(e.in) && isTerminal(e.out)
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
		return c.runAll(e, &shell{runner: *r, names: n.catalog}, scripts)
	}
	if !interactive {
		e.asksOnly(beginnings(scripts)...)
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
	err = c.runAll(e, &shell{runner: *r, names: localNames(engine)}, scripts)
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
func (c *sqlCommand) runAll(e *environment, s *shell, scripts []script) error {
	ctx, stop := e.interrupted()
	defer stop()
	defer s.closeOutput()
	if len(scripts) == 0 {
		return endedWell(s.newReader(false).stream(ctx, e.in, "standard input"))
	}
	failed := false
	for _, one := range scripts {
		if err := s.runScript(ctx, one); err == errQuit {
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

// scripts gives the texts to run; there are none where standard input gives them, or a person.
func (c *sqlCommand) scripts(e *environment) (scripts []script, err error) {
	for _, text := range append(append([]string{}, c.Statements...), c.Execute...) {
		scripts = append(scripts, script{text: text})
	}
	for _, name := range c.File {
		one, err := openScript(name, e.in)
		if err != nil {
			closeScripts(scripts)
			return nil, err
		}
		scripts = append(scripts, one)
	}
	return scripts, nil
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
