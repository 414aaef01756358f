package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
)

// inputLimit is how long a statement of a file or a pipe may be that does not end, in bytes.
const inputLimit = 256 << 20

// wholeLimit is how long a file may be that is read as a whole before its first statement runs, so that neighbours may run
// together. A longer one runs as it is read.
const wholeLimit = 16 << 20

// script is a text with statements: a whole one, or what a long file begins with.
type script struct {
	name string
	text string
	rest io.Reader // what is behind the text; nil: nothing
	file io.Closer // nil: none was opened
}

// openScript reads a file of statements; - is some other input.
func openScript(name string, in *os.File) (script, error) {
	s := script{name: "standard input", rest: in}
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return s, fmt.Errorf("read statements: %w", err)
		}
		s = script{name: name, rest: f, file: f}
	}
	text, err := io.ReadAll(io.LimitReader(s.rest, wholeLimit))
	if err != nil {
		s.close()
		return s, fmt.Errorf("read statements from %s: %w", s.name, err)
	}
	if s.text = strings.TrimPrefix(string(text), byteOrderMark); len(text) < wholeLimit {
		s.rest = nil
	}
	return s, nil
}

func (s script) close() {
	if s.file != nil {
		_ = s.file.Close() // which was only read
	}
}

func closeScripts(scripts []script) {
	for _, s := range scripts {
		s.close()
	}
}

// beginnings gives the texts of scripts, as far as they have been read.
func beginnings(scripts []script) (texts []string) {
	for _, s := range scripts {
		texts = append(texts, s.text)
	}
	return texts
}

// runScript runs the statements of a script, those of a long file as they are read.
func (s *shell) runScript(ctx context.Context, one script) error {
	if one.rest == nil {
		return s.run(ctx, one.text)
	}
	return s.newReader(false).stream(ctx, io.MultiReader(strings.NewReader(one.text), one.rest), one.name)
}
