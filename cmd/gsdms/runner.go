package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"gsdms/sql"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// statements runs statements: a session in this process, or a connection to a server.
type statements interface {
	Stream(ctx context.Context, text string) (*result.Set, error)
	Together(ctx context.Context, texts []string) []sql.Answer
}

// runner runs statements and writes what they give.
type runner struct {
	session   statements
	out       *os.File
	errs      io.Writer
	into      io.Writer // where results go if not to out
	format    result.Format
	together  bool // neighbouring SELECTs run together
	keepGoing bool
	status    bool // a line after each statement: rows, time, sharing
	explain   bool // SELECTs are explained, not run
	picture   picture
}

// script runs all statements of a text and reports whether none failed. It stops at
// the first that fails unless told to keep going.
func (r *runner) script(ctx context.Context, text string) bool {
	fine := true
	for _, group := range r.groups(parse.Split(text)) {
		if ctx.Err() != nil {
			return false
		}
		if !r.group(ctx, group) {
			fine = false
			if !r.keepGoing {
				return false
			}
		}
	}
	return fine
}

// groups puts statements that run together into one group, each other one into its own.
func (r *runner) groups(statements []parse.Statement) [][]parse.Statement {
	var out [][]parse.Statement
	open := false
	for _, s := range statements {
		selects := r.together && !r.explain && r.picture.file == "" && isSelect(s.Text)
		if selects && open {
			out[len(out)-1] = append(out[len(out)-1], s)
		} else {
			out = append(out, []parse.Statement{s})
		}
		open = selects
	}
	return out
}

func isSelect(text string) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(sql.Fold(text), "("), " ")
	return strings.EqualFold(word, "SELECT")
}

// group runs statements that belong together and reports whether none failed.
func (r *runner) group(ctx context.Context, group []parse.Statement) bool {
	texts := make([]string, len(group))
	formats := make([]result.Format, len(group))
	for i, s := range group {
		texts[i], formats[i] = s.Text, r.formatOf(s)
	}
	if statement, ok := r.picture.draws(texts[0]); ok {
		return r.drawn(ctx, statement, group[0])
	}
	if len(group) == 1 {
		result, err := r.session.Stream(ctx, r.explained(texts[0]))
		return r.answer(sql.Answer{Result: result, Err: err}, formats[0], group[0])
	}
	fine := true
	for i, a := range r.session.Together(ctx, texts) {
		fine = r.answer(a, formats[i], group[i]) && fine
	}
	return fine
}

// drawn draws a plan and reports whether that went well.
func (r *runner) drawn(ctx context.Context, statement string, s parse.Statement) bool {
	err := r.draw(ctx, statement)
	if err != nil {
		report(r.errs, placed(err, s))
	}
	return err == nil
}

func (r *runner) explained(text string) string {
	if r.explain && isSelect(text) {
		return "EXPLAIN " + text
	}
	return text
}

// answer writes a result or an error and reports whether it is a result.
func (r *runner) answer(a sql.Answer, f result.Format, s parse.Statement) bool {
	if a.Err != nil {
		report(r.errs, placed(a.Err, s))
		return false
	}
	out, layout := r.target()
	if err := f.Write(out, a.Result, layout); err != nil {
		report(r.errs, placed(err, s))
		return false
	}
	if r.status {
		fmt.Fprintln(r.out, statusLine(a.Result))
	}
	return true
}

// placed counts an error's line from the beginning of the text that the statement is in.
func placed(err error, s parse.Statement) error {
	var e *parse.Error
	if !errors.As(err, &e) || e.Line == 0 {
		return err
	}
	moved := *e
	moved.Line += s.Line - 1
	return &moved
}

// target is where results go, and the room they have there.
func (r *runner) target() (io.Writer, result.Layout) {
	if r.into != nil {
		return r.into, result.Layout{}
	}
	return r.out, terminalLayout(r.out)
}

// formatOf is the runner's format, or vertical for a statement that \G ends.
func (r *runner) formatOf(s parse.Statement) result.Format {
	if s.Vertical {
		if f, err := result.FindFormat("vertical"); err == nil {
			return f
		}
	}
	return r.format
}
