package sql

import (
	"errors"
	"gsdms/sql/parse"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/plan"
)

// FuzzBind: any text gives a network, which prints and rewrites, or an *Error whose
// place lies in the text.
func FuzzBind(f *testing.F) {
	addSeeds(f, "testdata/bind/*")
	c, p := shopCatalog(f), new(parse.Parsers)
	f.Fuzz(func(t *testing.T, text string) {
		n, err := bindText(p, text, c)
		if err == nil {
			_ = n.String()
			_, err = plan.Rewrite(n)
			var coded interface{ SQLCode() int }
			if err != nil && !errors.As(err, &coded) {
				t.Fatalf("%q: rewriting: %v", text, err)
			}
			return
		}
		var known *parse.Error
		if !errors.As(err, &known) {
			t.Fatalf("%q: %v is no *Error", text, err)
		}
		if known.Line > strings.Count(text, "\n")+1 || strings.Contains(known.Message, "failed") {
			t.Fatalf("%q: %s", text, known.Detail())
		}
		_ = known.Detail()
	})
}

// addSeeds adds the statements of text tests. A test is comment lines, a line with a
// command, the statement, a line of dashes and what is expected, up to an empty line.
func addSeeds(f *testing.F, pattern string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		f.Fatalf("%s: %d files, error %v", pattern, len(files), err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "\n\n") {
			for strings.HasPrefix(part, "#") {
				_, part, _ = strings.Cut(part, "\n")
			}
			_, part, _ = strings.Cut(part, "\n")
			statement, _, _ := strings.Cut(part, "\n----")
			f.Add(statement)
		}
	}
}
