package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/scope"
)

// On is the same statement on other snapshots.
func (c *Call) On(ctx context.Context, view *scope.Views) *Call {
	out := *c
	out.View, out.Names = view, c.Queries.Names(ctx, view)
	return &out
}

// RowsOf runs the query within a statement, which must close what it gives: there may be
// more rows to come.
func (c *Call) RowsOf(ctx context.Context, query ast.ResultSetNode) (*result.Set, error) {
	return c.Queries.Query(ctx, c, WithoutParentheses(query))
}

// RowsToStore is RowsOf for rows that columns of a table are given: quotients have all their digits.
func (c *Call) RowsToStore(ctx context.Context, query ast.ResultSetNode) (*result.Set, error) {
	return c.Queries.Stored(ctx, c, WithoutParentheses(query))
}

// RowsToChange runs the query that finds rows; the result must be closed. Its first columns
// are the numbers of the rows of the targets, whose snapshots are given.
func (c *Call) RowsToChange(ctx context.Context, q *ast.SelectStmt, targets []*ast.TableName, set []*ast.ColumnName) (*result.Set, []*plan.Table, error) {
	return c.Queries.Change(ctx, c, q, targets, set)
}

// Changing is the query that finds the rows of a DELETE or an UPDATE.
func Changing(with *ast.WithClause, from *ast.TableRefsClause, where ast.ExprNode, order *ast.OrderByClause, limit *ast.Limit, set []*ast.Assignment) *ast.SelectStmt {
	q := &ast.SelectStmt{
		SelectStmtOpts: &ast.SelectStmtOpts{}, Fields: &ast.FieldList{}, Kind: ast.SelectStmtKindSelect,
		With: with, From: from, Where: where, OrderBy: order, Limit: limit,
	}
	for _, a := range set {
		q.Fields.Fields = append(q.Fields.Fields, &ast.SelectField{Expr: a.Expr, Offset: a.OriginTextPosition()})
	}
	return q
}

// WithoutParentheses gives the query in parentheses as a statement.
func WithoutParentheses(query ast.Node) ast.StmtNode {
	if sub, ok := query.(*ast.SubqueryExpr); ok {
		return WithoutParentheses(sub.Query)
	}
	stmt, _ := query.(ast.StmtNode)
	return stmt
}

// RowError gives the error for a row of a query that a table does not take its code.
func (c *Call) RowError(err error) error {
	var broken *store.RuleError
	if errors.As(err, &broken) {
		return parse.ErrorAt(c.Text, -1, broken.Code, "%s", broken.Message)
	}
	var refused *store.RowError
	if !errors.As(err, &refused) {
		return err
	}
	return parse.ErrorAt(c.Text, -1, refused.Code, "row %d: column %s, value %s: %s", refused.Row+1, refused.Column, refused.Value, refused.Reason)
}

// UpdateError gives the error for a value that the table does not take its code.
func (c *Call) UpdateError(err error) error {
	var refused *store.RowError
	if errors.As(err, &refused) && refused.Row < 0 {
		return parse.ErrorAt(c.Text, -1, refused.Code, "column %s, value %s: %s", refused.Column, refused.Value, refused.Reason)
	}
	return c.RowError(err)
}

// CountRows says how many rows there are.
func CountRows(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
