package sql

import (
	"context"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/bind"
	"gsdms/sql/parse"
)

// Description is what is known of a statement before it runs.
type Description struct {
	Params  int           // how many parameters it has
	Columns []plan.Output // of its rows, nil for a statement that gives none
}

// Describe reads a statement and says what its rows will be, for doors that must know that
// first. The types of a query's columns may depend on its parameters: without values these
// are some that it can be bound with. SHOW and EXPLAIN are run for it, EXPLAIN ANALYZE
// without ANALYZE. An error is always an *Error.
func (s *Session) Describe(ctx context.Context, text string, values []plan.Value) (Description, error) {
	d, err := s.describe(ctx, text, values)
	if err != nil {
		return d, s.failed(text, err)
	}
	return d, nil
}

func (s *Session) describe(ctx context.Context, text string, values []plan.Value) (d Description, err error) {
	p, err := s.prepareText(ctx, text)
	if err != nil {
		return d, err
	}
	defer recoverTo(&err)
	d = Description{Params: p.Params(), Columns: p.columns}
	x := commandOf(p.node)
	switch {
	case x == nil && len(values) > 0:
		if err := p.set(values); err != nil {
			return d, err
		}
		d.Columns, err = p.bound()
	case x == nil && d.Columns == nil:
		d.Columns, err = p.supposed()
	case x != nil && givesRows(p.node):
		d.Columns, err = s.columnsOf(ctx, text, x)
	}
	return d, err
}

// bound binds a query with the values that its parameters have.
func (p *Prepared) bound() ([]plan.Output, error) {
	view := p.session.views()
	defer view.Close()
	n, err := bind.Select(p.text, p.node, p.session.around(p.session.names(context.Background(), view)))
	if err != nil {
		return nil, err
	}
	return n.Output, nil
}

// supposed describes a query that cannot be bound with parameters that are NULL, with other
// values.
func (p *Prepared) supposed() (columns []plan.Output, err error) {
	for _, value := range []plan.Value{value.OfInt(1), value.OfString("1"), value.OfDate(0)} {
		if err := p.set(slices.Repeat([]plan.Value{value}, p.Params())); err != nil {
			return nil, err
		}
		if columns, err = p.bound(); err == nil {
			return columns, nil
		}
	}
	e := parse.AsError(p.text, err)
	e.Hint = "The columns cannot be known before the parameters have values: CAST(? AS …) says their types"
	return nil, e
}

// givesRows reports whether a statement other than a query gives rows.
func givesRows(node ast.StmtNode) bool {
	switch node.(type) {
	case *ast.ShowStmt, *ast.ExplainStmt:
		return true
	}
	return false
}

// columnsOf runs a command that changes nothing for the columns of its rows.
func (s *Session) columnsOf(ctx context.Context, text string, x statement) ([]plan.Output, error) {
	if e, ok := x.(explainQuery); ok {
		node := *e.node
		node.Analyze = false
		x = explainQuery{&node}
	}
	ctx, cancel := s.deadline(ctx, text)
	defer cancel()
	view := s.views()
	defer view.Close()
	c := s.newCall(ctx, text, view)
	if err := c.permit(x); err != nil {
		return nil, err
	}
	r, err := x.run(ctx, c)
	if err != nil {
		return nil, err
	}
	r.Close()
	return r.Columns, nil
}
