package sql

import (
	"context"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/operators"
	"gsdms/pushscan"
	"gsdms/pushscan/engine"
	"gsdms/sql/command"
	"gsdms/sql/explain"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// explainCommand returns what runs an EXPLAIN, or DESCRIBE, which parses as one.
func explainCommand(n *ast.ExplainStmt) statement {
	if show, ok := n.Stmt.(*ast.ShowStmt); ok {
		return showCommand(show)
	}
	if n.Explore || n.Stmt == nil {
		return unsupported{n}
	}
	if of := commandOf(n.Stmt); of != nil {
		return explainChangeCommand(n, of)
	}
	return explainQuery{n}
}

// explainQuery is EXPLAIN SELECT, and with ANALYZE runs it, too.
type explainQuery struct{ node *ast.ExplainStmt }

func (explainQuery) Nature() command.Nature { return command.OnlyReads }

func (x explainQuery) run(ctx context.Context, c *call) (*result.Set, error) {
	format := strings.ToLower(x.node.Format)
	if source := c.engine.config.Source; format == parse.CUDAFormat && source != nil && !x.node.Analyze {
		return x.source(ctx, c, source)
	}
	form, err := x.form(c)
	if err != nil {
		return nil, err
	}
	if x.node.Analyze {
		q, ran, err := c.ran(ctx, x.node.Stmt)
		if err != nil {
			return nil, err
		}
		return form.show(ctx, c, explained{q: q, ran: ran})
	}
	q, err := c.engine.compile(ctx, c.Text, x.node.Stmt, c.session.around(c.Names), c.watch)
	if err != nil {
		return nil, err
	}
	return form.show(ctx, c, explained{q: q})
}

// form finds the FORMAT.
func (x explainQuery) form(c *call) (explainForm, error) {
	format := strings.ToLower(x.node.Format)
	if format == "row" { // the parser's word for none
		format = "tree"
	}
	at := slices.IndexFunc(explainForms, func(f explainForm) bool { return f.name == format })
	if at < 0 {
		return explainForm{}, x.unknownForm(c, format)
	}
	return explainForms[at], nil
}

// ran runs a query for what can be said of its run, and drops the rows.
func (c *call) ran(ctx context.Context, node ast.StmtNode) (*engine.Query, *explain.Report, error) {
	q, err := c.engine.compile(ctx, c.Text, node, c.session.surround(c.Names), c.watch)
	if err != nil {
		return nil, nil, err
	}
	r, err := c.session.runQuery(ctx, q, c.View, c.watch, true)
	if err == nil {
		err = r.Drop()
	}
	if err != nil {
		return nil, nil, err
	}
	return q, &c.watch.report(r).Report, nil
}

// unknownForm is MySQL's error of a FORMAT that there is not.
func (x explainQuery) unknownForm(c *call, format string) error {
	e := parse.ErrorAt(c.Text, parse.FindWord(c.Text, "FORMAT"), parse.CodeExplainFormat, "Unknown EXPLAIN format name: '%s'", format)
	names := make([]string, len(explainForms))
	for i, f := range explainForms {
		names[i] = strings.ToUpper(f.name)
	}
	e.Hint = "There are " + strings.Join(names, ", ")
	return e
}

// explained is a query that is explained.
type explained struct {
	q    *engine.Query
	ran  *explain.Report // nil: it has not run
	into *explain.Step   // what becomes of the rows; nil: they are the result
}

// explainForm is a FORMAT of EXPLAIN.
type explainForm struct {
	name string
	show func(ctx context.Context, c *call, x explained) (*result.Set, error)
}

// explainForms lists them; a new one is a row here.
var explainForms = []explainForm{
	{"tree", ofTree(func(t *explain.Tree) (*result.Set, error) { return explanation(t.Text()), nil })},
	{"traditional", ofTree(asGrid)},
	{"json", ofTree(asJSON)},
	{"svg", ofTree(func(t *explain.Tree) (*result.Set, error) { return inOneCell(t.SVG()), nil })},
	{"program", programs},
}

// ofTree is a form that shows the tree of a query.
func ofTree(show func(*explain.Tree) (*result.Set, error)) func(context.Context, *call, explained) (*result.Set, error) {
	return func(_ context.Context, _ *call, x explained) (*result.Set, error) {
		if x.ran != nil {
			return show(explain.Ran(x.q, *x.ran))
		}
		t := explain.New(x.q)
		if x.into != nil {
			t.Into(*x.into)
		}
		return show(t)
	}
}

func asGrid(t *explain.Tree) (*result.Set, error) {
	heads, rows := t.Grid()
	g := result.NewGrid(heads)
	g.Rows = rows
	return g.Set(), nil
}

func asJSON(t *explain.Tree) (*result.Set, error) {
	text, err := t.JSON()
	if err != nil {
		return nil, err
	}
	return inOneCell(text), nil
}

// programs prints a query with its programs, and how it ran or would.
func programs(ctx context.Context, c *call, x explained) (*result.Set, error) {
	if x.ran != nil {
		return explanation(explain.RunPrograms(x.q, *x.ran)), nil
	}
	text, err := c.describe(ctx, x.q)
	if err != nil {
		return nil, err
	}
	return explanation(text), nil
}

// source gives the source that the query's program would be compiled from.
func (x explainQuery) source(ctx context.Context, c *call, source func(*operators.Program, pushscan.Granularity) (string, error)) (*result.Set, error) {
	q, err := c.engine.compile(ctx, c.Text, x.node.Stmt, c.session.around(c.Names), c.watch)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, leaf := range q.Leaves {
		if leaf == nil || leaf.Program == nil {
			continue
		}
		text, err := source(leaf.Program, c.session.settings.Granularity)
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
	r := result.Lines("EXPLAIN", strings.Split(strings.TrimRight(text, "\n"), "\n"))
	r.Plain = true
	return r
}

// inOneCell is a text of several lines as one row.
func inOneCell(text string) *result.Set {
	r := result.Lines("EXPLAIN", []string{text})
	r.Plain = true
	return r
}

// Explain gives the network, the program and the wave of a SELECT as text, without
// running it.
func (s *Session) Explain(text string) (string, error) {
	r, err := s.Query(context.Background(), "EXPLAIN FORMAT = PROGRAM "+text)
	if err != nil {
		return "", err
	}
	return strings.Join(r.Rows.Columns[0].Texts, "\n") + "\n", nil
}

// describe prints a query that has not run: of one pipeline, the wave that would run it if
// it were alone on the stream, too.
func (c *call) describe(ctx context.Context, q *engine.Query) (string, error) {
	if !q.Shape.Single() {
		return explain.Programs(q), nil
	}
	leaf := q.Leaves[0]
	if leaf == nil { // memory has no room for the tables of its joins
		return explain.Programs(q), nil
	}
	if leaf.Program == nil {
		return explain.Alone(leaf, nil), nil
	}
	p, err := c.engine.run.HubFor(leaf.Program).Plan(ctx, c.session.settings.Granularity, leaf.Program)
	if err != nil {
		return "", err
	}
	return explain.Alone(leaf, &p), nil
}
