package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gsdms/plan"
	"gsdms/sql/parse"
)

// shell runs statements and the shell's own commands, from a person, a file or a pipe.
type shell struct {
	runner
	names  func() (c plan.Catalog, release func())
	person *person   // who types; nil: nobody
	output io.Closer // where .output sends results; nil: the terminal
	depth  int       // of files that .read one another
}

// errQuit ends the shell.
var errQuit = errors.New("quit")

// reader takes what a shell is to run line by line, and runs it as soon as it is whole.
type reader struct {
	shell   *shell
	gathers bool        // statements wait for the end of the input, or a command, as those of a file may
	pending parse.Lines // of statements that have not run
	line    int         // of the next line, from 1
	first   int         // the line that pending begins with
	fine    bool        // nothing has failed
}

func (s *shell) newReader(gathers bool) *reader {
	return &reader{shell: s, gathers: gathers, line: 1, first: 1, fine: true}
}

// take takes a line. An error ends the input: errQuit, or errFailed where a statement or a
// command has failed, which has been said, and the shell is not to go on.
func (r *reader) take(ctx context.Context, line string) error {
	r.line++
	word := strings.TrimSpace(line)
	if _, _, ok := dotCommand(word); ok && r.starts() {
		if err := r.flush(ctx); err != nil {
			return err
		}
		r.first = r.line
		return r.failed(r.shell.command(ctx, word))
	}
	if r.pending.Len()+len(line) > inputLimit {
		return r.failed(fmt.Errorf("line %d: more than %d MiB of SQL without an end; LOAD DATA takes larger data", r.line-1, inputLimit>>20))
	}
	r.pending.Add(line)
	if !r.waits() && r.pending.Complete() {
		return r.flush(ctx)
	}
	return nil
}

// starts reports whether a command may come next: no statement has begun.
func (r *reader) starts() bool {
	return r.pending.Empty() || r.waits() && r.pending.Complete()
}

// waits reports whether statements that are whole wait for their neighbours.
func (r *reader) waits() bool { return r.gathers || r.shell.together }

// flush runs the statements that wait.
func (r *reader) flush(ctx context.Context) error {
	empty, text, first := r.pending.Empty(), r.pending.Take(), r.first
	r.first = r.line
	if empty || r.shell.script(ctx, text, first) {
		return nil
	}
	return r.failed(errFailed)
}

// failed says what has failed, and gives the error that ends the input.
func (r *reader) failed(err error) error {
	switch {
	case err == nil || err == errQuit:
		return err
	case err != errFailed:
		report(r.shell.errs, err)
	}
	r.fine = false
	if r.shell.keepGoing {
		return nil
	}
	return errFailed
}

// text runs all of a text.
func (r *reader) text(ctx context.Context, text string) error {
	for rest, more := text, true; more; {
		var line string
		line, rest, more = strings.Cut(rest, "\n")
		if err := r.take(ctx, strings.TrimSuffix(line, "\r")); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return errFailed
		}
	}
	return r.end(ctx)
}

// stream runs what comes from a pipe, as it comes.
func (r *reader) stream(ctx context.Context, in io.Reader, name string) error {
	lines := bufio.NewReaderSize(in, 64<<10)
	for first := true; ; first = false {
		line, err := lines.ReadString('\n')
		if first {
			line = strings.TrimPrefix(line, byteOrderMark)
		}
		if err != nil && err != io.EOF {
			return r.failed(fmt.Errorf("read statements from %s: %w", name, err))
		}
		if line != "" {
			if err := r.take(ctx, strings.TrimRight(line, "\r\n")); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return errFailed
		}
		if err == io.EOF {
			return r.end(ctx)
		}
	}
}

// end runs what is left, and says whether anything has failed.
func (r *reader) end(ctx context.Context) error {
	if err := r.flush(ctx); err != nil {
		return err
	}
	if !r.fine {
		return errFailed
	}
	return nil
}

// run runs a text that is there as a whole.
func (s *shell) run(ctx context.Context, text string) error {
	return s.newReader(true).text(ctx, text)
}

// command runs a line with a command of the shell.
func (s *shell) command(ctx context.Context, line string) error {
	name, arg, _ := dotCommand(line)
	return s.dot(ctx, name, arg)
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

// historyPath is the file of the history: $GSDMS_HISTORY, or .gsdms_history in the home
// folder; "" where there is none.
func historyPath() string { return homeFile("GSDMS_HISTORY", ".gsdms_history") }
