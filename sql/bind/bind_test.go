package bind

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/cockroachdb/datadriven"

	"gsdms/plan"
	"gsdms/plan/network/cut"
	"gsdms/plan/network/unnest"
	"gsdms/sql/bind/bindtest"
	"gsdms/sql/parse"
)

// TestBind holds what statements become, and what is wrong with them, as text.
func TestBind(t *testing.T) {
	p := new(parse.Parsers)
	catalogs := map[string]bindtest.Catalog{"ssb": bindtest.SSB(t), "shop": bindtest.Shop(t)}
	datadriven.Walk(t, "testdata/bind", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			n, err := bindText(p, d.Input, catalogs[d.Cmd])
			var known *parse.Error
			if errors.As(err, &known) {
				return known.Detail() + "\n"
			}
			if err != nil {
				t.Fatalf("%s: not an *Error: %v", d.Input, err)
			}
			return n.String()
		})
	})
}

func bindText(p *parse.Parsers, text string, c plan.Catalog) (*plan.Pipeline, error) {
	stmt, err := p.Parse(text)
	if err != nil {
		return nil, err
	}
	n, err := Select(text, stmt, c)
	if err != nil {
		return nil, err
	}
	if err := unnest.Applies(n, false, nil); err != nil {
		return nil, err
	}
	shape, err := cut.Stages(n)
	if err != nil {
		return nil, err
	}
	last := shape.Stages[len(shape.Stages)-1]
	out, err := last.Pipeline(last.Tables, func(int) ([]plan.Value, int) { return nil, 2 }, nil)
	if err == nil {
		out.Output = n.Output
	}
	return out, err
}

var sink *plan.Pipeline

func BenchmarkBind(b *testing.B) {
	text, err := os.ReadFile(filepath.Join("testdata", "q4.1.sql"))
	if err != nil {
		b.Fatal(err)
	}
	c, p := bindtest.SSB(b), new(parse.Parsers)
	for b.Loop() {
		n, err := bindText(p, string(text), c)
		if err != nil {
			b.Fatal(err)
		}
		sink = n
	}
}
