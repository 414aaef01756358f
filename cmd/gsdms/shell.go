package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/jedib0t/go-pretty/v6/text"

	"gsdms/plan"
	"gsdms/sql"
)

// The prompts of a statement's first line and of the next ones.
const (
	firstPrompt = "gsdms> "
	nextPrompt  = "    -> "
)

// shell reads statements from a person and runs them.
type shell struct {
	runner
	names   func() (c plan.Catalog, release func())
	editor  *editor
	history *history
	signals chan os.Signal // Ctrl-C while the terminal is not raw
	output  *os.File       // where .output sends results; nil: the terminal
	pending string         // lines of a statement that has not ended
}

// errQuit ends the shell.
var errQuit = errors.New("quit")

// runShell runs the shell until the person leaves it: on what, and where the tables are, it
// says first. names gives the tables for completion.
func runShell(e *environment, on, where string, names func() (plan.Catalog, func()), r *runner) error {
	s := &shell{runner: *r, names: names, history: openHistory(historyPath()), signals: make(chan os.Signal, 1)}
	s.status, s.keepGoing = true, true
	editor, err := newEditor(e.streams, s.history, newCompleter(names, func() string { return s.pending }).complete)
	if err != nil {
		return err
	}
	s.editor = editor
	defer s.closeOutput()
	defer watchEnd(editor.terminal)()
	signal.Notify(s.signals, os.Interrupt)
	defer signal.Stop(s.signals)
	fmt.Fprintf(e.out, "gsdms on %s, %s. Statements end with ; and .help lists the commands.\n", on, where)
	if e.noCUDA != nil {
		fmt.Fprintln(e.out, wrapped(fmt.Sprintf("No GPU is used: %s.", e.noCUDA), terminalLayout(s.out).Width))
	}
	return s.loop(e.ctx)
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
func watchEnd(t *terminal) (stop func()) {
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGTERM, syscall.SIGHUP)
	done := make(chan struct{})
	go func() {
		select {
		case <-ends:
			t.TearDown()
			os.Exit(exitError)
		case <-done:
		}
	}()
	return func() { signal.Stop(ends); close(done) }
}

// loop reads lines and runs what they complete.
func (s *shell) loop(ctx context.Context) error {
	for {
		line, how, err := s.editor.line(s.prefix())
		switch {
		case err != nil:
			return err
		case how == closed:
			return nil
		case how == interrupted:
			s.pending = ""
			continue
		}
		if err := s.feed(ctx, line); err == errQuit {
			return nil
		} else if err != nil {
			report(s.errs, err)
		}
	}
}

func (s *shell) prefix() string {
	if s.pending != "" {
		return nextPrompt
	}
	return firstPrompt
}

// feed takes one line: a dot command, or a part of a statement.
func (s *shell) feed(ctx context.Context, line string) error {
	if s.pending == "" {
		word := strings.TrimSpace(line)
		if word == "" {
			return nil
		}
		if name, arg, ok := dotCommand(word); ok {
			s.remember(word)
			return s.dot(ctx, name, arg)
		}
	}
	text := s.pending + line
	s.pending = text + "\n"
	if !sql.Complete(text) {
		return nil
	}
	s.pending = ""
	s.remember(text)
	s.execute(ctx, text)
	return nil
}

func (s *shell) remember(text string) {
	if err := s.history.add(text); err != nil {
		report(s.errs, err)
		s.history.path = "" // say it once
	}
}

// execute runs statements; Ctrl-C cancels those that are left.
func (s *shell) execute(ctx context.Context, text string) bool {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	defer close(done)
	defer cancel()
	for len(s.signals) > 0 {
		<-s.signals // from before
	}
	go func() {
		select {
		case <-s.signals:
			cancel()
		case <-done:
		}
	}()
	return s.script(ctx, text)
}

// closeOutput ends .output.
func (s *shell) closeOutput() error {
	s.into = nil
	if s.output == nil {
		return nil
	}
	err := s.output.Close()
	s.output = nil
	return err
}
