package sql

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/cockroachdb/datadriven"

	"gsdms/plan"
)

// TestBind holds what statements become, and what is wrong with them, as text.
func TestBind(t *testing.T) {
	p := new(parsers)
	catalogs := map[string]fakeCatalog{"ssb": ssbCatalog(t), "shop": shopCatalog(t)}
	datadriven.Walk(t, "testdata/bind", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			n, err := bindText(p, d.Input, catalogs[d.Cmd])
			var known *Error
			if errors.As(err, &known) {
				return known.Detail() + "\n"
			}
			if err != nil {
				t.Fatalf("%s: not an *Error: %v", d.Input, err)
			}
			if d.HasArg("rewrite") {
				if n, err = plan.Rewrite(n); err != nil {
					t.Fatal(err)
				}
			}
			return n.String()
		})
	})
}

func bindText(p *parsers, text string, c plan.Catalog) (*plan.Pipeline, error) {
	stmt, err := p.parse(text)
	if err != nil {
		return nil, err
	}
	return bindSelect(text, stmt, c)
}

var sink *plan.Pipeline

func BenchmarkBind(b *testing.B) {
	text, err := os.ReadFile(filepath.Join("testdata", "q4.1.sql"))
	if err != nil {
		b.Fatal(err)
	}
	c, p := ssbCatalog(b), new(parsers)
	for b.Loop() {
		n, err := bindText(p, string(text), c)
		if err != nil {
			b.Fatal(err)
		}
		sink = n
	}
}
