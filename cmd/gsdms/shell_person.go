package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/jedib0t/go-pretty/v6/text"

	"gsdms/cmd/edit"
	"gsdms/plan"
	"gsdms/sql/parse"
)

// The prompts of a statement's first line and of the next ones.
const (
	firstPrompt = "gsdms> "
	nextPrompt  = "    -> "
)

// person is who types at a terminal.
type person struct {
	lines   lineReader
	history *edit.History
	signals chan os.Signal // Ctrl-C while the terminal is not raw
}

// lineReader reads what a person types, a statement or a command at a time.
type lineReader interface {
	Read() (text string, how edit.Ending, err error)
	Close()
}

// runShell runs the shell until the person leaves it: on what, and where the tables are, it
// says first. names gives the tables for completion.
func runShell(e *environment, on, where string, names func() (plan.Catalog, func()), r *runner) error {
	p := &person{history: edit.OpenHistory(historyPath()), signals: make(chan os.Signal, 1)}
	s := &shell{runner: *r, names: names, person: p}
	s.status, s.keepGoing, s.pager.on = true, true, true
	s.color = colorful(e.out)
	defer s.closeOutput()
	signal.Notify(p.signals, os.Interrupt)
	defer signal.Stop(p.signals)
	stop, err := p.open(e, s)
	if err != nil {
		return err
	}
	defer stop()
	s.greet(e, on, where)
	if err := s.startFile(e.ctx); err != nil {
		return endedWell(err)
	}
	return endedWell(s.loop(e.ctx))
}

func endedWell(err error) error {
	if err == errQuit {
		return nil
	}
	return err
}

// open opens the editor, or what reads plain lines where a terminal can do no more.
func (p *person) open(e *environment, s *shell) (stop func(), err error) {
	if dumb() {
		p.lines = &plainLines{in: bufio.NewReader(e.in), out: e.out}
		return func() {}, nil
	}
	c := newCompleter(s.names)
	editor, err := edit.New(edit.Config{
		In: e.in, Out: e.out, First: firstPrompt, Next: nextPrompt, History: p.history, Color: s.color,
		Ready: ready, Style: style, Complete: c.complete, Word: wordBefore,
	})
	if err != nil {
		return nil, err
	}
	p.lines = editor
	unwatch := watchEnd(editor.Terminal())
	return func() { unwatch(); editor.Close() }, nil
}

// greet says where the person is.
func (s *shell) greet(e *environment, on, where string) {
	width := terminalLayout(s.out).Width
	fmt.Fprintln(e.out, wrapped(fmt.Sprintf("gsdms on %s, %s. Statements end with ; and .help lists the commands.", on, where), width))
	if e.noCUDA != nil {
		fmt.Fprintln(e.out, wrapped(fmt.Sprintf("No GPU is used: %s.", e.noCUDA), width))
	}
	tables, release := s.names()
	defer release()
	if len(tables.Tables())+len(viewsOf(tables)) == 0 {
		fmt.Fprintln(e.out, wrapped(emptyHint, width))
		e.tellElsewhere()
	}
}

// emptyHint is what may be done where there is no table yet.
const emptyHint = "There are no tables yet. A file is a table, too: SELECT * FROM 'file.csv' LIMIT 10; " +
	"and CREATE TABLE t AS SELECT * FROM 'file.csv'; keeps it."

// startFile runs $GSDMSRC, or .gsdmsrc in the home folder, if it is there.
func (s *shell) startFile(ctx context.Context) error {
	path := homeFile("GSDMSRC", ".gsdmsrc")
	if _, err := os.Stat(path); path == "" || err != nil {
		return nil
	}
	if err := s.read(ctx, path); err == errQuit {
		return err
	} else if err != nil && err != errFailed {
		report(s.errs, err)
	}
	return nil
}

// homeFile is a file that a variable of the environment names, or one in the home folder; ""
// where there is none.
func homeFile(variable, name string) string {
	if path, ok := os.LookupEnv(variable); ok {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, name)
}

// ready reports whether a text may be run: a command, nothing, or statements that end.
func ready(text string) bool {
	word := strings.TrimSpace(text)
	if _, _, ok := dotCommand(word); ok && !strings.Contains(word, "\n") {
		return true
	}
	return word == "" || parse.Complete(text)
}

// wrapped breaks a line between words where it is longer than a width; 0 is none.
func wrapped(line string, width int) string {
	if width <= 0 {
		return line
	}
	return text.WrapSoft(line, width)
}

// watchEnd restores the terminal and leaves when the system ends the program. The
// function it returns stops watching.
func watchEnd(t *edit.Terminal) (stop func()) {
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGTERM, syscall.SIGHUP)
	done := make(chan struct{})
	go func() {
		select {
		case <-ends:
			_ = t.TearDown() // the terminal may be gone
			os.Exit(exitError)
		case <-done:
		}
	}()
	return func() { signal.Stop(ends); close(done) }
}

// loop reads what the person types and runs it.
func (s *shell) loop(ctx context.Context) error {
	for {
		text, how, err := s.person.lines.Read()
		switch {
		case err != nil:
			return err
		case how == edit.Closed:
			return nil
		case how == edit.Interrupted || strings.TrimSpace(text) == "":
			continue
		}
		if err := s.person.history.Add(text); err != nil {
			report(s.errs, err)
		}
		if err := s.execute(ctx, text); err == errQuit {
			return err
		}
	}
}

// execute runs what was typed; Ctrl-C cancels what is left of it.
func (s *shell) execute(ctx context.Context, text string) error {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	defer close(done)
	defer cancel()
	signals := s.person.signals
	for len(signals) > 0 {
		<-signals // from before
	}
	go func() {
		select {
		case <-signals:
			cancel()
		case <-done:
		}
	}()
	return s.run(ctx, text)
}

// plainLines reads lines from a terminal that can do nothing but write below what is there.
type plainLines struct {
	in  *bufio.Reader
	out io.Writer
}

// Read reads lines until they may be run.
func (p *plainLines) Read() (string, edit.Ending, error) {
	text, prompt := "", firstPrompt
	for {
		fmt.Fprint(p.out, prompt)
		line, err := p.in.ReadString('\n')
		if text += line; err == io.EOF && text == "" {
			return "", edit.Closed, nil
		}
		if err == io.EOF || err == nil && ready(text) {
			return strings.TrimSuffix(text, "\n"), edit.Entered, nil
		}
		if err != nil {
			return "", edit.Closed, fmt.Errorf("read from the terminal: %w", err)
		}
		prompt = nextPrompt
	}
}

// Close does nothing: the terminal is as it was.
func (p *plainLines) Close() {}
