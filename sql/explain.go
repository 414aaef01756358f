package sql

import (
	"context"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/operators"
	"gsdms/pushscan"
	"gsdms/pushscan/engine"
	"gsdms/sql/explain"
	"gsdms/sql/parse"
	"gsdms/sql/result"
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

func (x explainQuery) run(ctx context.Context, c *call) (*result.Set, error) {
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
		text = explain.Run(q, c.watch.report(r).Report)
	} else if text, err = c.describe(ctx, q); err != nil {
		return nil, err
	}
	return explanation(text), nil
}

// source gives the source that the query's program would be compiled from.
func (x explainQuery) source(ctx context.Context, c *call, source func(*operators.Program, pushscan.Granularity) (string, error)) (*result.Set, error) {
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

func explanation(text string) *result.Set {
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

// describe prints a query that has not run: of one pipeline, the wave that would run it if
// it were alone on the stream, too.
func (c *call) describe(ctx context.Context, q *engine.Query) (string, error) {
	if !q.Shape.Single() {
		return explain.Plan(q), nil
	}
	leaf := q.Leaves[0]
	if leaf.Program == nil {
		return explain.Alone(leaf, nil), nil
	}
	p, err := c.engine.run.HubFor(leaf.Program).Plan(ctx, c.session.settings.granularity, leaf.Program)
	if err != nil {
		return "", err
	}
	return explain.Alone(leaf, &p), nil
}
