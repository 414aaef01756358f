package bind

import (
	"errors"
	"strings"
	"testing"

	"gsdms/plan/rewrite"
	"gsdms/sql/bind/bindtest"
	"gsdms/sql/parse"
)

// FuzzBind: any text gives a network, which prints and rewrites, or an *Error whose
// place lies in the text.
func FuzzBind(f *testing.F) {
	bindtest.Seeds(f, "testdata/bind/*")
	c, p := bindtest.Shop(f), new(parse.Parsers)
	f.Fuzz(func(t *testing.T, text string) {
		n, err := bindText(p, text, c)
		if err == nil {
			_ = n.String()
			_, err = rewrite.Pipeline(n)
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
