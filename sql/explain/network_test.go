package explain

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/network/cut"
	"gsdms/plan/network/pass"
	"gsdms/plan/network/restrict"
	"gsdms/plan/network/unnest"
	"gsdms/sql/bind"
	"gsdms/sql/bind/bindtest"
	"gsdms/sql/parse"
)

// TestNetwork holds what statements become step by step: the graph, the graph without
// correlated subqueries, with its conditions moved, and the pipelines that it is cut into.
func TestNetwork(t *testing.T) {
	p, c := new(parse.Parsers), bindtest.Shop(t)
	datadriven.Walk(t, "testdata/network", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			out, err := networkText(p, d.Input, c, pass.Joins{Always: d.Cmd == "grouped"})
			var known *parse.Error
			var refused *fault.Error
			switch {
			case errors.As(err, &known):
				return known.Detail() + "\n"
			case errors.As(err, &refused):
				return fmt.Sprintf("error %d: %s\n", refused.Code, refused.Message)
			case err != nil:
				t.Fatalf("%s: not an error of a statement: %v", d.Input, err)
			}
			return out
		})
	})
}

func networkText(p *parse.Parsers, text string, c plan.Catalog, joins pass.Joins) (string, error) {
	stmt, err := p.Parse(text)
	if err != nil {
		return "", err
	}
	n, err := bind.Select(text, stmt, c)
	if err != nil {
		return "", err
	}
	graph := n.String()
	if err := unnest.Applies(n, joins.Always, nil); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(section("graph", graph))
	unnested := n.String()
	if unnested != graph {
		b.WriteString(section("unnested", unnested))
	}
	bounds := func(e plan.Expr) (lo, hi int64, ok bool) {
		call, _ := e.(plan.Call)
		return 0, 9, call.Op != plan.Concat
	}
	pass.Unseen(n)
	seen := n.String()
	if seen != unnested {
		b.WriteString(section("seen", seen))
	}
	pass.Once(n, bounds)
	once := n.String()
	if once != seen {
		b.WriteString(section("once", once))
	}
	pass.Split(n, bounds)
	split := n.String()
	if split != once {
		b.WriteString(section("split", split))
	}
	pass.Push(n, bounds, joins)
	pushed := n.String()
	if pushed != split {
		b.WriteString(section("pushed", pushed))
	}
	restrict.Groups(n)
	if restricted := n.String(); restricted != pushed {
		b.WriteString(section("restricted", restricted))
	}
	shape, err := cut.Stages(n)
	if err != nil {
		return "", err
	}
	for i, s := range shape.Stages {
		fmt.Fprintf(&b, "pipeline %d%s\n%s", i+1, readers(shape, i), indented(describeStage(s)))
	}
	return b.String(), nil
}
