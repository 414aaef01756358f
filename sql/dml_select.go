package sql

import (
	"context"
	"errors"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// rowsOf runs the query within a statement, which must close what it gives: there may be
// more rows to come.
func (c *call) rowsOf(ctx context.Context, query ast.ResultSetNode) (*result.Set, error) {
	q, err := c.engine.compile(ctx, c.text, withoutParentheses(query), c.session.surround(c.names), c.watch)
	if err != nil {
		return nil, err
	}
	return c.session.runQuery(ctx, q, c.view, c.watch, true)
}

// withoutParentheses gives the query in parentheses as a statement.
func withoutParentheses(query ast.Node) ast.StmtNode {
	if sub, ok := query.(*ast.SubqueryExpr); ok {
		return withoutParentheses(sub.Query)
	}
	stmt, _ := query.(ast.StmtNode)
	return stmt
}

// insertSelect is INSERT … SELECT, and REPLACE … SELECT: all rows of the query, or none.
type insertSelect struct{ node *ast.InsertStmt }

func (insertSelect) nature() nature { return changesRows }

func (x insertSelect) permit(r permits) error {
	return permitInsert(r, x.node)
}

func (x insertSelect) run(ctx context.Context, c *call) (*result.Set, error) {
	t, to, err := c.insertInto(x.node)
	if err != nil {
		return nil, err
	}
	r, err := c.rowsOf(ctx, x.node.Select)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	name, _ := insertTarget(x.node) // insertInto has refused what has none
	if len(r.Columns) != len(to) {
		return nil, c.errorAt(name, parse.CodeValueCount, "Column count doesn't match value count at row 1: %d columns, and the query has %d", len(to), len(r.Columns))
	}
	src, err := source.FromResult(c.written(), name, t.Shown(), to, r)
	if err != nil {
		return nil, err
	}
	defer src.Stop()
	put, err := c.put(ctx, x.node, t, src)
	if err != nil {
		return nil, c.rowError(err)
	}
	return put, nil
}

// rowError gives the error for a row of a query that a table does not take its code.
func (c *call) rowError(err error) error {
	var refused *store.RowError
	if !errors.As(err, &refused) {
		return err
	}
	return parse.ErrorAt(c.text, -1, refused.Code, "row %d: column %s, value %s: %s", refused.Row+1, refused.Column, refused.Value, refused.Reason)
}
