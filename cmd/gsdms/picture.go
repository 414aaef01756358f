package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// picture is where the pipelines of queries are drawn to instead of running them.
type picture struct {
	file  string // "": nowhere
	drawn int
}

// explained is what a statement begins with that can be drawn: EXPLAIN and ANALYZE, if they
// are there, are taken off.
var explained = regexp.MustCompile(`(?is)^\s*(?:EXPLAIN\s+(ANALYZE\s+)?)?((?:\(\s*)*(?:SELECT|WITH)\b.*)$`)

// draws reports whether a statement is drawn, and gives the one that draws it: with the
// numbers of a run, where it is an EXPLAIN ANALYZE.
func (p *picture) draws(text string) (statement string, ok bool) {
	m := explained.FindStringSubmatch(text)
	if p.file == "" || m == nil {
		return "", false
	}
	return "EXPLAIN " + m[1] + "FORMAT = SVG " + m[2], true
}

// next is the file of the next picture: the one that was asked for, then others beside it.
func (p *picture) next() string {
	p.drawn++
	if p.drawn == 1 {
		return p.file
	}
	ext := filepath.Ext(p.file)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(p.file, ext), p.drawn, ext)
}

// draw runs the statement that draws a picture, and writes it.
func (r *runner) draw(ctx context.Context, statement string) error {
	got, err := r.session.Stream(ctx, statement)
	if err != nil {
		return err
	}
	text, _ := got.Text(0, 0)
	name := r.picture.next()
	if err := os.WriteFile(name, []byte(text+"\n"), 0o644); err != nil {
		return fmt.Errorf("draw the plan: %w", err)
	}
	fmt.Fprintf(r.errs, "the plan is drawn in %s\n", name)
	return nil
}
