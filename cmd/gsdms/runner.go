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
	null      *string // what is written for NULL; nil: what the format has
	noHeader  bool    // the names of the columns are not written
	maxRows   int     // of a table; 0: what the terminal has room for
	width     int     // of a table, in cells; 0: the terminal's
	pager     pager
	color     bool // errors, and what is said beside results, have colours
	together  bool // neighbouring SELECTs run together
	shares    bool // what statements that ran together have shared is said
	keepGoing bool
	status    bool // a line after each statement: rows, time, sharing
	explain   bool // SELECTs are explained, not run
	picture   picture
}

// script runs all statements of a text, which begins at a line of an input, and reports
// whether none failed. It stops at the first that fails unless told to keep going.
func (r *runner) script(ctx context.Context, text string, line int) bool {
	fine := true
	statements := parse.Split(text)
	for i := range statements {
		statements[i].Line += line - 1
	}
	for _, group := range r.groups(statements) {
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
	return strings.EqualFold(parse.FirstWord(text), "SELECT")
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
		done := r.watched()
		result, err := r.session.Stream(ctx, r.explained(texts[0]))
		done()
		return r.answer(sql.Answer{Result: result, Err: err}, formats[0], group[0])
	}
	fine := true
	done := r.watched()
	before := r.traffic()
	answers := r.session.Together(ctx, texts)
	done()
	for i, a := range answers {
		fine = r.answer(a, formats[i], group[i]) && fine
	}
	if r.shares {
		r.say(sharedLine(answers, before, r.traffic()))
	}
	return fine
}

// drawn draws a plan and reports whether that went well.
func (r *runner) drawn(ctx context.Context, statement string, s parse.Statement) bool {
	err := r.draw(ctx, statement)
	if err != nil {
		r.report(placed(err, s))
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
		r.report(placed(a.Err, s))
		return false
	}
	if err := r.write(a.Result, f); err != nil {
		r.report(placed(err, s))
		return false
	}
	if r.status {
		r.say(statusLine(a.Result))
	}
	return true
}

// write writes a result where results go.
func (r *runner) write(set *result.Set, f result.Format) error {
	layout := result.Layout{NoHeader: r.noHeader, Null: r.null, Width: r.width, Rows: r.maxRows}
	if r.into != nil {
		return f.Write(r.into, set, layout)
	}
	if p, ok := r.pager.open(r, layout); ok {
		err := f.Write(p, set, p.layout)
		if errors.Is(err, errSeen) {
			err = nil
		}
		return errors.Join(err, p.Close())
	}
	room := terminalLayout(r.out)
	if layout.Width == 0 {
		layout.Width = room.Width
	}
	if layout.Rows == 0 {
		layout.Rows = room.Rows
	}
	return f.Write(r.out, set, layout)
}

// target is where results go.
func (r *runner) target() io.Writer {
	if r.into != nil {
		return r.into
	}
	return r.out
}

// say writes what is said beside results.
func (r *runner) say(line string) {
	switch {
	case line == "":
	case r.status:
		fmt.Fprintln(r.out, r.tinted(faintText, line))
	default: // where no person reads, results are alone
		fmt.Fprintln(r.errs, line)
	}
}

// report writes an error.
func (r *runner) report(err error) {
	var text strings.Builder
	cells, color := 0, ""
	if f, ok := r.errs.(*os.File); ok && isTerminal(f) {
		cells, color = terminalLayout(f).Width, redText
	}
	writeError(&text, err, cells)
	head, rest, _ := strings.Cut(text.String(), "\n")
	if head != "" {
		fmt.Fprint(r.errs, r.tinted(color, head)+"\n"+rest)
	}
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

// formatOf is the runner's format, or vertical for a statement that \G ends.
func (r *runner) formatOf(s parse.Statement) result.Format {
	if s.Vertical {
		if f, err := result.FindFormat("vertical"); err == nil {
			return f
		}
	}
	return r.format
}
