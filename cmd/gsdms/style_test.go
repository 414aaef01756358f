package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What one can hold in the head.
const (
	functionLines = 60
	fileLines     = 400 // of a file without tests
)

// No function is longer than a screen, and no file, but for tests, longer than a few.
func TestStyle(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if n := bytes.Count(text, []byte("\n")); n > fileLines && !strings.HasSuffix(path, "_test.go") {
			t.Errorf("%s has %d lines, more than %d", path, n, fileLines)
		}
		return checkFunctions(t, path, text)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkFunctions(t *testing.T, path string, text []byte) error {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range f.Decls {
		d, is := d.(*ast.FuncDecl)
		if !is {
			continue
		}
		if n := files.Position(d.End()).Line - files.Position(d.Pos()).Line + 1; n > functionLines {
			t.Errorf("%s: %s has %d lines, more than %d", path, d.Name.Name, n, functionLines)
		}
	}
	return nil
}
