package sql

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/plan"
)

// FuzzBind: any text gives a network, which prints and rewrites, or an *Error whose
// place lies in the text.
func FuzzBind(f *testing.F) {
	files, err := filepath.Glob("testdata/bind/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "\n\n") {
			_, part, _ = strings.Cut(part, "\n")
			query, _, _ := strings.Cut(part, "\n----")
			f.Add(strings.TrimPrefix(query, "shop\n"))
		}
	}
	c := shopCatalog(f)
	f.Fuzz(func(t *testing.T, text string) {
		n, err := bindText(text, c)
		if err == nil {
			_ = n.String()
			_, err = plan.Rewrite(n)
			var coded *plan.Error
			if err != nil && !errors.As(err, &coded) {
				t.Fatalf("%q: rewriting: %v", text, err)
			}
			return
		}
		var known *Error
		if !errors.As(err, &known) {
			t.Fatalf("%q: %v is no *Error", text, err)
		}
		if known.Line > strings.Count(text, "\n")+1 || strings.Contains(known.Message, "failed") {
			t.Fatalf("%q: %s", text, known.Detail())
		}
		_ = known.Detail()
	})
}
