package sql

import (
	"context"
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/pushscan"
)

// explainCommand returns what runs an EXPLAIN, or DESCRIBE, which parses as one.
func explainCommand(n *ast.ExplainStmt) command {
	if show, ok := n.Stmt.(*ast.ShowStmt); ok {
		return showCommand(show)
	}
	if n.Explore || n.Stmt == nil || commandOf(n.Stmt) != nil {
		return unsupported{n}
	}
	return explainQuery{n}
}

// explainQuery is EXPLAIN SELECT, and with ANALYZE runs it, too.
type explainQuery struct{ node *ast.ExplainStmt }

func (x explainQuery) run(ctx context.Context, c *call) (*Result, error) {
	format := strings.ToLower(x.node.Format)
	if source := c.engine.config.Source; format == cudaFormat && source != nil && !x.node.Analyze {
		return x.source(ctx, c, source)
	}
	if format != "" && format != "row" && format != "traditional" { // the parser says row for none
		return nil, c.refuseWord("FORMAT", "EXPLAIN in other forms than text (FORMAT = %s)", format)
	}
	q, err := c.engine.compile(ctx, c.text, x.node.Stmt, c.view, c.watch)
	if err != nil {
		return nil, err
	}
	var text string
	if x.node.Analyze {
		r, err := c.session.runQuery(ctx, q, c.watch)
		if err != nil {
			return nil, err
		}
		text = describeRun(q, c.watch.report(r))
	} else {
		wave, err := c.wave(ctx, q)
		if err != nil {
			return nil, err
		}
		text = describeQuery(q) + wave
	}
	return explanation(text), nil
}

// source gives the source that the query's program would be compiled from.
func (x explainQuery) source(ctx context.Context, c *call, source func(*operators.Program, pushscan.Granularity) (string, error)) (*Result, error) {
	q, err := c.engine.compile(ctx, c.text, x.node.Stmt, c.view, c.watch)
	if err != nil {
		return nil, err
	}
	if q.Program == nil {
		return explanation("none: no table is scanned"), nil
	}
	text, err := source(q.Program, c.session.settings.granularity)
	if err != nil {
		return nil, err
	}
	return explanation(text), nil
}

func explanation(text string) *Result {
	r := lines("EXPLAIN", strings.Split(strings.TrimRight(text, "\n"), "\n"))
	r.Plain = true
	return r
}

// Explain gives the network, the program and the wave of a SELECT as text, without
// running it.
func (s *Session) Explain(text string) (string, error) {
	r, err := s.Query(context.Background(), "EXPLAIN "+text)
	if err != nil {
		return "", err
	}
	return strings.Join(r.Rows.Columns[0].Texts, "\n") + "\n", nil
}

// describeQuery prints the network and the program.
func describeQuery(q *operators.Query) string {
	out := section("network", describeNetwork(q.Network))
	if q.Program != nil {
		out += section("program", q.Program.Describe())
	}
	return out
}

func describeNetwork(n *plan.Pipeline) string {
	var b strings.Builder
	for i, t := range n.Tables {
		role := "joined"
		if i == n.Root {
			role = "streamed"
		}
		fmt.Fprintf(&b, "Table %s, %s: %s, %s\n", tableText(t), role,
			counted(t.Table.Rows, "row", "rows"), counted(t.Table.Segments(), "segment", "segments"))
	}
	for _, op := range n.Ops {
		fmt.Fprintln(&b, op)
	}
	return b.String()
}

func tableText(t *plan.TableRef) string {
	if t.Alias == "" || t.Alias == t.Table.Name {
		return t.Table.Name
	}
	return t.Table.Name + " AS " + t.Alias
}

// section is a titled part, its lines indented.
func section(title, text string) string {
	var b strings.Builder
	b.WriteString(title + "\n")
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		b.WriteString("  " + strings.TrimRight(line, "\n") + "\n")
	}
	return b.String()
}

// wave prints the granularity and the wave that would run the query if it were alone on
// the stream.
func (c *call) wave(ctx context.Context, q *operators.Query) (string, error) {
	if q.Program == nil {
		return section("wave", "none: no table is scanned"), nil
	}
	p, err := c.engine.hub.Plan(ctx, c.session.settings.granularity, q.Program)
	if err != nil {
		return "", err
	}
	return section("granularity", p.String()) + section("wave", p.Wave.String()), nil
}
