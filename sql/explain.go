package sql

import (
	"context"
	"fmt"
	"gsdms/sql/parse"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/pushscan"
	"gsdms/pushscan/engine"
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
	if source := c.engine.config.Source; format == parse.CUDAFormat && source != nil && !x.node.Analyze {
		return x.source(ctx, c, source)
	}
	if format != "" && format != "row" && format != "traditional" { // the parser says row for none
		return nil, c.refuseWord("FORMAT", "EXPLAIN in other forms than text (FORMAT = %s)", format)
	}
	q, err := c.engine.compile(ctx, c.text, x.node.Stmt, c.session.surround(c.names), c.watch)
	if err != nil {
		return nil, err
	}
	var text string
	if x.node.Analyze {
		r, err := c.session.runQuery(ctx, q, c.view, c.watch)
		if err != nil {
			return nil, err
		}
		text = describeRun(q, c.watch.report(r))
	} else if text, err = c.describe(ctx, q); err != nil {
		return nil, err
	}
	return explanation(text), nil
}

// source gives the source that the query's program would be compiled from.
func (x explainQuery) source(ctx context.Context, c *call, source func(*operators.Program, pushscan.Granularity) (string, error)) (*Result, error) {
	q, err := c.engine.compile(ctx, c.text, x.node.Stmt, c.session.surround(c.names), c.watch)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, leaf := range q.Leaves {
		if leaf == nil || leaf.Program == nil {
			continue
		}
		text, err := source(leaf.Program, c.session.settings.granularity)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		return explanation("none: no table is scanned"), nil
	}
	return explanation(strings.Join(all, "\n")), nil
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

// describe prints a query that has not run: of one pipeline, its program and its wave, too.
func (c *call) describe(ctx context.Context, q *engine.Query) (string, error) {
	if q.Shape.Single() {
		wave, err := c.wave(ctx, q.Leaves[0])
		return describePipeline(q.Leaves[0]) + wave, err
	}
	var b strings.Builder
	for i, s := range q.Shape.Stages {
		fmt.Fprintf(&b, "pipeline %d%s\n", i+1, readers(q.Shape, i))
		text := describeStage(s)
		if leaf := q.Leaves[i]; leaf != nil {
			text = describePipeline(leaf)
		}
		b.WriteString(indented(text))
	}
	return b.String(), nil
}

// readers says which pipelines read the rows of one.
func readers(s *network.Shape, stage int) string {
	var by []string
	for i, other := range s.Stages {
		for _, need := range other.Needs() {
			if need == stage {
				by = append(by, fmt.Sprint(i+1))
				break
			}
		}
	}
	if len(by) == 0 {
		return ", which gives the result"
	}
	return ", whose rows go to " + strings.Join(by, ", ")
}

// describeStage prints what is known of a pipeline before those that it needs have run:
// the order of its joins is decided then.
func describeStage(s *network.Stage) string {
	var b strings.Builder
	if len(s.Parts) > 0 {
		parts := make([]string, len(s.Parts))
		for i, p := range s.Parts {
			parts[i] = fmt.Sprint(p + 1)
		}
		fmt.Fprintf(&b, "Rows of %s\n", strings.Join(parts, ", "))
	}
	for i, t := range s.Tables {
		switch from := s.From[i]; {
		case from == network.Stored:
			fmt.Fprintf(&b, "Table %s: %s\n", tableText(t), counted(t.Table.Rows, "row", "rows"))
		case from >= 0:
			fmt.Fprintf(&b, "Rows of %d AS %s\n", from+1, t.Alias)
		}
	}
	if pred := plan.Combine(plan.And, s.Where); pred != nil {
		fmt.Fprintln(&b, plan.Filter{Pred: pred})
	}
	for _, p := range s.Partners {
		fmt.Fprintf(&b, "Join %s %s", p.Kind, s.Tables[p.Table].Alias)
		if on := plan.Combine(plan.And, p.On); on != nil {
			fmt.Fprintf(&b, " on %s", on)
		}
		b.WriteString("\n")
	}
	for _, op := range s.Ops {
		fmt.Fprintln(&b, op)
	}
	return b.String()
}

// describePipeline prints a pipeline and its program.
func describePipeline(q *operators.Query) string {
	out := section("network", describeNetwork(q.Pipeline))
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
func section(title, text string) string { return title + "\n" + indented(text) }

func indented(text string) string {
	var b strings.Builder
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
	p, err := c.engine.run.HubFor(q.Program).Plan(ctx, c.session.settings.granularity, q.Program)
	if err != nil {
		return "", err
	}
	return section("granularity", p.String()) + section("wave", p.Wave.String()), nil
}
